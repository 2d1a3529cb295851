"""A program's output as it comes, fast enough for a program that prints without end."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, cast

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFragment,
)
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from desktop.ui.output.ansi import AnsiReader, Piece
from desktop.ui.output.folding import folded
from desktop.ui.output.hidden_lines import HiddenLines
from desktop.ui.output.long_line import LongLineDialog, LongLines
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.roles import set_role

Stream = Literal["stdout", "stderr", "note", "input"]
FLUSH_MS = 33  # 30 times a second
LONGEST_LINE = 2_000  # characters; a line of a megabyte keeps Qt busy for minutes
MOST_LINES = 5_000  # the oldest go first
DRAWN_AT_ONCE = 12_000  # characters: about 10 ms of drawing
MOST_WAITING = 150_000  # characters that wait to be drawn
CODE_POINTS = 9.5
UNSEEN = 100  # columns, where nobody looks yet
MARGIN, AROUND = 2, 8  # pixels: of the document, and around what is seen of it
_TOKENS: dict[Stream, str] = {"stdout": "text", "stderr": "error", "note": "muted", "input": "accent"}
_TRACE = re.compile(r'File "(?P<file>[^"\n]{1,300})", line (?P<line>\d{1,7})')
_BREAK = re.compile(r"(\r\n|\n|\r)")
_TOKEN_PROPERTY = int(QTextFormat.Property.UserProperty.value) + 1
_LONG_PROPERTY = _TOKEN_PROPERTY + 1


class Console(QPlainTextEdit):
    """`write` keeps text, a timer draws it. `line_clicked(int)`: a traceback line of the student's file was chosen."""

    line_clicked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self._files: frozenset[str] = frozenset({"<student>"})
        self._waiting: deque[tuple[Stream, str]] = deque()
        self._waiting_size = 0
        self._skipped = 0
        self._readers: dict[Stream, AnsiReader] = {}
        self._column = 0
        self._cut = 0
        self._long = LongLines()
        self.opened: LongLineDialog | None = None
        self._return_pending = False
        self._hidden = HiddenLines(self.document())
        self._line_over = False  # the next line begins when there is something on it: none stands empty at the end
        set_role(self, "console")
        self.setAccessibleName(self.tr("Program output"))
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setUndoRedoEnabled(False)
        self.setMaximumBlockCount(MOST_LINES)
        self.document().setDocumentMargin(MARGIN)
        self.setViewportMargins(AROUND, AROUND, AROUND, 0)  # Qt scrolls by lines and takes the margin from them twice
        self.viewport().setMouseTracking(True)
        self._links = _Links(self.document(), theme, self._files)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(FLUSH_MS)
        self._timer.timeout.connect(self._tick)
        theme.changed.connect(self._wear)
        self._wear()

    def set_files(self, *names: str) -> None:
        """What tracebacks call the student's file: only these can be clicked."""
        self._files = frozenset(names)
        self._links.set_files(self._files)

    def hide_lines(self, veil: Callable[[Sequence[str]], list[str]] | None) -> None:
        """From now on lines are shown as `veil` gives them, those that stand here too; None: all as they were."""
        self._hidden.veil(veil)
        if self.opened is not None and veil is not None:
            self.opened.reject()

    # -- writing

    def write(self, stream: Stream, text: str) -> None:
        """Text in pieces of any size; drawn within 33 ms, or over several times 33 ms if there is much of it."""
        if not text:
            return
        self._waiting.append((stream, text))
        self._waiting_size += len(text)
        if self._waiting_size > 2 * MOST_WAITING:
            self._skip()
        if not self._timer.isActive():
            self._timer.start()

    def _skip(self) -> None:
        """The program is faster than any reader: what came first of what still waits is counted and not drawn."""
        while self._waiting_size > MOST_WAITING:
            stream, text = self._waiting.popleft()
            kept = text[self._waiting_size - MOST_WAITING :]
            self._waiting_size -= len(text) - len(kept)
            self._skipped += len(text) - len(kept)
            if kept:
                self._waiting.appendleft((stream, kept))

    def note(self, text: str) -> None:
        """Words of ours between what the program says; they begin a line of their own, and none is cut at the right."""
        room = self.viewport().width() - 2 * self.document().documentMargin()
        columns = int(room / QFontMetricsF(self.font()).horizontalAdvance("0")) if self.isVisible() else UNSEEN
        self.write("note", f"{folded(text, columns)}\n")

    def flush(self) -> None:
        """Draw all that waits, at once."""
        self._timer.stop()
        while self._waiting:
            self._draw_some(MOST_WAITING)

    def _tick(self) -> None:
        self._draw_some(DRAWN_AT_ONCE)
        if self._waiting:
            self._timer.start()

    def _draw_some(self, most: int) -> None:
        following = self._at_bottom()
        first = self._hidden.end()
        if self._skipped:
            skipped, self._skipped = self._skipped, 0
            words = self.tr("… %n characters were printed too fast to be shown …", "", skipped)
            self._draw("note", f"{words}\n")
        while self._waiting and most > 0:
            stream = self._waiting[0][0]
            together: list[str] = []
            while self._waiting and self._waiting[0][0] == stream and most > 0:
                text = self._waiting.popleft()[1]
                if len(text) > most:
                    self._waiting.appendleft((stream, text[most:]))
                    text = text[:most]
                together.append(text)
                most -= len(text)
            drawn = "".join(together)
            self._waiting_size -= len(drawn)
            self._draw(stream, drawn)
        self._hidden.look(first)
        self._follow(following)

    def _draw(self, stream: Stream, text: str) -> None:
        if stream == "note" and self._column:
            text = f"\n{text}"
        self._write_pieces(stream, self._readers.setdefault(stream, AnsiReader()).read(text))

    def clear_all(self) -> None:
        self._timer.stop()
        self._waiting.clear()
        self._readers.clear()
        self._waiting_size = self._skipped = self._column = self._cut = 0
        self._long = LongLines()
        self._return_pending = self._line_over = False
        self.clear()

    @property
    def is_empty(self) -> bool:
        return not self._waiting and self.document().isEmpty() and not self._line_over

    def toPlainText(self) -> str:
        """What was printed, with the end of the last line though no empty line stands there."""
        return super().toPlainText() + ("\n" if self._line_over else "")

    def _write_pieces(self, stream: Stream, pieces: list[Piece]) -> None:
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        for piece in pieces:
            self._write_piece(cursor, piece.text, self._format(piece.token or _TOKENS[stream], piece.bold))
        cursor.endEditBlock()

    def _write_piece(self, cursor: QTextCursor, text: str, form: QTextCharFormat) -> None:
        ready: list[str] = []  # inserted in one go: Qt is slow at many small ones
        for part in _BREAK.split(text):
            if part in ("\n", "\r\n"):
                if self._cut:
                    cursor.insertText("".join(ready), form)
                    ready.clear()
                    number = self._long.end(cursor.block().text())
                    words = self.tr(" … %n more characters in this line", "", self._cut)
                    cursor.insertText(f"{words} ", self._format("muted", False))
                    link = self._format("accent", False)
                    link.setFontUnderline(True)
                    link.setProperty(_LONG_PROPERTY, number)
                    cursor.insertText(self.tr("show all"), link)
                if self._line_over:
                    ready.append("\n")
                self._line_over = True
                self._column = self._cut = 0
                self._return_pending = False
            elif part == "\r":
                self._return_pending = True  # a progress bar: what comes next is written over the line
            elif part:
                if self._line_over:
                    self._line_over = False
                    ready.append("\n")
                if self._return_pending:
                    self._return_pending = False
                    cursor.insertText("".join(ready), form)
                    ready.clear()
                    cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock, QTextCursor.MoveMode.KeepAnchor)
                    cursor.removeSelectedText()
                    self._column = self._cut = 0
                    self._long.drop()
                room = max(0, LONGEST_LINE - self._column)
                ready.append(part[:room])
                self._column += min(room, len(part))
                self._cut += max(0, len(part) - room)
                if len(part) > room:
                    self._long.add(part[room:])
        cursor.insertText("".join(ready), form)

    # -- following the end

    def _at_bottom(self) -> bool:
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum() - 2

    def _follow(self, following: bool) -> None:
        if following:
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())
            self.horizontalScrollBar().setValue(0)

    # -- looks

    def _format(self, token: str, bold: bool) -> QTextCharFormat:
        form = QTextCharFormat()
        form.setForeground(self._theme.color(token))
        form.setProperty(_TOKEN_PROPERTY, token)
        if bold:
            form.setFontWeight(QFont.Weight.Bold)
        return form

    def _wear(self) -> None:
        self.setFont(self._theme.code_font(CODE_POINTS))
        cursor = QTextCursor(self.document())
        for start, end, token in self._coloured_ranges():
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            form = QTextCharFormat()
            form.setForeground(self._theme.color(token))
            cursor.mergeCharFormat(form)
        self._links.rehighlight()

    def _coloured_ranges(self) -> list[tuple[int, int, str]]:
        ranges: list[tuple[int, int, str]] = []
        block = self.document().begin()
        while block.isValid():
            for fragment in cast("Iterable[Any]", block):
                piece: QTextFragment = fragment.fragment()
                token = piece.charFormat().property(_TOKEN_PROPERTY)
                if token:
                    ranges.append((piece.position(), piece.position() + piece.length(), str(token)))
            block = block.next()
        return ranges

    # -- long lines

    def _long_line(self, cursor: QTextCursor) -> int | None:
        """The number of the cut line whose end is at the cursor."""
        number = cursor.charFormat().property(_LONG_PROPERTY)
        return number if isinstance(number, int) else None

    def show_whole(self, number: int) -> None:
        self.opened = LongLineDialog(self._theme, self._hidden.of_one(self._long.whole(number)), self)
        self.opened.finished.connect(self._closed)
        self.opened.open()

    def _closed(self) -> None:
        if self.opened is not None:
            self.opened.deleteLater()
            self.opened = None

    # -- tracebacks

    def _line_of(self, text: str) -> int | None:
        match = _TRACE.search(text)
        return int(match["line"]) if match and match["file"] in self._files else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        cursor = self.cursorForPosition(event.position().toPoint())
        nothing = self._line_of(cursor.block().text()) is None and self._long_line(cursor) is None
        shape = Qt.CursorShape.IBeamCursor if nothing else Qt.CursorShape.PointingHandCursor
        self.viewport().setCursor(shape)
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        cursor = self.cursorForPosition(event.position().toPoint())
        if self.textCursor().hasSelection() or event.button() != Qt.MouseButton.LeftButton:
            return
        if (line := self._line_of(cursor.block().text())) is not None:
            self.line_clicked.emit(line)
        elif (number := self._long_line(cursor)) is not None:
            self.show_whole(number)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            line = self._line_of(self.textCursor().block().text())
            if line is not None:
                self.line_clicked.emit(line)
                return
            end = self.textCursor()
            end.movePosition(QTextCursor.MoveOperation.EndOfBlock)
            if (number := self._long_line(end)) is not None:
                self.show_whole(number)
                return
        super().keyPressEvent(event)


class _Links(QSyntaxHighlighter):
    """Underlines the places of a traceback that can be gone to."""

    def __init__(self, document: QTextDocument, theme: Theme, files: frozenset[str]):
        super().__init__(document)
        self._theme, self._files = theme, files

    def set_files(self, files: frozenset[str]) -> None:
        self._files = files
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        match = _TRACE.search(text)
        if match is None or match["file"] not in self._files:
            return
        form = QTextCharFormat()
        form.setForeground(self._theme.color("accent"))
        form.setFontUnderline(True)
        start = match.start("line") - len("line ")
        self.setFormat(start, match.end("line") - start, form)
