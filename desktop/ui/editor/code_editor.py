"""The editor a student writes Python in."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QToolTip, QWidget

from desktop.ui.editor import decorations, line_edits
from desktop.ui.editor.banner import Banner
from desktop.ui.editor.columns import code_point_column, utf16_column
from desktop.ui.editor.gutter import Gutter
from desktop.ui.editor.highlighter import PythonHighlighter
from desktop.ui.editor.keyed_editor import KeyedEditor
from desktop.ui.editor.line_layout import plain_document
from desktop.ui.editor.problems import Finding, ProblemFinder, Severity, worst
from desktop.ui.editor.veil import Veil
from desktop.ui.theme.fonts import CODE_POINTS
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.roles import set_role

EDITED_DELAY_MS = 400  # quiet time before `edited`: long enough to save a word, short enough to lose nothing
SMALLEST_POINTS, LARGEST_POINTS = 7.0, 32.0
AIR_ABOVE = 6  # pixels over the first line
_KEEP = QTextCursor.MoveMode.KeepAnchor


class CodeEditor(KeyedEditor):
    """Lines count from 1 in all public methods and signals, columns are code points and count from 1.

    Signals:
        edited(): the text changed and then rested for 400 ms; `flush_edited` says it at once.
        cursor_moved(int, int): line and column.
        and those of `KeyedEditor`.
    """

    edited = Signal()
    cursor_moved = Signal(int, int)

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(theme, parent)
        self._theme = theme
        self._points = CODE_POINTS
        self._findings: list[Finding] = []
        self._by_line: dict[int, list[Finding]] = {}
        self._marks: list[QTextCursor] = []
        self._hits: list[QTextCursor] = []
        self._squiggles: list[QTextEdit.ExtraSelection] = []
        self._here = QTextCursor()  # on the line that is drawn as the current one
        self._look: tuple[int, ...] = (0,)  # of what follows the cursor, as it is drawn
        self._loading = False
        set_role(self, "editor")
        self.setAccessibleName(self.tr("Code editor"))
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setCursorWidth(2)
        self.setDocument(plain_document(self))
        self._veil = Veil(self)
        self._banner = Banner(theme, self)
        self._gutter = Gutter(theme, self, self)
        self.highlighter = PythonHighlighter(self.document(), theme.palette)
        self.problems = ProblemFinder(self.text, self)
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
        self.unveil()
        self._loading = True
        try:
            self.setPlainText(line_edits.clean_text(text))
        finally:
            self._loading = False
        self._edited.stop()
        self.completion.forget()
        self._forget_places()
        self.document().setModified(False)
        self._show_findings([])
        self.problems.restart()

    def text(self) -> str:
        """The program, also while a veil is before it; what is shown is `toPlainText()`."""
        return self._veil.text_behind

    def veil(self, text: str) -> None:
        """Show `text` and nothing else until `unveil`: lines of the program are asked about and must not be seen."""
        if self.veiled and self.toPlainText() == text:
            return
        self.flush_edited()
        self.completion.forget()
        self._forget_places()
        self._veil.draw(text, self._theme.palette)
        self._show_findings([])  # they would speak of names that are hidden
        self._wear_font()

    def unveil(self) -> None:
        if not self.veiled:
            return
        self._forget_places()
        self._veil.lift()
        self._wear()
        self.problems.restart()

    @property
    def veiled(self) -> bool:
        return self._veil.drawn

    def _forget_places(self) -> None:
        """The document is another one, or all of its text."""
        self._marks, self._hits, self._squiggles = [], [], []

    def replace_all(self, text: str) -> None:
        """Another text that Ctrl+Z takes back: a restored snapshot, an accepted suggestion. Not behind a veil."""
        if self.veiled:
            return
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
        block = self.document().findBlock(position)
        if position - block.position() <= decorations.leading_spaces(block.text()):
            self.viewport().update()  # the guides of the empty lines beside it stand where its own do

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
        self.picking = on
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

    def forget_hits(self) -> None:
        self.show_hits(())

    def refuse_key(self) -> None:
        self._banner.call_attention()
        self.hint.emit(self._banner.reason)

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

    def choose_line(self, line: int) -> None:
        """The line that was typed as the answer while lines are picked, brought into view if it is not."""
        block = self.document().findBlockByNumber(line - 1)
        if self.picking and block.isValid() and block.blockNumber() != self.textCursor().blockNumber():
            self.setTextCursor(QTextCursor(block))
            self.ensureCursorVisible()

    def position(self) -> tuple[int, int]:
        """Line and column of the cursor."""
        cursor = self.textCursor()
        column = code_point_column(cursor.block().text(), cursor.positionInBlock())
        return cursor.blockNumber() + 1, column + 1

    # -- size

    def zoom(self, steps: int) -> None:
        """One step is one point; 0 goes back to the size of the theme."""
        self._points = min(LARGEST_POINTS, max(SMALLEST_POINTS, self._points + steps)) if steps else CODE_POINTS
        self._wear_font()

    def _wear(self) -> None:
        self._wear_font()
        self._loading = True  # new colours are no edit
        try:
            self.highlighter.wear(self._theme.palette)
            self._veil.wear(self._theme.palette)
        finally:
            self._loading = False
        self._draw_findings()

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
        self._findings = [] if self.veiled else findings
        self._by_line = {}
        for finding in self._findings:
            self._by_line.setdefault(finding.line, []).append(finding)
        self._draw_findings()

    def _draw_findings(self) -> None:
        """Once for what was found: the squiggles move with their words, a file of 2,000 lines may have hundreds."""
        colours = {"error": self._theme.color("error"), "warning": self._theme.color("warn")}
        made = (decorations.squiggle(self.document(), it, colours[it.severity]) for it in self._findings)
        self._squiggles = [squiggle for squiggle in made if squiggle is not None]
        self._refresh()

    def severity_of(self, line: int) -> Severity | None:
        return worst(self._by_line.get(line, []))

    def words_for(self, line: int) -> str:
        """What is wrong on a line (from 0), as rich text for a tool tip."""
        words = [html.escape(self.problems.words(finding)) for finding in self._by_line.get(line, [])]
        return f"<qt>{'<br>'.join(words)}</qt>" if words else ""

    def ground_of(self, line: int) -> str:
        """The token of the colour behind a line (from 0)."""
        cursor = self.textCursor()
        if self.picking and line == cursor.blockNumber():
            return "accent_tint"  # also among lines that are pointed at: which one is chosen must be seen
        if any(mark.blockNumber() == line for mark in self._marks):
            return "marked"
        return "editor" if line != cursor.blockNumber() or cursor.hasSelection() else "current_line"

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
            lines = self.visible_lines(event.rect().top(), event.rect().bottom())
            decorations.paint_guides(painter, self.document(), lines, left, step)

    def _refresh(self) -> None:
        """Everything behind and under the text, and the whole gutter."""
        self._follow(decorations.bracket_pair(self.textCursor()))
        self._gutter.update()

    def _follow(self, brackets: list[QTextCursor]) -> None:
        cursor = self.textCursor()
        here = decorations.whole_line(cursor, self._theme.color(self.ground_of(cursor.blockNumber())))
        marked = self._theme.color("marked")
        selections = [here] if not self.picking and not cursor.hasSelection() else []
        selections += [decorations.whole_line(mark, marked) for mark in self._marks]
        selections += [here] if self.picking else []
        selections += [decorations.behind(hit, marked) for hit in self._hits]
        selections += [decorations.behind(bracket, self._theme.color("bracket")) for bracket in brackets]
        self.setExtraSelections([*selections, *self._squiggles])
        self._here, self._look = QTextCursor(here.cursor), decorations.look_of(cursor, brackets)

    def _cursor_moved(self) -> None:
        """Most keys change nothing but their own line: what is drawn moves with the text, and is drawn anew only
        where the cursor came to another line or bracket."""
        cursor = self.textCursor()
        brackets = decorations.bracket_pair(cursor)
        before = self._here.blockNumber()
        if decorations.look_of(cursor, brackets) != self._look or before != cursor.blockNumber():
            self._gutter.update_lines(self._look[0], before, cursor.blockNumber())
            self._follow(brackets)
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
        if self.picking and event.button() == Qt.MouseButton.LeftButton:
            self.line_picked.emit(self.cursorForPosition(event.position().toPoint()).blockNumber() + 1)

    def _gutter_pressed(self, line: int) -> None:
        cursor = QTextCursor(self.document().findBlockByNumber(line))
        if self.picking:
            self.setTextCursor(cursor)
            self.line_picked.emit(line + 1)
            return
        cursor.movePosition(QTextCursor.MoveOperation.NextBlock, _KEEP)
        self.setTextCursor(cursor)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
            return
        super().wheelEvent(event)
