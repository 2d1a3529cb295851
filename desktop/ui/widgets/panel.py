"""A rounded panel with a head: the frame every pane of the desk sits in."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.labels import ElidedLabel, IconLabel
from desktop.ui.widgets.roles import set_role

HEAD_HEIGHT = 46
NAME = 120  # pixels of the title that stay when the head gets narrow
RADIUS = 10  # as in the style sheet


class Panel(QFrame):
    """`head` takes widgets left (after the title) and right; `body` takes the rest, top to bottom."""

    def __init__(
        self, theme: Theme, title: str = "", icon: str = "", token: str = "muted", parent: QWidget | None = None
    ):
        super().__init__(parent)
        set_role(self, "panel")
        self.title = ElidedLabel(title, "strong", keeps=theme.px(NAME))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
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
        self._corners = (_Corner(theme, self, left=True), _Corner(theme, self, left=False))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for corner in self._corners:
            corner.place()

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


class _Corner(QWidget):
    """A lower corner, drawn over what is in the panel: Qt clips children to rectangles, not to round corners."""

    def __init__(self, theme: Theme, panel: Panel, left: bool):
        super().__init__(panel)
        self._theme, self._panel, self._left = theme, panel, left
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.resize(RADIUS, RADIUS)

    def place(self) -> None:
        x = 0 if self._left else self._panel.width() - RADIUS
        self.move(x, self._panel.height() - RADIUS)
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            x = 0.5 if self._left else 0.5 - RADIUS
            round_ = QRectF(x, 0.5 - RADIUS, 2 * RADIUS - 1, 2 * RADIUS - 1)
            inside, outside = QPainterPath(), QPainterPath()
            inside.addRoundedRect(round_, RADIUS - 1, RADIUS - 1)
            outside.addRect(QRectF(self.rect()))
            painter.fillPath(outside.subtracted(inside), self._theme.color("ground"))
            painter.setPen(QPen(self._theme.color("border"), 1))
            painter.drawPath(inside)
