"""Troubles a person can do something about; anything else is a bug."""

from __future__ import annotations

from desktop.vocabulary.words import ENGLISH, Words


class Trouble(Exception):
    """Shown to a person as it is: what happened, and what to try.

    With `fields` (`Trouble("There is no file {path}.", path=p)`) both are sentences of the catalogue, and can be said
    in the person's language.
    """

    def __init__(self, what: str, advice: str = "", **fields: object) -> None:
        self._sentences, self._fields = (what, advice), fields
        self.what, self.advice = self.in_words(ENGLISH)
        super().__init__(self.what, self.advice)

    def in_words(self, words: Words) -> tuple[str, str]:
        """What happened and what to try; English where the catalogue has no such sentence."""
        what, advice = (words(part, **self._fields) if part else "" for part in self._sentences)
        return what, advice

    def __str__(self) -> str:
        return f"{self.what} {self.advice}".strip()


class ModelTrouble(Trouble):
    """The examiner did not answer, after every retry the room below allows itself.

    `attempts`: requests sent. `seconds`: from the first of them until it was given up. `waited`: it came to nothing
    because a limit of waiting ran out or the server was busy, not because something is wrong. `dropped`: parameters
    that were left out.
    """

    attempts: int = 0
    seconds: float = 0.0
    waited: bool = False
    dropped: tuple[str, ...] = ()


class StoreTrouble(Trouble):
    """The log cannot be read or written."""


class AlreadyWritten(StoreTrouble):
    """Somebody else wrote the next record first (compare-and-swap lost)."""


class AlreadyDone(Trouble):
    """Another window or terminal did this first; the session now holds what was done there."""


class PackTrouble(Trouble):
    """A pack or problem cannot be used as it is.

    What whoever uses a pack meets is a sentence of the catalogue; what is wrong inside one is told to its author, in
    English.
    """


class TroubleOfPack(PackTrouble):
    """The same trouble, told of the pack of that name."""

    def __init__(self, pack: str, trouble: PackTrouble) -> None:
        self._pack, self._trouble = pack, trouble
        super().__init__("")

    def in_words(self, words: Words) -> tuple[str, str]:
        what, advice = self._trouble.in_words(words)
        return f"{self._pack}: {what}", advice


class InterpreterTrouble(Trouble):
    """The student interpreter cannot be started here."""
