"""What one changed token would do: to the result (8), and which change matters at all (9)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

from desktop.embedded.bench import ROUTES
from desktop.embedded.calls import shown
from desktop.embedded.candidate import LONG_RUN, LONGEST_VALUE, Candidate, empty, exact, readable, toil
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
        yield from _find_change(study, originals[text], runs, say)


def _what_if(study: Study, original: Agreed, run: Agreed, say: Words) -> Iterator[Candidate]:
    end, call = run.end, run.call
    if same(original.end, end) or call.mutant is None or too_long(run, end.value):
        return
    line, new = study.mutants[call.mutant]
    if end.kind == "raises" and end.type == "TypeError":
        return  # two things that do not go together: seen without knowing the program
    if _visible(end, new):
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


def _find_change(study: Study, original: Agreed, runs: Sequence[Agreed], say: Words) -> Iterator[Candidate]:
    """One token became another in one of several places, and what comes of it points at the line."""
    by_swap: dict[tuple[str, str], dict[int, Agreed]] = {}
    for run in runs:
        if run.call.mutant is not None and run.call.mutant < len(study.swaps):
            by_swap.setdefault(study.swaps[run.call.mutant], {})[run.call.mutant] = run
    for swap, group in by_swap.items():
        everywhere = {number for number, other in enumerate(study.swaps) if other == swap}
        known = all(run.end.kind == "raises" or _short(run.end) for run in group.values())
        if set(group) != everywhere or not known or len({study.mutants[number][0] for number in group}) < 3:
            continue
        apart: dict[int, int] = {}  # line -> number of the change
        for number, run in group.items():
            if _visible(run.end, study.mutants[number][1]):
                continue  # what comes out stands there
            if same(run.end, original.end) or run.steps > 2 * LONG_RUN:
                continue
            places = {study.mutants[other][0] for other, its in group.items() if same(its.end, run.end)}
            if len(places) == 1:
                apart[places.pop()] = number
        if apart:
            # a change further up more often has a result of its own: pointing at the first line must not pay
            first = min(study.mutants[number][0] for number in group)
            later = sorted(line for line in apart if line != first)
            number = apart[Random(f"{original.call.text} {swap}").choice(later or sorted(apart))]
            yield _found(study, original, group[number], number, len(group), say)


def _found(study: Study, original: Agreed, run: Agreed, number: int, places: int, say: Words) -> Candidate:
    line, new_line = study.mutants[number]
    old, new = study.swaps[number]
    call = original.call
    question = Question(
        id="",
        type="find_change",
        text=say(
            "In a copy of your program, one `{old}` inside a function was changed to `{new}`: one token on one line. "
            "On `{call}` the copy gives {then}; your program gives {now}. On which line was the change made?",
            old=old,
            new=new,
            call=call.text,
            then=_said(run.end),
            now=_said(original.end),
        ),
        answer_form="line",
        lines=tuple(sorted({study.mutants[n][0] for n, swap in enumerate(study.swaps) if swap == (old, new)})),
        key=line,
        routes=ROUTES,
        call=call.text,
        explanation=say("It was line {line}: `{new}`", line=line, new=new_line),
        recipe={**recipe_of(call), "old": old, "new": new, "then": pair(run.end.kind, _what(run.end))},
    )
    return Candidate(question, ("find_change", line), study.function_at(line), 0.55 + 0.02 * places - toil(run))


def _visible(end: End, line: str) -> bool:
    return end.kind == "returns" and bool(re.search(rf"(?<![\w.]){re.escape(shown(end.value))}(?![\w.])", line))


def _what(end: End) -> Wire:
    return end.type if end.kind == "raises" else end.value


def _short(end: End) -> bool:
    return end.kind == "returns" and plain(end.value) and len(render(end.value, 10_000)) <= 2 * LONGEST_VALUE


def same(left: End, right: End) -> bool:
    return left.kind == right.kind and left.type == right.type and left.value == right.value


def _said(end: End) -> str:
    return end.type if end.kind == "raises" else shown(end.value)
