"""What keys do to whole lines. Every change is one step of undo."""

from __future__ import annotations

import re

from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument

from desktop.ui.editor.columns import code_point_column

INDENT = 4
_OPENS = re.compile(r":\s*(#.*)?$")
_LEAVES = re.compile(r"\s*(return|pass|break|continue|raise)\b")
_STRANGE_SPACES = dict.fromkeys(map(ord, "\u00a0\u2007\u202f"), " ")
_STRANGE_BREAKS = re.compile("\r\n|[\r\u2028\u2029\x0b\x0c\x85]")
_NOTHING = dict.fromkeys(map(ord, "\ufeff\u200b\x00"), "")


def clean_text(text: str) -> str:
    """Text from outside as Python reads it: plain spaces, `\\n` between lines, no invisible marks."""
    return _STRANGE_BREAKS.sub("\n", text).translate(_STRANGE_SPACES).translate(_NOTHING)


def indent_after(line_before: str) -> str:
    """The indent of a new line after this text: deeper after a colon, shallower after a `return`."""
    match = re.match(r"[ \t]*", line_before)
    indent = match.group() if match else ""
    code = line_before.strip()
    if code and not code.startswith("#") and _OPENS.search(line_before):
        return indent + " " * INDENT
    if _open_bracket(line_before):
        return indent + " " * INDENT
    if _LEAVES.match(line_before):
        return indent[:-INDENT] if len(indent) >= INDENT else ""
    return indent


def _open_bracket(line: str) -> bool:
    return bool(re.search(r"[(\[{]\s*$", line))


def press_return(cursor: QTextCursor) -> None:
    start = cursor.document().findBlock(cursor.selectionStart())
    cursor.insertText("\n" + indent_after(_text_before(start, cursor.selectionStart() - start.position())))


def press_tab(cursor: QTextCursor) -> None:
    """Several lines: one indent deeper. Otherwise spaces to the next stop."""
    first, last = touched_lines(cursor)
    if first != last:
        indent_lines(cursor)
    else:
        column = cursor.selectionStart() - cursor.document().findBlock(cursor.selectionStart()).position()
        cursor.insertText(" " * (INDENT - column % INDENT))


def press_backspace(cursor: QTextCursor) -> bool:
    """Inside the indent: back to the stop before. False where it is an ordinary backspace."""
    column = cursor.positionInBlock()
    before = _text_before(cursor.block(), column)
    if cursor.hasSelection() or not before or before.strip(" "):
        return False
    cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, (column - 1) % INDENT + 1)
    cursor.removeSelectedText()
    return True


def press_home(cursor: QTextCursor, keep: bool) -> None:
    """To the first word of the line, and from there to its start."""
    text = cursor.block().text()
    indent = len(text) - len(text.lstrip())
    column = 0 if cursor.positionInBlock() == indent else indent
    mode = QTextCursor.MoveMode.KeepAnchor if keep else QTextCursor.MoveMode.MoveAnchor
    cursor.setPosition(cursor.block().position() + column, mode)


def _text_before(block: QTextBlock, column: int) -> str:
    text = block.text()
    return text[: code_point_column(text, column)]


def touched_lines(cursor: QTextCursor) -> tuple[int, int]:
    """First and last line of the selection; a line of which only the start is touched is not in it."""
    document = cursor.document()
    first = document.findBlock(cursor.selectionStart())
    last = document.findBlock(cursor.selectionEnd())
    if last.blockNumber() > first.blockNumber() and cursor.selectionEnd() == last.position():
        last = last.previous()
    return first.blockNumber(), last.blockNumber()


def _blocks(document: QTextDocument, first: int, last: int) -> list[QTextBlock]:
    return [document.findBlockByNumber(number) for number in range(first, last + 1)]


def indent_lines(cursor: QTextCursor) -> None:
    document = cursor.document()
    cursor.beginEditBlock()
    for block in _blocks(document, *touched_lines(cursor)):
        if block.text().strip() or not cursor.hasSelection():
            QTextCursor(block).insertText(" " * INDENT)
    cursor.endEditBlock()


def dedent_lines(cursor: QTextCursor) -> None:
    document = cursor.document()
    cursor.beginEditBlock()
    for block in _blocks(document, *touched_lines(cursor)):
        text = block.text()
        spaces = len(text) - len(text.lstrip(" "))
        take = 1 if text.startswith("\t") else min(INDENT, spaces)
        edit = QTextCursor(block)
        edit.movePosition(QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor, take)
        if take:
            edit.removeSelectedText()
    cursor.endEditBlock()


