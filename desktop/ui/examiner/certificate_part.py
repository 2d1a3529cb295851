"""The certificate file of a school's own authority, for servers whose certificate the system does not trust."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QLineEdit, QVBoxLayout, QWidget

from desktop.ui.examiner.form import beneath, labelled
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button
from desktop.ui.widgets.labels import TextLabel


class CertificatePart(QWidget):
    """`changed` carries the path, "" for none. Whether the file can be used is said by the check of the connection."""

    changed = Signal(str)

    def __init__(self, theme: Theme, path: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._said = path
        self.path = QLineEdit(path)
        self.path.setPlaceholderText("school-authority.pem")
        self.browse = Button(theme, self.tr("Browse…"), icon="folder-open")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        labelled(theme, column, self.tr("Own authority"), self.path, self.browse)
        said = self.tr("Only if the server's certificate is your school's own: the PEM file of its authority.")
        beneath(theme, column, TextLabel(said, "small", wrap=True))
        self.path.editingFinished.connect(self._settle)
        self.browse.clicked.connect(self._browse)

    def file(self) -> str:
        return self.path.text().strip()

    def _settle(self) -> None:
        if self.file() != self._said:
            self._said = self.file()
            self.changed.emit(self._said)

    def _browse(self) -> None:
        kinds = self.tr("Certificates (*.pem *.crt *.cer)")
        dialog = QFileDialog(self.window(), self.tr("The certificate of your own authority"), self.file(), kinds)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._chosen)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _chosen(self, path: str) -> None:
        self.path.setText(path)
        self._settle()
