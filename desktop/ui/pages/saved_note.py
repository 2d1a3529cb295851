"""The note beside the name of the file: when it was saved, or for a moment something else."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QTimer

from desktop.ui.widgets.labels import ElidedLabel
from desktop.ui.widgets.roles import set_role

HINT_MS = 4000


class SavedNote(ElidedLabel):
    """Says how it stands with what was typed: saved at a time of day, still to be saved, or not to be saved."""

    def __init__(self) -> None:
        super().__init__("", "small")
        self._standing = ("", False)
        self._hint_over = QTimer(self)
        self._hint_over.setSingleShot(True)
        self._hint_over.setInterval(HINT_MS)
        self._hint_over.timeout.connect(self._show)

    def say(self, saved_at: datetime | None, *, typed: bool, failed: bool) -> None:
        """`typed`: something is still to be saved; `failed`: it could not be."""
        text = ""
        if failed:
            text = self.tr("not saved")
        elif typed:
            text = self.tr("saving…")
        elif saved_at is not None:
            text = self.tr("saved {time}").format(time=f"{saved_at.astimezone():%H:%M:%S}")
        self._standing = (text, failed)
        if not self._hint_over.isActive():
            self._show()

    def hint(self, text: str) -> None:
        """For a few seconds in its place."""
        set_role(self, "small")
        self.set_text(text)
        self._hint_over.start()

    def _show(self) -> None:
        text, failed = self._standing
        set_role(self, "error" if failed else "small")
        self.set_text(text)
