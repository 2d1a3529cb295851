"""What a call does: what it returns (7), how an edge case ends (10), what it does to its arguments (12)."""

from __future__ import annotations

from collections.abc import Iterator

from desktop.embedded.bench import ROUTES
from desktop.embedded.calls import shown
from desktop.embedded.candidate import (
    LONG_RUN,
    LONGEST_VALUE,
    MOST_WORK,
    Candidate,
    empty,
    exact,
    laborious,
    readable,
    toil,
    typeable,
)
from desktop.embedded.marking import same_value
from desktop.embedded.study import Agreed, Call, Study, plain
from desktop.vocabulary.questions import Question
from desktop.vocabulary.values import Wire, render, tag
from desktop.vocabulary.words import Words


def outcomes(study: Study, say: Words) -> Iterator[Candidate]:
    for run in study.of("helper", "try", "base"):
        yield from _return_value(study, run, say)
    for run in study.of("edge", "base"):
        yield from _edge_outcome(study, run, say)
    for run in study.of("base", "edge"):
        yield from _argument_changed(study, run, say)
    yield from _program_outcome(study, say)


def _return_value(study: Study, run: Agreed, say: Words) -> Iterator[Candidate]:
    value, call = run.end.value, run.call
    if run.end.kind != "returns" or not typeable(value) or not plain(value):
        return
    text = shown(value)
    if text in call.text and tag(value) != "str":
        return
    if too_long(run, value):
        return
    function = study.outline.function(call.function)
    lines = tuple(range(function.line, function.end + 1)) if function else ()
    question = Question(
        id="",
        type="return_value",
        text=say("What does `{call}` return?", call=call.text),
        answer_form="literal",
        lines=lines,
        key=value,
        routes=ROUTES,
        call=call.text,
        explanation=say("Running it gives {value}.", value=shown(value)),
        recipe=recipe_of(call),
    )
    merit = 0.85 if call.role == "helper" else 0.7
    merit -= 0.35 * (not exact(value)) + min(run.work.get(call.function, 0), 60) / 200
    merit -= 0.35 * empty(value) + 0.25 * readable(value, call.text) + toil(run)
    yield Candidate(question, ("returns", call.function), call.function, merit)


def _edge_outcome(study: Study, run: Agreed, say: Words) -> Iterator[Candidate]:
    end, call = run.end, run.call
    loaded = end.kind != "unloaded"
    if end.kind == "raises":
        key, why = pair("raises", end.type), _raised(end.type, end.line, say)
    elif end.kind == "endless" and may_be_endless(study):
        key = pair("endless")
        why = say("It was still running after a very large number of steps.")
    elif end.kind == "returns" and plain(end.value) and len(render(end.value, 10_000)) <= LONGEST_VALUE:
        if too_long(run, end.value):
            return
        key = pair("returns", end.value)
        why = say("It returns {value}.", value=shown(end.value))
    else:
        return
    if not loaded or (call.role == "base" and end.kind == "returns"):
        return
    function = study.outline.function(call.function)
    missing = end.type == "NameError" and end.line is None  # the function itself is not there
    question = Question(
        id="",
        type="edge_outcome",
        text=say(
            "What happens on `{call}`? Write the value it returns, or the name of the exception it raises, "
            "or: does not finish.",
            call=call.text,
        ),
        answer_form="outcome",
        lines=tuple(range(function.line, function.end + 1)) if function else (),
        key=key,
        routes=ROUTES,
        call=call.text,
        explanation=why,
        recipe=recipe_of(call),
    )
    merit = {"raises": 0.8, "endless": 0.85}.get(end.kind, 0.6)
    if end.kind == "returns" and (end.value is None or end.value == [] or not exact(end.value)):
        merit = 0.35
    if missing:
        fact: tuple[object, ...] = ("missing",)
    elif end.kind == "returns":
        fact = ("outcome", shown(end.value))
    else:
        fact = ("outcome", end.type, end.line)  # the same exception from the same line is one fact
    yield Candidate(question, fact, call.function, merit)


def _program_outcome(study: Study, say: Words) -> Iterator[Candidate]:
    """The program cannot even be loaded: what happens, and where?"""
    end = study.load
    if end.kind not in ("raises", "endless") or end.type == "EOFError":  # input() with nobody there
        return
    raises = end.kind == "raises"
    if not raises and not may_be_endless(study):
        return
    question = Question(
        id="",
        type="edge_outcome",
        text=say(
            "What happens when your program is run from its first line to its last? Write the name of the exception "
            "it raises, or: does not finish."
        ),
        answer_form="outcome",
        lines=(end.line,) if end.line else (),
        key=pair("raises", end.type) if raises else pair("endless"),
        routes=ROUTES,
        explanation=_raised(end.type, end.line, say)
        if raises
        else say("It was still running after a very large number of steps."),
        recipe={"program": True},
    )
    yield Candidate(question, ("load",), "", 0.9)


def _argument_changed(study: Study, run: Agreed, say: Words) -> Iterator[Candidate]:
    if run.end.kind != "returns" or run.after is None or len(run.after) != len(run.call.args):
        return
    for number, (before, after) in enumerate(zip(run.call.args, run.after, strict=True), start=1):
        if not isinstance(before, list) and tag(before) not in ("dict", "set"):
            continue
        changed = render(before, 10_000) != render(after, 10_000)
        if (
            not plain(after)
            or (changed and same_value(before, after))
            or (changed and len(render(after, 10_000)) > LONGEST_VALUE)
        ):
            continue
        function = study.outline.function(run.call.function)
        key = pair("changed", after) if changed else pair("unchanged")
        question = Question(
            id="",
            type="argument_changed",
            text=say(
                "After `{call}` has returned, has your code changed the list or dict that was given as argument {n}? "
                "Write no, or write its new value.",
                call=run.call.text,
                n=number,
            ),
            answer_form="word",
            lines=tuple(range(function.line, function.end + 1)) if function else (),
            key=key,
            routes=ROUTES,
            call=run.call.text,
            explanation=say("Afterwards it is {value}.", value=shown(after))
            if changed
            else say("It is the same afterwards."),
            recipe={**recipe_of(run.call), "argument": number},
        )
        merit = 0.8 - 0.25 * (not exact(after)) if changed else -0.3
        if not changed and not any(f.mutates for f in study.outline.functions):
            merit = -0.8  # nothing in the program could change anything: there is nothing to see
        yield Candidate(question, ("changed", run.call.function, number), run.call.function, merit)


def may_be_endless(study: Study) -> bool:
    """A `for` over ten million rows is cut, too, and ends all the same: only a `while` is believed."""
    return any(loop.kind == "while" for loop in study.outline.loops)


def too_long(run: Agreed, value: Wire) -> bool:
    """More than a head can do: too many lines of the called function itself (what it calls is one step of thought
    each), too many in all, or numbers too large."""
    return run.work.get(run.call.function, 0) > MOST_WORK or run.steps > 2 * LONG_RUN or laborious(value)


def recipe_of(call: Call) -> dict[str, Wire]:
    """The call itself, so that the key can be obtained again."""
    return {"function": call.function, "args": list(call.args), "kwargs": dict(call.kwargs)}


def pair(*items: Wire) -> Wire:
    """A key that says what happened, and with which value."""
    return {"t": "tuple", "v": list(items)}


def _raised(name: str, line: int | None, say: Words) -> str:
    if line is None:
        return say("It raises {name}.", name=name)
    return say("It raises {name} on line {line}.", name=name, line=line)
