"""Keys that do something, each with the words that say what: the sheet of keys is made from these."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

WINDOW = Qt.ShortcutContext.WindowShortcut


def install(
    owner: QWidget, keys: str, name: str, act: Callable[[], object], context: Qt.ShortcutContext = WINDOW
) -> QShortcut:
    """`keys` as Qt writes them; `name` says what they do, in the language of the window."""
    shortcut = QShortcut(QKeySequence(keys), owner, context=context)
    shortcut.setWhatsThis(name)
    shortcut.activated.connect(act)
    return shortcut
