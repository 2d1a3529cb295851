"""Chooses a model file on this computer, and says at once if it cannot be used here."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from desktop.llm.local.process.refusals import check_file
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button
from desktop.ui.widgets.labels import TextLabel
from desktop.ui.widgets.roles import set_role
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.words import Words


class ModelFile(QWidget):
    """`changed` is emitted when another file was chosen or typed; `path` is its text, perhaps empty."""

    changed = Signal()

    def __init__(self, theme: Theme, words: Words, path: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.line = QLineEdit(path)
        self.line.setPlaceholderText("qwen2.5-coder-1.5b-instruct-q4_k_m.gguf")
        self.line.setAccessibleName(self.tr("Model file"))
        self.choose = Button(theme, self.tr("Choose a file"), icon="folder-open")
        self.note = TextLabel("", "small", wrap=True)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.line, 1)
        row.addWidget(self.choose)
        column = QVBoxLayout(self)
        column.setContentsMargins(26, 4, 0, 0)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self.note)
        self.line.editingFinished.connect(self._typed)
        self.choose.clicked.connect(self._ask)

    @property
    def path(self) -> str:
        return self.line.text().strip()

    def look(self) -> None:
        """Say whether the file can be used; nothing is loaded for that."""
        set_role(self.note, "small")
        if not self.path:
            self.note.setText("")
            return
        try:
            check_file(Path(self.path))
        except Trouble as trouble:
            set_role(self.note, "error")
            self.note.setText(" ".join(self._words(part) for part in (trouble.what, trouble.advice) if part))
            return
        self.note.setText(self.tr("The file is checked and loaded when a defense begins."))

    def _typed(self) -> None:
        self.look()
        self.changed.emit()

    def _ask(self) -> None:
        dialog = QFileDialog(self, self.tr("Choose a file"), str(Path(self.path).parent) if self.path else "")
        dialog.setNameFilter("GGUF (*.gguf)")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._chosen)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _chosen(self, path: str) -> None:
        self.line.setText(path)
        self._typed()
