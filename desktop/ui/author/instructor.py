"""What an instructor does from the home page: a pack is imported, a problem is written by a model."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from desktop.ui.tasks import Tasks
from desktop.ui.theme.theme import Theme
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.words import Words

if TYPE_CHECKING:
    from desktop.ui.author.author_dialog import AuthorDialog
    from desktop.wiring import DefenseDesk


class Instructor(QWidget):
    """`shelf_changed`: there is a new pack or problem. `troubled` carries a Trouble, `settings_changed` Settings.

    Never shown itself: it is the owner of the dialogs it opens.
    """

    shelf_changed = Signal()
    troubled = Signal(object)
    settings_changed = Signal(object)

    def __init__(
        self, theme: Theme, words: Words, desk: DefenseDesk, tasks: Tasks, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._words, self._desk, self._tasks = theme, words, desk, tasks
        self._importing = importing = f"import {id(self)}"
        self.destroyed.connect(lambda: tasks.drop(importing))
        self.dialog: QFileDialog | AuthorDialog | QMessageBox | None = None
        self.hide()

    def import_zip(self) -> None:
        dialog = QFileDialog(self.window(), self.tr("Import a pack"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(self.tr("Packs (*.zip *.ddpack)"))
        self._ask_for_pack(dialog)

    def import_folder(self) -> None:
        dialog = QFileDialog(self.window(), self.tr("Import a pack: the folder that holds pack.toml"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        self._ask_for_pack(dialog)

    def bring(self, source: Path, *, replace: bool = False) -> None:
        """Import the pack at `source`; a person is asked before one that is there is replaced."""
        self._tasks.start_once(self._importing, lambda: self._bring(source, replace))

    def write_problem(self) -> None:
        from desktop.ui.author.author_dialog import AuthorDialog  # seldom wanted: the window opens without it

        dialog = AuthorDialog(self._theme, self._words, self._desk, self._tasks, self.window())
        dialog.saved.connect(self.shelf_changed)
        dialog.settings_changed.connect(self.settings_changed)
        self._open(dialog)

    # inside

    def _ask_for_pack(self, dialog: QFileDialog) -> None:
        dialog.fileSelected.connect(self._pack_chosen)
        self._open(dialog)

    def _pack_chosen(self, name: str) -> None:
        self.bring(Path(name))

    async def _bring(self, source: Path, replace: bool) -> None:
        from desktop.packs.bring import AlreadyThere

        try:
            await asyncio.to_thread(self._desk.import_pack, source, replace=replace)
        except AlreadyThere as trouble:
            self._ask_replace(source, trouble)
        except Trouble as trouble:
            self.troubled.emit(trouble)
        else:
            self.shelf_changed.emit()

    def _ask_replace(self, source: Path, trouble: Trouble) -> None:
        box = QMessageBox(self.window())
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle("Defense Desk")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(trouble.in_words(self._words)[0])
        box.setInformativeText(self.tr("Defenses that were begun keep the problem as it was."))
        keep = box.addButton(self.tr("Keep the old one"), QMessageBox.ButtonRole.RejectRole)
        replace = box.addButton(self.tr("Replace it"), QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        box.finished.connect(lambda: box.clickedButton() is replace and self.bring(source, replace=True))
        self._open(box)

    def _open(self, dialog: QFileDialog | AuthorDialog | QMessageBox) -> None:
        self.dialog = dialog
        dialog.finished.connect(self._closed)
        dialog.open()

    def _closed(self) -> None:
        dialog = self.sender()
        if isinstance(dialog, QWidget):
            dialog.deleteLater()
        if dialog is self.dialog:
            self.dialog = None
