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
BASES, EDGES, TRIES, VARIANTS, HELPERS, MUTANTS = 4, 6, 10, 5, 6, 8
ROWS = (4, 3, 5)


def base_calls(cases: Iterable[TestCase], rng: Random) -> tuple[Call, ...]:
    """Small calls to count and watch: a test as it is where it is short, otherwise its first rows, rounded."""
    found: dict[str, Call] = {}
    for case in cases:
        if not all(map(plain, (*case.args, *case.kwargs.values()))):
            continue
        whole = Call("base", case.function, case.args, case.kwargs, source=case.id)
        small = [cut for rows in ROWS if (cut := _first_rows(whole, rows)) is not None]
        for call in ([whole] if longest(whole.args) <= 6 else []) + small[:1]:
            if len(call.text) <= TEXT:
                found.setdefault(call.text, call)
    calls = list(found.values())
    rng.shuffle(calls)
    calls.sort(key=lambda call: abs(longest(call.args) - 4) // 2)
    return tuple(calls[:BASES])


def edge_calls(cases: Iterable[TestCase], rng: Random) -> tuple[Call, ...]:
    calls = [
        Call("edge", case.function, case.args, case.kwargs, source=case.id)
        for case in cases
        if len(case.call_text) <= TEXT and all(map(plain, (*case.args, *case.kwargs.values())))
    ]
    calls = [call for call in calls if len(call.text) <= TEXT]
    rng.shuffle(calls)
    return tuple(calls[:EDGES])


def tries(bases: Sequence[Agreed], rng: Random) -> tuple[Call, ...]:
    """Fresh inputs near the base calls that return: to look for witnesses and to ask what comes back."""
    good = [run.call for run in bases if run.end.kind == "returns"]
    found: dict[str, Call] = {}
    for number in range(TRIES if good else 0):
        near = good[number % len(good)]
        args = tuple(vary(arg, rng) for arg in near.args)
        if rng.random() < 0.4:
            args = tuple(_reorder(arg, rng) for arg in args)
        call = Call("try", near.function, args, near.kwargs)
        if len(call.text) <= TEXT:
            found.setdefault(call.text, call)
    for run in bases:
        found.pop(run.call.text, None)
    return tuple(found.values())


def double_calls(bases: Sequence[Agreed], rng: Random) -> tuple[Call, ...]:
    """The base calls with as many rows again, of the same kind."""
    found: list[Call] = []
    for run in bases:
        length = longest(run.call.args)
        if run.end.kind != "returns" or not 2 <= length <= 4:
            continue
        args: list[Wire] = []
        for arg in run.call.args:
            rows = _rows(arg)
            args.append(arg if rows is None or len(rows) != length else _with_rows(arg, [*rows, *_more(rows, rng)]))
        call = Call("double", run.call.function, tuple(args), run.call.kwargs, source=run.call.text)
        if len(call.text) <= TEXT:
            found.append(call)
    return tuple(found[:2])


def _more(rows: list[Wire], rng: Random) -> list[Wire]:
    return [vary(row, rng) for row in rows]


def helper_calls(outline: Outline, runs: Sequence[Agreed], rng: Random, skip: Iterable[str]) -> tuple[Call, ...]:
    """The student's own functions on inputs like those they were given, but not the same."""
    found: list[Call] = []
    left_out = set(skip)
    helpers = [f for f in outline.functions if f.top and not f.generator and f.params and f.qual not in left_out]
    for function in rng.sample(helpers, min(len(helpers), HELPERS)):
        seen = [args for run in runs for args in run.args.get(function.qual, ())]
        seen = [args for args in seen if len(args) == len(function.params) and all(map(plain, args))]
        texts = {Call("helper", function.name, args).text for args in seen}
        rng.shuffle(seen)
        for number in range(VARIANTS if seen else 0):
            call = Call("helper", function.name, tuple(vary(arg, rng) for arg in seen[number % len(seen)]))
            if call.text not in texts and len(call.text) <= TEXT:
                texts.add(call.text)
                found.append(call)
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


def vary(wire: Wire, rng: Random) -> Wire:
    """A value of the same shape with other small numbers in it."""
    if isinstance(wire, bool) or wire is None or isinstance(wire, str):
        return wire
    if isinstance(wire, int):
        low = 0 if wire >= 0 else -9
        return wire if wire > 20 else max(low, wire + rng.choice((-2, -1, 0, 0, 1, 2)))
    if isinstance(wire, list):
        return [vary(item, rng) for item in wire]
    if isinstance(wire, dict) and tag(wire) == "float":
        number = float(cast(str, wire["v"]))
        if not abs(number) < 1e6:
            return wire
        return {"t": "float", "v": repr(float(round(number) + rng.choice((-2, -1, 0, 1, 2))))}
    if isinstance(wire, dict) and tag(wire) == "tuple":
        return {**wire, "v": [vary(item, rng) for item in cast(list[Wire], wire["v"])]}
    return wire


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
    length = longest(call.args)
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


def _reorder(wire: Wire, rng: Random) -> Wire:
    return rng.sample(wire, len(wire)) if isinstance(wire, list) else wire


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
