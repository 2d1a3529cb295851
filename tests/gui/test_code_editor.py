"""The code editor does what a beginner's fingers expect, and never loses what they typed."""

from __future__ import annotations

from typing import cast

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, Qt
from PySide6.QtGui import QPaintEvent, QTextCursor, QTextFormat
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.ui.editor.code_editor import CodeEditor
from desktop.ui.editor.gutter import Gutter
from desktop.ui.theme.palette import DARK
from desktop.ui.theme.theme import Theme

CTRL, ALT, SHIFT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
Key = Qt.Key


@pytest.fixture
def editor(qtbot: QtBot, theme: Theme) -> CodeEditor:
    editor = CodeEditor(theme)
    editor.resize(700, 400)
    qtbot.addWidget(editor)
    with qtbot.waitActive(editor):
        editor.show()
        editor.activateWindow()
    return editor


def press(qtbot: QtBot, editor: CodeEditor, *keys: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier):
    for key in keys:
        qtbot.keyClick(editor, key, held)


def at(editor: CodeEditor, line: int, column: int = 1) -> None:
    editor.go_to_line(line, column)


def select(editor: CodeEditor, start: int, end: int) -> None:
    cursor = editor.textCursor()
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    editor.setTextCursor(cursor)


def test_a_colon_makes_the_next_line_deeper_and_return_shallower(qtbot: QtBot, editor: CodeEditor) -> None:
    qtbot.keyClicks(editor, "def f(x):")
    press(qtbot, editor, Key.Key_Return)
    qtbot.keyClicks(editor, "return x")
    press(qtbot, editor, Key.Key_Return)
    qtbot.keyClicks(editor, "f(1)")
    assert editor.text() == "def f(x):\n    return x\nf(1)"


def test_tab_fills_to_the_next_stop_and_backspace_takes_it_back(qtbot: QtBot, editor: CodeEditor) -> None:
    qtbot.keyClicks(editor, "  ")
    press(qtbot, editor, Key.Key_Tab)
    assert editor.text() == "    "
    press(qtbot, editor, Key.Key_Tab, Key.Key_Backspace)
    assert editor.text() == "    "
    press(qtbot, editor, Key.Key_Backspace)
    assert editor.text() == ""


