"""What stands under a pane and gives way to what is above it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from desktop.ui.widgets.tall_area import TallArea


class Foot(TallArea):
    """As high as what it holds, up to `highest` pixels; then it scrolls."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._highest = 10_000
        self.widget().installEventFilter(self)

    def set_highest(self, highest: int) -> None:
        self._highest = highest
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(min(self._highest, self.height_for(self.width())))
