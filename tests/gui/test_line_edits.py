"""What keys do to lines, whatever the lines are."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor, QTextDocument

from desktop.ui.editor import line_edits

END = "\u2029"  # between two lines, as Qt says it
SOURCES = st.lists(
    st.sampled_from(["", "x", "  y", "    # z", "#w", "\tt", "🙂 = 1", "    if a:"]), min_size=1, max_size=6
)


def selection(lines: list[str], start: int, end: int) -> tuple[QTextDocument, QTextCursor]:
    document = QTextDocument("\n".join(lines))
    last = document.characterCount() - 1
    cursor = QTextCursor(document)
    cursor.setPosition(min(start, last))
    cursor.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
    return document, cursor


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(SOURCES, st.integers(0, 30), st.integers(0, 30))
def test_every_edit_is_one_step_of_undo(qapp: object, lines: list[str], start: int, end: int) -> None:
    for edit in (
        line_edits.indent_lines,
        line_edits.dedent_lines,
        line_edits.toggle_comment,
        line_edits.duplicate_lines,
        lambda cursor: line_edits.move_lines(cursor, True),
        lambda cursor: line_edits.move_lines(cursor, False),
    ):
        document, cursor = selection(lines, start, end)
        before = document.toPlainText()
        edit(cursor)
        if document.toPlainText() != before:
            document.undo()
        assert document.toPlainText() == before


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(SOURCES, st.integers(0, 30), st.integers(0, 30))
def test_down_and_up_again_changes_nothing(qapp: object, lines: list[str], start: int, end: int) -> None:
    document, cursor = selection(lines, start, end)
    before, chosen = document.toPlainText(), cursor.selectedText()
    down = line_edits.move_lines(cursor, True)
    if document.toPlainText() == before:
        return
    # the last line has no end that could be selected with it
    assert down.selectedText().rstrip(END) == chosen.rstrip(END)
    if chosen.endswith(END) and down.selectionEnd() == document.characterCount() - 1:
        return  # the last line has no end: an empty one there cannot be told from one that is not selected
    up = line_edits.move_lines(down, False)
    assert (document.toPlainText(), up.selectedText().rstrip(END)) == (before, chosen.rstrip(END))


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(SOURCES)
def test_commenting_twice_changes_nothing(qapp: object, lines: list[str]) -> None:
    document, cursor = selection(lines, 0, 1000)
    if any(line.lstrip().startswith("#") for line in lines):
        return
    line_edits.toggle_comment(cursor)
    everything = QTextCursor(document)
    everything.select(QTextCursor.SelectionType.Document)
    line_edits.toggle_comment(everything)
    assert document.toPlainText() == "\n".join(lines)


@pytest.mark.parametrize(
    ("before", "indent"),
    [
        ("if x:", 4),
        ("    for y in z:  # why", 8),
        ("    return x", 0),
        ("pass", 0),
        ("    x = 1", 4),
        ("f(", 4),
        ("# a note:", 0),
        ("returned = 1", 0),
        ("", 0),
    ],
)
def test_the_indent_after_a_line(before: str, indent: int) -> None:
    assert line_edits.indent_after(before) == " " * indent


def test_brackets_find_their_partner() -> None:
    assert line_edits.matching_bracket("f(a[1])", 2) == (1, 6)
    assert line_edits.matching_bracket("f(a[1])", 7) == (6, 1)
    assert line_edits.matching_bracket("f(a[1", 2) is None
    assert line_edits.matching_bracket("abc", 1) is None
    assert line_edits.matching_bracket("", 0) is None
