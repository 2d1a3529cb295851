"""One run of a program, step by step, as a person goes through it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from desktop.vocabulary.questions import Question

WALKED_WHOLE = {"loop_count", "call_count", "value_after", "history", "branch_count", "unreached_line", "type_at"}
WalkEnd = Literal["returns", "raises", "unloaded", "endless", "slow"]


@dataclass(frozen=True, slots=True)
class Held:
    """A name and its value in a few characters; `changed` since the step before in the same call."""

    name: str
    value: str
    changed: bool = False


@dataclass(frozen=True, slots=True)
class WalkStep:
    """Just before `line` (1-based) runs, or just as its function returns `word` or an exception named `word` is raised.

    `calls` are the functions under way, outermost first; `printed` is how many characters were printed until then.
    """

    event: Literal["line", "return", "raise"]
    line: int
    calls: tuple[str, ...]
    names: tuple[Held, ...]
    printed: int = 0
    word: str = ""


@dataclass(frozen=True, slots=True)
class Walk:
    """`call` is what was run, empty for the program from its first line. `end` says how it came out:

    returns or raises (`said` is the value or the exception), unloaded (the program fails before it can be called),
    endless (more steps than are kept), slow (it did not come back in time; the steps until then are here).
    """

    call: str
    steps: tuple[WalkStep, ...]
    output: str
    end: WalkEnd
    said: str = ""
    output_cut: bool = False


def can_walk(question: Question | None) -> bool:
    """Whether the question is about a run that can be gone through: of a call, or of the program from its top."""
    return question is not None and (bool(question.call) or question.type in WALKED_WHOLE)
