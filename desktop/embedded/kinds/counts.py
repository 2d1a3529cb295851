"""How often: rounds of a loop (1), calls of a function (2), true conditions (5), and with twice the input (13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from desktop.embedded.bench import ROUTES
from desktop.embedded.calls import numbers_of
from desktop.embedded.candidate import LONG_RUN, MOST_WORK, Candidate, toil
from desktop.embedded.study import Agreed, Function, Study
from desktop.vocabulary.questions import Question
from desktop.vocabulary.words import Words


def counts(study: Study, say: Words) -> Iterator[Candidate]:
    for run in study.of("base", "program"):
        if run.end.kind in ("returns", "raises"):
            yield from _loops(study, run, say)
            yield from _calls(study, run, say)
            yield from _tests(study, run, say)


def growth(study: Study, say: Words) -> Iterator[Candidate]:
    """A function that is called twice as often when there are twice as many rows. Both numbers were measured."""
    bases = {run.call.text: run for run in study.of("base") if run.end.kind == "returns"}
    for run in study.of("double"):
        base = bases.get(run.call.source)
        if base is None or run.end.kind != "returns":
            continue
        for function in study.outline.functions:
            before, after = base.calls.get(function.qual, 0), run.calls.get(function.qual, 0)
            if before < 2 or after != 2 * before or after > MOST_WORK or not _countable(study, function):
                continue
            question = Question(
                id="",
                type="growth",
                text=say(
                    "`{name}` (line {line}) is called {n} times during `{call}`. How many times during `{larger}`?",
                    name=function.qual,
                    line=function.line,
                    n=before,
                    call=base.call.text,
                    larger=run.call.text,
                ),
                answer_form="int",
                lines=tuple(range(function.line, function.end + 1)),
                key=after,
                routes=ROUTES,
                call=run.call.text,
                explanation=say("Twice the rows, twice the calls: {before}, then {after}.", before=before, after=after),
                recipe={
                    "function": function.qual,
                    "line": function.line,
                    "seen": {"before": before, "times": after, "smaller": base.call.text},
                },
            )
            by_len = after in numbers_of(run.call)
            yield Candidate(question, ("calls", function.qual), function.qual, 0.6 - 0.3 * by_len, by_len)


def _loops(study: Study, run: Agreed, say: Words) -> Iterator[Candidate]:
    for loop in study.outline.loops:
        rounds = run.loops.get(loop.line, 0)
        if not 2 <= rounds <= MOST_WORK or (loop.stops and rounds > 4 and run.steps > LONG_RUN):
            continue  # to know when a long search ends, all of it would have to be followed
        question = Question(
            id="",
            type="loop_count",
            text=say(
                "{during}: how many times does the body of the loop on line {line} run in total?",
                during=during(run, say),
                line=loop.line,
            ),
            answer_form="int",
            lines=tuple(range(loop.line, loop.end + 1)),
            key=rounds,
            routes=ROUTES,
            call=run.call.text,
            explanation=_rounds(rounds, run.entries.get(loop.line, ()), say),
            recipe={"line": loop.line, "seen": {"rounds": list(run.entries.get(loop.line, ()))}},
        )
        by_len = rounds in numbers_of(run.call)
        merit = (0.9 if loop.stops else 0.6) - (0.3 if by_len else 0.0) - rounds / 100 - toil(run)
        yield Candidate(question, ("loop", loop.line), loop.function, merit, by_len)


def _calls(study: Study, run: Agreed, say: Words) -> Iterator[Candidate]:
    for function in study.outline.functions:
        times = run.calls.get(function.qual, 0)
        if not 2 <= times <= MOST_WORK or not _countable(study, function):
            continue
        question = Question(
            id="",
            type="call_count",
            text=say(
                "{during}: how many times is `{name}` (line {line}) called?",
                during=during(run, say),
                name=function.qual,
                line=function.line,
            ),
            answer_form="int",
            lines=tuple(range(function.line, function.end + 1)),
            key=times,
            routes=ROUTES,
            call=run.call.text,
            explanation=say("`{name}` was called {n} times.", name=function.qual, n=times),
            recipe={"function": function.qual, "line": function.line, "seen": {"times": times}},
        )
        by_len = times in numbers_of(run.call)
        merit = 0.7 - (0.3 if by_len else 0.0) - times / 100 - toil(run)
        yield Candidate(question, ("calls", function.qual), function.qual, merit, by_len)


def _countable(study: Study, function: Function) -> bool:
    """Whether it is clear what one call of it is: a generator goes on and on, a decorated one may run twice."""
    return not function.generator and not function.decorated and function.qual not in study.outline.namesakes


def _tests(study: Study, run: Agreed, say: Words) -> Iterator[Candidate]:
    for test in study.outline.tests:
        asked, true = run.tests.get(test.line, (0, 0))
        if not 3 <= asked <= MOST_WORK or not 0 < true < asked or (test.leaves and true == 1):
            continue  # what ends the loop or the function at its first truth is true once: nothing to find out
        question = Question(
            id="",
            type="branch_count",
            text=say(
                "{during}: the condition on line {line} is evaluated {asked} times. How many times is it true?",
                during=during(run, say),
                line=test.line,
                asked=asked,
            ),
            answer_form="int",
            lines=(test.line,),
            key=true,
            routes=ROUTES,
            call=run.call.text,
            explanation=say("True: {true}. False: {false}.", true=true, false=asked - true),
            recipe={"line": test.line, "seen": {"asked": asked, "true": true}},
        )
        merit = 0.7 - asked / 100 - 0.25 * (true == 1) - toil(run)
        yield Candidate(question, ("test", test.line), test.function, merit, true in numbers_of(run.call))


def during(run: Agreed, say: Words) -> str:
    if run.call.role == "program":
        return say("While your program runs from its first line to its last")
    return say("During `{call}`", call=run.call.text)


def _rounds(total: int, entries: Sequence[int], say: Words) -> str:
    if sum(entries) != total or len(entries) < 2:
        return say("The body ran {n} times.", n=total)
    if len(set(entries)) == 1:
        return say(
            "The body ran {n} times: the loop was reached {times} times, with {each} rounds each.",
            n=total,
            times=len(entries),
            each=entries[0],
        )
    return say(
        "The body ran {n} times: the loop was reached {times} times, with {parts} rounds.",
        n=total,
        times=len(entries),
        parts=", ".join(map(str, entries)),
    )
