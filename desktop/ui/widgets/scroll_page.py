"""A page that scrolls: one column in the middle, no wider than a line of text can be read."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.roles import set_role

SIDES = 24  # pixels


class ScrollPage(QScrollArea):
    """What a page shows goes into `column`; `widest` is in pixels at text size 100 %."""

    def __init__(self, theme: Theme, widest: int, spacing: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        ground = QWidget()
        set_role(ground, "ground")
        sides = QHBoxLayout(ground)
        sides.setContentsMargins(SIDES, SIDES, SIDES, SIDES)
        inside = QWidget()
        inside.setMaximumWidth(round(widest * theme.text_scale))
        sides.addStretch(1)
        sides.addWidget(inside, 1000)
        sides.addStretch(1)
        self.column = QVBoxLayout(inside)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(spacing)
        self.setWidget(ground)
