"""What is drawn behind and under the text: lines, hits, brackets, squiggles."""

from __future__ import annotations

import re

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter, QTextBlock, QTextCharFormat, QTextCursor, QTextDocument, QTextFormat
from PySide6.QtWidgets import QTextEdit

from desktop.ui.editor.line_edits import INDENT, matching_bracket
from desktop.ui.editor.problems import Finding

LINES_AROUND = 300  # how far from the cursor the partner of a bracket is looked for
EMPTY_LINES = 20  # how far from an empty line its neighbours are looked for
_BEYOND_BMP = re.compile("[\U00010000-\U0010ffff]")
_KEEP = QTextCursor.MoveMode.KeepAnchor


def behind(cursor: QTextCursor, colour: QColor | None) -> QTextEdit.ExtraSelection:
    made = QTextEdit.ExtraSelection()
    made.cursor = QTextCursor(cursor)
    made.format = QTextCharFormat()
    if colour is not None:
        made.format.setBackground(colour)
    return made


def whole_line(cursor: QTextCursor, colour: QColor) -> QTextEdit.ExtraSelection:
    made = behind(cursor, colour)
    made.cursor.clearSelection()
    made.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
    return made


def squiggle(document: QTextDocument, finding: Finding, colour: QColor) -> QTextEdit.ExtraSelection | None:
    """None on a line that has become empty since it was looked at."""
    block = document.findBlockByNumber(finding.line)
    if not block.isValid() or block.length() <= 1:
        return None
    last = block.length() - 1
    where = QTextCursor(block)
    where.setPosition(block.position() + min(finding.start, last - 1))
    where.setPosition(block.position() + min(max(finding.end, finding.start + 1), last), _KEEP)
    made = behind(where, None)
    made.format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
    made.format.setUnderlineColor(colour)
    return made


def bracket_pair(cursor: QTextCursor) -> list[QTextCursor]:
    """The bracket beside the cursor and its partner, each selected; none if there is no bracket or no partner."""
    document = cursor.document()
    beside = (cursor.position() - 1, cursor.position())
    if not any(str(document.characterAt(place)) in "()[]{}" for place in beside if place >= 0):
        return []
    block = document.findBlockByNumber(max(0, cursor.blockNumber() - LINES_AROUND))
    start = block.position()
    lines: list[str] = []
    while block.isValid() and len(lines) <= 2 * LINES_AROUND:
        lines.append(block.text())
        block = block.next()
    text = _BEYOND_BMP.sub("  ", "\n".join(lines))  # one character for each unit of Qt's
    made: list[QTextCursor] = []
    for position in matching_bracket(text, cursor.position() - start) or ():
        bracket = QTextCursor(document)
        bracket.setPosition(start + position)
        bracket.setPosition(start + position + 1, _KEEP)
        made.append(bracket)
    return made


def look_of(cursor: QTextCursor, brackets: list[QTextCursor]) -> tuple[int, ...]:
    """All that decides what is drawn at the cursor: its line comes first."""
    return cursor.blockNumber(), int(cursor.hasSelection()), *(bracket.position() for bracket in brackets)


def paint_guides(
    painter: QPainter, document: QTextDocument, lines: list[tuple[int, float, float]], left: float, step: float
) -> None:
    """The lines down an indented block, `step` pixels apart; `lines`: number (from 0), top and height of each."""
    for line, top, height in lines:
        indent = indent_of(document.findBlockByNumber(line))
        for level in range(1, (indent + INDENT - 1) // INDENT):
            x = left + level * step
            painter.drawLine(QPointF(x, top), QPointF(x, top + height))


def indent_of(block: QTextBlock) -> int:
    """Spaces before the first word; an empty line lies as deep as the shallower of its neighbours with words."""
    if block.text().strip():
        return leading_spaces(block.text())
    before, after = block.previous(), block.next()
    for _ in range(EMPTY_LINES):
        before = before if before.text().strip() else before.previous()
        after = after if after.text().strip() else after.next()
    return min(leading_spaces(before.text()), leading_spaces(after.text()))


def leading_spaces(text: str) -> int:
    return len(text) - len(text.lstrip(" "))
