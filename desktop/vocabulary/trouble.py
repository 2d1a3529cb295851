"""Troubles a person can do something about; anything else is a bug."""

from __future__ import annotations


class Trouble(Exception):
    """Shown to a person as it is: what happened, and what to try."""

    def __init__(self, what: str, advice: str = "") -> None:
        super().__init__(what)
        self.what, self.advice = what, advice

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
    """A pack or problem cannot be used as it is."""


class InterpreterTrouble(Trouble):
    """The student interpreter cannot be started here."""