def test_backspace_inside_words_takes_one_character(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("ab  ")
    at(editor, 1, 5)
    press(qtbot, editor, Key.Key_Backspace)
    assert editor.text() == "ab "


def test_tab_and_shift_tab_move_all_selected_lines(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("a\nb\nc")
    select(editor, 0, 4)
    press(qtbot, editor, Key.Key_Tab)
    assert editor.text() == "    a\n    b\nc"
    press(qtbot, editor, Key.Key_Backtab, held=SHIFT)
    assert editor.text() == "a\nb\nc"


def test_one_undo_takes_back_one_key(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("a\nb")
    editor.selectAll()
    press(qtbot, editor, Key.Key_Slash, held=CTRL)
    assert editor.text() == "# a\n# b"
    editor.undo()
    assert editor.text() == "a\nb"


def test_comments_are_aligned_and_taken_away_again(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("    if a:\n\n        b\n")
    editor.selectAll()
    press(qtbot, editor, Key.Key_Slash, held=CTRL)
    assert editor.text() == "    # if a:\n\n    #     b\n"
    press(qtbot, editor, Key.Key_Slash, held=CTRL)
    assert editor.text() == "    if a:\n\n        b\n"


def test_a_line_is_duplicated_below_and_the_cursor_stays(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("one\ntwo")
    at(editor, 1, 4)
    press(qtbot, editor, Key.Key_D, held=CTRL)
    assert editor.text() == "one\none\ntwo"
    assert editor.position() == (1, 4)


def test_lines_move_down_and_up_with_the_cursor(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("one\ntwo\nthree")
    at(editor, 1, 2)
    press(qtbot, editor, Key.Key_Down, Key.Key_Down, held=ALT)
    assert (editor.text(), editor.position()) == ("two\nthree\none", (3, 2))
    press(qtbot, editor, Key.Key_Down, held=ALT)
    assert editor.text() == "two\nthree\none"
    press(qtbot, editor, Key.Key_Up, held=ALT)
    assert (editor.text(), editor.position()) == ("two\none\nthree", (2, 2))


def test_home_goes_to_the_first_word_and_then_to_the_start(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("    word")
    at(editor, 1, 7)
    press(qtbot, editor, Key.Key_Home)
    assert editor.position() == (1, 5)
    press(qtbot, editor, Key.Key_Home)
    assert editor.position() == (1, 1)


def test_pasted_text_is_made_plain(editor: CodeEditor) -> None:
    data = QMimeData()
    data.setText("a\u00a0= 1\r\nb = 2\u2028c = 3\ufeff")
    editor.insertFromMimeData(data)
    assert editor.text() == "a = 1\nb = 2\nc = 3"
    assert editor.blockCount() == 3


def test_a_ten_thousand_line_paste_is_whole(editor: CodeEditor) -> None:
    data = QMimeData()
    data.setText("x = 1\n" * 10_000)
    editor.insertFromMimeData(data)
    assert editor.blockCount() == 10_001
    editor.undo()
    assert editor.text() == ""


def test_replacing_everything_can_be_undone_and_loading_cannot(editor: CodeEditor) -> None:
    editor.load("old")
    assert not editor.document().isUndoAvailable()
    editor.replace_all("new\r\ntext")
    assert editor.text() == "new\ntext"
    editor.undo()
    assert editor.text() == "old"


def test_undo_survives_a_change_of_theme_and_nothing_is_edited_by_it(
    qtbot: QtBot, editor: CodeEditor, theme: Theme
) -> None:
    editor.load("a = 1")
    editor.replace_all("a = 2")
    editor.flush_edited()
    with qtbot.assertNotEmitted(editor.edited, wait=20):
        theme.change(DARK)
        editor.flush_edited()
    editor.undo()
    assert editor.text() == "a = 1"


def test_edited_is_said_once_after_a_rest(qtbot: QtBot, editor: CodeEditor) -> None:
    seen: list[str] = []
    editor.edited.connect(lambda: seen.append(editor.text()))
    qtbot.keyClicks(editor, "abc")
    assert seen == []
    qtbot.waitUntil(lambda: seen == ["abc"], timeout=5000)


def test_flush_says_edited_at_once_and_only_if_there_is_something(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("a")
    with qtbot.assertNotEmitted(editor.edited):
        editor.flush_edited()
    qtbot.keyClicks(editor, "b")
    with qtbot.waitSignal(editor.edited, timeout=100):
        editor.flush_edited()


def test_read_only_shows_its_reason_and_refuses_keys(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("a = 1")
    editor.set_read_only("A question about this code is open.")
    qtbot.keyClicks(editor, "zzz")
    press(qtbot, editor, Key.Key_Return, Key.Key_Tab, Key.Key_Backspace)
    press(qtbot, editor, Key.Key_D, held=CTRL)
    assert editor.text() == "a = 1"
    assert editor.read_only_reason == "A question about this code is open."
    assert editor.accessibleDescription() == editor.read_only_reason
    editor.set_read_only("")
    at(editor, 1, 6)
    qtbot.keyClicks(editor, "0")
    assert editor.text() == "a = 10"


def test_read_only_text_can_still_be_walked_with_the_keyboard(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("a\nb\nc")
    editor.set_read_only("Read only.")
    at(editor, 1)
    press(qtbot, editor, Key.Key_Down)
    assert editor.position() == (2, 1)


def test_tab_stays_in_the_editor_until_escape(qtbot: QtBot, theme: Theme) -> None:
    window, editor, after = QWidget(), CodeEditor(theme), QLineEdit()
    column = QVBoxLayout(window)
    column.addWidget(editor)
    column.addWidget(after)
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    editor.setFocus()
    qtbot.waitUntil(editor.hasFocus)
    press(qtbot, editor, Key.Key_Tab)
    assert editor.hasFocus()
    assert editor.text() == "    "
    with qtbot.waitSignal(editor.hint):
        press(qtbot, editor, Key.Key_Escape)
    press(qtbot, editor, Key.Key_Tab)
    assert after.hasFocus()
    assert editor.text() == "    "


def test_a_key_after_escape_stays_in_the_editor(qtbot: QtBot, editor: CodeEditor) -> None:
    press(qtbot, editor, Key.Key_Escape)
    qtbot.keyClicks(editor, "a")
    press(qtbot, editor, Key.Key_Tab)
    assert editor.text() == "a   "


@pytest.mark.parametrize(("key", "held"), [(Key.Key_F5, Qt.KeyboardModifier.NoModifier), (Key.Key_Return, CTRL)])
def test_run_is_asked_for_and_types_nothing(
    qtbot: QtBot, editor: CodeEditor, key: Qt.Key, held: Qt.KeyboardModifier
) -> None:
    with qtbot.waitSignal(editor.run_requested):
        press(qtbot, editor, key, held=held)
    assert editor.text() == ""


def test_picking_a_line_by_click_and_by_key(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("one\ntwo\nthree")
    editor.set_read_only("Pick a line.")
    editor.pick_lines(True)
    at(editor, 2)
    with qtbot.waitSignal(editor.line_picked) as picked:
        qtbot.mouseClick(editor.viewport(), Qt.MouseButton.LeftButton, pos=editor.cursorRect().center())
    assert picked.args == [2]
    press(qtbot, editor, Key.Key_Down)
    with qtbot.waitSignal(editor.line_picked) as picked:
        press(qtbot, editor, Key.Key_Return)
    assert picked.args == [3]


def test_lines_pointed_at_move_with_their_text(editor: CodeEditor) -> None:
    editor.load("one\ntwo\nthree")
    editor.mark_lines([2, 99])
    assert editor.marked_lines == [2]
    cursor = QTextCursor(editor.document())
    cursor.insertText("zero\n")
    assert editor.marked_lines == [3]
    editor.mark_lines([])
    assert editor.marked_lines == []


def test_going_to_a_line_that_is_not_there_goes_to_the_nearest(editor: CodeEditor) -> None:
    editor.load("one\ntwo")
    editor.go_to_line(50)
    assert editor.position() == (2, 1)
    editor.go_to_line(-3)
    assert editor.position() == (1, 1)


def test_the_position_counts_an_emoji_as_one_column(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("s = '🙂🙂中文'")
    with qtbot.waitSignal(editor.cursor_moved) as moved:
        editor.go_to_line(1, 9)
    assert moved.args == [1, 9]
    press(qtbot, editor, Key.Key_Backspace)
    assert editor.text() == "s = '🙂🙂文'"


def test_problems_are_underlined_and_told_in_words(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("s = '🙂'; print(lables)")
    qtbot.waitUntil(lambda: bool(editor.findings), timeout=5000)
    finding = editor.findings[0]
    cursor = QTextCursor(editor.document())
    cursor.setPosition(finding.start)
    cursor.setPosition(finding.end, QTextCursor.MoveMode.KeepAnchor)
    assert cursor.selectedText() == "lables"
    assert "lables" in editor.words_for(0)
    assert editor.severity_of(0) == "error"


def test_words_of_hostile_code_are_no_markup(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("__all__ = ['<img src=x>']")
    editor.problems.look()
    assert "<img" not in editor.words_for(0)


def test_zoom_changes_the_letters_within_limits(qtbot: QtBot, editor: CodeEditor) -> None:
    before = editor.font().pointSizeF()
    press(qtbot, editor, Key.Key_Plus, held=CTRL)
    assert editor.font().pointSizeF() > before
    for _ in range(60):
        press(qtbot, editor, Key.Key_Minus, held=CTRL)
    assert editor.font().pointSizeF() >= 7
    press(qtbot, editor, Key.Key_0, held=CTRL)
    assert editor.font().pointSizeF() == before


def test_a_click_on_a_number_selects_the_line(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("one\ntwo\nthree")
    _, top, height = editor.visible_lines(0, 400)[1]
    gutter = next(child for child in editor.children() if type(child).__name__ == "Gutter")
    qtbot.mouseClick(gutter, Qt.MouseButton.LeftButton, pos=QPoint(25, int(top + height / 2)))
    assert editor.textCursor().selectedText() == "two\u2029"


def test_the_editor_has_a_name_for_screen_readers(editor: CodeEditor) -> None:
    assert editor.accessibleName() == "Code editor"


def test_the_line_that_is_picked_is_the_one_under_the_pointer_whatever_is_written_on_it(
    qtbot: QtBot, editor: CodeEditor
) -> None:
    odd = ["x" * 900, "s = '中文字符'", "e = '🙂🙂'", "r = 'שלום'", "", "\tend"]
    editor.load("\n".join(odd * 30))
    editor.set_read_only("Pick a line.")
    editor.mark_lines(range(1, 181))
    editor.pick_lines(True)
    editor.go_to_line(100)
    for line, top, height in editor.visible_lines(0, editor.viewport().height()):
        middle = int(top + height / 2)
        if not 0 < middle < editor.viewport().height():
            continue
        for where in (editor.viewport(), editor._gutter):
            for x in (4, where.width() - 4):
                with qtbot.waitSignal(editor.line_picked) as picked:
                    qtbot.mouseClick(where, Qt.MouseButton.LeftButton, pos=QPoint(x, middle))
                assert picked.args == [line + 1]
        assert editor.ground_of(line) == "accent_tint", "seen among the lines that are pointed at"


def test_a_typed_line_number_is_shown_and_brought_into_view(editor: CodeEditor) -> None:
    editor.load("\n".join("abcdefghij" * 20))
    editor.choose_line(150)
    assert editor.position() == (1, 1), "only while lines are picked"
    editor.pick_lines(True)
    editor.choose_line(150)
    assert editor.position()[0] == 150
    assert editor.viewport().rect().contains(editor.cursorRect())
    editor.choose_line(99999)
    assert editor.position()[0] == 150


@pytest.mark.parametrize(
    "before", ["s = '中文'; ", "s = '🙂👩‍🚀'; ", "s = 'שלום עולם'; ", "s = 'e\u0301'; ", "s = '\u00a0'; "], ids=repr
)
def test_lines_and_columns_are_right_after_any_script_and_windows_line_ends(
    qtbot: QtBot, editor: CodeEditor, before: str
) -> None:
    editor.load("a = 1\r\n" + before + "print(missing)\r\nb = 2\r\n")
    assert editor.blockCount() == 4
    editor.problems.look()
    (finding,) = editor.findings
    line = editor.document().findBlockByNumber(finding.line).text()
    assert finding.line == 1
    assert line.encode("utf-16-le")[2 * finding.start : 2 * finding.end].decode("utf-16-le") == "missing"
    column = line.index("missing") + 1
    editor.go_to_line(2, column)
    assert editor.position() == (2, column)
    qtbot.keyClicks(editor, "x")
    assert "print(xmissing)" in editor.text()


class Paints(QObject):
    """The heights that were painted, in pixels."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.heights: list[int] = []
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.heights.append(event.rect().height())
        return False


def test_a_key_paints_its_own_line_and_its_own_number(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load('def f(x):\n    """Words."""\n    return x\n' * 40)
    at(editor, 6, 8)
    qtbot.waitUntil(lambda: editor.textCursor().blockNumber() == 5)
    QApplication.processEvents()
    view, numbers = Paints(editor.viewport()), Paints(cast("QWidget", editor.findChild(Gutter)))
    line = editor.blockBoundingRect(editor.document().firstBlock()).height()
    qtbot.keyClicks(editor, "y")
    QApplication.processEvents()
    assert view.heights
    assert max(view.heights + numbers.heights) < 2 * line


def test_the_guides_of_an_empty_line_follow_the_line_beside_it(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("def f(x):\n    if x:\n\n        a = 1\n")
    at(editor, 4, 1)
    QApplication.processEvents()
    view = Paints(editor.viewport())
    press(qtbot, editor, Key.Key_Tab)
    QApplication.processEvents()
    assert max(view.heights) == editor.viewport().height()


def test_squiggles_move_with_their_words(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("x = lables\n")
    editor.problems.look()
    at(editor, 1, 1)
    press(qtbot, editor, Key.Key_Return)
    waves = [QTextCursor(it.cursor) for it in editor.extraSelections() if it.format.underlineColor().isValid()]
    assert [(wave.blockNumber(), wave.selectedText()) for wave in waves] == [(1, "lables")]


def test_the_current_line_is_drawn_where_the_cursor_is_after_any_edit(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("a = 1\nb = 2\nc = (3)\n")
    at(editor, 3, 5)

    def drawn() -> list[int]:
        full = QTextFormat.Property.FullWidthSelection
        return [it.cursor.blockNumber() for it in editor.extraSelections() if it.format.boolProperty(full)]

    for act in (
        lambda: press(qtbot, editor, Key.Key_Up),
        lambda: press(qtbot, editor, Key.Key_Return),
        lambda: editor.replace_all("one = 1\n"),
        editor.undo,
        lambda: press(qtbot, editor, Key.Key_D, held=CTRL),
    ):
        act()
        assert drawn() == [editor.textCursor().blockNumber()]
