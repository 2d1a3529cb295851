"""Names offered while typing: of the file, of Python, and of the living interpreter."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QRect, QStringListModel, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QAbstractItemView, QCompleter, QListView, QPlainTextEdit

from desktop.ui.editor.columns import code_point_column, utf16_length
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.roles import set_role

LEAST_LETTERS = 2  # typed before names are offered unasked
MOST_NAMES = 200
MOST_LINES = 5_000  # of a file whose names are gathered
SHOWN = 8
_WORD = re.compile(r"[^\W\d]\w*")
_BEFORE = re.compile(r"(?:([^\W\d]\w*)\.)?([^\W\d]\w*)?$")
_ATTRIBUTE = re.compile(r"\.([^\W\d]\w*)")
_PYTHON = frozenset(keyword.kwlist) | frozenset(name for name in dir(builtins) if not name.startswith("_"))


@dataclass(frozen=True, slots=True)
class FileNames:
    """The names in a text, and those of them that stand after a dot."""

    names: frozenset[str] = frozenset()
    attributes: frozenset[str] = frozenset()

    @classmethod
    def of(cls, source: str) -> FileNames:
        return cls(frozenset(_WORD.findall(source)), frozenset(_ATTRIBUTE.findall(source)))


def names_for(file: FileNames, before: str, living: Mapping[str, Sequence[str]]) -> tuple[str, list[str]]:
    """The beginning of the word that is typed, and what it may become.

    `before` is the line up to the cursor, `living` maps the names of the interpreter to the names after their dot.
    """
    match = _BEFORE.search(before)
    owner, prefix = (match[1] or "", match[2] or "") if match else ("", "")
    after_dot = before[: len(before) - len(prefix)].endswith(".")
    behind = set(living.get(owner, ())) or file.attributes
    found = behind if after_dot else file.names | set(living) | _PYTHON
    low = prefix.lower()
    fitting = [name for name in found if name.lower().startswith(low) and name != prefix]
    if not prefix.startswith("_"):
        fitting = [name for name in fitting if not name.startswith("_")]
    fitting.sort(key=lambda name: (not name.startswith(prefix), name not in file.names, name.lower()))
    return prefix, fitting[:MOST_NAMES]


def word_before(before: str) -> str:
    """The beginning of a word at the end of a line."""
    match = _BEFORE.search(before)
    return (match[2] or "") if match else ""


class Completion(QObject):
    """Tab takes the first name offered; Enter only a name that was chosen with the arrows, so that it stays Enter."""

    def __init__(self, theme: Theme, editor: QPlainTextEdit):
        super().__init__(editor)
        self._theme, self._editor = theme, editor
        self._living: Mapping[str, Sequence[str]] = {}
        self._on = True
        self._names = QStringListModel(self)
        self._completer = QCompleter(self._names, self)
        self._completer.setWidget(editor)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._completer.setModelSorting(QCompleter.ModelSorting.UnsortedModel)
        self._completer.setMaxVisibleItems(SHOWN)
        self._completer.activated.connect(self._take)
        self._prefix = ""
        self._file = FileNames()
        self._gathered_at = -1
        self.popup = QListView()
        self._completer.setPopup(self.popup)
        set_role(self.popup, "completer")
        self.popup.setAccessibleName(self.tr("Names to choose from"))
        self.popup.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)

    def switch(self, on: bool) -> None:
        """Exam rules may switch it off."""
        self._on = on
        if not on:
            self.hide()

    def set_living_names(self, names: Mapping[str, Sequence[str]]) -> None:
        """The names in the interpreter, each with the names after its dot."""
        self._living = names

    @property
    def is_open(self) -> bool:
        return self.popup.isVisible()

    @property
    def offered(self) -> list[str]:
        return self._names.stringList() if self.is_open else []

    def offer(self, asked: bool = False) -> None:
        """Show what fits before the cursor; unasked only after two letters or a dot on a living name."""
        if not self._on or self._editor.isReadOnly():
            return
        cursor = self._editor.textCursor()
        line = cursor.block().text()
        before = line[: code_point_column(line, cursor.positionInBlock())]
        typed = word_before(before)
        if not (asked or len(typed) >= LEAST_LETTERS or self._dot_on_living(before)):
            self.hide()
            return
        self._gather(cursor.position() - utf16_length(typed))
        self._prefix, names = names_for(self._file, before, self._living)
        if names:
            self._show(names)
        else:
            self.hide()

    def _gather(self, start: int) -> None:
        """The names of the file, once for every word that is begun: a regular expression goes over all of it."""
        if start != self._gathered_at:
            small = self._editor.blockCount() <= MOST_LINES
            self._file = FileNames.of(self._editor.toPlainText()) if small else FileNames()
        self._gathered_at = start

    def _dot_on_living(self, before: str) -> bool:
        match = _BEFORE.search(before)
        return bool(match and match[1] and match[1] in self._living)

    def _show(self, names: list[str]) -> None:
        popup = self.popup
        popup.setFont(self._theme.code_font(9.5))
        self._names.setStringList(names)
        self._completer.setCompletionPrefix("")
        longest = max(popup.fontMetrics().horizontalAdvance(name) for name in names)
        rect = QRect(self._editor.cursorRect())
        margin = self._editor.viewportMargins()
        rect.translate(margin.left() - popup.fontMetrics().horizontalAdvance(self._prefix) - 8, margin.top() + 4)
        rect.setWidth(min(420, longest + 44))
        self._completer.complete(rect)

    def hide(self) -> None:
        self.popup.hide()

    def forget(self) -> None:
        """The text is another one."""
        self.hide()
        self._gathered_at = -1

    def press(self, key: int) -> bool:
        """A key while names are shown; true if it was for the list."""
        popup = self.popup
        if key == Qt.Key.Key_Escape:
            self.hide()
            return True
        index = popup.currentIndex()
        chosen = str(index.data() or "") if index.isValid() else ""
        if key == Qt.Key.Key_Tab or (key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and chosen):
            self._take(chosen or self._names.stringList()[0])
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.hide()
        return False

    def _take(self, name: str) -> None:
        self.hide()
        cursor = self._editor.textCursor()
        cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, len(self._prefix))
        cursor.insertText(name)
        self._editor.setTextCursor(cursor)
