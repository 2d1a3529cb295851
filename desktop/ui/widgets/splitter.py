"""The invisible edge between two panels that can be moved."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSplitter, QSplitterHandle, QWidget

from desktop.ui.theme.theme import Theme

WIDTH = 8  # pixels: as wide as the gap between panels


class Splitter(QSplitter):
    """Nothing is seen of the handle until the pointer is over it."""

    def __init__(self, theme: Theme, orientation: Qt.Orientation, parent: QWidget | None = None):
        self._theme = theme
        super().__init__(orientation, parent)
        self.setHandleWidth(WIDTH)
        self.setChildrenCollapsible(False)

    def createHandle(self) -> QSplitterHandle:
        return _Handle(self._theme, self.orientation(), self)


class _Handle(QSplitterHandle):
    def __init__(self, theme: Theme, orientation: Qt.Orientation, parent: QSplitter):
        super().__init__(orientation, parent)
        self._theme, self._over = theme, False

    def enterEvent(self, event: QEnterEvent) -> None:
        self._over = True
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._over = False
        self.update()
        super().leaveEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._over:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("accent"))
            middle = QRectF(self.rect()).center()
            upright = self.orientation() == Qt.Orientation.Horizontal
            size = (3.0, 44.0) if upright else (44.0, 3.0)
            painter.drawRoundedRect(QRectF(middle.x() - size[0] / 2, middle.y() - size[1] / 2, *size), 1.5, 1.5)
