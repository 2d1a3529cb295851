"""How far a defense has come: its five steps, done, current or still to come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from desktop.vocabulary.questions import Mark
from desktop.vocabulary.words import Words

StepName = Literal["read", "baseline", "edges", "question", "grade"]
StepState = Literal["done", "current", "future"]
TOOL_STEP: dict[str, StepName] = {
    "read_code": "read",
    "run_baseline": "baseline",
    "inject_test": "edges",
    "ask_student": "question",
    "assign_grade": "grade",
}


@dataclass(frozen=True, slots=True)
class Progress:
    """Counted from the records. `*_needed` come from the problem and the rules."""

    read: bool = False
    baseline: bool = False
    edges: int = 0
    edges_needed: int = 0
    asked: int = 0
    answered: int = 0
    questions: int = 0
    grading: bool = False
    graded: bool = False
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """`detail` is a short count, such as "2 of 5", or empty."""

    name: StepName
    title: str
    state: StepState
    detail: str = ""


def steps_of(progress: Progress, words: Words, *, begun: bool, over: bool) -> tuple[Step, ...]:
    """The first step that is not done is the current one; before the submission and after the end none is."""
    # a question in place of a wrong answer is asked after all the others: while it is open, they are not done
    all_answered = progress.answered >= max(progress.asked, progress.questions) > 0
    questions_done = progress.grading or (progress.questions > 0 and all_answered)
    done = (
        progress.read,
        progress.baseline,
        progress.baseline and (progress.edges >= progress.edges_needed or progress.asked > 0),
        progress.answered > 0 and questions_done,
        progress.graded,
    )
    titles = (words("Read code"), words("Baseline"), words("Edge cases"), words("Questions"), words("Grade"))
    details = ("", "", _count(words, progress.edges, progress.edges_needed), _asked(words, progress), "")
    names: tuple[StepName, ...] = ("read", "baseline", "edges", "question", "grade")
    current = next((place for place, is_done in enumerate(done) if not is_done), None) if begun and not over else None
    return tuple(
        Step(name, titles[place], _state(done[place], place == current), details[place])
        for place, name in enumerate(names)
    )


def _state(done: bool, current: bool) -> StepState:
    if done:
        return "done"
    return "current" if current else "future"


def _count(words: Words, n: int, needed: int) -> str:
    if not n:
        return ""
    return words("{n} of {total}", n=n, total=needed) if n < needed else str(n)


def _asked(words: Words, progress: Progress) -> str:
    if not progress.asked:
        return ""
    if progress.asked > progress.questions:
        return str(progress.asked)
    return words("{n} of {total}", n=progress.asked, total=progress.questions)
