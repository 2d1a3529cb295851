"""Which line: the one that never runs (6), the one that raises (11)."""

from __future__ import annotations

from collections.abc import Iterator

from desktop.embedded.bench import ROUTES
from desktop.embedded.candidate import Candidate
from desktop.embedded.kinds.outcomes import recipe_of
from desktop.embedded.study import Agreed, Function, Statement, Study
from desktop.vocabulary.questions import Question
from desktop.vocabulary.values import Wire
from desktop.vocabulary.words import Words

RARE = 0.3  # at most this share of a function's lines may be right: pointing blindly must not pay


def lines(study: Study, say: Words) -> Iterator[Candidate]:
    for run in study.of("base", "try"):
        if run.end.kind == "returns" and run.lines and run.covered:
            for function in study.outline.functions:
                if function.qual not in study.outline.namesakes:
                    yield from _unreached(study, function, run, say)
    for run in study.of("base", "edge"):
        if run.end.kind == "raises" and run.end.line is not None:
            yield from _raising(study, run.end.line, run, say)


def _unreached(study: Study, function: Function, run: Agreed, say: Words) -> Iterator[Candidate]:
    statements = [s for s in study.outline.statements if s.function == function.qual]
    ran = [_ran(statement, run) for statement in statements]
    never = [statement for statement, did in zip(statements, ran, strict=True) if did is False]
    if None in ran or not never or len(statements) < 4 or len(never) > RARE * len(statements) or True not in ran:
        return
    own = {line for statement in never for line in range(statement.line, statement.end + 1)}
    key: list[Wire] = [*sorted(own)]
    question = Question(
        id="",
        type="unreached_line",
        text=say(
            "During `{call}`, which line of `{name}` (lines {first} to {last}) never runs? Pick one.",
            call=run.call.text,
            name=function.qual,
            first=function.line,
            last=function.end,
        ),
        answer_form="line",
        lines=tuple(range(function.line, function.end + 1)),
        key=key,
        routes=ROUTES,
        call=run.call.text,
        explanation=say(
            "Never reached: {lines}.",
            lines=", ".join(str(statement.line) for statement in sorted(never, key=lambda s: s.line)),
        ),
        recipe={**recipe_of(run.call), "qual": function.qual, "seen": {"ran": [*sorted(run.lines)]}},
    )
    yield Candidate(question, ("unreached", function.qual), function.qual, 0.6)


def _raising(study: Study, line: int, run: Agreed, say: Words) -> Iterator[Candidate]:
    whole = [s for s in study.outline.statements if s.line == s.end == line]
    function = study.function_around(line)
    if len(whole) != 1 or function is None:
        return
    question = Question(
        id="",
        type="raising_line",
        text=say("`{call}` raises {name}. On which line?", call=run.call.text, name=run.end.type),
        answer_form="line",
        lines=tuple(range(function.line, function.end + 1)),
        key=line,
        routes=ROUTES,
        call=run.call.text,
        explanation=say("It raises {name} on line {line}.", name=run.end.type, line=line),
        recipe=recipe_of(run.call),
    )
    # the same fact as "what happens": asking one gives the other away
    yield Candidate(question, ("outcome", run.end.type, line), function.qual, 0.75)


def _ran(statement: Statement, run: Agreed) -> bool | None:
    """None where the two routes do not say the same."""
    traced = any(line in run.lines for line in range(statement.line, statement.end + 1))
    covered = statement.line in run.covered
    return traced if traced == covered else None
