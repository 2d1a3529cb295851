"""The dialog for a call that waits for a person: put aside by Esc, gone when it was decided elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop.ui.controller import DefenseController
from desktop.ui.defense.approval_card import ApprovalDialog
from desktop.ui.theme.theme import Theme
from desktop.view.decisions import decisions
from desktop.view.screen import ForApproval, Screen
from desktop.vocabulary.words import Words


class AskingLeave(QObject):
    """`dialog` is the open one."""

    def __init__(self, theme: Theme, words: Words, controller: DefenseController, window: QWidget) -> None:
        super().__init__(window)
        self._theme, self._words, self._controller, self._window = theme, words, controller, window
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
        self.dialog = ApprovalDialog(self._theme, waiting, self._screen.rules.mode, earlier, self._window)
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
            self._window.activateWindow()  # the keys belong to the desk again
