"""One's own practice defenses of a problem as a course: how much of what the program decides was reached each time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tools.contract import Grade


@dataclass(frozen=True, slots=True)
class Attempt:
    """`points` of `out_of` are what machines decided; `waiting` points are left to a person and count in neither.

    `understood` of `asked` are the points for answers; both 0 where no criterion is decided by answers.
    """

    at: datetime
    points: float
    out_of: float
    waiting: float = 0.0
    understood: float = 0.0
    asked: float = 0.0

    @property
    def share(self) -> float | None:
        """0 to 1, None where nothing was decided."""
        return self.points / self.out_of if self.out_of else None

    @property
    def understanding(self) -> float | None:
        """0 to 1, None where no points depend on answers."""
        return self.understood / self.asked if self.asked else None


def attempt(at: datetime, grade: Grade) -> Attempt:
    answers = [mark for mark in grade.criteria if mark.decided_by == "understanding" and mark.points is not None]
    return Attempt(
        at=at,
        points=grade.points,
        out_of=grade.out_of - grade.waiting,
        waiting=grade.waiting,
        understood=sum(mark.points or 0.0 for mark in answers),
        asked=sum(mark.out_of for mark in answers),
    )
