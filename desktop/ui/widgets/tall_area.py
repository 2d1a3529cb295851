"""As high as what it holds where there is room, and scrolling where there is not."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

LEAST = 90  # pixels: less shows nothing


class TallArea(QScrollArea):
    """`column` takes the widgets. Only as wide as it is given: nothing scrolls sideways."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what is in it takes the keys; Tab brings it into view
        inside = QWidget()
        self.column = QVBoxLayout(inside)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.setWidget(inside)

    def height_for(self, width: int) -> int:
        """What it holds needs so much at this width."""
        self.column.activate()
        return max(self.column.totalHeightForWidth(width), self.column.minimumSize().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(self.column.minimumSize().width(), min(LEAST, self.column.minimumSize().height()))
