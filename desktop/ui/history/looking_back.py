"""Looks back at a defense: earlier states of the program, what the examiner saw, what was decided. One at a time."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from desktop.ui.editor.code_editor import CodeEditor
from desktop.ui.history.decisions_dialog import DecisionsDialog
from desktop.ui.history.history_dialog import HistoryDialog
from desktop.ui.history.saw_dialog import SawDialog
from desktop.ui.theme.theme import Theme
from desktop.view.decisions import decisions
from desktop.view.seen import seen
from desktop.view.snapshots import snapshots
from desktop.vocabulary.events import Stored
from desktop.vocabulary.words import Words


class LookingBack(QObject):
    """The first two show the whole program: while lines of it are hidden in the editor neither opens, and `stop` closes
    whatever is open."""

    def __init__(self, theme: Theme, words: Words, editor: CodeEditor, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._words, self._editor, self._window = theme, words, editor, parent
        self.dialog: HistoryDialog | SawDialog | DecisionsDialog | None = None

    def open_history(self, stored: Sequence[Stored]) -> None:
        if not self._editor.veiled:
            editor = self._editor
            found, why_not = snapshots(stored), editor.read_only_reason
            dialog = HistoryDialog(self._theme, found, editor.text(), why_not, self._window)
            dialog.restore_wanted.connect(editor.replace_all)
            self._open(dialog)

    def open_saw(self, stored: Sequence[Stored]) -> None:
        if not self._editor.veiled:
            self._open(SawDialog(self._theme, seen(stored, self._words), self._editor.text(), self._window))

    def open_decisions(self, stored: Sequence[Stored]) -> None:
        """It shows no line of the program, so it may be looked at any time."""
        self._open(DecisionsDialog(self._theme, decisions(stored, self._words), self._window))

    def stop(self) -> None:
        if self.dialog is not None:
            self.dialog.reject()

    def _open(self, dialog: HistoryDialog | SawDialog | DecisionsDialog) -> None:
        self.dialog = dialog
        dialog.finished.connect(self._closed)
        dialog.open()

    def _closed(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None
            self._editor.setFocus(Qt.FocusReason.OtherFocusReason)
