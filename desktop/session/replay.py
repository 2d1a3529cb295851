"""Runs a stored defense again from its log, and holds every key, mark and verdict against the stored one."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field, replace

from desktop.defense.next_step import Refuse, next_step
from desktop.session.loop import defend
from desktop.session.session import Session
from desktop.session.surroundings import Surroundings
from desktop.vocabulary import events as ev
from desktop.vocabulary.cases import TestCase, Verdict
from desktop.vocabulary.chat import Delta
from desktop.vocabulary.questions import Question

# what people did, and what the outside world did to us, is told again as it was; all else must come out the same
TOLD = (
    ev.CodeSaved,
    ev.CodeRan,
    ev.Submitted,
    ev.StudentAnswered,
    ev.CallDecided,
    ev.PinRefused,
    ev.TriedAgain,
    ev.ExaminerChanged,
    ev.Paused,
    ev.Continued,
    ev.ModelFailed,
    ev.SecondReading,
)


@dataclass(frozen=True, slots=True)
class Tally:
    """How many of `total` came out the same again."""

    same: int = 0
    total: int = 0

    def count(self, same: bool) -> Tally:
        return Tally(self.same + same, self.total + 1)


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """`differences` are sentences; an empty list is the claim that the evidence stands."""

    keys: Tally = Tally()
    expected: Tally = Tally()
    verdicts: Tally = Tally()
    marks: Tally = Tally()
    grade: Tally = Tally()
    differences: tuple[str, ...] = field(default=())

    @property
    def reproduced(self) -> bool:
        return not self.differences


async def replay(history: Sequence[ev.Recorded], around: Surroundings) -> ReplayReport:
    """`around` has a log of its own and an examiner that says what the stored one said."""
    opened = history[0]
    assert isinstance(opened, ev.DefenseOpened)
    session = Session.begin("replay", opened, around)
    report, steps = ReplayReport(), _Steps(session)
    try:
        for place, stored in enumerate(history[1:], 1):
            if isinstance(stored, TOLD) or _by_hand(stored, session):
                await steps.rest()
                session.record(stored)
                continue
            if isinstance(stored, ev.ToolStarted) and session.state.started:
                continue  # the program had died inside this tool and started it again
            again = await steps.next()
            if again is None:
                return _differs(report, f"Record {place} ({stored.kind}): nothing happened this time.")
            report = _compare(report, place, stored, again)
            if again.kind != stored.kind:
                return report
    finally:
        await steps.rest()
        await session.close()
    return report


class _Steps:
    """The loop, one record at a time; at rest while people act."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._loop: AsyncGenerator[ev.Event, None] | None = None

    async def next(self) -> ev.Recorded | None:
        if self._loop is None:
            self._loop = defend(self._session)
        async for event in self._loop:
            if not isinstance(event, Delta):
                return event
        return None

    async def rest(self) -> None:
        loop, self._loop = self._loop, None
        if loop is not None:
            await loop.aclose()


def _by_hand(stored: ev.Recorded, session: Session) -> bool:
    """A call that a person cancelled: closed from outside, not by the loop."""
    refused = isinstance(stored, ev.ToolEnded) and stored.refused
    return refused and session.state.started is None and not isinstance(next_step(session.state), Refuse)


def _compare(report: ReplayReport, place: int, stored: ev.Recorded, again: ev.Recorded) -> ReplayReport:
    match stored, again:
        case ev.FactsGathered(), ev.FactsGathered():
            for was in (*stored.facts.questions, *stored.facts.replacements):
                now = again.facts.question(was.id)
                same = now is not None and _asked(now) == _asked(was)
                report = _count(report, "keys", same, f"Question {was.id} has another key or wording.")
            cases = {case.id: case for case in (*again.facts.baseline, *again.facts.edges)}
            for case in (*stored.facts.baseline, *stored.facts.edges):
                same = case.id in cases and _expects(cases[case.id]) == _expects(case)
                report = _count(report, "expected", same, f"Test {case.id} expects something else.")
        case ev.ToolEnded(), ev.ToolEnded():
            for was, now in zip(stored.verdicts, again.verdicts, strict=False):
                report = _count(report, "verdicts", _ruled(was) == _ruled(now), f"Test {was.case_id} ended otherwise.")
            if len(stored.verdicts) != len(again.verdicts):
                report = _differs(report, f"Record {place}: {len(again.verdicts)} tests ran instead of "
                                          f"{len(stored.verdicts)}.")  # fmt: skip
        case ev.AnswerMarked(), ev.AnswerMarked():
            same = stored.mark.verdict == again.mark.verdict
            report = _count(report, "marks", same, f"The answer to {stored.mark.question_id} is marked otherwise.")
        case ev.DefenseClosed(), ev.DefenseClosed():
            was, now = stored.grade, again.grade
            same = (was is None) == (now is None) and (was is None or now is None or was.points == now.points)
            report = _count(report, "grade", same and stored.reason == again.reason, "The grade is another one.")
        case _:
            if stored.kind != again.kind:
                return _differs(report, f"Record {place} was {stored.kind} and is now {again.kind}.")
    return report


def _asked(question: Question) -> object:
    return question.type, question.text, question.key, question.options


def _expects(case: TestCase) -> object:
    return case.call_text, case.expected


def _ruled(verdict: Verdict) -> object:
    return verdict.case_id, verdict.passed, verdict.got


def _count(report: ReplayReport, what: str, same: bool, sentence: str) -> ReplayReport:
    tally: Tally = getattr(report, what)
    report = replace(report, **{what: tally.count(same)})
    return report if same else _differs(report, sentence)


def _differs(report: ReplayReport, sentence: str) -> ReplayReport:
    return replace(report, differences=(*report.differences, sentence))
