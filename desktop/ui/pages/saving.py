"""What is typed goes to the log by itself; where the time of saving stands it is said how that went."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QObject, QTimer

from desktop.ui.announce import announce
from desktop.ui.controller import DefenseController
from desktop.ui.editor.code_editor import CodeEditor
from desktop.ui.widgets.labels import ElidedLabel
from desktop.ui.widgets.roles import set_role

SAVE_AGAIN_MS, HINT_MS = 5000, 4000


class Saving(QObject):
    """`pending`: something was typed since the last record. `failed`: it could not be written to the log."""

    def __init__(self, sign: ElidedLabel, editor: CodeEditor, controller: DefenseController, parent: QObject) -> None:
        super().__init__(parent)
        self._sign, self._editor, self._controller = sign, editor, controller
        self.pending = self.failed = False
        self._hint_over = QTimer(self)
        self._hint_over.setSingleShot(True)
        self._hint_over.setInterval(HINT_MS)
        self._hint_over.timeout.connect(self.show)
        self._again = QTimer(self)
        self._again.setInterval(SAVE_AGAIN_MS)
        self._again.timeout.connect(self.save)
        editor.edited.connect(self.save)
        editor.textChanged.connect(self._typed)
        editor.hint.connect(self._show_hint)

    def save(self) -> None:
        if self._editor.read_only_reason:
            return
        saved = self._controller.save_code(self._editor.text())
        self.pending = self.failed = not saved
        if self.failed:
            self._again.start()  # a full disk may have space again
        else:
            self._again.stop()
        self.show()

    def show(self) -> None:
        if self._hint_over.isActive():
            return
        screen = self._controller.screen  # what is known, not what was painted last
        failed = self.failed or (self.pending and bool(screen.why_no_edit))
        set_role(self._sign, "error" if failed else "small")
        if failed:
            self._sign.set_text(self.tr("not saved"))
        elif self.pending:
            self._sign.set_text(self.tr("saving…"))
        elif screen.saved_at is not None:
            local: datetime = screen.saved_at.astimezone()
            self._sign.set_text(self.tr("saved {time}").format(time=f"{local:%H:%M:%S}"), whole=True)
        else:
            self._sign.set_text("")

    def _typed(self) -> None:
        if self.pending or self._editor.text() == self._controller.screen.code:
            return  # said already; or only the colours changed
        self.pending = True
        self.show()

    def _show_hint(self, text: str) -> None:
        """For a few seconds where the time of saving stands."""
        set_role(self._sign, "small")
        self._sign.set_text(text)
        announce(self._editor, text)
        self._hint_over.start()
