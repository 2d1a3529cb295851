"""Tells whether a result is the expected one, and if not, where they part, in one sentence.

`difference` is total: whatever a hostile worker sends as `got`, the answer is a sentence, never an exception.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from desktop.vocabulary.cases import Comparator
from desktop.vocabulary.values import Wire, render, tag
from desktop.vocabulary.words import ENGLISH, Words

SEQUENCES = ("list", "tuple", "ndarray")
NUMBERS = ("int", "float", "complex")
MANY = 300  # items up to which an unordered comparison that has failed goes on, to name the best culprit

Number = int | float | complex


@dataclass(frozen=True, slots=True)
class _How:
    """What counts as equal (the fields of `Comparator`), and the language in which it is said what does not."""

    numbers: Literal["exact", "value"]
    sequences: Literal["exact", "any"]
    relative: float
    absolute: float
    words: Words


class _Place(str):
    """Begins with a place: another place goes before it with a comma."""


def difference(got: Wire, expected: Wire, comparator: Comparator, words: Words = ENGLISH) -> str:
    """Empty when `got` counts as `expected`; else what is wrong and where: ``row 2, item 1: 3.0 instead of 2.5``.

    Rows and items are counted from 1. Rules, beyond what `Comparator` says:

    - a bool is never a number; an object of the student's own class (or of a subclass of int) equals nothing;
    - the tolerance is for floats and complex numbers: two ints are equal or not, however large they are;
      ``|got - expected| <= max(relative * |expected|, absolute)``;
    - NaN equals NaN, an infinity equals the same infinity;
    - sets and dicts are compared whatever their order; a value that was cut for its size equals nothing.
    """
    try:
        how = _How(comparator.numbers, comparator.sequences, comparator.relative, comparator.absolute, words)
        found = _difference(got, expected, how, comparator.order == "any")
        if found and comparator.accept == "first" and tag(got) == "tuple" and tag(expected) != "tuple":
            items = _items(got)
            if not items:
                return words("an empty tuple")
            found = _difference(items[0], expected, how, comparator.order == "any")
            return words("in the first part of the result, {found}", found=found) if found else ""
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError, OverflowError):
        return words("a value that cannot be read")
    return str(found)


def show(wire: Wire, limit: int = 200) -> str:
    """`render` for values that come from a student's process and may be malformed."""
    try:
        return render(wire, limit)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError):
        return "a value that cannot be read"


def _difference(got: Wire, expected: Wire, how: _How, any_order: bool = False) -> str:
    got, expected = _plain(got, how), _plain(expected, how)
    kind, wanted = tag(got), tag(expected)
    if "cut" in (kind, wanted):
        return how.words("a value too large to be compared")
    if "object" in (kind, wanted):
        return _instead(got, expected, how.words)
    if kind == wanted == "ndarray":
        return _arrays(got, expected, how, any_order)
    if how.sequences == "any" and kind in SEQUENCES and wanted in SEQUENCES:
        return _rows(got, expected, how, any_order)
    if how.numbers == "value" and kind in NUMBERS and wanted in NUMBERS:
        return "" if _close(got, expected, how) else _instead(got, expected, how.words)
    if kind != wanted:
        return _instead(got, expected, how.words)
    if kind in SEQUENCES:
        return _rows(got, expected, how, any_order)
    if kind in ("set", "frozenset"):
        return _unordered(_items(got), _items(expected), how)
    if kind == "dict":
        return _dicts(got, expected, how)
    if kind in NUMBERS:
        return "" if _close(got, expected, how) else _instead(got, expected, how.words)
    if kind == "scalar":
        got_type, expected_type = _field(got, "dtype"), _field(expected, "dtype")
        if got_type != expected_type:
            return _instead(got, expected, how.words)
        return (
            "" if not _difference(_field(got, "v"), _field(expected, "v"), how) else _instead(got, expected, how.words)
        )
    return "" if got == expected else _instead(got, expected, how.words)


def _plain(wire: Wire, how: _How) -> Wire:
    """A numpy scalar as its item where values count; an array without axes as its item where rows count."""
    kind = tag(wire)
    if kind == "scalar" and how.numbers == "value":
        return _plain(_field(wire, "v"), how)
    if kind == "ndarray" and how.sequences == "any" and not _shape(wire):
        return _plain(_field(wire, "v"), how)
    return wire


