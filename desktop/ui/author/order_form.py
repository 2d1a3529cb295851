"""What is to be written, where it goes, and which model writes it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from desktop.ui.examiner.form import beneath, labelled
from desktop.ui.examiner.server_section import ServerSection
from desktop.ui.tasks import Tasks
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button
from desktop.ui.widgets.fold_row import FoldRow
from desktop.ui.widgets.labels import TextLabel
from desktop.ui.widgets.roles import set_role
from desktop.vocabulary.events import ExaminerChoice
from desktop.vocabulary.words import Words

if TYPE_CHECKING:
    from desktop.wiring import DefenseDesk

USUAL_PACK = "my-problems"


class OrderForm(QScrollArea):
    """`edited`: something is different now. `settings_changed` carries Settings: the model is the examiner's, too."""

    edited = Signal()
    settings_changed = Signal(object)

    def __init__(
        self, theme: Theme, words: Words, desk: DefenseDesk, tasks: Tasks, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._desk = theme, desk
        self.setWidgetResizable(True)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 6, 0)
        column.setSpacing(8)
        said = self.tr(
            "The model writes the statement, a reference and tests. All of it is run before you see it, and what "
            "does not hold goes back to the model, up to three times. Nothing is saved until you agree."
        )
        column.addWidget(TextLabel(said, "muted", wrap=True))
        self.topic, self.kind = QLineEdit(), QLineEdit("function")
        self.topic.setPlaceholderText(self.tr("For example: moving averages"))
        self.kind.setPlaceholderText(self.tr("For example: one function on lists"))
        self.pack = QLineEdit(str(desk.data_dir.packs / USUAL_PACK))
        self.browse = Button(theme, self.tr("Browse…"), icon="folder-open")
        labelled(theme, column, self.tr("Topic"), self.topic)
        labelled(theme, column, self.tr("Kind"), self.kind)
        labelled(theme, column, self.tr("Pack"), self.pack, self.browse)
        said = self.tr("The folder of a pack; it is made if it is not there.")
        beneath(theme, column, TextLabel(said, "small", wrap=True))
        settings = desk.settings
        base_url, model = settings.examiner.base_url, settings.model_at_address
        self.server = ServerSection(
            theme,
            words,
            tasks,
            desk.keys,
            desk.servers,
            base_url,
            model,
            settings.key_variable,
            settings.waiting,
            settings.ca_file,
        )
        self.server.setContentsMargins(12, 4, 12, 12)
        self.which = FoldRow(theme, "bot", self.tr("Which model writes"), build=lambda: self.server)
        self.which.set_open(not (base_url and model))
        column.addWidget(self.which)
        column.addStretch(1)
        set_role(inside, "ground")
        self.setWidget(inside)
        for line in (self.topic, self.kind, self.pack):
            line.textChanged.connect(self.edited)
        self.browse.clicked.connect(self._browse)
        self.server.changed.connect(self._server_changed)
        self.server.variable_changed.connect(self._variable_changed)
        self.server.waiting_changed.connect(self._waiting_changed)
        self.server.certificate_changed.connect(self._certificate_changed)
        self._show_model()

    def choice(self) -> ExaminerChoice:
        """The model that writes."""
        return ExaminerChoice(kind="endpoint", base_url=self.server.address(), model=self.server.model_name())

    @property
    def ready(self) -> bool:
        lines = (self.topic.text(), self.kind.text(), self.pack.text())
        return all(line.strip() for line in lines) and bool(self.server.address() and self.server.model_name())

    def folder(self) -> Path:
        """Where the pack lies. `RuntimeError` where `~` names no home."""
        return Path(self.pack.text().strip()).expanduser()

    def _show_model(self) -> None:
        choice = self.choice()
        named = f"{choice.model} · {choice.base_url}" if choice.model and choice.base_url else self.tr("none chosen")
        self.which.show_state(self.tr("Which model writes"), named)

    def _server_changed(self) -> None:
        self._show_model()
        settings, choice = self._desk.settings, self.choice()
        examiner = settings.examiner.model_copy(update={"base_url": choice.base_url})
        if examiner.kind != "local":  # its model is a file
            examiner = examiner.model_copy(update={"model": choice.model})
        update = {"examiner": examiner, "endpoint_model": choice.model}
        self.settings_changed.emit(settings.model_copy(update=update))
        self.edited.emit()

    def _variable_changed(self, name: str) -> None:
        self.settings_changed.emit(self._desk.settings.model_copy(update={"key_variable": name}))

    def _waiting_changed(self, waiting: object) -> None:
        self.settings_changed.emit(self._desk.settings.model_copy(update={"waiting": waiting}))

    def _certificate_changed(self, path: str) -> None:
        self.settings_changed.emit(self._desk.settings.model_copy(update={"ca_file": path}))

    def _browse(self) -> None:
        dialog = QFileDialog(self.window(), self.tr("The folder of a pack"), self.pack.text())
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self.pack.setText)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
