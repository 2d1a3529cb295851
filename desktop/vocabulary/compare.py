"""Tells whether a result is the expected one, and if not, where they part, in one sentence.

`difference` is total: whatever a hostile worker sends as `got`, the answer is a sentence, never an exception.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from typing import cast

from desktop.vocabulary.cases import Comparator
from desktop.vocabulary.values import Wire, render, tag

SEQUENCES = ("list", "tuple", "ndarray")
NUMBERS = ("int", "float", "complex")
MANY = 300  # items up to which an unordered comparison that has failed goes on, to name the best culprit

Number = int | float | complex


def difference(got: Wire, expected: Wire, comparator: Comparator) -> str:
    """Empty when `got` counts as `expected`; else what is wrong and where: ``row 2, item 1: 3.0 instead of 2.5``.

    Rows and items are counted from 1. Rules, beyond what `Comparator` says:

    - a bool is never a number; an object of the student's own class (or of a subclass of int) equals nothing;
    - the tolerance is for floats and complex numbers: two ints are equal or not, however large they are;
      ``|got - expected| <= max(relative * |expected|, absolute)``;
    - NaN equals NaN, an infinity equals the same infinity;
    - sets and dicts are compared whatever their order; a value that was cut for its size equals nothing.
    """
    try:
        found = _difference(got, expected, comparator, comparator.order == "any")
        if found and comparator.accept == "first" and tag(got) == "tuple" and tag(expected) != "tuple":
            items = _items(got)
            if not items:
                return "an empty tuple"
            found = _difference(items[0], expected, comparator, comparator.order == "any")
            return f"in the first part of the result, {found}" if found else ""
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError, OverflowError):
        return "a value that cannot be read"
    return found


def show(wire: Wire, limit: int = 200) -> str:
    """`render` for values that come from a student's process and may be malformed."""
    try:
        return render(wire, limit)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError):
        return "a value that cannot be read"


def _difference(got: Wire, expected: Wire, how: Comparator, any_order: bool = False) -> str:
    got, expected = _plain(got, how), _plain(expected, how)
    kind, wanted = tag(got), tag(expected)
    if "cut" in (kind, wanted):
        return "a value too large to be compared"
    if "object" in (kind, wanted):
        return _instead(got, expected)
    if kind == wanted == "ndarray":
        return _arrays(got, expected, how, any_order)
    if how.sequences == "any" and kind in SEQUENCES and wanted in SEQUENCES:
        return _rows(got, expected, how, any_order)
    if how.numbers == "value" and kind in NUMBERS and wanted in NUMBERS:
        return "" if _close(got, expected, how) else _instead(got, expected)
    if kind != wanted:
        return _instead(got, expected)
    if kind in SEQUENCES:
        return _rows(got, expected, how, any_order)
    if kind in ("set", "frozenset"):
        return _unordered(_items(got), _items(expected), how)
    if kind == "dict":
        return _dicts(got, expected, how)
    if kind in NUMBERS:
        return "" if _close(got, expected, how) else _instead(got, expected)
    if kind == "scalar":
        got_type, expected_type = _field(got, "dtype"), _field(expected, "dtype")
        if got_type != expected_type:
            return _instead(got, expected)
        return "" if not _difference(_field(got, "v"), _field(expected, "v"), how) else _instead(got, expected)
    return "" if got == expected else _instead(got, expected)


def _plain(wire: Wire, how: Comparator) -> Wire:
    """A numpy scalar as its item where values count; an array without axes as its item where rows count."""
    kind = tag(wire)
    if kind == "scalar" and how.numbers == "value":
        return _plain(_field(wire, "v"), how)
    if kind == "ndarray" and how.sequences == "any" and not _shape(wire):
        return _plain(_field(wire, "v"), how)
    return wire


def _rows(got: Wire, expected: Wire, how: Comparator, any_order: bool) -> str:
    mine, theirs = _items(got), _items(expected)
    if any_order:
        return _unordered(mine, theirs, how)
    if len(mine) != len(theirs):
        noun = "row" if theirs and all(tag(item) in SEQUENCES for item in theirs) else "item"
        return f"{_count(len(mine), noun)} instead of {len(theirs)}"
    in_parts = tag(expected) == "tuple"
    for number, (one, other) in enumerate(zip(mine, theirs, strict=True), start=1):
        found = _difference(one, other, how)
        if found:
            word = ("part" if in_parts else "row") if tag(other) in SEQUENCES else "item"
            return _at(f"{word} {number}", found)
    return ""


def _arrays(got: Wire, expected: Wire, how: Comparator, any_order: bool) -> str:
    if how.numbers == "exact" and _field(got, "dtype") != _field(expected, "dtype"):
        return f"an array of {_field(got, 'dtype')} instead of {_field(expected, 'dtype')}"
    mine, theirs = _shape(got), _shape(expected)
    if mine != theirs:
        return f"an array of shape {tuple(mine)} instead of {tuple(theirs)}"
    if not theirs:
        return _difference(_field(got, "v"), _field(expected, "v"), how)
    return _rows(_field(got, "v"), _field(expected, "v"), how, any_order)


def _dicts(got: Wire, expected: Wire, how: Comparator) -> str:
    mine, theirs = _pairs(got), _pairs(expected)
    partner = _match([key for key, _ in mine], [key for key, _ in theirs], how)
    for index, (key, value) in enumerate(theirs):
        if partner[index] is None:
            return f"the key {show(key, 60)} is missing"
        found = _difference(mine[cast(int, partner[index])][1], value, how)
        if found:
            return _at(f"key {show(key, 60)}", found)
    for index, (key, _) in enumerate(mine):
        if index not in partner:
            return f"the key {show(key, 60)} should not be there"
    return ""


def _unordered(mine: Sequence[Wire], theirs: Sequence[Wire], how: Comparator) -> str:
    if len(mine) != len(theirs):
        return f"{_count(len(mine), 'item')} instead of {len(theirs)}"
    partner = _match(mine, theirs, how)
    if None not in partner:
        return ""
    missing = theirs[partner.index(None)]
    extra = next(item for index, item in enumerate(mine) if index not in partner)
    return f"{show(missing, 80)} is missing, {show(extra, 80)} is there instead"


def _match(mine: Sequence[Wire], theirs: Sequence[Wire], how: Comparator) -> list[int | None]:
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


def _close(got: Wire, expected: Wire, how: Comparator) -> bool:
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


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _at(place: str, found: str) -> str:
    """`found` may begin with a place of its own, which then comes after ours."""
    head = found.split(":", 1)[0].split(" ")[0]
    return f"{place}, {found}" if head in ("row", "item", "part", "key") else f"{place}: {found}"


def _instead(got: Wire, expected: Wire) -> str:
    mine, theirs = show(got, 80), show(expected, 80)
    if tag(got) != tag(expected) or mine == theirs:
        sequences = tag(got) in SEQUENCES and tag(expected) in SEQUENCES
        if sequences:
            return f"{_type(got)} instead of {_type(expected)}"
        if None in (got, expected):
            return f"{mine} instead of {theirs}"
        return f"{mine} ({_type(got)}) instead of {theirs} ({_type(expected)})"
    return f"{mine} instead of {theirs}"


def _type(wire: Wire) -> str:
    kind = tag(wire)
    match kind:
        case "object":
            return f"an object of type {_field(wire, 'type')}"
        case "scalar":
            return f"a numpy {_field(wire, 'dtype')}"
        case "ndarray":
            return "a numpy array"
        case "int":
            return "an int"
        case _:
            return f"a {kind}"
