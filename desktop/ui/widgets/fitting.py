"""How large a dialog opens."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog

from desktop.ui.theme.theme import Theme


def fit(dialog: QDialog, theme: Theme, width: int, height: int) -> None:
    """Pixels at text size 100 %; never larger than the window it belongs to."""
    parent = dialog.parentWidget()
    room = parent.window().size() if parent is not None else dialog.maximumSize()
    dialog.resize(
        min(round(width * theme.text_scale), room.width()), min(round(height * theme.text_scale), room.height())
    )
