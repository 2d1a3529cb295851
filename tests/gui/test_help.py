"""Help in the window: the manual, the sheet of keys, the tour of the desk."""

from __future__ import annotations

import asyncio
import itertools

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.station.settings import SettingsFile
from desktop.ui import keymap
from desktop.ui.editor.editor_pane import EditorPane
from desktop.ui.help.help_window import HelpWindow
from desktop.ui.help.keys_dialog import KeysDialog
from desktop.ui.help.tour import place_for
from desktop.view.manual import read_pages
from desktop.vocabulary.problem import Rules
from tests.gui.program import program
from tests.gui.stage import until

pytestmark = pytest.mark.window
NONE, CTRL, ALT, SHIFT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
SOURCES = {
    "student": "# Defending\n\nFirst words. <b>not bold</b> [packs](packs.md) and [out](https://example.org/a?b=1&c=2).\n\n"
    + "## The desk\n\n"
    + "Long. " * 400
    + "\n\n## Leaving\n\nClose the needle.\n\n"
    + "Longer. " * 600,
    "packs": "# 题目包\n\n## 评分\n\n每一项标准都有分数。",
}


def same(text):
    return text


@pytest.fixture
def manual(qtbot, theme):
    made = HelpWindow(theme, read_pages(SOURCES))
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def listed(manual):
    return [manual.list.item(row).text().strip().split("\n")[0] for row in range(manual.list.count())]


def test_it_opens_with_the_contents_and_the_first_page(manual):
    assert listed(manual) == ["Defending", "The desk", "Leaving", "题目包", "评分"]
    assert manual.topic == "student"
    assert "<b>not bold</b>" in manual.page.toPlainText()
    assert manual.search.hasFocus()
    assert not manual.back.isEnabled()


def test_words_are_found_marked_and_gone_to(manual):
    QTest.keyClicks(manual.search, "NEEDLE")
    assert listed(manual) == ["Leaving"]
    assert manual.found.text() == "Places found: 1"
    QTest.keyClick(manual.search, Qt.Key.Key_Return)
    assert [mark.cursor.selectedText() for mark in manual.page.extraSelections()] == ["needle"]
    assert manual.page.verticalScrollBar().value() > 0
    assert manual.list.hasFocus()
    manual.search.setText("标准")
    QTest.keyClick(manual.search, Qt.Key.Key_Return)
    assert manual.topic == "packs"
    assert [mark.cursor.selectedText() for mark in manual.page.extraSelections()] == ["标准"]
    manual.search.setText("nowhere at all")
    assert manual.found.text() == "Nothing found"
    assert listed(manual) == []


def test_links_between_pages_are_followed_and_the_way_back_is_known(manual):
    from PySide6.QtCore import QUrl

    manual.page.anchorClicked.emit(QUrl("topic:packs"))
    assert manual.topic == "packs"
    QTest.keyClick(manual, Qt.Key.Key_Left, ALT)
    assert manual.topic == "student"
    assert not manual.back.isEnabled()


def test_an_address_is_shown_and_copied_never_opened(manual):
    from PySide6.QtCore import QUrl

    assert "https://example.org/a?b=1&c=2" in manual.page.toPlainText()
    assert 'href="topic:packs"' in manual.page.toHtml()
    assert 'href="https' not in manual.page.toHtml()
    manual.page.anchorClicked.emit(QUrl("copy:https://example.org/a?b=1&c=2"))
    assert QGuiApplication.clipboard().text() == "https://example.org/a?b=1&c=2"
    assert manual.topic == "student"


