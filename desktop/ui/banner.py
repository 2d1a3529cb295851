"""A trouble said where the person is: what happened, what to do, until it is put away."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import IconButton
from desktop.ui.widgets.labels import IconLabel, TextLabel
from desktop.ui.widgets.roles import set_role
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.words import Words


class Banner(QFrame):
    def __init__(self, theme: Theme, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        set_role(self, "banner")
        self.text = TextLabel("", wrap=True)
        close = IconButton(theme, "x", self.tr("Put this message away"), "warn", 16)
        close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 12, 6)
        row.setSpacing(10)
        row.addWidget(IconLabel(theme, "triangle-alert", "warn", 18))
        row.addWidget(self.text, 1)
        row.addWidget(close)
        self.hide()

    def show_trouble(self, trouble: Trouble) -> None:
        self.text.setText(" ".join(part for part in trouble.in_words(self._words) if part))
        self.show()
