"""A sentence under a control: how it went, or what went wrong and what to do."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from desktop.ui.announce import announce
from desktop.ui.widgets.labels import TextLabel
from desktop.ui.widgets.roles import set_role
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.words import Words


class Note(TextLabel):
    """Hidden while there is nothing to say."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__("", "small", wrap=True, parent=parent)
        self._words = words
        self.hide()

    def say(self, text: str) -> None:
        set_role(self, "small")
        self.setText(text)
        self.setVisible(bool(text))
        announce(self, text)

    def say_trouble(self, trouble: Trouble) -> None:
        text = " ".join(part for part in trouble.in_words(self._words) if part)
        self.say(text)
        set_role(self, "error")
