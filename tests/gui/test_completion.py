"""Names are offered when they help, and never take a key that was meant for the text."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.ui.editor.code_editor import CodeEditor
from desktop.ui.editor.completion import FileNames, names_for
from desktop.ui.theme.theme import Theme

Key = Qt.Key


@pytest.fixture
def editor(qtbot: QtBot, theme: Theme) -> CodeEditor:
    editor = CodeEditor(theme)
    editor.resize(600, 300)
    qtbot.addWidget(editor)
    with qtbot.waitActive(editor):
        editor.show()
        editor.activateWindow()
    editor.setFocus()
    return editor


def test_names_come_from_the_file_python_and_the_interpreter() -> None:
    assert names_for(FileNames.of("centroids = 1\ncen"), "cen", {})[1] == ["centroids"]
    assert "enumerate" in names_for(FileNames.of(""), "enu", {})[1]
    assert names_for(FileNames.of(""), "lab", {"labels": ()})[1] == ["labels"]
    assert names_for(FileNames.of("np."), "np.", {"np": ("mean", "median")}) == ("", ["mean", "median"])
    assert names_for(FileNames.of("x.size + y.shape"), "z.s", {})[1] == ["shape", "size"]


def test_private_names_only_when_asked_for() -> None:
    living = {"x": ("__init__", "_secret", "real")}
    assert names_for(FileNames.of(""), "x.", living)[1] == ["real"]
    assert names_for(FileNames.of(""), "x._", living)[1] == ["__init__", "_secret"]


def test_tab_takes_the_first_name(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("centroids = 1\n")
    editor.go_to_line(2)
    qtbot.keyClicks(editor, "ce")
    assert editor.completion.offered == ["centroids"]
    qtbot.keyClick(editor, Key.Key_Tab)
    assert editor.text() == "centroids = 1\ncentroids"
    assert not editor.completion.is_open


def test_enter_stays_enter_unless_a_name_was_chosen(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("centroids = 1\n")
    editor.go_to_line(2)
    qtbot.keyClicks(editor, "ce")
    qtbot.keyClick(editor, Key.Key_Return)
    assert editor.text() == "centroids = 1\nce\n"
    qtbot.keyClicks(editor, "cen")
    popup = editor.completion.popup
    qtbot.keyClick(popup, Key.Key_Down)
    qtbot.keyClick(popup, Key.Key_Return)
    assert editor.text() == "centroids = 1\nce\ncentroids"


def test_escape_closes_the_names_first_and_leaves_the_editor_second(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("centroids = 1\n")
    editor.go_to_line(2)
    qtbot.keyClicks(editor, "ce")
    with qtbot.assertNotEmitted(editor.hint):
        qtbot.keyClick(editor, Key.Key_Escape)
    assert not editor.completion.is_open
    with qtbot.waitSignal(editor.hint):
        qtbot.keyClick(editor, Key.Key_Escape)


@pytest.mark.parametrize("start", ["# ", "'", '"""'])
def test_nothing_is_offered_inside_words(qtbot: QtBot, editor: CodeEditor, start: str) -> None:
    editor.load("centroids = 1\n" + start)
    editor.go_to_line(2, 10)
    qtbot.keyClicks(editor, "cen")
    assert not editor.completion.is_open


def test_one_letter_offers_nothing_unless_asked(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("centroids = 1\n")
    editor.go_to_line(2)
    qtbot.keyClicks(editor, "c")
    assert not editor.completion.is_open
    qtbot.keyClick(editor, Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    assert "centroids" in editor.completion.offered


def test_a_dot_on_a_living_name_offers_what_is_behind_it(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.completion.set_living_names({"np": ("mean", "median")})
    qtbot.keyClicks(editor, "np.")
    assert editor.completion.offered == ["mean", "median"]
    qtbot.keyClicks(editor, "med")
    assert editor.completion.offered == ["median"]
    qtbot.keyClick(editor, Key.Key_Tab)
    assert editor.text() == "np.median"


def test_the_rules_of_an_exam_can_switch_it_off(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.completion.switch(False)
    editor.load("centroids = 1\n")
    editor.go_to_line(2)
    qtbot.keyClicks(editor, "cen")
    qtbot.keyClick(editor, Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    assert not editor.completion.is_open
