"""The bars under the editor: one at a time, by their keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.ui.editor.editor_pane import EditorPane
from desktop.ui.theme.theme import Theme

Key, CTRL = Qt.Key, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def pane(qtbot: QtBot, theme: Theme) -> EditorPane:
    pane = EditorPane(theme)
    pane.resize(600, 400)
    qtbot.addWidget(pane)
    with qtbot.waitActive(pane):  # a window manager takes its time; before, nothing has the focus
        pane.show()
        pane.activateWindow()
    pane.editor.load("\n".join(f"line {number}" for number in range(1, 51)))
    pane.editor.setFocus()
    return pane


def test_control_g_goes_to_a_line_and_column(qtbot: QtBot, pane: EditorPane) -> None:
    qtbot.keyClick(pane.editor, Key.Key_G, CTRL)
    assert pane.go_to_bar.isVisible()
    assert pane.go_to_bar.range.text() == "1 to 50"
    qtbot.keyClicks(pane.go_to_bar.field, "42:3")
    qtbot.keyClick(pane.go_to_bar.field, Key.Key_Return)
    assert pane.editor.position() == (42, 3)
    assert pane.editor.hasFocus()
    assert not pane.go_to_bar.isVisible()


def test_what_is_no_number_goes_nowhere(qtbot: QtBot, pane: EditorPane) -> None:
    qtbot.keyClick(pane.editor, Key.Key_G, CTRL)
    qtbot.keyClicks(pane.go_to_bar.field, "abc")
    qtbot.keyClick(pane.go_to_bar.field, Key.Key_Return)
    assert pane.go_to_bar.isVisible()
    qtbot.keyClick(pane.go_to_bar.field, Key.Key_Escape)
    assert not pane.go_to_bar.isVisible()
    assert pane.editor.position() == (1, 1)


def test_there_is_one_bar_at_a_time(qtbot: QtBot, pane: EditorPane) -> None:
    qtbot.keyClick(pane.editor, Key.Key_F, CTRL)
    assert pane.find_bar.isVisible()
    qtbot.keyClick(pane.editor, Key.Key_G, CTRL)
    assert (pane.find_bar.isVisible(), pane.go_to_bar.isVisible()) == (False, True)
    qtbot.keyClick(pane.editor, Key.Key_H, CTRL)
    assert (pane.find_bar.isVisible(), pane.go_to_bar.isVisible()) == (True, False)
    assert pane.find_bar.replace_field.isVisible()