async def test_f1_opens_it_beside_the_window_and_esc_closes_it(tmp_path):
    async with program(tmp_path) as it:
        await until(it.window.isActiveWindow)
        QTest.keyClick(it.window, Qt.Key.Key_F1)
        await until(lambda: it.window.guide.window is not None and it.window.guide.window.isVisible())
        opened = it.window.guide.window
        assert not opened.isModal()
        assert [topic for topic in ("student", "invigilator", "instructor") if topic in opened._pages] == [
            "student",
            "invigilator",
            "instructor",
        ]
        assert not opened.tour.isEnabled()  # there is no desk to show
        opened.keys.click()
        assert isinstance(it.window.guide.sheet, KeysDialog)
        it.window.guide.sheet.close()
        QTest.keyClick(opened, Qt.Key.Key_Escape)
        await until(lambda: it.window.guide.window is None)


async def test_the_sheet_names_every_shortcut_that_is_alive_and_no_other(tmp_path):
    async with program(tmp_path) as it:
        await it.start("kmeans")
        alive = {
            key.key().toString(): key.whatsThis()
            for key in it.window.findChildren(QShortcut)
            if not isinstance(key.parent().window(), HelpWindow)
        }
        ours = {**keymap.window_keys(same), **keymap.desk_keys(same)}
        editor = {keys: name for keys, name in keymap.editor_keys(same).items() if keys in alive}
        assert alive == {QKeySequence(keys).toString(): name for keys, name in {**ours, **editor}.items()}


HANDLED_ELSEWHERE = {
    "Esc",
    "F5",
}  # the editor says how to leave; F5 belongs to the desk and is in its part of the sheet
SECOND_FORMS = {"Ctrl+Enter": "Ctrl+Return", "Ctrl+=": "Ctrl++", "Ctrl+Shift++": "Ctrl++", "Ctrl+Shift+=": "Ctrl++"}
SPECIAL = "Tab Backtab Return Enter Backspace Home End Up Down F2 F5"
ORDINARY = {"Return", "Enter", "Shift+Return", "Shift+Enter", "Backspace", "Shift+Home"}  # as in any editor


def test_the_sheet_names_what_the_editor_does_with_keys_and_nothing_else(qtbot, theme):
    pane = EditorPane(theme)
    qtbot.addWidget(pane)
    editor = pane.editor
    editor.load("if True:\n    x = 1\n    y = 2\n")
    pane.show()
    done = set()
    elsewhere = HANDLED_ELSEWHERE | {key.key().toString() for key in pane.findChildren(QShortcut)}
    letters = [Qt.Key(code) for code in range(Qt.Key.Key_Space.value, Qt.Key.Key_AsciiTilde.value + 1) if is_key(code)]
    special = [getattr(Qt.Key, f"Key_{name}") for name in SPECIAL.split()]
    for key, held in itertools.product([*letters, *special], [NONE, CTRL, ALT, SHIFT, CTRL | SHIFT]):
        editor.go_to_line(2, 5)
        event = QKeyEvent(QKeyEvent.Type.KeyPress, key, held, "")
        if (
            editor._window_key(event)
            or editor._moving_key(event)
            or editor._line_key(event)
            or editor._indenting_key(event)
        ):
            done.add(written(key, held))
        QApplication.sendPostedEvents()
    listed = set(keymap.editor_keys(same)) - elsewhere
    found = {SECOND_FORMS.get(keys, keys) for keys in done} - ORDINARY - elsewhere
    assert found == listed


def is_key(code):
    try:
        Qt.Key(code)
    except ValueError:
        return False
    return True


def written(key, held):
    if key == Qt.Key.Key_Backtab:
        return "Shift+Tab"
    words = [name for flag, name in ((CTRL, "Ctrl"), (ALT, "Alt"), (SHIFT, "Shift")) if held & flag]
    return "+".join([*words, QKeySequence(key).toString()])


async def test_the_sheet_speaks_chinese(tmp_path):
    async with program(tmp_path, language="zh") as it:
        it.window.guide.show_keys()
        sheet = it.window.guide.sheet
        texts = [sheet.table.item(row, 1).text() for row in range(sheet.table.rowCount()) if sheet.table.item(row, 1)]
        assert texts
        assert all(any("\u4e00" <= letter <= "\u9fff" for letter in text) for text in texts)


# the tour


