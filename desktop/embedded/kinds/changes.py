"""What one changed token would do: to the result (8), and which change matters at all (9)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

from desktop.embedded.bench import ROUTES
from desktop.embedded.calls import shown
from desktop.embedded.candidate import LONGEST_VALUE, Candidate, empty, exact, readable
from desktop.embedded.kinds.outcomes import pair, recipe_of, too_long
from desktop.embedded.study import Agreed, End, Study, plain
from desktop.vocabulary.questions import Question
from desktop.vocabulary.values import Wire, render
from desktop.vocabulary.words import Words

LETTERS = ("A", "B", "C", "D")


def changes(study: Study, say: Words) -> Iterator[Candidate]:
    originals = {run.call.text: run for run in study.of("base", "try", "helper") if run.end.kind == "returns"}
    groups: dict[str, list[Agreed]] = {}
    for run in study.of("mutant"):
        if run.call.text in originals and plain(originals[run.call.text].end.value):
            groups.setdefault(run.call.text, []).append(run)
    for text, runs in groups.items():
        for run in runs:
            yield from _what_if(study, originals[text], run, say)
        yield from _which_change(study, originals[text], runs, say)


def _what_if(study: Study, original: Agreed, run: Agreed, say: Words) -> Iterator[Candidate]:
    end, call = run.end, run.call
    if same(original.end, end) or call.mutant is None or too_long(run, end.value):
        return
    line, new = study.mutants[call.mutant]
    if end.kind == "raises" and end.type == "TypeError":
        return  # two things that do not go together: seen without knowing the program
    if end.kind == "returns" and re.search(rf"(?<![\w.]){re.escape(shown(end.value))}(?![\w.])", new):
        return  # the answer stands in the changed line
    if end.kind == "raises":
        key, value = pair("raises", end.type), None
    elif end.kind == "returns" and plain(end.value) and len(render(end.value, 10_000)) <= LONGEST_VALUE:
        key, value = pair("returns", end.value), end.value
    else:
        return
    recipe: dict[str, Wire] = {**recipe_of(call), "line": line, "new": new}
    question = Question(
        id="",
        type="what_if",
        text=say(
            "Suppose line {line} were `{new}` instead. What would `{call}` do then? Write the value it returns, "
            "or the name of the exception it raises, or: does not finish.",
            line=line,
            new=new,
            call=call.text,
        ),
        answer_form="outcome",
        lines=(line,),
        key=key,
        routes=ROUTES,
        call=call.text,
        explanation=say(
            "With that line: {then}. As the program stands: {now}.", then=_said(end), now=_said(original.end)
        ),
        recipe=recipe,
    )
    function = study.function_at(line)
    merit = 0.8 - min(run.work.get(call.function, 0), 60) / 200 if end.kind == "returns" else 0.65
    merit -= (
        0.35 * (not exact(value)) + 0.3 * empty(value) * (end.kind == "returns") + 0.25 * readable(value, call.text)
    )
    yield Candidate(question, ("what_if", line), function, merit)


def _which_change(study: Study, original: Agreed, runs: Sequence[Agreed], say: Words) -> Iterator[Candidate]:
    """One change alters the result, three do not: which?"""
    known = [run for run in runs if run.end.kind in ("returns", "raises") and run.call.mutant is not None]
    known = [run for run in known if run.end.kind == "raises" or plain(run.end.value)]
    rng = Random(original.call.text)
    rng.shuffle(known)
    by_line: dict[int, Agreed] = {}
    for run in known:
        by_line.setdefault(study.mutants[run.call.mutant or 0][0], run)
    kills = [run for run in by_line.values() if not same(original.end, run.end)]
    equal = [run for run in by_line.values() if same(original.end, run.end)]
    if not kills or len(equal) < 3:
        return
    four = [kills[0], *equal[:3]]
    rng.shuffle(four)
    right = four.index(kills[0])
    rows = [study.mutants[run.call.mutant or 0] for run in four]
    offered = "\n".join(
        f"- {letter}: {say('line {line}: `{new}`', line=line, new=new)}"
        for letter, (line, new) in zip(LETTERS, rows, strict=True)
    )
    question = Question(
        id="",
        type="which_change",
        text=say(
            "Only one of these changes, each made by itself, alters the result of `{call}`. Which?",
            call=original.call.text,
        )
        + "\n"
        + offered,
        answer_form="options",
        lines=tuple(sorted(line for line, _ in rows)),
        options=LETTERS,
        key=LETTERS[right],
        routes=ROUTES,
        call=original.call.text,
        explanation=say(
            "With {letter} it does this: {then}. With the others, as with your program: {now}.",
            letter=LETTERS[right],
            then=_said(kills[0].end),
            now=_said(original.end),
        ),
        recipe={**recipe_of(original.call), "changes": [list(row) for row in rows]},
    )
    yield Candidate(question, ("which_change", original.call.function), original.call.function, 0.5)


def same(left: End, right: End) -> bool:
    return left.kind == right.kind and left.type == right.type and left.value == right.value


def _said(end: End) -> str:
    return end.type if end.kind == "raises" else shown(end.value)
