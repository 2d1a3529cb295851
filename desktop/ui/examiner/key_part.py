"""The key of a server: in the keyring, for this session only, or in an environment variable; never shown again."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from desktop.ui.examiner.form import beneath, labelled
from desktop.ui.examiner.note import Note
from desktop.ui.ports import Keys
from desktop.ui.tasks import Tasks
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button
from desktop.ui.widgets.flow import Flow
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.words import Words

VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,199}")


class KeyPart(QWidget):
    """`variable_changed(str)`: the name of the environment variable that holds the key, or ""."""

    variable_changed = Signal(str)

    def __init__(
        self,
        theme: Theme,
        keys: Keys,
        words: Words,
        tasks: Tasks,
        address: Callable[[], str],
        variable: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._keys, self._words, self._tasks, self._address = keys, words, tasks, address
        self._task = task = f"key {id(self)}"
        self.destroyed.connect(lambda: tasks.drop(task))
        self.key = QLineEdit()
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.setPlaceholderText(self.tr("Only if the address asks for one"))
        self.keep = Button(theme, self.tr("Store in the keyring"), icon="key-round")
        self.once = Button(theme, self.tr("Use for this session only"))
        self.forget = Button(theme, self.tr("Forget the key"), "quiet")
        self.variable = QLineEdit(variable)
        self.variable.setPlaceholderText("OPENAI_API_KEY")
        self.note = Note(words)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        labelled(theme, column, self.tr("Key"), self.key)
        beneath(theme, column, Flow(self.keep, self.once, self.forget))
        labelled(theme, column, self.tr("Or from a variable"), self.variable)
        self.variable.setAccessibleName(self.tr("Environment variable that holds the key"))
        beneath(theme, column, self.note)
        self.key.textChanged.connect(self.show_buttons)
        self.keep.clicked.connect(self._press_keep)
        self.once.clicked.connect(self._press_once)
        self.forget.clicked.connect(self._press_forget)
        self.variable.editingFinished.connect(self._take_variable)
        self.show_buttons()

    def show_buttons(self) -> None:
        """As the address and the key stand now."""
        there = bool(self._address())
        ready = there and bool(self.key.text().strip())
        self.keep.setEnabled(ready)
        self.once.setEnabled(ready)
        self.forget.setEnabled(there)

    def look(self) -> None:
        """Say whether a key is there for the address."""
        if self._address():
            self._tasks.start_once(self._task, self._look)

    def _press_keep(self) -> None:
        self._tasks.start_once(self._task, self._store)

    def _press_forget(self) -> None:
        self._tasks.start_once(self._task, self._forget)

    def _press_once(self) -> None:
        try:
            self._keys.remember(self._address(), self.key.text())
        except Trouble as trouble:
            self.note.say_trouble(trouble)
            return
        self.key.clear()
        self.note.say(self.tr("The key is used until the program is closed, and is stored nowhere."))

    def _take_variable(self) -> None:
        name = self.variable.text().strip()
        if name and not VARIABLE.fullmatch(name):
            what = self.tr("This is not the name of an environment variable.")
            advice = self.tr("Write the name, such as OPENAI_API_KEY, and not the key itself.")
            self.variable.clear()  # it may be the key, and this field is not hidden
            self.note.say_trouble(Trouble(what, advice))
            return
        if name and name not in os.environ:
            what = self.tr("The environment variable {name} is not set.").format(name=name)
            self.note.say_trouble(Trouble(what, self.tr("Set it, then start the program again.")))
        elif name:
            self.note.say(self.tr("The key is read from {name} and is stored nowhere.").format(name=name))
        self.variable_changed.emit(name)

    async def _store(self) -> None:
        try:
            await self._keys.store(self._address(), self.key.text())
        except Trouble as trouble:
            self.note.say_trouble(trouble)
            return
        self.key.clear()
        self.note.say(self.tr("The key is in the keyring of this computer."))

    async def _forget(self) -> None:
        try:
            await self._keys.forget(self._address())
        except Trouble as trouble:
            self.note.say_trouble(trouble)
            return
        self.note.say(self.tr("No key is kept for this address."))

    async def _look(self) -> None:
        try:
            there = await self._keys.read(self._address())
        except Trouble as trouble:
            self.note.say_trouble(trouble)
            return
        said = self.tr("A key is there for this address.") if there else self.tr("No key is kept for this address.")
        self.note.say(said)
