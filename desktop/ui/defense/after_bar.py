"""What a student may do when a practice defense is over."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button, PrimaryButton
from desktop.ui.widgets.flow import Flow


class AfterBar(Flow):
    """`again`: the same program, to be improved first; `others`: as it is, with other questions; `progress`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.again = PrimaryButton(theme, self.tr("Improve it and defend again"), "rotate-ccw")
        self.others = Button(theme, self.tr("Try new questions"), icon="refresh-cw")
        self.others.setToolTip(self.tr("The same program, handed in again: other inputs, other questions"))
        self.progress = Button(theme, self.tr("Your progress"), icon="chart-line")
        for button in (self.again, self.others, self.progress):
            self.add(button)
        self.hide()
