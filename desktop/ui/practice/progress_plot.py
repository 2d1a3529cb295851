"""Two lines over one's defenses: points and understanding, told apart by shape and dash, not by colour alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.results.progress import Attempt
from desktop.ui.theme.theme import Theme

LEFT, RIGHT, TOP, BOTTOM = 46, 16, 14, 26  # pixels at 100 % around the lines
MARK = 4.5  # half the side of a mark
MOST_LABELS = 7


class ProgressPlot(QWidget):
    """From left to right in the order of time, at equal distances; a table beside it says the same in words."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._attempts: Sequence[Attempt] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self.update)

    def show_attempts(self, attempts: Sequence[Attempt]) -> None:
        self._attempts = attempts
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(520), self._theme.px(220))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(240), self._theme.px(130))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(self._theme.ui_font(9))
            room = self._room()
            self._draw_ground(painter, room)
            self._draw_dates(painter, room)
            self._draw_line(painter, room, lambda attempt: attempt.understanding, "ok", dashed=True)
            self._draw_line(painter, room, lambda attempt: attempt.share, "accent", dashed=False)
        finally:
            painter.end()

    def _room(self) -> QRectF:
        px = self._theme.px
        return QRectF(self.rect()).adjusted(px(LEFT), px(TOP), -px(RIGHT), -px(BOTTOM))

    def _x(self, room: QRectF, place: int) -> float:
        steps = len(self._attempts) - 1
        return room.center().x() if steps < 1 else room.left() + room.width() * place / steps

    def _draw_ground(self, painter: QPainter, room: QRectF) -> None:
        for part in (0.0, 0.25, 0.5, 0.75, 1.0):
            y = room.bottom() - part * room.height()
            painter.setPen(QPen(self._theme.color("border_strong" if part == 0 else "border"), 1))
            painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y))
            if part in (0.0, 0.5, 1.0):
                painter.setPen(self._theme.color("muted"))
                label = QRectF(0, y - 10, room.left() - 8, 20)
                painter.drawText(label, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, f"{part:.0%}")

    def _draw_dates(self, painter: QPainter, room: QRectF) -> None:
        painter.setPen(self._theme.color("muted"))
        every = -(-len(self._attempts) // MOST_LABELS) or 1
        wide = painter.fontMetrics().horizontalAdvance("00-00 00:00") + 12
        last = -1e9
        for place, attempt in enumerate(self._attempts):
            x = self._x(room, place)
            if place % every or x - last < wide:
                continue
            last = x
            left = min(max(0.0, x - wide / 2), self.width() - wide)
            text = f"{attempt.at.astimezone():%m-%d %H:%M}"
            painter.drawText(QRectF(left, room.bottom() + 5, wide, 18), Qt.AlignmentFlag.AlignHCenter, text)

    def _draw_line(
        self, painter: QPainter, room: QRectF, value: Callable[[Attempt], float | None], token: str, *, dashed: bool
    ) -> None:
        colour = self._theme.color(token)
        known = [(place, found) for place, one in enumerate(self._attempts) if (found := value(one)) is not None]
        points = [QPointF(self._x(room, n), room.bottom() - min(1.0, max(0.0, v)) * room.height()) for n, v in known]
        pen = QPen(colour, 2)
        if dashed:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if len(points) > 1:
            painter.drawPolyline(QPolygonF(points))
        for point in points:
            draw_mark(painter, point, colour, self._theme.color("panel"), square=dashed)


def draw_mark(painter: QPainter, at: QPointF, colour: QColor, inside: QColor, *, square: bool) -> None:
    """A filled disc for points, an open square for understanding: both are seen where they lie on one another."""
    painter.setPen(QPen(colour, 2))
    if square:
        painter.setBrush(inside)
        painter.drawRect(QRectF(at.x() - MARK - 1.5, at.y() - MARK - 1.5, 2 * MARK + 3, 2 * MARK + 3))
    else:
        painter.setBrush(colour)
        painter.drawEllipse(at, MARK - 0.5, MARK - 0.5)
