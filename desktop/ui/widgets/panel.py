"""A rounded panel with a head: the frame every pane of the desk sits in."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.labels import ElidedLabel, IconLabel
from desktop.ui.widgets.roles import set_role

HEAD_HEIGHT = 46


class Panel(QFrame):
    """`head` takes widgets left (after the title) and right; `body` takes the rest, top to bottom."""

    def __init__(
        self, theme: Theme, title: str = "", icon: str = "", token: str = "muted", parent: QWidget | None = None
    ):
        super().__init__(parent)
        set_role(self, "panel")
        self.title = ElidedLabel(title, "strong")
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        self._head = QFrame()
        set_role(self._head, "panelhead")
        self._head.setMinimumHeight(HEAD_HEIGHT)
        row = QHBoxLayout(self._head)
        row.setContentsMargins(14, 4, 10, 4)
        row.setSpacing(0)
        self._left, self._right = QHBoxLayout(), QHBoxLayout()
        for side in (self._left, self._right):
            side.setSpacing(8)
            side.setContentsMargins(0, 0, 0, 0)
        row.addLayout(self._left, 0)
        row.addStretch(1)
        row.addSpacing(8)
        row.addLayout(self._right, 0)
        if icon:
            self._left.addWidget(IconLabel(theme, icon, token))
        if title:
            self._left.addWidget(self.title)
            self.setAccessibleName(title)
        self.body = QVBoxLayout()
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(0)
        column.addWidget(self._head)
        column.addLayout(self.body, 1)

    def set_title(self, title: str) -> None:
        self.title.set_text(title)
        self.setAccessibleName(title)

    def add_left(self, *widgets: QWidget) -> None:
        for widget in widgets:
            self._left.addWidget(widget)

    def add_right(self, *widgets: QWidget) -> None:
        for widget in widgets:
            self._right.addWidget(widget)

    def add(self, widget: QWidget, stretch: int = 0) -> None:
        self.body.addWidget(widget, stretch)
