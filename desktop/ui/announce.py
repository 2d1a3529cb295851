"""Says something to a screen reader without moving the focus."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

LONGEST = 400  # characters: more than that is read from the card itself


def announce(widget: QWidget, text: str) -> None:
    """Polite: it waits for what is being read. Nothing happens where no screen reader listens."""
    if QAccessible.isActive() and text.strip():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text[:LONGEST]))
