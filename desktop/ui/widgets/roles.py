"""Telling the style sheet what a widget is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def set_role(widget: QWidget, role: str, tone: str = "") -> None:
    """Set the properties `role` and `tone` and have the widget drawn anew if it is already shown."""
    if (widget.property("role"), widget.property("tone") or "") == (role, tone):
        return
    widget.setProperty("role", role)
    widget.setProperty("tone", tone)
    if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):  # before it is shown, Qt has read nothing yet
        repolish(widget)


def repolish(widget: QWidget) -> None:
    """Qt reads style sheet properties once; this makes it read them again."""
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)
    widget.update()
