"""A list to choose one thing from."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget

from desktop.ui.theme.theme import Theme


class Choice(QComboBox):
    """A combo box with our arrow; the wheel does not change it unless it has the focus."""

    def __init__(self, theme: Theme, name: str = "", parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        side = self._theme.px(16)
        arrow = self._theme.pixmap("chevron-down", "muted" if self.isEnabled() else "disabled", side)
        with QPainter(self) as painter:
            painter.drawPixmap(QPointF(self.width() - side - 8, (self.height() - side) / 2), arrow)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
