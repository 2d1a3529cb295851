"""A question that could be asked, with what the choice among them needs to know."""

from __future__ import annotations

import re
from dataclasses import dataclass

from desktop.embedded.calls import shown
from desktop.embedded.study import Agreed
from desktop.vocabulary.questions import Question
from desktop.vocabulary.values import Wire, render, tag

LONGEST_VALUE = 24  # characters to type
MOST_WORK = 40  # steps of head work
LONG_RUN = 200  # lines of the student's that run during a call (those of helpers and comprehensions, too)
LARGE = 1000  # numbers from here on are no head work


@dataclass(frozen=True, slots=True)
class Candidate:
    """`fact` names what is asked about: never the same one twice in a set. `merit` (0 to 1): how telling it is.

    `by_len`: the key can be read off the call without knowing the program.
    """

    question: Question
    fact: tuple[object, ...]
    function: str
    merit: float
    by_len: bool = False


def typeable(wire: Wire) -> bool:
    """Whether a person can be asked to type this value: short, plain, and not one of two or three constants."""
    return tag(wire) not in ("bool", "NoneType", "cut", "object") and len(render(wire, 10_000)) <= LONGEST_VALUE


def empty(wire: Wire) -> bool:
    """Zero, nothing in it, or the same small thing over and over: right by luck too often."""
    return shown(wire) in ("0", "0.0", "1", "1.0", "[]", "()", "{}", "''", "None")


def readable(wire: Wire, call: str) -> bool:
    """Whether the value can be copied from the text of the call, brackets and `.0` aside."""
    bare, text = (re.sub(r"\.0(?!\d)|[\s\[\](){}]", "", part) for part in (shown(wire), call))
    return bare in text


def laborious(wire: Wire) -> bool:
    """Whether large or long numbers must be worked out: arithmetic, not understanding."""
    text = shown(wire)
    numbers = [float(number) for number in re.findall(r"\d+(?:\.\d+)?(?:e[+-]?\d+)?", text)]
    return any(number >= LARGE for number in numbers) and tag(wire) != "str"


def toil(run: Agreed) -> float:
    """What the length of a run takes off the merit of a question about it."""
    return min(run.steps / 1000, 0.4)


def exact(wire: Wire) -> bool:
    """Whether four significant digits say it all."""
    return shown(wire) == render(wire, 10_000)
