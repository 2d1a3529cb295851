"""The line above the code that says why it cannot be changed now."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.labels import ElidedLabel, IconLabel
from desktop.ui.widgets.roles import set_role

ATTENTION_MS = 600


class Banner(QFrame):
    def __init__(self, theme: Theme, parent: QWidget):
        super().__init__(parent)
        set_role(self, "banner")
        self._label = ElidedLabel()
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 5, 12, 5)
        row.setSpacing(8)
        row.addWidget(IconLabel(theme, "pause", "warn", 15))
        row.addWidget(self._label, 1)
        self._calm = QTimer(self)
        self._calm.setSingleShot(True)
        self._calm.setInterval(ATTENTION_MS)
        self._calm.timeout.connect(self._calm_down)
        self.hide()

    @property
    def reason(self) -> str:
        return self._label.whole_text

    def show_reason(self, reason: str) -> None:
        self._label.set_text(reason)
        self.setVisible(bool(reason))

    def wanted_height(self) -> int:
        return self.sizeHint().height() if self.reason else 0

    def call_attention(self) -> None:
        """Somebody typed into what is only to be read: the banner stands out for a moment."""
        set_role(self, "banner", "loud")
        self._calm.start()

    def _calm_down(self) -> None:
        set_role(self, "banner")
