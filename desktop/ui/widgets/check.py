"""Something that is on or off, with a tick in the colour of the theme."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QStyle, QStyleOptionButton, QWidget

from desktop.ui.theme.theme import Theme

TICK = 12


class Check(QCheckBox):
    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._theme = theme
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.isChecked():
            return
        option = QStyleOptionButton()
        self.initStyleOption(option)
        box = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, self)
        side = self._theme.px(TICK)
        corner = QPointF(box.center().x() + 1 - side / 2, box.center().y() + 1 - side / 2)
        with QPainter(self) as painter:
            painter.drawPixmap(corner, self._theme.pixmap("check", "on_accent", side))