def toggle_comment(cursor: QTextCursor) -> None:
    """All touched lines commented already: take it away; otherwise comment them, aligned at the shallowest."""
    document = cursor.document()
    blocks = [b for b in _blocks(document, *touched_lines(cursor)) if b.text().strip()]
    if not blocks:
        return
    indents = [len(b.text()) - len(b.text().lstrip()) for b in blocks]
    commented = all(b.text().lstrip().startswith("#") for b in blocks)
    cursor.beginEditBlock()
    for block, indent in zip(blocks, indents, strict=True):
        edit = QTextCursor(block)
        if commented:
            edit.setPosition(block.position() + indent)
            length = 2 if block.text()[indent + 1 : indent + 2] == " " else 1
            edit.setPosition(edit.position() + length, QTextCursor.MoveMode.KeepAnchor)
            edit.removeSelectedText()
        else:
            edit.setPosition(block.position() + min(indents))
            edit.insertText("# ")
    cursor.endEditBlock()


def duplicate_lines(cursor: QTextCursor) -> None:
    """A copy below; the cursor stays in the original."""
    document = cursor.document()
    first, last = touched_lines(cursor)
    text = "\n".join(block.text() for block in _blocks(document, first, last))
    end = document.findBlockByNumber(last)
    edit = QTextCursor(document)
    edit.setPosition(end.position() + end.length() - 1)
    edge = cursor.position() == edit.position() or cursor.anchor() == edit.position()
    anchor, position = cursor.anchor(), cursor.position()
    edit.beginEditBlock()
    edit.insertText("\n" + text)
    edit.endEditBlock()
    if edge:  # a cursor at the end of the line was pushed along
        cursor.setPosition(anchor)
        cursor.setPosition(position, QTextCursor.MoveMode.KeepAnchor)


def move_lines(cursor: QTextCursor, down: bool) -> QTextCursor:
    """The touched lines one line down or up; the cursor with the same selection, moved along."""
    document = cursor.document()
    first, last = touched_lines(cursor)
    other = document.findBlockByNumber(last + 1 if down else first - 1)
    if not other.isValid():
        return cursor
    top, bottom = (first, last + 1) if down else (first - 1, last)
    lines = [block.text() for block in _blocks(document, top, bottom)]
    lines = [lines[-1], *lines[:-1]] if down else [*lines[1:], lines[0]]
    shift = other.length() if down else -other.length()
    anchor, position = cursor.anchor() + shift, cursor.position() + shift
    start, end = document.findBlockByNumber(top), document.findBlockByNumber(bottom)
    edit = QTextCursor(document)
    edit.beginEditBlock()
    edit.setPosition(start.position())
    edit.setPosition(end.position() + end.length() - 1, QTextCursor.MoveMode.KeepAnchor)
    edit.insertText("\n".join(lines))
    edit.endEditBlock()
    highest = document.characterCount() - 1
    moved = QTextCursor(document)
    moved.setPosition(min(max(0, anchor), highest))
    moved.setPosition(min(max(0, position), highest), QTextCursor.MoveMode.KeepAnchor)
    return moved


def replace_whole_text(document: QTextDocument, text: str) -> None:
    """Another text, as one step that can be undone; what is the same at both ends is not touched."""
    old = document.toPlainText()
    if old == text:
        return
    edit = QTextCursor(document)
    edit.beginEditBlock()
    edit.select(QTextCursor.SelectionType.Document)
    edit.insertText(text)
    edit.endEditBlock()


def matching_bracket(text: str, position: int, limit: int = 20_000) -> tuple[int, int] | None:
    """The bracket beside a position and its partner (both Python indices of `text`); looks `limit` characters far."""
    pairs = {"(": ")", "[": "]", "{": "}"}
    backwards = {close: open_ for open_, close in pairs.items()}
    for start in (position - 1, position):
        mark = text[start : start + 1] if start >= 0 else ""
        if not mark or mark not in "()[]{}":
            continue
        step = 1 if mark in pairs else -1
        partner = pairs.get(mark) or backwards[mark]
        depth = 0
        for index in range(start, min(len(text), start + limit) if step > 0 else max(-1, start - limit), step):
            depth += (text[index] == mark) - (text[index] == partner)
            if depth == 0:
                return start, index
    return None
