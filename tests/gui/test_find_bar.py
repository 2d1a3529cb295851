"""Finding and replacing, with the keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.ui.editor.code_editor import CodeEditor
from desktop.ui.editor.find_bar import FindBar
from desktop.ui.theme.theme import Theme

Key = Qt.Key


@pytest.fixture
def bar(qtbot: QtBot, theme: Theme) -> FindBar:
    window, editor = QWidget(), CodeEditor(theme)
    bar = FindBar(theme, editor)
    column = QVBoxLayout(window)
    column.addWidget(editor)
    column.addWidget(bar)
    editor.find_requested.connect(bar.open_bar)
    qtbot.addWidget(window)
    window.resize(600, 400)
    with qtbot.waitActive(window):  # a window manager takes its time; before, nothing has the focus
        window.show()
        window.activateWindow()
    bar.editor = editor  # type: ignore[attr-defined]
    bar.window_ = window  # type: ignore[attr-defined]  # kept alive by the bar
    return bar


def chosen(bar: FindBar) -> tuple[str, int]:
    cursor = bar.editor.textCursor()
    return cursor.selectedText(), cursor.selectionStart()


def test_control_f_opens_with_what_is_selected_and_escape_closes(qtbot: QtBot, bar: FindBar) -> None:
    editor = bar.editor
    editor.load("one two one")
    editor.go_to_line(1)
    for _ in range(3):
        qtbot.keyClick(editor, Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(editor, Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert bar.isVisible()
    assert not bar.replace_field.isVisible()
    assert bar.find_field.text() == "one"
    assert bar.count.text() == "1 of 2"
    qtbot.keyClick(bar.find_field, Key.Key_Escape)
    assert not bar.isVisible()
    assert editor.hasFocus()


def test_enter_goes_round_and_shift_enter_goes_back(qtbot: QtBot, bar: FindBar) -> None:
    bar.editor.load("a b a b a")
    bar.open_bar()
    qtbot.keyClicks(bar.find_field, "a")
    starts: list[int] = []
    for _ in range(4):
        qtbot.keyClick(bar.find_field, Key.Key_Return)
        starts.append(chosen(bar)[1])
    qtbot.keyClick(bar.find_field, Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert starts == [0, 4, 8, 0]
    assert chosen(bar)[1] == 8


def test_case_is_ignored_unless_asked_for(qtbot: QtBot, bar: FindBar) -> None:
    bar.editor.load("Name name NAME")
    bar.open_bar()
    bar.find_field.setText("name")
    qtbot.keyClick(bar.find_field, Key.Key_Return)
    assert bar.count.text() == "1 of 3"
    qtbot.mouseClick(bar.case, Qt.MouseButton.LeftButton)
    assert bar.count.text() == "1 found"


def test_nothing_found_is_said(qtbot: QtBot, bar: FindBar) -> None:
    bar.editor.load("abc")
    bar.open_bar()
    bar.find_field.setText("zzz")
    qtbot.keyClick(bar.find_field, Key.Key_Return)
    assert bar.count.text() == "not found"


def test_signs_are_found_as_they_are_written(qtbot: QtBot, bar: FindBar) -> None:
    bar.editor.load("f(x) + f(.*)")
    bar.open_bar()
    bar.find_field.setText("(.*)")
    qtbot.keyClick(bar.find_field, Key.Key_Return)
    assert chosen(bar) == ("(.*)", 8)


def test_hits_after_an_emoji_are_at_the_right_place(qtbot: QtBot, bar: FindBar) -> None:
    bar.editor.load("'🙂🙂' + name")
    bar.open_bar()
    bar.find_field.setText("name")
    qtbot.keyClick(bar.find_field, Key.Key_Return)
    assert chosen(bar)[0] == "name"


def test_replacing_everything_is_one_step_of_undo(qtbot: QtBot, bar: FindBar) -> None:
    bar.editor.load("x = x + x")
    bar.editor.find_requested.emit(True)
    bar.find_field.setText("x")
    bar.replace_field.setText("yy")
    qtbot.mouseClick(bar.replace_every, Qt.MouseButton.LeftButton)
    assert bar.editor.text() == "yy = yy + yy"
    assert bar.count.text() == "3 replaced"
    bar.editor.undo()
    assert bar.editor.text() == "x = x + x"


def test_replacing_one_after_the_other(qtbot: QtBot, bar: FindBar) -> None:
    bar.editor.load("a a a")
    bar.open_bar(replace=True)
    bar.find_field.setText("a")
    bar.replace_field.setText("b")
    qtbot.keyClick(bar.replace_field, Key.Key_Return)
    assert bar.editor.text() == "a a a"  # the first press only goes to the hit
    qtbot.keyClick(bar.replace_field, Key.Key_Return)
    assert bar.editor.text() == "b a a"
    assert chosen(bar) == ("a", 2)


def test_read_only_code_can_be_searched_and_not_replaced(qtbot: QtBot, bar: FindBar) -> None:
    bar.editor.load("a a")
    bar.editor.set_read_only("A question is open.")
    bar.open_bar(replace=True)
    assert not bar.replace_every.isVisible()
    bar.find_field.setText("a")
    bar.replace_all()
    assert bar.editor.text() == "a a"
