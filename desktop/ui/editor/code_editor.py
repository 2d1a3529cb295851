"""The editor a student writes Python in."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QPlainTextEdit, QTextEdit, QToolTip, QWidget

from desktop.ui.editor import decorations, line_edits
from desktop.ui.editor.banner import Banner
from desktop.ui.editor.columns import code_point_column, utf16_column
from desktop.ui.editor.completion import Completion
from desktop.ui.editor.gutter import Gutter
from desktop.ui.editor.highlighter import PythonHighlighter
from desktop.ui.editor.problems import Finding, ProblemFinder, Severity
from desktop.ui.theme.fonts import CODE_POINTS
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.roles import set_role

EDITED_DELAY_MS = 400  # quiet time before `edited`: long enough to save a word, short enough to lose nothing
SMALLEST_POINTS, LARGEST_POINTS = 7.0, 32.0
AIR_ABOVE = 6  # pixels over the first line
_CTRL, _ALT, _SHIFT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
_NO_MODIFIERS = Qt.KeyboardModifier.NoModifier


class CodeEditor(QPlainTextEdit):
    """Lines count from 1 in all public methods and signals, columns are code points and count from 1.

    Signals:
        edited(): the text changed and then rested for 400 ms; `flush_edited` says it at once.
        cursor_moved(int, int): line and column.
        line_picked(int): a line was chosen while `pick_lines` is on.
        run_requested(): F5 or Ctrl+Return, where no shortcut of the window takes them first.
        find_requested(bool): Ctrl+F, or Ctrl+H with true (replace); go_to_requested(): Ctrl+G.
        hint(str): a sentence for the status line.
    """

    edited = Signal()
    cursor_moved = Signal(int, int)
    line_picked = Signal(int)
    run_requested = Signal()
    find_requested = Signal(bool)
    go_to_requested = Signal()
    hint = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self._points = CODE_POINTS
        self._findings: list[Finding] = []
        self._by_line: dict[int, list[Finding]] = {}
        self._marks: list[QTextCursor] = []
        self._hits: list[QTextCursor] = []
        self._picking = False
        self._leaving = False
        self._loading = False
        set_role(self, "editor")
        self.setAccessibleName(self.tr("Code editor"))
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setCursorWidth(2)
        self.document().setDocumentMargin(0)  # marked lines reach from the gutter to the edge
        self._banner = Banner(theme, self)
        self._gutter = Gutter(theme, self, self)
        self.highlighter = PythonHighlighter(self.document(), theme.palette)
        self.problems = ProblemFinder(self.toPlainText, self)
        self.completion = Completion(theme, self)
        self._edited = QTimer(self)
        self._edited.setSingleShot(True)
        self._edited.setInterval(EDITED_DELAY_MS)
        self._edited.timeout.connect(self.edited)
        self.problems.found.connect(self._show_findings)
        self.blockCountChanged.connect(self._fit_margins)
        self.updateRequest.connect(self._scroll_gutter)
        self.cursorPositionChanged.connect(self._cursor_moved)
        self.document().contentsChange.connect(self._contents_changed)
        self._gutter.pressed.connect(self._gutter_pressed)
        theme.changed.connect(self._wear)
        self._wear()

    # -- the text

    def load(self, text: str) -> None:
        """Another file: the history of undo starts here, and nothing is reported as edited."""
        self._loading = True
        try:
            self.setPlainText(line_edits.clean_text(text))
        finally:
            self._loading = False
        self._edited.stop()
        self.completion.forget()
        self._marks.clear()
        self._hits.clear()
        self.document().setModified(False)
        self._show_findings([])
        self.problems.restart()

    def text(self) -> str:
        return self.toPlainText()

    def replace_all(self, text: str) -> None:
        """Another text that Ctrl+Z takes back: a restored snapshot, an accepted suggestion."""
        line = self.textCursor().blockNumber()
        line_edits.replace_whole_text(self.document(), line_edits.clean_text(text))
        self.go_to_line(line + 1, focus=False)

    def flush_edited(self) -> None:
        """Say `edited` now if it is still to be said: before a run, before closing."""
        if self._edited.isActive():
            self._edited.stop()
            self.edited.emit()

    def _contents_changed(self, position: int, removed: int, added: int) -> None:
        if self._loading or (removed == 0 and added == 0):
            return
        self._edited.start()
        self.problems.restart()

    # -- reading only, picking, marking

    def set_read_only(self, reason: str = "") -> None:
        """With a reason the text can be read, selected and copied but not changed; the reason is shown above it."""
        flags = Qt.TextInteractionFlag.TextEditorInteraction
        if reason:
            flags = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        self.setTextInteractionFlags(flags)
        self.setAccessibleDescription(reason)
        self._banner.show_reason(reason)
        self._fit_margins()

    @property
    def read_only_reason(self) -> str:
        return self._banner.reason

    def pick_lines(self, on: bool) -> None:
        """A click on a line, or Enter on it, chooses it; for questions that ask for a line."""
        self._picking = on
        shape = Qt.CursorShape.PointingHandCursor if on else Qt.CursorShape.IBeamCursor
        self.viewport().setCursor(shape)
        self._gutter.setCursor(shape if on else Qt.CursorShape.ArrowCursor)
        self._refresh()

    def mark_lines(self, lines: Iterable[int]) -> None:
        """Point at these lines (a traceback, a question); the marks move with their lines. Empty takes them away."""
        blocks = [self.document().findBlockByNumber(line - 1) for line in lines]
        self._marks = [QTextCursor(block) for block in blocks if block.isValid()]
        self._refresh()

    @property
    def marked_lines(self) -> list[int]:
        return sorted({mark.blockNumber() + 1 for mark in self._marks})

    def show_hits(self, hits: Sequence[QTextCursor]) -> None:
        """What the find bar found, drawn behind the text."""
        self._hits = list(hits)
        self._refresh()

    def go_to_line(self, line: int, column: int = 1, focus: bool = True) -> None:
        """The nearest line there is, in the middle of the view."""
        block = self.document().findBlockByNumber(min(max(1, line), self.blockCount()) - 1)
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + utf16_column(block.text(), column - 1))
        self.setTextCursor(cursor)
        self.centerCursor()
        if focus:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def position(self) -> tuple[int, int]:
        """Line and column of the cursor."""
        cursor = self.textCursor()
        column = code_point_column(cursor.block().text(), cursor.positionInBlock())
        return cursor.blockNumber() + 1, column + 1

    # -- size

    def zoom(self, steps: int) -> None:
        """One step is one point; 0 goes back to the size of the theme."""
        wanted = CODE_POINTS if steps == 0 else self._points + steps
        self._points = min(LARGEST_POINTS, max(SMALLEST_POINTS, wanted))
        self._wear_font()

    def _wear(self) -> None:
        self._wear_font()
        self._loading = True  # new colours are no edit
        try:
            self.highlighter.wear(self._theme.palette)
        finally:
            self._loading = False
        self._refresh()

    def _wear_font(self) -> None:
        font: QFont = self._theme.code_font(self._points)
        self.setFont(font)
        self.setTabStopDistance(line_edits.INDENT * QFontMetricsF(font).horizontalAdvance(" "))
        self._fit_margins()

    # -- findings

    @property
    def findings(self) -> list[Finding]:
        return list(self._findings)

    def _show_findings(self, findings: list[Finding]) -> None:
        self._findings = findings
        self._by_line = {}
        for finding in findings:
            self._by_line.setdefault(finding.line, []).append(finding)
        self._refresh()

    def severity_of(self, line: int) -> Severity | None:
        found = self._by_line.get(line, [])
        if not found:
            return None
        return "error" if any(finding.severity == "error" for finding in found) else "warning"

    def words_for(self, line: int) -> str:
        """What is wrong on a line (from 0), as rich text for a tool tip."""
        words = [html.escape(self.problems.words(finding)) for finding in self._by_line.get(line, [])]
        return f"<qt>{'<br>'.join(words)}</qt>" if words else ""

    def ground_of(self, line: int) -> str:
        """The token of the colour behind a line (from 0)."""
        if any(mark.blockNumber() == line for mark in self._marks):
            return "marked"
        cursor = self.textCursor()
        if line != cursor.blockNumber() or cursor.hasSelection():
            return "editor"
        return "accent_tint" if self._picking else "current_line"

    # -- painting

    def visible_lines(self, rect_top: int, rect_bottom: int) -> list[tuple[int, float, float]]:
        """Number (from 0), top and height of the lines between two heights of the view, in pixels."""
        lines: list[tuple[int, float, float]] = []
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= rect_bottom:
            height = self.blockBoundingRect(block).height()
            if top + height >= rect_top:
                lines.append((block.blockNumber(), top, height))
            top += height
            block = block.next()
        return lines

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        with QPainter(self.viewport()) as painter:
            painter.setPen(QPen(self._theme.color("guide"), 1))
            step = QFontMetricsF(self.font()).horizontalAdvance(" ") * line_edits.INDENT
            left = self.contentOffset().x() + self.document().documentMargin()
            for line, top, height in self.visible_lines(event.rect().top(), event.rect().bottom()):
                indent = decorations.indent_of(self.document().findBlockByNumber(line))
                for level in range(1, (indent + line_edits.INDENT - 1) // line_edits.INDENT):
                    x = left + level * step
                    painter.drawLine(QPointF(x, top), QPointF(x, top + height))

    def _refresh(self) -> None:
        selections: list[QTextEdit.ExtraSelection] = []
        cursor = self.textCursor()
        if not cursor.hasSelection():
            selections.append(decorations.whole_line(cursor, self._theme.color(self.ground_of(cursor.blockNumber()))))
        selections += [decorations.whole_line(mark, self._theme.color("marked")) for mark in self._marks]
        selections += [decorations.behind(hit, self._theme.color("marked")) for hit in self._hits]
        selections += [
            decorations.behind(bracket, self._theme.color("bracket")) for bracket in decorations.bracket_pair(cursor)
        ]
        for finding in self._findings:
            colour = self._theme.color("error" if finding.severity == "error" else "warn")
            made = decorations.squiggle(self.document(), finding, colour)
            selections += [made] if made is not None else []
        self.setExtraSelections(selections)
        self._gutter.update()

    def _cursor_moved(self) -> None:
        self._refresh()
        self.cursor_moved.emit(*self.position())

    # -- margins

    def _fit_margins(self) -> None:
        top = self._banner.wanted_height()
        self.setViewportMargins(self._gutter.wanted_width(), top + AIR_ABOVE, 0, 0)
        area = self.contentsRect()
        self._banner.setGeometry(QRect(area.left(), area.top(), area.width(), top))
        width = self._gutter.wanted_width()
        above = top + AIR_ABOVE
        self._gutter.setGeometry(QRect(area.left(), area.top() + above, width, area.height() - above))
        self._gutter.update()

    def _scroll_gutter(self, area: QRect, dy: int) -> None:
        if dy:
            self._gutter.scroll(0, dy)
        else:
            self._gutter.update(0, area.y(), self._gutter.width(), area.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_margins()

    # -- pointer

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._show_tip(event.pos(), event.globalPos())
            return True
        return super().viewportEvent(event)

    def _show_tip(self, at: QPoint, on_screen: QPoint) -> None:
        cursor = self.cursorForPosition(at)
        column = cursor.positionInBlock()
        here = [f for f in self._by_line.get(cursor.blockNumber(), []) if f.start <= column <= f.end]
        if here:
            QToolTip.showText(on_screen, self.words_for(cursor.blockNumber()), self)
        else:
            QToolTip.hideText()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._leaving = False
        super().mousePressEvent(event)
        if self._picking and event.button() == Qt.MouseButton.LeftButton:
            self.line_picked.emit(self.cursorForPosition(event.position().toPoint()).blockNumber() + 1)

    def _gutter_pressed(self, line: int) -> None:
        cursor = QTextCursor(self.document().findBlockByNumber(line))
        if self._picking:
            self.setTextCursor(cursor)
            self.line_picked.emit(line + 1)
            return
        cursor.movePosition(QTextCursor.MoveOperation.NextBlock, _KEEP)
        self.setTextCursor(cursor)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & _CTRL:
            self.zoom(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
            return
        super().wheelEvent(event)

    # -- keys

    def focusNextPrevChild(self, next_: bool) -> bool:
        if self._leaving:
            self._leaving = False
            return QAbstractScrollArea.focusNextPrevChild(self, next_)
        return super().focusNextPrevChild(next_)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._leaving = False
        super().focusOutEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.completion.is_open and self.completion.press(event.key()):
            return
        if event.key() == Qt.Key.Key_Escape:
            self._leaving = True
            self.hint.emit(self.tr("Press Tab to leave the editor, Shift+Tab to go back."))
            self.show_hits(())
            event.ignore()
            return
        self._leaving = False
        if self._window_key(event) or self._moving_key(event):
            return
        if self._picking and event.key() in (*_RETURNS, Qt.Key.Key_Space):
            self.line_picked.emit(self.textCursor().blockNumber() + 1)
            return
        if self.isReadOnly():
            self._reading_key(event)
            return
        if self._line_key(event) or self._indenting_key(event):
            self.completion.hide()
            return
        super().keyPressEvent(event)
        self._complete_after(event)

    def _complete_after(self, event: QKeyEvent) -> None:
        key, letter = event.key(), event.text()
        typed = bool(letter) and (letter.isalnum() or letter in "_.") and not event.modifiers() & (_CTRL | _ALT)
        shorter = self.completion.is_open and key == Qt.Key.Key_Backspace
        if (typed and not self._in_words()) or shorter:
            self.completion.offer()
        elif letter or key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End):
            self.completion.hide()

    def _in_words(self) -> bool:
        """Inside a string or a comment, where names are not code."""
        cursor = self.textCursor()
        before = cursor.positionInBlock() - 1
        spans = cursor.block().layout().formats()
        return any(
            span.start <= before < span.start + span.length and self.highlighter.is_words(span.format) for span in spans
        )

    def _window_key(self, event: QKeyEvent) -> bool:
        key, held = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if (key == Qt.Key.Key_F5 and held == _NO_MODIFIERS) or (held == _CTRL and key in _RETURNS):
            self.run_requested.emit()
        elif held == _CTRL and key in (Qt.Key.Key_F, Qt.Key.Key_H):
            self.find_requested.emit(key == Qt.Key.Key_H and not self.isReadOnly())
        elif held == _CTRL and key == Qt.Key.Key_Space:
            self.completion.offer(asked=True)
        elif held == _CTRL and key == Qt.Key.Key_G:
            self.go_to_requested.emit()
        elif held in (_CTRL, _CTRL | _SHIFT) and key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(1)
        elif held == _CTRL and key == Qt.Key.Key_Minus:
            self.zoom(-1)
        elif held == _CTRL and key == Qt.Key.Key_0:
            self.zoom(0)
        else:
            return False
        return True

    def _moving_key(self, event: QKeyEvent) -> bool:
        """Home goes to the first word of the line, and from there to its start."""
        if event.key() != Qt.Key.Key_Home or event.modifiers() & ~_SHIFT:
            return False
        cursor = self.textCursor()
        line_edits.press_home(cursor, keep=bool(event.modifiers() & _SHIFT))
        self.setTextCursor(cursor)
        return True

    def _reading_key(self, event: QKeyEvent) -> None:
        if event.text().isprintable() and event.text() and not event.modifiers() & (_CTRL | _ALT):
            self._banner.call_attention()
            self.hint.emit(self._banner.reason)
        super().keyPressEvent(event)

    def _line_key(self, event: QKeyEvent) -> bool:
        key, held = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        cursor = self.textCursor()
        if held == _CTRL and key == Qt.Key.Key_Slash:
            line_edits.toggle_comment(cursor)
        elif held == _CTRL and key == Qt.Key.Key_D:
            line_edits.duplicate_lines(cursor)
            self.setTextCursor(cursor)
        elif held == _ALT and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.setTextCursor(line_edits.move_lines(cursor, down=key == Qt.Key.Key_Down))
        else:
            return False
        self.ensureCursorVisible()
        return True

    def _indenting_key(self, event: QKeyEvent) -> bool:
        key, held = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        cursor = self.textCursor()
        if key in _RETURNS and held in (_NO_MODIFIERS, _SHIFT):
            line_edits.press_return(cursor)
        elif key == Qt.Key.Key_Tab and held == _NO_MODIFIERS:
            line_edits.press_tab(cursor)
        elif key == Qt.Key.Key_Backtab:
            line_edits.dedent_lines(cursor)
        elif key == Qt.Key.Key_Backspace and held == _NO_MODIFIERS:
            if not line_edits.press_backspace(cursor):
                return False
        else:
            return False
        if not cursor.hasSelection():
            self.setTextCursor(cursor)
        self.ensureCursorVisible()
        return True

    def insertFromMimeData(self, source: QMimeData) -> None:
        if source.hasText() and not self.isReadOnly():
            self.textCursor().insertText(line_edits.clean_text(source.text()))
            self.ensureCursorVisible()

    def createMimeDataFromSelection(self) -> QMimeData:
        """Plain text: colours pasted into a report would only be in the way."""
        data = QMimeData()
        data.setText(self.textCursor().selectedText().replace("\u2029", "\n"))
        return data


_KEEP = QTextCursor.MoveMode.KeepAnchor
_RETURNS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
