"""Which calls to ask about: the problem's own tests, made small enough for a head, and fresh inputs near them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import cast

from desktop.embedded.study import Agreed, Call, Outline, Study, plain
from desktop.vocabulary.cases import TestCase
from desktop.vocabulary.values import Wire, render, tag

TEXT = 100  # characters of a call in a question
PLACES = 7  # at most, where the same token may have been changed
MOST_MUTANTS = 60  # the instruments make no more
# tokens that mean one thing only, whatever stands around them
TELLING = frozenset(
    ["<", "<=", ">", ">=", "==", "!=", "+", "//", "%", "/", "0", "1", "2", "3", "and", "or", "min", "max"]
)
BASES, EDGES, TRIES, VARIANTS, HELPERS, MUTANTS = 4, 6, 10, 5, 6, 8
ROWS = (4, 3, 5)


def base_calls(cases: Iterable[TestCase], rng: Random) -> tuple[Call, ...]:
    """Small calls to count and watch: a test as it is where it is short, otherwise its first rows, rounded."""
    found: dict[str, Call] = {}
    for case in cases:
        if not all(map(plain, (*case.args, *case.kwargs.values()))):
            continue
        for call in _small(Call("base", case.function, case.args, case.kwargs, source=case.id)):
            found.setdefault(call.text, call)
    calls = list(found.values())
    rng.shuffle(calls)
    calls.sort(key=lambda call: abs(longest(call.args) - 4) // 2 + 2 * _repeats(call))
    return tuple(calls[:BASES])


def _small(call: Call) -> list[Call]:
    """The call itself, if it is short, and the first of its cuts."""
    cuts = [cut for rows in ROWS if (cut := _first_rows(call, rows)) is not None]
    calls = ([call] if longest(call.args) <= 6 else []) + cuts[:1]
    return [call for call in calls if len(call.text) <= TEXT]


def _repeats(call: Call) -> bool:
    """A number such as 100 rounds: more than anybody wants to follow."""
    return any(isinstance(arg, int) and not isinstance(arg, bool) and arg > 6 for arg in call.args)


def edge_calls(cases: Iterable[TestCase], rng: Random) -> tuple[Call, ...]:
    calls = [
        Call("edge", case.function, case.args, case.kwargs, source=case.id)
        for case in cases
        if len(case.call_text) <= TEXT and all(map(plain, (*case.args, *case.kwargs.values())))
    ]
    calls = [call for call in calls if len(call.text) <= TEXT]
    rng.shuffle(calls)
    return tuple(calls[:EDGES])


def tries(drawn: Sequence[Call], bases: Sequence[Agreed], rng: Random) -> tuple[Call, ...]:
    """Fresh inputs of the author's kind, and these in another order: for witnesses and to ask what comes back."""
    found: dict[str, Call] = {}
    for call in rng.sample(drawn, len(drawn)):
        for small in _small(call):
            other = _shuffled(small, rng) if rng.random() < 0.4 else small
            found.setdefault(other.text, other)
    for run in bases:
        found.pop(run.call.text, None)
    calls = list(found.values())
    calls.sort(key=_repeats)
    return tuple(calls[:TRIES])


def many_calls(drawn: Sequence[Call], rng: Random, count: int) -> tuple[Call, ...]:
    """The drawn inputs whole, then small and in other orders, up to `count` different ones."""
    found = {call.text: call for call in drawn}
    for number in range(4 * count if drawn else 0):
        if len(found) >= count:
            break
        call = drawn[number % len(drawn)]
        for small in _small(call) or [call]:
            other = _shuffled(small, rng)
            found.setdefault(other.text, other)
    return tuple(found.values())[:count]


