"""What a session asks of the outside world. The rooms below fit these by shape, unseen."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from typing import Literal, Protocol, Self

from desktop.vocabulary.cases import TestCase, Verdict
from desktop.vocabulary.chat import Delta, Reply
from desktop.vocabulary.events import ExaminerChoice, Recorded, Stored
from desktop.vocabulary.problem import Problem, Rules
from desktop.vocabulary.questions import Facts, Mark, Question
from desktop.vocabulary.request import ModelRequest
from desktop.vocabulary.runs import CallRequest, Outcome, RunRequest

OnOutput = Callable[[Literal["stdout", "stderr"], str], None]
OnInput = Callable[[str], Awaitable[str | None]]  # prompt -> the line typed, None for end of input


class Examiner(Protocol):
    """Streams deltas, then the whole reply: last, and exactly once. Raises `ModelTrouble` when it gives up."""

    def reply(self, request: ModelRequest) -> AsyncGenerator[Delta | Reply, None]: ...


class Variable(Protocol):
    """A name of the living namespace; `shape_or_len` is empty for what has neither, `short` is its value in a line."""

    @property
    def name(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def shape_or_len(self) -> str: ...
    @property
    def short(self) -> str: ...


class Interpreter(Protocol):
    """One living namespace. A death is never an exception: it is an `Outcome` with `namespace_kept` False."""

    async def run(
        self, request: RunRequest, on_output: OnOutput | None = None, on_input: OnInput | None = None
    ) -> Outcome: ...
    async def call(self, request: CallRequest) -> Outcome: ...
    async def variables(self) -> Sequence[Variable]:
        """What the namespace holds now; nothing while something runs, or before the first run."""
        ...

    async def stop(self) -> None:
        """Interrupt what is running now; nothing running: nothing happens."""
        ...

    async def restart(self) -> None:
        """A fresh process with an empty namespace."""
        ...

    async def close(self) -> None: ...
    async def __aenter__(self) -> Self: ...
    async def __aexit__(self, *error: object) -> None: ...


class Lab(Protocol):
    """Where interpreters come from; each is a process of its own, started when first used.

    `hash_seed` fixes the order of sets and the value of `hash` in that process (Python's PYTHONHASHSEED).
    """

    def interpreter(self, *, hash_seed: int | None = None) -> Interpreter: ...


class CaseMaker(Protocol):
    """The problem's tests with fresh inputs from the seed and expected values from the reference."""

    async def make_cases(self, problem: Problem, seed: int) -> Facts: ...


class QuestionMaker(Protocol):
    """Questions about this very program, and the marking of what is answered."""

    async def make_questions(self, problem: Problem, code: str, seed: int, rules: Rules, cases: Facts) -> Facts: ...
    async def mark(self, problem: Problem, code: str, question: Question, answer: str, final: bool) -> Mark: ...


Judge = Callable[[TestCase, Outcome], Verdict]


class Log(Protocol):
    """Append-only. `append` is compare-and-swap on `seq`: `AlreadyWritten` if somebody was faster."""

    def read(self, session_id: str, after: int = -1) -> Sequence[Stored]: ...
    def append(self, session_id: str, seq: int, event: Recorded) -> Stored: ...
    def broken_at(self, session_id: str) -> int | None:
        """The first place that was changed behind our back; None if there is none."""
        ...


class Drafts(Protocol):
    """What was typed into an open question and not sent. `Trouble` where it cannot be kept."""

    def read(self, session_id: str) -> Mapping[str, tuple[str, str]]: ...
    def write(self, session_id: str, call_id: str, answer: str, why: str) -> None: ...
    def forget(self, session_id: str) -> None: ...


class Claim(Protocol):
    """The right to drive a defense: one process at a time, released by the system when the process dies."""

    def take(self) -> None:
        """`Trouble` if another window or terminal drives this defense now."""
        ...

    def release(self) -> None: ...


ExaminerMaker = Callable[[ExaminerChoice], Examiner]
