"""The line one is on is said, above all an empty one."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from desktop.ui.editor import line_reader
from desktop.ui.editor.editor_pane import EditorPane
from desktop.ui.theme.theme import Theme


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    heard: list[str] = []
    monkeypatch.setattr(line_reader, "announce", lambda _widget, text: heard.append(text))
    return heard


@pytest.fixture
def pane(qtbot: QtBot, theme: Theme) -> EditorPane:
    made = EditorPane(theme)
    qtbot.addWidget(made)
    made.editor.load("def f():\n\n    return 1\n")
    made.show()
    made.editor.setFocus()
    qtbot.waitUntil(made.editor.hasFocus)
    return made


def test_an_empty_line_is_said_when_the_cursor_comes_to_it(pane: EditorPane, said: list[str]) -> None:
    for line in (1, 2, 3):
        pane.editor.go_to_line(line)
    assert said == ["Line 2, empty"]


def test_any_line_is_said_when_it_is_asked_for(pane: EditorPane, said: list[str]) -> None:
    pane.editor.go_to_line(3)
    pane.line_reader.read()
    pane.editor.go_to_line(1)
    pane.line_reader.read()
    assert said == ["Line 3, indented by 4: return 1", "Line 1: def f():"]