def double_calls(bases: Sequence[Agreed], rng: Random) -> tuple[Call, ...]:
    """The base calls with as many rows again: the same ones, begun elsewhere."""
    found: list[Call] = []
    for run in bases:
        length = table(run.call)
        if run.end.kind != "returns" or not 2 <= length <= 4:
            continue
        turn = rng.randrange(length)
        args: list[Wire] = []
        for arg in run.call.args:
            rows = _rows(arg)
            again = rows is not None and len(rows) == length
            args.append(_with_rows(arg, [*rows, *rows[turn:], *rows[:turn]]) if rows is not None and again else arg)
        call = Call("double", run.call.function, tuple(args), run.call.kwargs, source=run.call.text)
        if len(call.text) <= TEXT:
            found.append(call)
    return tuple(found[:2])


def helper_calls(outline: Outline, runs: Sequence[Agreed], rng: Random, skip: Iterable[str]) -> tuple[Call, ...]:
    """The student's own functions on values that they were given, not all at the same time where that can be."""
    found: list[Call] = []
    left_out = set(skip)
    helpers = [f for f in outline.functions if f.top and not f.generator and f.params and f.qual not in left_out]
    for function in rng.sample(helpers, min(len(helpers), HELPERS)):
        seen = [run.args.get(function.qual, ()) for run in runs]
        seen = [[args for args in rows if len(args) == len(function.params) and all(map(plain, args))] for rows in seen]
        seen = [rows for rows in seen if rows]
        old = {Call("helper", function.name, args).text: args for rows in seen for args in rows}
        new: dict[str, tuple[Wire, ...]] = {}
        for _ in range(3 * VARIANTS if seen else 0):
            rows = rng.choice(seen)
            args = tuple(rng.choice(rows)[place] for place in range(len(function.params)))
            new.setdefault(Call("helper", function.name, args).text, args)
        mixed = [args for text, args in new.items() if text not in old]
        chosen = (mixed or rng.sample(list(old.values()), len(old)))[:VARIANTS]
        calls = [Call("helper", function.name, args) for args in chosen]
        found += [call for call in calls if len(call.text) <= TEXT]
    return tuple(found)


def mutant_calls(study: Study, helpers: Sequence[Call], rng: Random) -> tuple[Call, ...]:
    """Changed programs, each on a call that reaches the change: of the changed function itself where there is one."""
    good = [run for run in study.of("base") if run.end.kind == "returns" and plain(run.end.value)]
    if not good:
        return ()
    base = rng.choice(good)
    reached = [number for number, (line, _) in enumerate(study.mutants) if line in base.lines]
    found: list[Call] = []
    for number in rng.sample(reached, min(len(reached), MUTANTS)):
        where = study.function_at(study.mutants[number][0])
        near = [call for call in helpers if call.function == where]
        if near:
            found.append(replace(rng.choice(near), role="mutant", mutant=number))
        if not near or len(found) < 3 * MUTANTS // 2:
            found.append(replace(base.call, role="mutant", mutant=number))
    return tuple(found)


def swap_calls(study: Study, rng: Random) -> tuple[Call, ...]:
    """Every place where one token can become one other, each on the same call: in which of them was it changed?"""
    good = [run for run in study.of("base") if run.end.kind == "returns" and plain(run.end.value)]
    groups: dict[tuple[str, str], list[int]] = {}
    for number, swap in enumerate(study.swaps):
        groups.setdefault(swap, []).append(number)
    apart = [
        numbers
        for swap, numbers in groups.items()
        if swap[0] in TELLING and len(numbers) <= PLACES and len({study.mutants[n][0] for n in numbers}) >= 3
    ]
    if not good or not apart or len(study.mutants) >= MOST_MUTANTS:  # of a sample, not every place is known
        return ()
    base = rng.choice(good)
    return tuple(replace(base.call, role="mutant", mutant=number) for number in rng.choice(apart))


def longest(args: Sequence[Wire]) -> int:
    return max((len(_rows(arg) or ()) for arg in args), default=0)


