"""A person without a mouse: from the first page to the grade and back, with keys alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from desktop.ui.defense.cards import ExaminerBox
from desktop.ui.pages.desk_page import DeskPage
from desktop.view.screen import ForAnswer
from tests.gui.program import SOLUTIONS, program
from tests.gui.stage import until

pytestmark = pytest.mark.window
CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


def here() -> QWidget:
    """Where the keys go."""
    focused = QApplication.focusWidget()
    assert focused is not None, "the keys go nowhere"
    return focused


def question_in_sight(page: DeskPage) -> bool:
    """All of it, over the box that it is answered in."""
    box = page.defense.card_widgets[-1]
    return isinstance(box, ExaminerBox) and box.visibleRegion().boundingRect().height() >= box.height() - 8


def press(key, modifiers=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(here(), key, modifiers)


async def test_a_whole_defense_with_keys_alone(tmp_path):
    async with program(tmp_path, size=(1024, 640)) as it:
        it.window.activateWindow()
        await until(lambda: QApplication.focusWidget() is not None)
        assert here().objectName() == "start:kmeans"
        press(Qt.Key.Key_Space)
        await until(lambda: it.window.page is not None and here() is it.page.editor)
        QGuiApplication.clipboard().setText((SOLUTIONS / "kmeans.py").read_text("utf-8"))
        press(Qt.Key.Key_A, CTRL)
        press(Qt.Key.Key_V, CTRL)
        press(Qt.Key.Key_F5)
        await until(lambda: "Finished" in it.page.output.console.toPlainText())
        press(Qt.Key.Key_Return, CTRL | SHIFT)
        await until(lambda: it.page.dialog is not None and here() is it.page.dialog.allow_once, 60)
        press(Qt.Key.Key_Tab, SHIFT)
        assert here() is it.page.dialog.allow_all
        press(Qt.Key.Key_Space)
        while True:
            await until(lambda: it.screen.closed or isinstance(it.screen.waiting, ForAnswer), 60)
            if it.screen.closed:
                break
            box = it.page.defense.answer
            await until(lambda: QApplication.focusWidget() is box.field)  # noqa: B023 - used before the next turn
            await until(lambda: question_in_sight(it.page))
            asked, cards = it.screen.waiting, len(it.screen.cards)
            QTest.keyClicks(here(), it.right_answer())
            if box.why.isVisible():
                press(Qt.Key.Key_Tab)
                assert here() is box.why
                QTest.keyClicks(here(), "It does so.")
            press(Qt.Key.Key_Return)
            await until(lambda: len(it.screen.cards) > cards and it.screen.waiting != asked, 60)  # noqa: B023
        assert it.screen.grade is not None
        press(Qt.Key.Key_Home, ALT)
        await until(lambda: it.window.page is None)


async def test_escape_and_tab_lead_out_of_the_editor(tmp_path):
    async with program(tmp_path) as it:
        await it.start()
        it.window.activateWindow()
        await until(lambda: here() is it.page.editor)
        press(Qt.Key.Key_Escape)
        assert "Tab" in it.page.saved.whole_text
        press(Qt.Key.Key_Tab)
        assert here() is not it.page.editor


async def test_find_and_go_to_are_at_hand(tmp_path):
    async with program(tmp_path) as it:
        await it.start()
        it.window.activateWindow()
        await until(lambda: here() is it.page.editor)
        press(Qt.Key.Key_F, CTRL)
        assert it.page._editor_pane.find_bar.isVisible()
        press(Qt.Key.Key_Escape)
        await until(lambda: here() is it.page.editor)
        press(Qt.Key.Key_G, CTRL)
        assert it.page._editor_pane.go_to_bar.isVisible()


async def test_settings_and_back_without_losing_the_desk(tmp_path):
    async with program(tmp_path) as it:
        await it.start()
        it.window.activateWindow()
        await until(lambda: here() is it.page.editor)
        press(Qt.Key.Key_Comma, CTRL)
        await until(lambda: it.window.pages.currentWidget() is it.window.settings_page)
        press(Qt.Key.Key_Comma, CTRL)
        await until(lambda: it.window.pages.currentWidget() is it.page)
