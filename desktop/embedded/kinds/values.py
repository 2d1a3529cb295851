"""What a name holds: after a run of a line (3), over a whole call (4), and of which type (14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from desktop.embedded.bench import ROUTES
from desktop.embedded.calls import shown
from desktop.embedded.candidate import LONGEST_VALUE, MOST_WORK, Candidate, empty, exact, laborious, readable, typeable
from desktop.embedded.kinds.counts import during
from desktop.embedded.study import Agreed, Row, Study, plain
from desktop.vocabulary.questions import Question
from desktop.vocabulary.values import Wire, render, tag
from desktop.vocabulary.words import Words

LATEST = 6  # the n in "the n-th time"


@dataclass(frozen=True, slots=True)
class Spot:
    """A line that gives a name a value, and all that was seen there during one call."""

    run: Agreed
    line: int
    name: str
    function: str
    target: bool  # a loop gives it its value
    constant: bool
    copies: bool
    total: int | None
    rows: Sequence[Row]


def values(study: Study, say: Words) -> Iterator[Candidate]:
    for spot in _spots(study):
        yield from _value_after(study, spot, say)
        yield from _history(study, spot, say)
        yield from _type_at(study, spot, say)


def _spots(study: Study) -> Iterator[Spot]:
    targets = {(loop.line, loop.target): loop.function for loop in study.outline.loops if loop.target}
    assigns = {(a.line, a.name): a for a in study.outline.assigns}
    for run in study.of("base", "program"):
        if run.end.kind not in ("returns", "raises", "endless"):
            continue
        for (line, name), (total, rows) in run.values.items():
            if (line, name) in targets:
                yield Spot(run, line, name, targets[line, name], True, False, False, total, rows)
            elif (line, name) in assigns:
                assign = assigns[line, name]
                yield Spot(run, line, name, assign.function, False, assign.constant, assign.copies, total, rows)


def _value_after(study: Study, spot: Spot, say: Words) -> Iterator[Candidate]:
    if spot.constant:
        return
    before: Wire = None
    for number, (value, _, work) in enumerate(spot.rows[:LATEST], start=1):
        text = shown(value)
        if (
            not plain(value)
            or not typeable(value)
            or text in study.line(spot.line)
            or work > MOST_WORK
            or laborious(value)
        ):
            before = value
            continue
        sentence = (
            "{during}: what is the value of `{name}` in round {n} of the loop on line {line}? {counted}"
            if spot.target
            else "{during}: what is the value of `{name}` right after line {line} has run for the {nth} time? {counted}"
        )
        counted = say("(All runs of the line count, over the whole call.)") if spot.total != 1 else ""
        question = Question(
            id="",
            type="value_after",
            text=say(
                sentence,
                during=during(spot.run, say),
                name=spot.name,
                n=number,
                nth=nth(number, say),
                line=spot.line,
                counted=counted,
            ).strip(),
            answer_form="literal",
            lines=(spot.line,),
            key=value,
            routes=ROUTES,
            call=spot.run.call.text,
            explanation=_seen(spot, say),
            recipe={"line": spot.line, "name": spot.name, "nth": number, "seen": _rows(spot)},
        )
        merit = 0.75 + 0.05 * min(number, 3) - 0.008 * work
        merit -= (
            0.35 * (not exact(value))
            + 0.3 * readable(value, spot.run.call.text)
            + 0.15 * (value == before)
            + (1.0 if spot.total == 1 else 0.3) * spot.copies
        )
        merit -= 0.1 * (tag(value) == "str") + 0.1 * spot.target + 0.2 * empty(value)
        yield Candidate(question, ("value", spot.line, spot.name), spot.function, merit)
        before = value


def _history(study: Study, spot: Spot, say: Words) -> Iterator[Candidate]:
    if spot.total is None or not 2 <= spot.total <= LATEST or len(spot.rows) != spot.total or spot.constant:
        return
    history: list[Wire] = [value for value, _, _ in spot.rows]
    if len({shown(value) for value in history}) < 2 or any(work > MOST_WORK for _, _, work in spot.rows):
        return
    if not plain(history) or len(render(history, 10_000)) > LONGEST_VALUE or not all(map(exact, history)):
        return
    if history == list(range(len(history))):
        return
    question = Question(
        id="",
        type="history",
        text=say(
            "{during}: which values does `{name}` get on line {line}, one after the other? Write them as a list.",
            during=during(spot.run, say),
            name=spot.name,
            line=spot.line,
        ),
        answer_form="list",
        lines=(spot.line,),
        key=history,
        routes=ROUTES,
        call=spot.run.call.text,
        explanation=_seen(spot, say),
        recipe={"line": spot.line, "name": spot.name, "seen": _rows(spot)},
    )
    merit = 0.8 - 0.35 * readable(history, spot.run.call.text) - 0.25 * spot.target
    yield Candidate(question, ("value", spot.line, spot.name), spot.function, merit)


def _type_at(study: Study, spot: Spot, say: Words) -> Iterator[Candidate]:
    kinds = {kind for _, kind, _ in spot.rows}
    if len(kinds) != 1 or spot.target or spot.constant or spot.total != len(spot.rows):
        return
    kind = kinds.pop()
    if kind in ("NoneType", "bool") or kind in study.line(spot.line):
        return
    question = Question(
        id="",
        type="type_at",
        text=say(
            "{during}: of which type is `{name}` after line {line}? Write the name of the type.",
            during=during(spot.run, say),
            name=spot.name,
            line=spot.line,
        ),
        answer_form="word",
        lines=(spot.line,),
        key=kind,
        routes=ROUTES,
        call=spot.run.call.text,
        explanation=say("`type({name})` was `{kind}` each time.", name=spot.name, kind=kind),
        recipe={"line": spot.line, "name": spot.name, "seen": _rows(spot)},
    )
    merit = {"list": -0.3, "float": -0.1, "int": 0.2, "str": 0.0}.get(kind, 0.45)
    yield Candidate(question, ("type", spot.line, spot.name), spot.function, merit)


def _rows(spot: Spot) -> Wire:
    """What the window shows beside the explanation: each value with its type, and how many there were in all."""
    return {"values": [[value, kind] for value, kind, _ in spot.rows], "total": spot.total}


def _seen(spot: Spot, say: Words) -> str:
    seen = "; ".join(shown(value) for value, _, _ in spot.rows[:LATEST])
    if spot.total is None or spot.total > LATEST:
        seen += "; ..."
    return say("On line {line}, `{name}` was, in order: {seen}", line=spot.line, name=spot.name, seen=seen)


def nth(number: int, say: Words) -> str:
    return say(("first", "second", "third", "fourth", "fifth", "sixth")[number - 1])
