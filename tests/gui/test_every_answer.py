"""A question of each kind on the real desk: in sight when it is asked, at any text size, and answered by keys alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from desktop.ui.defense.cards import ExaminerBox
from desktop.ui.pages.desk_page import DeskPage
from desktop.ui.theme.palette import LIGHT
from desktop.vocabulary.words import Words
from tests.gui.asked import ASKED, asking, screen_asking
from tests.gui.desk_gallery import Still, screen_at

pytestmark = pytest.mark.window
CTRL, ALT, NONE = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.NoModifier,
)
TYPED = {"list": "[1, 2]", "literal": "([0, 1], 2.5)", "line": "14", "text": "It keeps the old one."}
SIZES = {"100 %": 1.0, "150 %": 1.5, "200 %": 2.0}


class Listening(Still):
    """Keeps what was answered."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.got: list[tuple[str, str]] = []

    def answer(self, text: str, why: str) -> None:
        self.got.append((text, why))


@pytest.fixture
def desk(theme: Any, request: pytest.FixtureRequest) -> Iterator[DeskPage]:
    """At 1024x640, before anything is asked, the person having looked at what stands at the top."""
    theme.change(LIGHT, getattr(request, "param", 1.0))
    page = DeskPage(theme, Words(), {})
    list(page.prepare())
    page.attach(Listening(screen_at("failed", Words())))  # type: ignore[arg-type]  # all of a controller it needs
    page.resize(1024, 592)  # under the bar of the window
    page.show()
    page.activateWindow()
    settle()
    yield page
    page.hide()
    page.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def settle() -> None:
    for _ in range(12):  # heights of wrapped texts are found in several turns
        QApplication.processEvents()


def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    focused = QApplication.focusWidget()
    assert focused is not None, "the keys go nowhere"
    QTest.keyClick(focused, key, modifiers)


def seen(widget: QWidget, window: QWidget) -> QRect:
    """What of the widget is inside everything around it."""
    shown, above = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size()), widget.parentWidget()
    while above is not None and above is not window:
        shown &= QRect(above.mapTo(window, QPoint(0, 0)), above.size())
        above = above.parentWidget()
    return shown


@pytest.mark.parametrize("desk", SIZES.values(), ids=SIZES, indirect=True)
def test_what_is_asked_is_in_sight_wherever_the_person_looked(desk: DeskPage) -> None:
    bar = desk.defense._scroll.verticalScrollBar()
    for form, (question, _) in ASKED.items():
        desk.show_screen(screen_at("failed", Words()))
        settle()
        bar.triggerAction(bar.SliderAction.SliderToMinimum)
        desk.show_screen(screen_asking(question, Words()))
        settle()
        box = desk.defense.card_widgets[-1]
        assert isinstance(box, ExaminerBox)
        assert box.markdown.toPlainText()
        head = QRect(box.who.mapTo(desk, QPoint(0, 0)), box.who.size())
        assert seen(box.who, desk) == head, f"{form}: the question is not seen from its first line"
        lines = box.markdown.fontMetrics().lineSpacing()
        assert seen(box.markdown, desk).height() >= min(box.markdown.height(), 2 * lines), form
        focused = QApplication.focusWidget()
        assert focused is not None
        assert desk.defense.answer.isAncestorOf(focused), form
        assert seen(focused, desk).height() >= min(focused.height(), lines), f"{form}: nowhere to answer is seen"


def test_a_person_may_look_elsewhere_while_a_question_is_open(desk: DeskPage) -> None:
    desk.show_screen(screen_asking(ASKED["list"][0], Words()))
    settle()
    bar = desk.defense._scroll.verticalScrollBar()
    assert bar.value() > 0
    bar.triggerAction(bar.SliderAction.SliderToMinimum)
    desk.defense.answer.field.setPlainText("[1,")  # the box grows by what is said of it
    settle()
    assert bar.value() == 0


@pytest.mark.parametrize("form", ASKED)
def test_each_kind_is_answered_by_keys_alone(desk: DeskPage, form: Any) -> None:
    question, typed = ASKED[form]
    desk.show_screen(screen_asking(question, Words()))
    desk.editor.setFocus()
    press(Qt.Key.Key_3, CTRL)
    box = desk.defense.answer
    said = TYPED.get(form, typed)
    if form == "options":
        press(Qt.Key.Key_Down)
        press(Qt.Key.Key_Down)
        press(Qt.Key.Key_Space)
        said = question.options[2]
        press(Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is box.send
    elif form == "order":
        press(Qt.Key.Key_Down, ALT)
    else:
        assert QApplication.focusWidget() is box.field
        QTest.keyClicks(box.field, said)
    if question.why:
        press(Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is box.why
        QTest.keyClicks(box.why, "I counted.")
    press(Qt.Key.Key_Return)
    assert isinstance(desk.controller, Listening)
    assert desk.controller.got == [(said, "I counted." if question.why else "")]


def test_the_line_under_the_cursor_is_taken_by_keys(desk: DeskPage) -> None:
    desk.show_screen(screen_asking(ASKED["line"][0], Words()))
    desk.editor.go_to_line(9, focus=True)
    press(Qt.Key.Key_3, CTRL)
    press(Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is desk.defense.answer.pick
    press(Qt.Key.Key_Space)
    press(Qt.Key.Key_Return)
    assert isinstance(desk.controller, Listening)
    assert desk.controller.got == [("9", "")]


def test_the_asked_are_of_every_kind_there_is() -> None:
    from typing import get_args

    from desktop.vocabulary.questions import AnswerForm

    assert set(ASKED) == set(get_args(AnswerForm))
    assert all(asking(question) for question, _ in ASKED.values())
