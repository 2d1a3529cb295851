"""The five steps of a defense: what is done, where we are, what comes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from desktop.ui.theme.theme import Theme

StepState = Literal["done", "current", "future"]
RADIUS = 13.0
TOP = 20.0


@dataclass(frozen=True, slots=True)
class Step:
    name: str
    icon: str


class StepHeader(QWidget):
    """Three shapes, so that colour is not needed: a tick in a tint, a filled disc with a ring, an empty dashed circle.

    The state is written under each name as well, and is in the accessible description.
    """

    def __init__(self, theme: Theme, steps: Sequence[Step] = (), parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self._steps = tuple(steps) or self.usual_steps()
        self._current, self._finished, self._low = 0, False, False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Steps of the defense"))
        theme.changed.connect(self._themed)
        self.show_step(0)

    def usual_steps(self) -> tuple[Step, ...]:
        return (
            Step(self.tr("Read code"), "file-code-2"),
            Step(self.tr("Baseline"), "list-checks"),
            Step(self.tr("Edge cases"), "flask-conical"),
            Step(self.tr("Questions"), "message-circle-question-mark"),
            Step(self.tr("Grade"), "graduation-cap"),
        )

    def show_step(self, current: int, finished: bool = False) -> None:
        """`current` counts from 0; -1 means that nothing has begun. `finished`: all of them are done."""
        if (current, finished) == (self._current, self._finished) and self.accessibleDescription():
            return
        self._current, self._finished = current, finished
        self.setAccessibleDescription(self.describe())
        self.update()

    def set_low(self, low: bool) -> None:
        """Without words where there is no room for them: they are in the tool tip and the description all the same."""
        if low != self._low:
            self._low = low
            self._themed()

    def state_of(self, index: int) -> StepState:
        if self._finished or index < self._current:
            return "done"
        return "current" if index == self._current else "future"

    def describe(self) -> str:
        """The whole header in a sentence, as a screen reader says it."""
        total = len(self._steps)
        if self._finished:
            return self.tr("All {total} steps are done.").format(total=total)
        if self._current < 0:
            return self.tr("The defense has not begun.")
        name = self._steps[self._current].name
        return self.tr("Step {number} of {total}: {name}").format(number=self._current + 1, total=total, name=name)

    def sizeHint(self) -> QSize:
        return QSize(360, self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(240, self._height())

    def _height(self) -> int:
        if self._low:
            return int(self._theme.px(TOP + RADIUS) + 8)
        name, word = self._line(self._theme.ui_font(8.5)), self._line(self._theme.ui_font(7.5))
        return int(self._theme.px(TOP + RADIUS) + 8 + name + word + 4)

    def _line(self, font: QFont) -> float:
        """Pixels that a line of these words is high: the font that stands in for ideographs may be a higher one."""
        words = " ".join((*(step.name for step in self._steps), self._word("done")))
        return QFontMetricsF(font).boundingRect(QRectF(), Qt.AlignmentFlag.AlignLeft, words).height()

    def _themed(self) -> None:
        self.updateGeometry()
        self.update()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            index = min(len(self._steps) - 1, int(event.pos().x() * len(self._steps) / max(1, self.width())))
            QToolTip.showText(event.globalPos(), f"{self._steps[index].name}: {self._word(self.state_of(index))}", self)
            return True
        return super().event(event)

    def _word(self, state: StepState) -> str:
        return {"done": self.tr("done"), "current": self.tr("now"), "future": self.tr("to come")}[state]

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            width = self.width() / len(self._steps)
            for index in range(len(self._steps) - 1):
                self._paint_link(painter, index, width)
            for index, step in enumerate(self._steps):
                self._paint_step(
                    painter, QPointF(width * (index + 0.5), self._theme.px(TOP)), step, self.state_of(index), width
                )

    def _fits(self, width: float) -> float:
        """How much smaller the words are where large ones have no room; never smaller than they are at 100 %."""
        metrics = QFontMetricsF(self._theme.ui_font(8.5, QFont.Weight.DemiBold))
        widest = max(metrics.horizontalAdvance(step.name) for step in self._steps) + 4
        return max(1 / max(1.0, self._theme.text_scale), min(1.0, width / widest))

    def _paint_link(self, painter: QPainter, index: int, width: float) -> None:
        passed = self.state_of(index + 1) != "future"
        pen = QPen(self._theme.color("ok" if passed else "border_strong"), 2 if passed else 1.5)
        painter.setPen(pen)
        gap, top = self._theme.px(RADIUS) + 6, self._theme.px(TOP)
        painter.drawLine(QPointF(width * (index + 0.5) + gap, top), QPointF(width * (index + 1.5) - gap, top))

    def _paint_step(self, painter: QPainter, centre: QPointF, step: Step, state: StepState, width: float) -> None:
        theme = self._theme
        radius, icon = theme.px(RADIUS), theme.px(15)
        line, fill, ink = {
            "done": ("ok", "ok_tint", "ok"),
            "current": ("accent", "accent", "on_accent"),
            "future": ("field", "panel", "faint"),
        }[state]
        pen = QPen(theme.color(line), 1.5)
        if state == "future":
            pen.setStyle(Qt.PenStyle.DashLine)
            pen.setDashPattern([2.2, 2.2])
        painter.setPen(pen)
        painter.setBrush(theme.color(fill))
        painter.drawEllipse(centre, radius, radius)
        if state == "current":
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("accent"), 1.5))
            painter.drawEllipse(centre, radius + 3.5, radius + 3.5)
        drawing = theme.pixmap("check" if state == "done" else step.icon, ink, icon)
        painter.drawPixmap(QPointF(centre.x() - icon / 2, centre.y() - icon / 2), drawing)
        if self._low:
            return
        bold = QFont.Weight.DemiBold if state == "current" else QFont.Weight.Normal
        fits = self._fits(width)
        name_font, word_font = theme.ui_font(8.5 * fits, bold), theme.ui_font(7.5 * fits, bold)
        top = centre.y() + radius + 7
        height = self._line(name_font)
        middle = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        painter.setFont(name_font)
        painter.setPen(theme.color("text" if state == "current" else "muted"))
        left = centre.x() - width / 2
        name = QFontMetricsF(name_font).elidedText(step.name, Qt.TextElideMode.ElideRight, width - 2)
        painter.drawText(QRectF(left, top, width, height), middle, name)
        painter.setFont(word_font)
        painter.setPen(theme.color({"done": "ok", "current": "accent", "future": "faint"}[state]))
        painter.drawText(QRectF(left, top + height - 1, width, self._line(word_font)), middle, self._word(state))
