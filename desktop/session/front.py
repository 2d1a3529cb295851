"""A front shows events and asks people. There are two: cli and ui."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, Protocol

from desktop.vocabulary.events import Decision, Event
from desktop.vocabulary.questions import Question
from tools.contract import Grade

RetryChoice = Literal["again", "embedded"]


@dataclass(frozen=True, slots=True)
class Asked:
    """The open question. `question` is there if it is a prepared one; `note` says why it is asked again."""

    call_id: str
    text: str
    question: Question | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    text: str
    why: str = ""


class Unlock(Protocol):
    """Where a decision needs the invigilator's PIN."""

    @property
    def given(self) -> bool: ...
    async def give(self, pin: str) -> None:
        """`Trouble` says that it is wrong, or how long to wait."""
        ...


@dataclass(frozen=True, slots=True)
class Proposal:
    """A call that waits for a human: exactly what would run, on exactly which code.

    `interrupted` is set where the program died inside the tool and a human must say whether to run it again.
    """

    call_id: str
    tool: str
    arguments: str
    code: str
    bound: str
    interrupted: bool = False
    grade: Grade | None = None  # what it would be, where the call is the grade
    unlock: Unlock | None = None  # the front asks for the PIN and gives it here before it hands back a decision


@dataclass(frozen=True, slots=True)
class Decided:
    """`pin` goes from a front's dialog to `Proposal.unlock` and no further."""

    decision: Decision
    by: str = "student"
    reason: str = ""
    arguments: str = ""
    pin: str = field(default="", repr=False)


class Front(Protocol):
    """None from a method that asks means: nobody is there now. The defense then rests, and can be resumed."""

    def show(self, event: Event) -> None: ...
    async def ask(self, asked: Asked) -> Answer | None: ...
    async def approve(self, proposal: Proposal) -> Decided | None: ...
    async def offer_retry(self, reason: str, advice: str) -> RetryChoice | None: ...