def _rows(got: Wire, expected: Wire, how: _How, any_order: bool) -> str:
    mine, theirs = _items(got), _items(expected)
    if any_order:
        return _unordered(mine, theirs, how)
    if len(mine) != len(theirs):
        rows = bool(theirs) and all(tag(item) in SEQUENCES for item in theirs)
        return _count(len(mine), len(theirs), rows, how.words)
    in_parts = tag(expected) == "tuple"
    for number, (one, other) in enumerate(zip(mine, theirs, strict=True), start=1):
        found = _difference(one, other, how)
        if found:
            words = how.words
            row = words("part {n}" if in_parts else "row {n}", n=number)
            return _at(row if tag(other) in SEQUENCES else words("item {n}", n=number), found, words)
    return ""


def _arrays(got: Wire, expected: Wire, how: _How, any_order: bool) -> str:
    if how.numbers == "exact" and _field(got, "dtype") != _field(expected, "dtype"):
        kinds = _field(got, "dtype"), _field(expected, "dtype")
        return how.words("an array of {mine} instead of {theirs}", mine=kinds[0], theirs=kinds[1])
    mine, theirs = _shape(got), _shape(expected)
    if mine != theirs:
        return how.words("an array of shape {mine} instead of {theirs}", mine=tuple(mine), theirs=tuple(theirs))
    if not theirs:
        return _difference(_field(got, "v"), _field(expected, "v"), how)
    return _rows(_field(got, "v"), _field(expected, "v"), how, any_order)


def _dicts(got: Wire, expected: Wire, how: _How) -> str:
    mine, theirs = _pairs(got), _pairs(expected)
    partner = _match([key for key, _ in mine], [key for key, _ in theirs], how)
    for index, (key, value) in enumerate(theirs):
        if partner[index] is None:
            return how.words("the key {key} is missing", key=show(key, 60))
        found = _difference(mine[cast(int, partner[index])][1], value, how)
        if found:
            return _at(how.words("key {key}", key=show(key, 60)), found, how.words)
    for index, (key, _) in enumerate(mine):
        if index not in partner:
            return how.words("the key {key} should not be there", key=show(key, 60))
    return ""


def _unordered(mine: Sequence[Wire], theirs: Sequence[Wire], how: _How) -> str:
    if len(mine) != len(theirs):
        return _count(len(mine), len(theirs), False, how.words)
    partner = _match(mine, theirs, how)
    if None not in partner:
        return ""
    missing = theirs[partner.index(None)]
    extra = next(item for index, item in enumerate(mine) if index not in partner)
    return how.words("{missing} is missing, {extra} is there instead", missing=show(missing, 80), extra=show(extra, 80))


def _match(mine: Sequence[Wire], theirs: Sequence[Wire], how: _How) -> list[int | None]:
    """For each of `theirs` the place of its partner in `mine`, or None; each partner is taken once.

    With a tolerance the first fitting partner may be somebody else's only one, hence augmenting paths
    (a bipartite matching) and not a greedy choice. Identical items are paired first: that is nearly always all.
    """
    partner: list[int | None] = [None] * len(theirs)
    owner: dict[int, int] = {}
    places: dict[str, list[int]] = {}
    for index in reversed(range(len(mine))):
        places.setdefault(_text(mine[index]), []).append(index)
    for index, item in enumerate(theirs):
        same = places.get(_text(item), [])
        if same and not _difference(mine[same[-1]], item, how):
            place = same.pop()
            partner[index], owner[place] = place, index
    fits: dict[tuple[int, int], bool] = {}

    def fit(place: int, index: int) -> bool:
        if (place, index) not in fits:
            fits[place, index] = not _difference(mine[place], theirs[index], how)
        return fits[place, index]

    for index in range(len(theirs)):
        if partner[index] is None:
            _augment(index, len(mine), partner, owner, fit)
            if partner[index] is None and len(mine) > MANY:
                break
    return partner


