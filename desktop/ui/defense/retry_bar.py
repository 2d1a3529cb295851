"""When the line to the examiner is slow or broken: what happens, and what a person can do about it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button, PrimaryButton
from desktop.ui.widgets.labels import IconLabel, TextLabel
from desktop.ui.widgets.roles import set_role
from desktop.view.screen import ForRetry


class RetryBar(QFrame):
    """`chosen` carries "again" or "embedded". Stays until the program says otherwise; pressing twice does nothing."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "asking")
        self.reason = TextLabel("", "strong", wrap=True)
        self.advice = TextLabel("", "small", wrap=True)
        self.again = PrimaryButton(theme, self.tr("Try again"), "rotate-ccw")
        self.embedded = Button(theme, self.tr("Use the embedded examiner"))
        self.again.clicked.connect(self._again)
        self.embedded.clicked.connect(self._embedded)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.reason)
        words.addWidget(self.advice)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(IconLabel(theme, "wifi-off", "warn", 18))
        head.addLayout(words, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(self.embedded)
        buttons.addWidget(self.again)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(8)
        column.addLayout(head)
        column.addLayout(buttons)
        self.hide()

    def offer(self, waiting: ForRetry) -> None:
        self.reason.setText(waiting.reason)
        self.advice.setText(waiting.advice)
        self.advice.setVisible(bool(waiting.advice))
        self.setEnabled(True)
        self.show()

    def _again(self) -> None:
        self._choose("again")

    def _embedded(self) -> None:
        self._choose("embedded")

    def _choose(self, choice: str) -> None:
        self.setEnabled(False)
        self.chosen.emit(choice)


class LineNotice(QFrame):
    """What the line says of itself while it works ("waiting for the lab server", "again in 8 s"), with a Cancel."""

    cancelled = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "row")
        self.text = TextLabel("", "small", wrap=True)
        self.cancel = Button(theme, self.tr("Cancel"))
        self.cancel.clicked.connect(self.cancelled)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 6, 8, 6)
        row.setSpacing(8)
        row.addWidget(IconLabel(theme, "loader-circle", "accent", 16))
        row.addWidget(self.text, 1)
        row.addWidget(self.cancel)
        self.hide()

    def show_notice(self, text: str) -> None:
        self.text.setText(text)
        self.setVisible(bool(text))
