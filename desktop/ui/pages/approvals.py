"""The dialog in which a call of the examiner is allowed, changed or refused: open while one waits, or put aside."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from desktop.ui.controller import DefenseController
from desktop.ui.defense.approval_card import ApprovalDialog
from desktop.ui.theme.theme import Theme
from desktop.view.decisions import decisions
from desktop.view.screen import ForApproval, Screen
from desktop.vocabulary.words import Words


class Approvals:
    """One call has one dialog; closed without a decision it is put aside, and `open` brings it back."""

    def __init__(self, theme: Theme, words: Words, desk: QWidget, controller: DefenseController) -> None:
        self._theme, self._words, self._desk, self._controller = theme, words, desk, controller
        self._screen = Screen(words=words)
        self._put_aside = ""
        self.dialog: ApprovalDialog | None = None

    def show_screen(self, screen: Screen) -> None:
        self._screen = screen
        waiting = screen.waiting
        if not isinstance(waiting, ForApproval):
            self._put_aside = ""
            self.close()
            return
        if self.dialog is not None and self.dialog.waiting.call_id != waiting.call_id:
            self.dialog.close()
        if self.dialog is None and self._put_aside != waiting.call_id:
            self.open()

    def open(self) -> None:
        waiting = self._screen.waiting
        if self.dialog is not None or not isinstance(waiting, ForApproval):
            return
        earlier = decisions(self._controller.session.stored, self._words)
        self.dialog = ApprovalDialog(self._theme, waiting, self._screen.rules.mode, earlier, self._desk)
        self.dialog.decided.connect(self._controller.decide)
        self.dialog.finished.connect(self._done)
        self._controller.pin_refused.connect(self.dialog.refuse_pin)
        self.dialog.open()

    def close(self) -> None:
        if self.dialog is not None:
            self.dialog.close()

    def _done(self) -> None:
        if self.dialog is not None:
            self._put_aside = self.dialog.waiting.call_id
            self.dialog.deleteLater()
            self.dialog = None
            self._desk.activateWindow()  # the keys belong to the desk again
