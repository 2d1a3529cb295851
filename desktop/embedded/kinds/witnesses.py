"""Give an input for which ... (18): the student chooses, the program decides by running. One is known to exist."""

from __future__ import annotations

from collections.abc import Iterator

from desktop.embedded.bench import ROUTES
from desktop.embedded.candidate import Candidate
from desktop.embedded.study import Agreed, Function, Study
from desktop.vocabulary.problem import Problem, Witness
from desktop.vocabulary.questions import Question
from desktop.vocabulary.values import Wire, render
from desktop.vocabulary.words import Words


def witnesses(study: Study, problem: Problem, say: Words, found: dict[str, tuple[Wire, ...]]) -> Iterator[Candidate]:
    """`found`: for each of the author's tasks (by id) arguments for which the two calls were seen to disagree."""
    for witness in problem.witnesses:
        if witness.id in found:
            yield _authored(study, witness, problem, found[witness.id], say)
    seen = [run for run in study.of("base") if run.end.kind == "returns"]
    if seen:
        for run in study.of("try", "edge"):
            function = study.outline.function(run.call.function)
            if function is not None and not run.call.kwargs and run.end.kind != "unloaded":
                yield from _branches(study, function, seen, run, say)
                yield from _rounds(study, function, seen, run, say)


def _authored(study: Study, witness: Witness, problem: Problem, example: tuple[Wire, ...], say: Words) -> Candidate:
    entry = study.outline.function(problem.entry_points[0])
    how = say("Type the arguments, separated by commas: {names}.", names=", ".join(f"`{n}`" for n in witness.arguments))
    question = Question(
        id="",
        type="witness",
        text=f"{witness.text.say(say.language)} {how}",
        answer_form="arguments",
        lines=tuple(range(entry.line, entry.end + 1)) if entry else (),
        routes=ROUTES,
        call="",
        explanation=say("For example: {example}", example=_typed(example)),
        recipe={
            "ask": "disagree",
            "left": witness.left,
            "right": witness.right,
            "names": list(witness.arguments),
            "example": list(example),
        },
    )
    return Candidate(question, ("witness", witness.id), problem.entry_points[0], 0.8)


def _branches(study: Study, function: Function, seen: list[Agreed], run: Agreed, say: Words) -> Iterator[Candidate]:
    """An `if` whose body no base call reaches, and this call does."""
    for test in study.outline.tests:
        if run.tests.get(test.line, (0, 0))[1] == 0 or any(_times_true(base, test.line) != 0 for base in seen):
            continue
        text = say(
            "Give arguments for `{name}` with which line {line} runs. With `{call}` it does not run. {how}",
            name=function.name,
            line=test.body,
            call=seen[0].call.text,
            how=_how(function, say),
        )
        recipe: dict[str, Wire] = {"ask": "true", "line": test.line, "at_least": 1}
        yield _candidate(function, text, (test.line, test.body), recipe, run, ("witness", test.line), 0.85, say)


def _rounds(study: Study, function: Function, seen: list[Agreed], run: Agreed, say: Words) -> Iterator[Candidate]:
    """More rounds of a loop that decides inside when it ends."""
    for loop in study.outline.loops:
        counts = [_rounds_of(base, loop.line) for base in seen]
        known = [count for count in counts if count is not None]
        most = max(known, default=0)
        if (
            len(known) < len(counts)
            or not loop.stops
            or run.loops.get(loop.line, 0) <= most
            or not 1 <= most <= 8
            or run.end.kind != "returns"
        ):
            continue
        text = say(
            "Give arguments for `{name}` with which the body of the loop on line {line} runs at least {n} times. {how}",
            name=function.name,
            line=loop.line,
            n=most + 1,
            how=_how(function, say),
        )
        recipe: dict[str, Wire] = {"ask": "rounds", "line": loop.line, "at_least": most + 1}
        yield _candidate(function, text, (loop.line,), recipe, run, ("witness", loop.line), 0.75, say)


def _times_true(run: Agreed, line: int) -> int | None:
    """None where it was not the same in every run."""
    if line in run.tests:
        return run.tests[line][1]
    return 0 if run.lines and line not in run.lines else None


def _rounds_of(run: Agreed, line: int) -> int | None:
    if line in run.loops:
        return run.loops[line]
    return 0 if run.lines and line not in run.lines else None


def _candidate(
    function: Function,
    text: str,
    lines: tuple[int, ...],
    recipe: dict[str, Wire],
    run: Agreed,
    fact: tuple[object, ...],
    merit: float,
    say: Words,
) -> Candidate:
    question = Question(
        id="",
        type="witness",
        text=text,
        answer_form="arguments",
        lines=lines,
        routes=ROUTES,
        explanation=say("For example: {example}", example=_typed(run.call.args)),
        recipe={
            **recipe,
            "function": function.name,
            "names": list(function.params),
            "example": list(run.call.args),
        },
    )
    return Candidate(question, fact, function.qual, merit)


def _how(function: Function, say: Words) -> str:
    names = ", ".join(f"`{name}`" for name in function.params[: function.required])
    return say("Type the arguments, separated by commas: {names}.", names=names)


def _typed(args: tuple[Wire, ...]) -> str:
    return ", ".join(render(arg) for arg in args)