def spot(tour, page):
    target = tour.stop.target
    return QRect(target.mapTo(page, QPoint(0, 0)), target.size())


@pytest.mark.parametrize("size", [(1280, 720), (1024, 640), (820, 432)])
async def test_the_tour_points_at_controls_and_covers_none_of_them(tmp_path, size):
    async with program(tmp_path, size=size, tour_seen=False) as it:
        await it.start("kmeans")
        await until(lambda: it.window.guide.tour is not None)
        tour, page = it.window.guide.tour, it.page
        assert page.editor.hasFocus()  # it takes nothing away
        seen = 0
        while tour.stop is not None:
            await asyncio.sleep(0.02)
            assert tour.card.isVisible()
            assert page.rect().contains(tour.card.geometry())
            assert not tour.card.geometry().intersects(spot(tour, page)), tour.stop.title
            assert tour.card.height() >= tour.card.wanted_size().height()
            seen += 1
            tour.card.next.click()
        assert seen == 5
        assert it.window.guide.tour is None


async def test_the_tour_is_skipped_with_esc_and_does_not_come_again(tmp_path):
    async with program(tmp_path, tour_seen=False) as it:
        await it.start("kmeans")
        await until(lambda: it.window.guide.tour is not None)
        QTest.keyClicks(it.page.editor, "x = 1")
        assert "x = 1" in it.page.editor.text()
        QTest.keyClick(it.page.editor, Qt.Key.Key_N, ALT)
        assert it.window.guide.tour.card.count.text() == "2 of 5"
        QTest.keyClick(it.page.editor, Qt.Key.Key_Escape)
        assert it.window.guide.tour is None
        assert SettingsFile(it.window.desk.data_dir.settings).read().tour_seen
        it.window.leave_desk()
        await it.go_on()
        await asyncio.sleep(0.4)
        assert it.window.guide.tour is None
        it.window.guide.open_help()
        it.window.guide.window.tour.click()
        assert it.window.guide.tour is not None
        assert it.window.guide.window is None


async def test_who_goes_on_without_looking_is_not_held_up(tmp_path):
    async with program(tmp_path, tour_seen=False) as it:
        await it.start("kmeans")
        await until(lambda: it.window.guide.tour is not None)
        await it.press(it.page.submit)  # the second click of a first defense
        await until(lambda: it.window.guide.tour is None)


async def test_there_is_no_tour_in_an_exam(tmp_path):
    async with program(tmp_path, tour_seen=False) as it:
        desk = it.window.desk
        session = desk.begin(desk.problem("kmeans"), Rules.for_mode("exam"))
        await session.close()
        it.window.open_defense(session.id)
        await until(lambda: it.window.page is not None)
        await asyncio.sleep(0.4)
        assert it.window.guide.tour is None
        it.window.guide.begin_tour()
        assert it.window.guide.tour is None
        assert not desk.settings.tour_seen


async def test_another_language_while_help_and_tour_are_there(tmp_path):
    async with program(tmp_path, tour_seen=False) as it:
        await it.start("kmeans")
        await until(lambda: it.window.guide.tour is not None)
        it.window.guide.open_help("packs")
        it.window._toggle_language()
        await until(lambda: it.window.page is not None and it.window.page.isVisible())
        await asyncio.sleep(0.4)
        assert it.window.guide.window is None
        assert it.window.guide.tour is None  # it was seen
        it.window.guide.open_help("packs")
        assert "编写题目" in it.window.guide.window.windowTitle()
        it.window.guide.begin_tour()
        assert it.window.guide.tour.card.title.text() == "题目要求"


@pytest.mark.parametrize("target", [QRect(0, 0, 500, 600), QRect(500, 0, 500, 600), QRect(300, 10, 60, 30)])
def test_a_card_stands_beside_its_target_wherever_there_is_room(target):
    placed = place_for(target, QSize(300, 150), QSize(1000, 600))
    assert not placed.intersects(target)
    assert QRect(0, 0, 1000, 600).contains(placed)
