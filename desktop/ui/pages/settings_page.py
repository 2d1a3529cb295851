"""How a person likes the program: who examines, how it looks, what it speaks, where things lie."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QRadioButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop.station.settings import Settings
from desktop.ui.pages.model_file import ModelFile
from desktop.ui.ports import Keys
from desktop.ui.tasks import Tasks
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button
from desktop.ui.widgets.check import Check
from desktop.ui.widgets.choice import Choice
from desktop.ui.widgets.labels import TextLabel
from desktop.ui.widgets.roles import set_role
from desktop.vocabulary.events import ExaminerChoice
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.words import Words

WIDEST = 720
TEXT_SIZES = (9, 10, 11, 12, 14, 16, 18, 22)


class SettingsPage(QScrollArea):
    """`changed` carries the new Settings at once: there is no Save button."""

    changed = Signal(object)

    def __init__(
        self,
        theme: Theme,
        settings: Settings,
        keys: Keys,
        words: Words,
        tasks: Tasks,
        facts: Callable[[], list[tuple[str, str]]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._settings, self._keys, self._words, self._tasks = theme, settings, keys, words, tasks
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        ground = QWidget()
        set_role(ground, "ground")
        sides = QHBoxLayout(ground)
        sides.setContentsMargins(24, 24, 24, 24)
        inside = QWidget()
        inside.setMaximumWidth(round(WIDEST * theme.text_scale))
        sides.addStretch(1)
        sides.addWidget(inside, 1000)
        sides.addStretch(1)
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(14)
        self._column.addWidget(TextLabel(self.tr("Settings"), "title"))
        self._examiner_section()
        self._look_section()
        self._language_section()
        self._facts_section(facts())
        self._column.addStretch(1)
        self.setWidget(ground)
        self.setFocusProxy(self.endpoint if self.endpoint.isChecked() else self.embedded)

    @property
    def settings(self) -> Settings:
        return self._settings

    # who examines

    def _examiner_section(self) -> None:
        column = self._section(self.tr("Examiner"))
        choice = self._settings.examiner
        self.embedded = QRadioButton(self.tr("Embedded examiner"))
        self.endpoint = QRadioButton(self.tr("A language model at an address"))
        self._who = QButtonGroup(self)
        self.local = QRadioButton(self.tr("A model file on this computer (practice)"))
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
        self.endpoint_part = QWidget()
        part = QVBoxLayout(self.endpoint_part)
        part.setContentsMargins(26, 4, 0, 0)
        part.setSpacing(6)
        self.base_url = self._line(part, self.tr("Address"), choice.base_url, "http://lab-server:8000/v1")
        self.model = self._line(part, self.tr("Model"), choice.model if choice.kind != "local" else "", "qwen2.5-coder")
        self.key = self._line(part, self.tr("Key"), "", self.tr("Only if the address asks for one"))
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        row = QHBoxLayout()
        row.setSpacing(8)
        self.keep_key = Button(self._theme, self.tr("Store in the keyring"), icon="key-round")
        self.use_once = Button(self._theme, self.tr("Use for this session only"))
        self.forget_key = Button(self._theme, self.tr("Forget the key"), "quiet")
        for button in (self.keep_key, self.use_once, self.forget_key):
            row.addWidget(button)
        row.addStretch(1)
        part.addLayout(row)
        self.key_note = TextLabel("", "small", wrap=True)
        part.addWidget(self.key_note)
        column.addWidget(self.endpoint_part)
        column.addWidget(self.local)
        said = self.tr("It only chooses the words: order, tests and marks are those of the embedded examiner.")
        column.addWidget(_indented(TextLabel(said, "small", wrap=True)))
        file = choice.model if choice.kind == "local" else ""
        self.model_file = ModelFile(self._theme, self._words, file)
        column.addWidget(self.model_file)
        self.endpoint_part.setVisible(self.endpoint.isChecked())
        self.model_file.setVisible(self.local.isChecked())
        self.model_file.changed.connect(self._examiner_changed)
        for button in (self.endpoint, self.local):
            button.toggled.connect(self._examiner_changed)
        for line in (self.base_url, self.model):
            line.editingFinished.connect(self._examiner_changed)
        self.key.textChanged.connect(self._show_key_buttons)
        self.base_url.textChanged.connect(self._show_key_buttons)
        self.keep_key.clicked.connect(self._keep_key)
        self.use_once.clicked.connect(self._use_once)
        self.forget_key.clicked.connect(self._forget_key)
        self._show_key_buttons()
        if choice.kind == "endpoint" and choice.base_url:
            self._ask_key()

    def _examiner_changed(self) -> None:
        local = self.local.isChecked()
        kind: Literal["endpoint", "embedded"] = "endpoint" if self.endpoint.isChecked() else "embedded"
        self.endpoint_part.setVisible(kind == "endpoint")
        self.model_file.setVisible(local)
        model = self.model_file.path if local else self.model.text().strip()
        chosen = ExaminerChoice(kind="local" if local else kind, base_url=self.base_url.text().strip(), model=model)
        self._change(examiner=chosen)

    def _show_key_buttons(self) -> None:
        ready = bool(self.key.text().strip() and self.base_url.text().strip())
        self.keep_key.setEnabled(ready)
        self.use_once.setEnabled(ready)
        self.forget_key.setEnabled(bool(self.base_url.text().strip()))

    def _keep_key(self) -> None:
        self._tasks.start_once("keys", self._store)

    def _forget_key(self) -> None:
        self._tasks.start_once("keys", self._forget)

    def _ask_key(self) -> None:
        self._tasks.start_once("keys", self._look)

    def _use_once(self) -> None:
        try:
            self._keys.remember(self.base_url.text(), self.key.text())
        except Trouble as trouble:
            self._say_trouble(trouble)
            return
        self.key.clear()
        self._say(self.tr("The key is used until the program is closed, and is stored nowhere."))

    async def _store(self) -> None:
        try:
            await self._keys.store(self.base_url.text(), self.key.text())
        except Trouble as trouble:
            self._say_trouble(trouble)
            return
        self.key.clear()
        self._say(self.tr("The key is in the keyring of this computer."))

    async def _forget(self) -> None:
        try:
            await self._keys.forget(self.base_url.text())
        except Trouble as trouble:
            self._say_trouble(trouble)
            return
        self._say(self.tr("No key is kept for this address."))

    async def _look(self) -> None:
        try:
            there = await self._keys.read(self.base_url.text())
        except Trouble as trouble:
            self._say_trouble(trouble)
            return
        self._say(self.tr("A key is there for this address.") if there else self.tr("No key is kept for this address."))

    def _say(self, text: str) -> None:
        set_role(self.key_note, "small")
        self.key_note.setText(text)

    def _say_trouble(self, trouble: Trouble) -> None:
        set_role(self.key_note, "error")
        self.key_note.setText(" ".join(self._words(part) for part in (trouble.what, trouble.advice) if part))

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
            self.text_size.addItem(f"{round(points / 11 * 100)} %", points)
        self.text_size.setCurrentIndex(self.text_size.findData(self._settings.text_size))
        self._labelled(column, self.tr("Colours"), self.theme)
        self._labelled(column, self.tr("Text size"), self.text_size)
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
        self._labelled(column, self.tr("Language"), self.language)
        said = self.tr("A defense already begun is held in the language it was begun in.")
        column.addWidget(TextLabel(said, "small", wrap=True))
        self.language.activated.connect(self._language_changed)

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
        self._column.addWidget(card)
        return column

    def _line(self, column: QVBoxLayout, name: str, text: str, example: str) -> QLineEdit:
        line = QLineEdit(text)
        line.setPlaceholderText(example)
        self._labelled(column, name, line)
        return line

    def _labelled(self, column: QVBoxLayout, name: str, widget: QWidget) -> None:
        row = QHBoxLayout()
        row.setSpacing(12)
        label = TextLabel(name, "muted")
        label.setFixedWidth(round(150 * self._theme.text_scale))
        label.setBuddy(widget)
        widget.setAccessibleName(name)
        row.addWidget(label)
        if isinstance(widget, QComboBox):
            widget.setMinimumWidth(200)
        row.addWidget(widget, 0 if isinstance(widget, QComboBox) else 1)
        if isinstance(widget, QComboBox):
            row.addStretch(1)
        column.addLayout(row)


def _indented(label: TextLabel) -> QWidget:
    label.setContentsMargins(26, 0, 0, 0)
    return label
