"""What an empty pane says: what will appear here, and how."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.labels import IconLabel, TextLabel


class EmptyState(QWidget):
    def __init__(self, theme: Theme, icon: str, title: str, text: str = "", parent: QWidget | None = None):
        super().__init__(parent)
        self.title = TextLabel(title, "strong", wrap=True)
        self.text = TextLabel(text, "small", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(4)
        column.addStretch(1)
        column.addWidget(IconLabel(theme, icon, "faint", 24), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(4)
        for label in (self.title, self.text):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(label)
        column.addStretch(2)

    def show_state(self, title: str, text: str = "") -> None:
        self.title.setText(title)
        self.text.setText(text)