def numbers_of(call: Call) -> set[int]:
    """Lengths and whole numbers that can be read off the call: a key among them needs no understanding."""
    found: set[int] = set()
    waiting: list[Wire] = [*call.args, *call.kwargs.values()]
    for arg in waiting:
        rows = _rows(arg)
        if rows is not None:
            found.add(len(rows))
            first = _rows(rows[0]) if rows else None
            if first is not None:
                found |= {len(first), len(first) * len(rows)}
        elif isinstance(arg, int) and not isinstance(arg, bool):
            found.add(arg)
    return found


def _first_rows(call: Call, count: int) -> Call | None:
    """Every argument as long as the longest one is cut alike; numbers become whole ones."""
    length = table(call)
    if length < 2:
        return None
    args: list[Wire] = []
    for arg in call.args:
        rows = _rows(arg)
        if rows is not None and len(rows) == length and length > count:
            arg = _with_rows(arg, rows[:count])
        if isinstance(arg, int) and not isinstance(arg, bool) and count <= arg <= 10:
            arg = count - 1
        args.append(_whole(arg) if _largest(arg) >= 2 else arg)  # a rate of 0.1 stays what it is
    small = Call("base", call.function, tuple(args), call.kwargs, source=call.source)
    return None if small.text == call.text else small


def _rows(arg: Wire) -> list[Wire] | None:
    if isinstance(arg, list):
        return arg
    if isinstance(arg, dict) and tag(arg) in ("tuple", "ndarray") and isinstance(arg["v"], list):
        return arg["v"]
    return None


def _with_rows(arg: Wire, rows: list[Wire]) -> Wire:
    if not isinstance(arg, dict):
        return rows
    changed: dict[str, Wire] = {**arg, "v": rows}
    if tag(arg) == "ndarray":
        changed["shape"] = [len(rows), *cast(list[Wire], arg["shape"])[1:]]
    return changed


def _whole(wire: Wire) -> Wire:
    if isinstance(wire, list):
        return [_whole(item) for item in wire]
    if isinstance(wire, dict) and tag(wire) == "float":
        number = float(cast(str, wire["v"]))
        return round(number) if abs(number) < 1e6 else wire
    if isinstance(wire, dict) and tag(wire) in ("tuple", "ndarray"):
        return {**wire, "v": _whole(wire["v"])}
    return wire


def _largest(wire: Wire) -> float:
    if isinstance(wire, list):
        return max(map(_largest, wire), default=0.0)
    if isinstance(wire, dict) and tag(wire) == "float":
        return abs(float(cast(str, wire["v"])))
    return _largest(wire["v"]) if isinstance(wire, dict) and "v" in wire else 0.0


def table(call: Call) -> int:
    """How many rows the arguments have that belong together; 0 where rows may not be left out or moved.

    A tuple of numbers is a place (in a grid of rows, say) and would no longer fit.
    """
    places = [arg for arg in call.args if isinstance(arg, dict) and tag(arg) == "tuple"]
    return 0 if places or not all(map(_plain_rows, call.args)) else longest(call.args)


def _plain_rows(arg: Wire) -> bool:
    return not isinstance(arg, dict) or tag(arg) in ("float", "int", "ndarray", "str")


def _shuffled(call: Call, rng: Random) -> Call:
    """Its rows in another order, all arguments alike."""
    length = table(call)
    if length < 2:
        return call
    order = rng.sample(range(length), length)
    args: list[Wire] = []
    for arg in call.args:
        rows = _rows(arg)
        args.append(arg if rows is None or len(rows) != length else _with_rows(arg, [rows[at] for at in order]))
    return replace(call, args=tuple(args))


def shown(wire: Wire) -> str:
    """A key as a person would type it: floats to four significant digits."""
    return render(_rounded(wire), 10_000)


def _rounded(wire: Wire) -> Wire:
    if isinstance(wire, list):
        return [_rounded(item) for item in wire]
    if not isinstance(wire, dict) or "v" not in wire:
        return wire
    if tag(wire) == "float":
        number = float(cast(str, wire["v"]))
        return {"t": "float", "v": repr(float(f"{number:.4g}"))}
    return {**wire, "v": _rounded(wire["v"])}
