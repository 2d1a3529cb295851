"""How a person likes the program: who examines, how it looks, what it speaks, where things lie."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from desktop.station.settings import USUAL_TEXT, Settings
from desktop.ui.examiner.form import labelled
from desktop.ui.examiner.model_file_section import LocalModel, ModelFileSection
from desktop.ui.examiner.server_section import ServerSection
from desktop.ui.ports import Keys, Servers
from desktop.ui.tasks import Tasks
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.check import Check
from desktop.ui.widgets.choice import Choice
from desktop.ui.widgets.labels import IconLabel, TextLabel
from desktop.ui.widgets.roles import set_role
from desktop.ui.widgets.scroll_page import ScrollPage
from desktop.vocabulary.events import ExaminerChoice
from desktop.vocabulary.words import Words

if TYPE_CHECKING:
    from desktop.llm.local.process.known import KnownFile

WIDEST = 720
TEXT_SIZES = (9, 10, 11, 12, 14, 16, 18, 22)


class Asks(Protocol):
    """Where the settings ask: keys, servers and model files (`wiring.DefenseDesk`)."""

    @property
    def keys(self) -> Keys: ...
    def servers(self) -> Servers: ...
    def local_model(self, path: Path) -> LocalModel: ...
    def known_models(self) -> Sequence[KnownFile]: ...


class SettingsPage(ScrollPage):
    """`changed` carries the new Settings at once: there is no Save button."""

    changed = Signal(object)

    def __init__(
        self,
        theme: Theme,
        settings: Settings,
        asks: Asks,
        words: Words,
        tasks: Tasks,
        facts: Callable[[], list[tuple[str, str]]],
        parent: QWidget | None = None,
        *,
        locked: frozenset[str] = frozenset(),
    ) -> None:
        """`locked` names the settings that the policy of this machine makes: shown, and not to be changed."""
        super().__init__(theme, WIDEST, 14, parent)
        self._locked = locked
        self._theme, self._settings, self._words, self._tasks = theme, settings, words, tasks
        self._asks = asks
        self.column.addWidget(TextLabel(self.tr("Settings"), "title"))
        self._examiner_section()
        self._look_section()
        self._language_section()
        self._facts_section(facts())
        self.column.addStretch(1)
        first = self.theme if "examiner" in locked else self._who.checkedButton() or self.embedded
        self.setFocusProxy(first)

    @property
    def settings(self) -> Settings:
        return self._settings

    # who examines

    def _examiner_section(self) -> None:
        column = self._section(self.tr("Examiner"))
        choice = self._settings.examiner
        self.embedded = QRadioButton(self.tr("Embedded examiner"))
        self.endpoint = QRadioButton(self.tr("A language model at an address"))
        self.local = QRadioButton(self.tr("A model file on this computer (practice)"))
        self._who = QButtonGroup(self)
        for button in (self.embedded, self.endpoint, self.local):
            self._who.addButton(button)
        {"endpoint": self.endpoint, "local": self.local}.get(choice.kind, self.embedded).setChecked(True)
        column.addWidget(self.embedded)
        said = self.tr(
            "Needs no network. It asks about your own program and checks your answers by running it. "
            "Explanations wait for a person."
        )
        column.addWidget(_indented(TextLabel(said, "small", wrap=True)))
        column.addWidget(self.endpoint)
        said = self.tr("Any address that speaks /chat/completions. Your code and answers are sent there.")
        column.addWidget(_indented(TextLabel(said, "small", wrap=True)))
        self.server = ServerSection(
            self._theme,
            self._words,
            self._tasks,
            self._asks.keys,
            self._asks.servers,
            choice.base_url,
            self._settings.model_at_address,
            self._settings.key_variable,
            self._settings.waiting,
            self._settings.ca_file,
        )
        self.server.setContentsMargins(26, 4, 0, 8)
        column.addWidget(self.server)
        column.addWidget(self.local)
        said = self.tr("It only chooses the words: order, tests and marks are those of the embedded examiner.")
        column.addWidget(_indented(TextLabel(said, "small", wrap=True)))
        self.model_file = ModelFileSection(
            self._theme,
            self._words,
            self._tasks,
            self._asks.local_model,
            self._asks.known_models,
            choice.model if choice.kind == "local" else self._settings.model_file,
        )
        self.model_file.setContentsMargins(26, 4, 0, 0)
        column.addWidget(self.model_file)
        self._show_parts()
        self._who.buttonToggled.connect(self._examiner_changed)
        self.server.changed.connect(self._examiner_changed)
        self.server.variable_changed.connect(self._variable_changed)
        self.server.waiting_changed.connect(self._waiting_changed)
        self.server.certificate_changed.connect(self._certificate_changed)
        self.model_file.changed.connect(self._examiner_changed)
        server = self.server  # its key stays the person's own, and so does trying it
        who = (server.preset, server.found_part, server.base_url, server.model, server.list_models, self.model_file)
        self._lock("examiner", column, self.embedded, self.endpoint, self.local, *who)

    def _show_parts(self) -> None:
        self.server.setVisible(self.endpoint.isChecked())
        self.model_file.setVisible(self.local.isChecked())

    def _examiner_changed(self) -> None:
        self._show_parts()
        address, model, file = self.server.address(), self.server.model_name(), self.model_file.file()
        if self.local.isChecked():
            chosen = ExaminerChoice(kind="local", base_url=address, model=file)
        else:
            kind: Literal["endpoint", "embedded"] = "endpoint" if self.endpoint.isChecked() else "embedded"
            chosen = ExaminerChoice(kind=kind, base_url=address, model=model)
        self._change(examiner=chosen, endpoint_model=model, model_file=file)  # kept, whoever examines

    def _waiting_changed(self, waiting: object) -> None:
        self._change(waiting=waiting)

    def _variable_changed(self, name: str) -> None:
        self._change(key_variable=name)

    def _certificate_changed(self, path: str) -> None:
        self._change(ca_file=path)

    # how it looks

    def _look_section(self) -> None:
        column = self._section(self.tr("Appearance"))
        self.theme = Choice(self._theme)
        for value, text in (
            ("system", self.tr("As the system")),
            ("light", self.tr("Light")),
            ("dark", self.tr("Dark")),
        ):
            self.theme.addItem(text, value)
        self.theme.setCurrentIndex(self.theme.findData(self._settings.theme))
        self.contrast = Check(self._theme, self.tr("High contrast"))
        self.contrast.setChecked(self._settings.high_contrast)
        self.text_size = Choice(self._theme)
        for points in sorted({*TEXT_SIZES, self._settings.text_size}):
            self.text_size.addItem(f"{round(points / USUAL_TEXT * 100)} %", points)
        self.text_size.setCurrentIndex(self.text_size.findData(self._settings.text_size))
        labelled(self._theme, column, self.tr("Colours"), self.theme)
        labelled(self._theme, column, self.tr("Text size"), self.text_size)
        column.addWidget(self.contrast)
        self.theme.activated.connect(self._look_changed)
        self.text_size.activated.connect(self._look_changed)
        self.contrast.toggled.connect(self._look_changed)

    def _look_changed(self) -> None:
        self._change(
            theme=self.theme.currentData(),
            text_size=self.text_size.currentData(),
            high_contrast=self.contrast.isChecked(),
        )

    def _language_section(self) -> None:
        column = self._section(self.tr("Language"))
        self.language = Choice(self._theme)
        self.language.addItem("English", "en")
        self.language.addItem("简体中文", "zh")
        self.language.setCurrentIndex(self.language.findData(self._settings.language))
        labelled(self._theme, column, self.tr("Language"), self.language)
        said = self.tr("A defense already begun is held in the language it was begun in.")
        column.addWidget(TextLabel(said, "small", wrap=True))
        self.language.activated.connect(self._language_changed)
        self._lock("language", column, self.language)

    def _language_changed(self) -> None:
        self._change(language=self.language.currentData())

    # what is there

    def _facts_section(self, facts: list[tuple[str, str]]) -> None:
        column = self._section(self.tr("This computer and this program"))
        for name, value in facts:
            row = QHBoxLayout()
            row.setSpacing(12)
            label = TextLabel(name, "muted")
            label.setFixedWidth(round(150 * self._theme.text_scale))
            row.addWidget(label, 0, Qt.AlignmentFlag.AlignTop)
            said = TextLabel(value, wrap=True)
            said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            row.addWidget(said, 1)
            column.addLayout(row)

    # small things

    def _lock(self, name: str, column: QVBoxLayout, *widgets: QWidget) -> None:
        """Said first in the section: below what cannot be pressed nobody would look for the reason."""
        if name not in self._locked:
            return
        reason = self.tr("Set by your lab; it cannot be changed here.")
        for widget in widgets:
            widget.setEnabled(False)
            widget.setToolTip(reason)
            widget.setAccessibleDescription(reason)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(IconLabel(self._theme, "lock", "muted", 16))
        row.addWidget(TextLabel(reason, "muted", wrap=True), 1)
        column.insertLayout(1, row)

    def _change(self, **fields: object) -> None:
        wanted = self._settings.model_copy(update=fields)
        if wanted != self._settings:
            self._settings = wanted
            self.changed.emit(wanted)

    def _section(self, title: str) -> QVBoxLayout:
        card = QFrame()
        set_role(card, "panel")
        column = QVBoxLayout(card)
        column.setContentsMargins(18, 14, 18, 16)
        column.setSpacing(8)
        column.addWidget(TextLabel(title, "head"))
        self.column.addWidget(card)
        return column


def _indented(label: TextLabel) -> QWidget:
    label.setContentsMargins(26, 0, 0, 0)
    return label
