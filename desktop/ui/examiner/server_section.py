"""A language model at an address: which server, its key, its model, and whether it works."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit, QVBoxLayout, QWidget

from desktop.llm.servers.presets import PRESETS, Found, Preset, usual_waiting
from desktop.llm.wire.address import read_address
from desktop.ui.examiner.certificate_part import CertificatePart
from desktop.ui.examiner.check_part import CheckPart
from desktop.ui.examiner.form import beneath, labelled
from desktop.ui.examiner.key_part import KeyPart
from desktop.ui.examiner.learned_part import LearnedPart
from desktop.ui.examiner.note import Note
from desktop.ui.examiner.waiting_part import WaitingPart
from desktop.ui.ports import Keys, Servers
from desktop.ui.tasks import Tasks
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button
from desktop.ui.widgets.choice import Choice
from desktop.ui.widgets.flow import Flow
from desktop.ui.widgets.labels import TextLabel, plain_tip
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.waiting import Waiting
from desktop.vocabulary.words import Words

if TYPE_CHECKING:
    from desktop.llm.servers.check import ConnectionReport


class ServerSection(QWidget):
    """`changed` says that address or model are others now; `variable_changed(str)` is the key's (see `KeyPart`).

    `waiting_changed(dict)` carries the whole of what is remembered of how long servers may take, by address.

    `servers` makes what asks the network; it is called in a thread, since it loads the network's libraries.
    """

    changed = Signal()
    variable_changed = Signal(str)
    waiting_changed = Signal(object)
    certificate_changed = Signal(str)

    def __init__(
        self,
        theme: Theme,
        words: Words,
        tasks: Tasks,
        keys: Keys,
        servers: Callable[[], Servers],
        base_url: str = "",
        model: str = "",
        variable: str = "",
        waiting: Mapping[str, Waiting] | None = None,
        certificate: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._words, self._tasks, self._make_servers = theme, words, tasks, servers
        self._said = (base_url, model)
        self._waiting = dict(waiting or {})
        self._looked = False
        self._finding, self._listing = finding, listing = f"find {id(self)}", f"models {id(self)}"
        self.destroyed.connect(lambda: tasks.drop(finding, listing))
        self.preset = Choice(theme)
        for preset in PRESETS:
            self.preset.addItem(words(preset.title), preset.id)
        self.preset_note = TextLabel("", "small", wrap=True)
        self.base_url = QLineEdit(base_url)
        self.base_url.setPlaceholderText("http://lab-server:8000/v1")
        self.model = self._model_choice(model)
        self.list_models = Button(theme, self.tr("List the models"), icon="refresh-cw")
        self.model_note = Note(words)
        self.key = KeyPart(theme, keys, words, tasks, self.address, variable)
        self.learned = LearnedPart(theme, tasks, self._load_learned, self._forget_learned)
        self.waiting = WaitingPart(theme, lambda: usual_waiting(self.address()))
        self.certificate = CertificatePart(theme, certificate)
        self.check = CheckPart(theme, words, tasks, self._try)
        self._lay_out()
        self._connect()
        self._show_preset(self._preset_of(base_url))

    def address(self) -> str:
        return self.base_url.text().strip()

    def model_name(self) -> str:
        return self.model.currentText().strip()

    # laying out

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        labelled(self._theme, column, self.tr("Server"), self.preset)
        beneath(self._theme, column, self.preset_note)
        self.found_part = Flow()
        self.found_part.hide()
        beneath(self._theme, column, self.found_part)
        labelled(self._theme, column, self.tr("Address"), self.base_url)
        column.addWidget(self.key)
        column.addWidget(self.certificate)
        labelled(self._theme, column, self.tr("Model"), self.model, self.list_models)
        beneath(self._theme, column, self.model_note)
        column.addWidget(self.check)
        column.addWidget(self.waiting)
        column.addWidget(self.learned)

    def _model_choice(self, model: str) -> Choice:
        choice = Choice(self._theme)
        choice.setEditable(True)
        choice.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        choice.setCurrentText(model)
        line, completer = choice.lineEdit(), choice.completer()
        assert line is not None
        assert completer is not None  # what is editable has both
        line.setPlaceholderText("qwen2.5-coder")
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)  # names begin with whose model it is: "qwen/…"
        return choice

    def _connect(self) -> None:
        self.preset.activated.connect(self._choose_preset)
        self.base_url.textChanged.connect(self._address_edited)
        self.base_url.editingFinished.connect(self._address_done)
        line = self.model.lineEdit()
        assert line is not None
        line.editingFinished.connect(self._settle)
        self.model.activated.connect(self._settle)
        self.list_models.clicked.connect(self.press_list)
        self.check.checked.connect(self._checked)
        self.key.variable_changed.connect(self.variable_changed)
        self.waiting.changed.connect(self._waiting_edited)
        self.certificate.changed.connect(self.certificate_changed)
        self._address_edited()
        self._show_waiting()

    def showEvent(self, event: QShowEvent) -> None:
        """The first time it is seen: which servers are here, whether a key is there, what was learned."""
        super().showEvent(event)
        if self._looked:
            return
        self._looked = True
        self._tasks.start_once(self._finding, self._find)
        if self.address():
            self.key.look()
            self.learned.look()

    # what people do

    def _choose_preset(self) -> None:
        preset = PRESETS[self.preset.currentIndex()]
        self._show_preset(preset)
        if preset.base_url and preset.base_url != self.address():
            self._take(preset.base_url)
        elif not preset.base_url:
            self.base_url.setFocus(Qt.FocusReason.OtherFocusReason)

    def _use(self, found: Found) -> None:
        """A server of this computer, with its models: nothing is left to be typed."""
        self._show_preset(self._preset_of(found.preset.base_url))
        self._take(found.preset.base_url)
        self._show_models(found.models)

    def _take(self, base_url: str) -> None:
        self.base_url.setText(base_url)
        self.model.clear()
        self.model.setCurrentText("")
        self.model_note.say("")
        self._settle()

    def _address_edited(self) -> None:
        self.key.show_buttons()
        there = bool(self.address())
        self.list_models.setEnabled(there)
        self.certificate.setVisible(bool(self.certificate.file()) or not self.address().startswith("http:"))
        self.check.check.setEnabled(there)

    def _address_done(self) -> None:
        """As it will be called: with a scheme and `/v1` where they were left out."""
        if self.address():
            try:
                whole = read_address(self.address())
            except Trouble as trouble:
                self.model_note.say_trouble(trouble)
                return
            if whole.root == whole.shown:  # else it holds a login, which is kept as it was typed
                self.base_url.setText(whole.shown)
        self._show_preset(self._preset_of(self.address()))
        self._settle()

    def _settle(self) -> None:
        """Told once for each change; what was found out about another server is put away."""
        now = (self.address(), self.model_name())
        if now == self._said:
            return
        if now[0] != self._said[0]:
            self.model_note.say("")
            self.key.note.say("")
            self._tasks.drop(self._listing)
            self._show_waiting()
        self._said = now
        self.check.clear()
        self.changed.emit()
        self.learned.look()

    def _shown_address(self) -> str:
        """As what is remembered by address is named; "" while it is none."""
        try:
            return read_address(self.address()).shown
        except Trouble:
            return ""

    def _show_waiting(self) -> None:
        self.waiting.show_waiting(self._waiting.get(self._shown_address()))

    def _waiting_edited(self, chosen: Waiting | None) -> None:
        address = self._shown_address()
        if not address:
            return
        self._waiting.pop(address, None)
        if chosen is not None:
            self._waiting[address] = chosen
        self.waiting_changed.emit(dict(self._waiting))

    def press_list(self) -> None:
        if self._tasks.start_once(self._listing, self._list):
            self.model_note.say(self.tr("The server is asked…"))

    # what is asked of the network

    async def _servers(self) -> Servers:
        return await asyncio.to_thread(self._make_servers)

    async def _find(self) -> None:
        servers = await self._servers()
        self.show_found(await servers.find())

    async def _list(self) -> None:
        try:
            servers = await self._servers()
            names = await servers.models(self.address())
        except Trouble as trouble:
            self.model_note.say_trouble(trouble)
            return
        self._show_models(names)

    async def _try(self, step: Callable[[str], None]) -> ConnectionReport:
        self._settle()
        servers = await self._servers()
        if not self.model_name():
            step(self._words("The list of models"))
            names = await servers.models(self.address())
            self._show_models(names)
            if not self.model_name():
                raise Trouble(self.tr("No model is chosen."), self.tr("Choose one of the list, or type its name."))
        return await servers.check(self.address(), self.model_name(), step)

    async def _load_learned(self) -> tuple[str, ...]:
        servers = await self._servers()
        return await servers.learned(self.address(), self.model_name())

    async def _forget_learned(self) -> None:
        servers = await self._servers()
        await servers.forget(self.address(), self.model_name())

    # what is shown

    def show_found(self, found: Sequence[Found]) -> None:
        """Servers that answered on this computer, each with a button that takes it."""
        self.found_part.clear()
        self.found_part.add(TextLabel(self.tr("Found on this computer:"), "small"))
        for one in found:
            button = Button(self._theme, one.preset.title, icon="plus", token="ok")
            button.setAccessibleName(self.tr("Use {server} on this computer").format(server=one.preset.title))
            button.setToolTip(plain_tip("\n".join(one.models[:20])))
            button.clicked.connect(lambda _=False, it=one: self._use(it))
            self.found_part.add(button)
        self.found_part.setVisible(bool(found))

    def _show_models(self, names: tuple[str, ...]) -> None:
        typed = self.model_name()
        self.model.clear()
        self.model.addItems(names)
        chosen = typed or (names[0] if len(names) == 1 else "")
        self.model.setCurrentIndex(self.model.findText(chosen))
        self.model.setCurrentText(chosen)
        if not names:
            self.model_note.say(self.tr("The server lists no models: type the name."))
        elif typed and typed not in names:
            self.model_note.say(
                self.tr("{model} is not among the {n} models of this server.").format(model=typed, n=len(names))
            )
        else:
            self.model_note.say(self.tr("Models of this server: {n}").format(n=len(names)))
        self._settle()

    def _show_preset(self, preset: Preset) -> None:
        self.preset.setCurrentIndex(PRESETS.index(preset))
        self.preset_note.setText(self._words(preset.note))
        self.preset_note.setVisible(bool(preset.note))

    def _preset_of(self, base_url: str) -> Preset:
        return next((preset for preset in PRESETS if base_url and preset.base_url == base_url), PRESETS[-1])

    def _checked(self, report: object) -> None:
        models = cast("ConnectionReport", report).models
        if models:
            self._show_models(models)
        self.learned.look()
