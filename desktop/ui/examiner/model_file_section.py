"""A model file on this computer: which one, whether it is known, and whether it can be loaded."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QLineEdit, QProgressBar, QVBoxLayout, QWidget

from desktop.ui.examiner.form import beneath, labelled
from desktop.ui.examiner.note import Note
from desktop.ui.tasks import Tasks
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button
from desktop.ui.widgets.flow import Flow
from desktop.ui.widgets.fold_row import FoldRow
from desktop.ui.widgets.labels import TextLabel
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.words import Words

if TYPE_CHECKING:
    from desktop.llm.local.process.host import Served
    from desktop.llm.local.process.known import KnownFile
    from desktop.llm.local.process.talk import Progress


class LocalModel(Protocol):
    """A model file and the process that serves it. `Trouble` from `start` says what is wrong with the file."""

    @property
    def running(self) -> bool: ...
    def start(self) -> AsyncGenerator[Progress | Served, None]: ...
    async def stop(self) -> None: ...


class ModelFileSection(QWidget):
    """`changed`: another file is chosen. `known` gives the list of files that were tried with this program."""

    changed = Signal()

    def __init__(
        self,
        theme: Theme,
        words: Words,
        tasks: Tasks,
        local_model: Callable[[Path], LocalModel],
        known: Callable[[], Sequence[KnownFile]],
        path: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._words, self._tasks = theme, words, tasks
        self._local_model, self._known, self._said = local_model, known, path
        self._task, self._looking = names = f"model file {id(self)}", f"look at a model file {id(self)}"
        self.destroyed.connect(lambda: tasks.drop(*names))
        self.path = QLineEdit(path)
        self.path.setPlaceholderText("qwen2.5-coder-0.5b-instruct-q4_k_m.gguf")
        self.browse = Button(theme, self.tr("Browse…"), icon="folder-open")
        self.attempt = Button(theme, self.tr("Try the file"), icon="play", token="accent")
        self.cancel = Button(theme, self.tr("Cancel"))
        self.step = TextLabel("", "small")
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("The model file is being read"))
        self.note = Note(words)
        self.tried = FoldRow(
            theme, "list-checks", self.tr("Files that were tried with this program"), build=self._known_list
        )
        self._lay_out()
        self.browse.clicked.connect(self._browse)
        self.path.editingFinished.connect(self._settle)
        self.path.textChanged.connect(self._edited)
        self.attempt.clicked.connect(self.press)
        self.cancel.clicked.connect(self.stop)
        self._show_busy(False)
        self._edited()

    def file(self) -> str:
        return self.path.text().strip()

    def press(self) -> None:
        self._settle()
        self._tasks.drop(self._looking)
        if self._tasks.start_once(self._task, self._work):
            self.note.say("")
            self._show_busy(True)
            self.cancel.setFocus(Qt.FocusReason.OtherFocusReason)

    def stop(self) -> None:
        self._tasks.drop(self._task)
        self._show_busy(False)
        self.note.say(self.tr("Stopped."))

    # inside

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        labelled(self._theme, column, self.tr("Model file"), self.path, self.browse)
        beneath(self._theme, column, Flow(self.attempt, self.cancel, self.step, spacing=10))
        beneath(self._theme, column, self.progress)
        beneath(self._theme, column, self.note)
        column.addWidget(self.tried)

    def _edited(self) -> None:
        self.attempt.setEnabled(bool(self.file()))

    def _settle(self) -> None:
        if self.file() != self._said:
            self._said = self.file()
            self.note.say("")
            self.changed.emit()
            if self.file():
                self._tasks.drop(self._looking)
                self._tasks.start_once(self._looking, self._look)

    def _browse(self) -> None:
        dialog = QFileDialog(self.window(), self.tr("A model file"), str(Path(self.file() or ".").parent))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(self.tr("Model files (*.gguf)"))
        dialog.fileSelected.connect(self._chosen)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _chosen(self, name: str) -> None:
        self.path.setText(name)
        self._settle()

    async def _look(self) -> None:
        """Whether the file can be used, as far as can be said without loading it."""
        from desktop.llm.local.process.refusals import check_file

        try:
            await asyncio.to_thread(check_file, Path(self.file()))
        except Trouble as trouble:
            self.note.say_trouble(trouble)
            return
        self.note.say(self.tr("The file is checked and loaded when a defense begins."))

    async def _work(self) -> None:
        """Read, checked and loaded as a defense would; then ended again, so that it holds no memory meanwhile."""
        try:
            model = await asyncio.to_thread(self._local_model, Path(self.file()))
            was_running = model.running
            try:
                served = await self._start(model)
            finally:
                if not was_running:
                    await model.stop()
        except Trouble as trouble:
            self._show_busy(False)
            self.note.say_trouble(trouble)
            return
        self._show_busy(False)
        if served.known is not None:
            self.note.say(self.tr("It works. It is a file we know: {name}.").format(name=served.known.name))
        else:
            self.note.say(self.tr("It works. The file is not on our list, so nothing is known of how it examines."))

    async def _start(self, model: LocalModel) -> Served:
        from desktop.llm.local.process.talk import Progress

        async with aclosing(model.start()) as steps:
            async for step in steps:
                if not isinstance(step, Progress):
                    return step
                self._show_progress(step)
        raise AssertionError("it ends with where it is served, or a trouble")

    def _show_progress(self, progress: Progress) -> None:
        checking = progress.phase == "checking"
        self.progress.setRange(0, 100 if checking else 0)
        self.progress.setValue(progress.percent)
        self.step.setText(
            self.tr("The file is checked: {n} %").format(n=progress.percent)
            if checking
            else self.tr("The model is loaded…")
        )

    def _show_busy(self, busy: bool) -> None:
        had_focus = self.cancel.hasFocus()
        self.attempt.setVisible(not busy)
        for widget in (self.cancel, self.step, self.progress):
            widget.setVisible(busy)
        self.step.setText("")
        self.progress.setRange(0, 0)
        if had_focus and not busy:
            self.attempt.setFocus(Qt.FocusReason.OtherFocusReason)

    def _known_list(self) -> QWidget:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(34, 0, 12, 10)
        column.setSpacing(6)
        try:
            known = self._known()
        except Trouble as trouble:
            known = ()
            column.addWidget(TextLabel(trouble.in_words(self._words)[0], "error", wrap=True))
        for entry in known:
            size = QLocale.c().formattedDataSize(entry.size)
            column.addWidget(TextLabel(entry.name, wrap=True))
            about = " · ".join(part for part in (entry.file, size, entry.licence) if part)
            label = TextLabel(about, "small", wrap=True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(label)
        return body
