"""The margin left of the code: line numbers and marks."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPolygonF, QWheelEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from desktop.ui.editor.problems import Severity
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.labels import plain_tip

MARKS = 18  # pixels for marks, left of the numbers
BARS = {"marked": "warn", "accent_tint": "accent"}  # ground of a line: colour of the bar beside its number
AIR = 12  # pixels between the numbers and the code


class Numbered(Protocol):
    """What the gutter asks of its editor; lines count from 0."""

    def visible_lines(self, rect_top: int, rect_bottom: int) -> list[tuple[int, float, float]]: ...
    def severity_of(self, line: int) -> Severity | None: ...
    def words_for(self, line: int) -> str: ...
    def ground_of(self, line: int) -> str: ...


class Gutter(QWidget):
    """`pressed(int)`: a line number was clicked (from 0). An error is a disc, a warning a triangle."""

    pressed = Signal(int)

    def __init__(self, theme: Theme, editor: QPlainTextEdit, numbered: Numbered):
        super().__init__(editor)
        self._theme, self._editor, self._numbered = theme, editor, numbered
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setAccessibleName(self.tr("Line numbers"))

    def wanted_width(self) -> int:
        digits = max(2, len(str(max(1, self._editor.blockCount()))))
        return MARKS + AIR + self._editor.fontMetrics().horizontalAdvance("9") * digits

    def update_lines(self, *lines: int) -> None:
        """Draw these lines anew and no others."""
        for line, top, height in self._numbered.visible_lines(0, self.height()):
            if line in lines:
                self.update(0, int(top), self.width(), int(height) + 2)

    def sizeHint(self) -> QSize:
        return QSize(self.wanted_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, area = self._theme, event.rect()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(area, theme.color("editor"))
            painter.setFont(self._editor.font())
            current = self._editor.textCursor().blockNumber()
            for line, top, height in self._numbered.visible_lines(area.top(), area.bottom()):
                ground = self._numbered.ground_of(line)
                painter.fillRect(QRectF(0, top, self.width(), height), theme.color(ground))
                if ground in BARS:
                    painter.fillRect(QRectF(0, top, 3, height), theme.color(BARS[ground]))
                painter.setPen(theme.color("text" if line == current or ground == "marked" else "faint"))
                number = QRectF(MARKS, top, self.width() - MARKS - AIR, height)
                painter.drawText(number, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(line + 1))
                severity = self._numbered.severity_of(line)
                if severity:
                    self._paint_mark(painter, QPointF(9.5, top + height / 2), severity)

    def _paint_mark(self, painter: QPainter, at: QPointF, severity: Severity) -> None:
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("error" if severity == "error" else "warn"))
        if severity == "error":
            painter.drawEllipse(at, 3.5, 3.5)
        else:
            x, y = at.x(), at.y()
            painter.drawPolygon(QPolygonF([QPointF(x - 4, y + 3.5), QPointF(x + 4, y + 3.5), QPointF(x, y - 3.8)]))
        painter.restore()

    def _line_at(self, y: float) -> int | None:
        for line, top, height in self._numbered.visible_lines(int(y), int(y)):
            if top <= y < top + height:
                return line
        return None

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            line = self._line_at(event.pos().y())
            self.setToolTip(plain_tip(self._numbered.words_for(line)) if line is not None else "")
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        line = self._line_at(event.position().y())
        if line is not None and event.button() == Qt.MouseButton.LeftButton:
            self.pressed.emit(line)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()  # the press was ours: the editor below must not see half a click

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._editor.wheelEvent(event)
