"""A grade as people read it: points per criterion, the evidence, what still waits for a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from desktop.view.places import of_evidence
from desktop.vocabulary.questions import Facts, Mark
from desktop.vocabulary.words import Words
from tools.contract import CriterionMark, EvidenceKind, Grade

LineState = Literal["full", "partly", "none", "waiting"]


@dataclass(frozen=True, slots=True)
class GradeLine:
    """One criterion. `points` is "3 of 4", or "– of 4" while it waits for a marker; `lines` is what it is about."""

    sentence: str
    points: str
    state: LineState
    decided_by: str
    why: str
    evidence: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GradeCard:
    """`total` is "7 of 10 points"; `waiting` says how many points a person still decides, empty if none."""

    lines: tuple[GradeLine, ...]
    total: str
    waiting: str = ""
    comment: str = ""
    label: str = ""
    understanding: str = ""
    notes: tuple[str, ...] = ()


def grade_card(grade: Grade, marks: tuple[Mark, ...], facts: Facts | None, words: Words, code: str = "") -> GradeCard:
    """`code` is the program that was submitted: the lines of the criteria are lines of it."""
    waiting = ""
    if grade.waiting:
        waiting = words("{points} more to be decided by a marker.", points=number(grade.waiting))
    said = next((mark.why for mark in grade.criteria if mark.decided_by == "understanding" and mark.why), "")
    said = said or understanding(marks, facts, words)
    return GradeCard(
        lines=tuple(_line(mark, facts, words, code) for mark in grade.criteria),
        total=words("{points} of {total} points", points=number(grade.points), total=number(grade.out_of)),
        waiting=waiting,
        comment=grade.comment,
        label=grade.label,
        understanding="" if said in grade.comment else said,
        notes=grade.notes,
    )


def understanding(marks: tuple[Mark, ...], facts: Facts | None, words: Words) -> str:
    """The one sentence that says what the program checked, and what it did not. Empty if nothing was answered.

    An unreadable answer is asked again and is not a mark.
    """
    last = (facts or Facts()).counted(marks)
    checked = [verdict for verdict in last.values() if verdict in ("right", "wrong")]
    said: list[str] = []
    if checked:
        right = checked.count("right")
        said.append(
            words("Understanding: {right} of {total} machine-checked answers right.", right=right, total=len(checked))
        )
    if "recorded" in last.values():
        said.append(words("The explanation was recorded and not marked by the program."))
    return " ".join(said)


def number(points: float) -> str:
    """Points without a needless fraction: 3, 2.5, 0.33."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def _line(mark: CriterionMark, facts: Facts | None, words: Words, code: str) -> GradeLine:
    if mark.points is None:
        points, state = words("{points} of {total}", points="–", total=number(mark.out_of)), "waiting"
    else:
        points = words("{points} of {total}", points=number(mark.points), total=number(mark.out_of))
        state = "full" if mark.points >= mark.out_of else "partly" if mark.points > 0 else "none"
    evidence = tuple(_evidence(item, facts, words) for item in mark.evidence)
    decided = words("waiting for a marker") if state == "waiting" else _decided_by(mark.decided_by, words)
    why = "" if mark.decided_by == "understanding" else mark.why  # said once, for the whole card
    lines = of_evidence(mark.evidence, facts, code)
    return GradeLine(mark.sentence, points, state, decided, why, evidence, lines)


def _decided_by(kind: EvidenceKind, words: Words) -> str:
    match kind:
        case "tests":
            return words("decided by the tests")
        case "edges":
            return words("decided by the edge cases")
        case "understanding":
            return words("decided by your answers")
        case "explanation":
            return words("decided by a person")


def _evidence(item: str, facts: Facts | None, words: Words) -> str:
    """An id of a test or question becomes its name; anything else is said as it is."""
    if facts is None:
        return item
    for place, question in enumerate(facts.questions, 1):
        if question.id == item:
            return words("question {n}", n=place)
    for case in (*facts.baseline, *facts.edges):
        if case.id == item:
            return case.title
    return item