def _augment(
    start: int, places: int, partner: list[int | None], owner: dict[int, int], fit: Callable[[int, int], bool]
) -> None:
    """One breadth-first search for an augmenting path from `start`; changes `partner` and `owner` if there is one."""
    came_from: dict[int, int] = {}  # place -> the index that reached it
    queue = [start]
    for index in queue:  # grows while it is read
        for place in range(places):
            if place in came_from or not fit(place, index):
                continue
            came_from[place] = index
            if place in owner:
                queue.append(owner[place])
                continue
            while True:
                taker = came_from[place]
                place_before = partner[taker]
                partner[taker], owner[place] = place, taker
                if taker == start:
                    return
                place = cast(int, place_before)


def _close(got: Wire, expected: Wire, how: _How) -> bool:
    if got == expected:
        return True  # also two huge ints, whose digits need not be read
    mine, theirs = _number(got), _number(expected)
    if isinstance(mine, int) and isinstance(theirs, int):
        return mine == theirs
    if isinstance(mine, complex) or isinstance(theirs, complex):
        one, other = complex(mine), complex(theirs)
        room = max(how.relative * abs(other), how.absolute)
        return _near(one.real, other.real, room) and _near(one.imag, other.imag, room)
    try:
        one, other = float(mine), float(theirs)
    except OverflowError:  # an int beyond every float
        return mine == theirs
    return _near(one, other, max(how.relative * abs(other), how.absolute))


def _near(got: float, expected: float, room: float) -> bool:
    if math.isnan(got) or math.isnan(expected):
        return math.isnan(got) and math.isnan(expected)
    if math.isinf(got) or math.isinf(expected):
        return got == expected
    return got == expected or abs(got - expected) <= room


def _number(wire: Wire) -> Number:
    if isinstance(wire, int | float):
        return wire
    match tag(wire):
        case "int":
            return int(cast(str, _field(wire, "v")))
        case "float":
            return float(cast(str, _field(wire, "v")))
        case _:
            real, imaginary = cast(list[str], _field(wire, "v"))
            return complex(float(real), float(imaginary))


def _field(wire: Wire, name: str) -> Wire:
    return cast(dict[str, Wire], wire)[name]


def _shape(wire: Wire) -> list[int]:
    shape = cast(object, _field(wire, "shape"))
    if not isinstance(shape, list):
        raise TypeError("a shape is a list")
    return cast(list[int], shape)


def _items(wire: Wire) -> list[Wire]:
    items = wire if isinstance(wire, list) else cast(object, _field(wire, "v"))
    if not isinstance(items, list):
        raise TypeError("items are a list")
    return cast(list[Wire], items)


def _pairs(wire: Wire) -> list[tuple[Wire, Wire]]:
    return [(key, value) for key, value in cast(list[tuple[Wire, Wire]], _items(wire))]


def _text(wire: Wire) -> str:
    return json.dumps(wire, sort_keys=True)


def _count(mine: int, theirs: int, rows: bool, words: Words) -> str:
    if mine == 1:
        return words("1 row instead of {n}" if rows else "1 item instead of {n}", n=theirs)
    return words("{mine} rows instead of {n}" if rows else "{mine} items instead of {n}", mine=mine, n=theirs)


def _at(place: str, found: str, words: Words) -> _Place:
    if isinstance(found, _Place):
        return _Place(words("{place}, {found}", place=place, found=found))
    return _Place(words("{place}: {found}", place=place, found=found))


def _instead(got: Wire, expected: Wire, words: Words) -> str:
    mine, theirs = show(got, 80), show(expected, 80)
    if tag(got) != tag(expected) or mine == theirs:
        if tag(got) in SEQUENCES and tag(expected) in SEQUENCES:
            return words("{mine} instead of {theirs}", mine=_type(got, words), theirs=_type(expected, words))
        if None not in (got, expected):
            mine = words("{value} ({kind})", value=mine, kind=_type(got, words))
            theirs = words("{value} ({kind})", value=theirs, kind=_type(expected, words))
    return words("{mine} instead of {theirs}", mine=mine, theirs=theirs)


def _type(wire: Wire, words: Words) -> str:
    kind = tag(wire)
    match kind:
        case "object":
            return words("an object of type {kind}", kind=_field(wire, "type"))
        case "scalar":
            return words("a numpy {kind}", kind=_field(wire, "dtype"))
        case "ndarray":
            return words("a numpy array")
        case "int":
            return words("an int")
        case _:
            return f"a {kind}" if words.language == "en" else kind
