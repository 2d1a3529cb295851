"""Looks for one-token changes that make a failing program pass the problem's tests, or a passing one fail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from desktop.embedded.bench import MOST_CHANGED, Bench, Lab
from desktop.embedded.study import Call, End, Study
from desktop.embedded.trial import Judge, passes, with_line
from desktop.vocabulary.cases import Returns, TestCase
from desktop.vocabulary.compare import difference

MOST_TRIED = 4  # changes that are tried on all tests
MOST_MENDS = 2
MOST_BREAKS = 16  # changes that are tried of a program that passes: three blanks are enough, and a student waits


@dataclass(frozen=True, slots=True)
class Change:
    """`new` is the whole line; `token` stood at column `start` before."""

    line: int
    new: str
    token: str
    start: int


@dataclass(frozen=True, slots=True)
class Mending:
    """`failing` tests with the `mends` that make all pass; of a program that passes, `breaks` that do not."""

    failing: tuple[TestCase, ...] = ()
    mends: tuple[Change, ...] = ()
    breaks: tuple[Change, ...] = ()
    passes: bool = False


async def look_for(
    bench: Bench, lab: Lab, judge: Judge, study: Study, cases: Sequence[TestCase], *, everything: bool
) -> Mending:
    """Nothing where chance plays a part, or where a call does not come back."""
    asked = [case for case in cases if isinstance(case.expected, Returns)]
    ends = [run.end.kind for run in study.of("base")]
    if "random" in study.outline.risks or not asked or "endless" in ends or "unknown" in ends:
        return Mending()
    swept = await bench.sweep([_call(case) for case in asked])
    failing = [case for case, end in zip(asked, swept, strict=True) if not _fits(case, end)]
    if any(end.kind in ("unknown", "endless") for end in swept):
        return Mending()
    if failing:
        case = min(failing, key=lambda case: len(case.call_text))
        tried = 0
        mends: list[Change] = []
        for change, end in await _changes(bench, study, case):
            if not _fits(case, end) or tried == MOST_TRIED or len(mends) == MOST_MENDS:
                continue
            tried += 1
            if await passes(lab, judge, with_line(study.code, change.line, change.new), cases):
                mends.append(change)
        if mends and await passes(lab, judge, study.code, cases):
            return Mending()  # it does not fail after all
        return Mending(tuple(failing), tuple(mends))
    if not everything or not await passes(lab, judge, study.code, cases):
        return Mending()
    case = max(asked, key=lambda case: len(case.call_text))
    breaks = [change for change, end in await _changes(bench, study, case, MOST_BREAKS) if not _fits(case, end)]
    return Mending(breaks=tuple(breaks), passes=True)


async def _changes(bench: Bench, study: Study, case: TestCase, most: int = MOST_CHANGED) -> list[tuple[Change, End]]:
    found: list[tuple[Change, End]] = []
    for line, new, token, other, end in await bench.repairs(_call(case), most):
        old = study.line(line)
        starts = [at for at in range(len(old)) if _changed(old, at, token, other).startswith(new)]
        if starts:
            found.append((Change(line, new, token, starts[0]), end))
    return found


def _changed(old: str, at: int, token: str, other: str) -> str:
    return old[:at] + other + old[at + len(token) :] if old.startswith(token, at) else ""


def _call(case: TestCase) -> Call:
    return Call("try", case.function, case.args, case.kwargs)


def _fits(case: TestCase, end: End) -> bool:
    """A first look; the verdict of the judge counts."""
    return (
        isinstance(case.expected, Returns)
        and end.kind == "returns"
        and not difference(end.value, case.expected.value, case.comparator)
    )
