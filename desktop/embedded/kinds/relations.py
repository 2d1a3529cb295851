"""What may be true of a result and its arguments: sentences, each with a way to hold it against one run."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from desktop.vocabulary.words import Words

Holds = Callable[[Sequence[Any], Any], bool | None]


@dataclass(frozen=True, slots=True)
class Relation:
    """`holds(args, result)`: None where the sentence has no meaning. `kind` and `place` (of an argument) name it."""

    kind: str
    place: int
    holds: Holds = field(compare=False)
    sentence: str

    def text(self, say: Words, names: Sequence[str]) -> str:
        return say(self.sentence, name=names[self.place] if self.place >= 0 else "")


def relations(places: int) -> Iterator[Relation]:
    """Every sentence there is, for functions of so many arguments."""
    for kind, (sentence, holds) in ALONE.items():
        yield Relation(kind, -1, lambda args, result, holds=holds: holds(result), sentence)
    for place in range(places):
        for kind, (sentence, check) in WITH_ARGUMENT.items():
            yield Relation(kind, place, lambda args, result, check=check, at=place: check(args[at], result), sentence)


def numbers(value: Any) -> list[float] | None:
    """All numbers in it; None where something else is in it, too."""
    if isinstance(value, bool) or value is None or isinstance(value, (str, dict, complex, bytes)):
        return None
    if isinstance(value, (int, float)):
        return [value]
    found = [numbers(item) for item in value]
    return None if any(part is None for part in found) else [n for part in found if part is not None for n in part]


def _rows(value: Any) -> list[Any] | None:
    return [*cast(Sequence[Any], value)] if isinstance(value, (list, tuple)) else None


def _both_rows(argument: Any, result: Any) -> tuple[list[Any], list[Any]] | None:
    mine, theirs = _rows(argument), _rows(result)
    return None if not mine or theirs is None else (mine, theirs)


def _count(argument: Any) -> int | None:
    return argument if isinstance(argument, int) and not isinstance(argument, bool) else None


def _ascending(result: Any) -> bool | None:
    rows = _rows(result)
    if rows is None or len(rows) < 2 or (numbers(rows) is None and not all(isinstance(row, str) for row in rows)):
        return None
    try:
        return all(one <= other for one, other in itertools.pairwise(rows))
    except TypeError:
        return None


def _different(result: Any) -> bool | None:
    rows = _rows(result)
    return None if rows is None else all(one != other for one, other in itertools.combinations(rows, 2))


def _never_negative(result: Any) -> bool | None:
    found = numbers(result)
    return None if not found else min(found) >= 0


def _whole(result: Any) -> bool | None:
    found = numbers(result)
    return None if not found else all(n == n and abs(n) < 1e15 and n == int(n) for n in found)


def _first_smallest(result: Any) -> bool | None:
    rows = _rows(result)
    found = None if not rows else [row for row in rows if isinstance(row, (int, float))]
    return None if not rows or not found or len(found) != len(rows) or len(rows) < 2 else rows[0] == min(rows)


def _even(result: Any) -> bool | None:
    return None if _count(result) is None else result % 2 == 0


def _never_zero(result: Any) -> bool | None:
    found = numbers(result)
    return None if not found else 0 not in found


def _as_many(argument: Any, result: Any) -> bool | None:
    both = _both_rows(argument, result)
    return None if both is None else len(both[0]) == len(both[1])


def _so_many(argument: Any, result: Any) -> bool | None:
    rows, count = _rows(result), _count(argument)
    return None if rows is None or count is None else len(rows) == count


def _at_most(argument: Any, result: Any) -> bool | None:
    rows, count = _rows(result), _count(argument)
    return None if rows is None or count is None else len(rows) <= count


def _each_from(argument: Any, result: Any) -> bool | None:
    both = _both_rows(argument, result)
    return None if both is None else all(row in both[0] for row in both[1])


def _same_first(argument: Any, result: Any) -> bool | None:
    both = _both_rows(argument, result)
    return None if both is None or not both[1] else both[0][0] == both[1][0]


def _none_larger(argument: Any, result: Any) -> bool | None:
    mine, theirs = numbers(argument), numbers(result)
    return None if not mine or not theirs or len(mine) < 2 else max(theirs) <= max(mine)


def _none_smaller(argument: Any, result: Any) -> bool | None:
    mine, theirs = numbers(argument), numbers(result)
    return None if not mine or not theirs or len(mine) < 2 else min(theirs) >= min(mine)


def _one_of(argument: Any, result: Any) -> bool | None:
    rows = _rows(argument)
    return None if not rows or isinstance(result, (list, tuple)) else result in rows


def _the_first(argument: Any, result: Any) -> bool | None:
    rows = _rows(argument)
    return None if not rows or isinstance(result, (list, tuple)) else result == rows[0]


def _the_last(argument: Any, result: Any) -> bool | None:
    rows = _rows(argument)
    return None if not rows or isinstance(result, (list, tuple)) else result == rows[-1]


def _most_frequent(argument: Any, result: Any) -> bool | None:
    rows = _rows(argument)
    if not rows or isinstance(result, (list, tuple)) or not all(isinstance(row, (str, int)) for row in rows):
        return None
    counted = Counter(rows)
    return counted[result] == max(counted.values()) if isinstance(result, (str, int)) else None


def _fewer_than_rows(argument: Any, result: Any) -> bool | None:
    rows, count = _rows(argument), _count(result)
    return None if not rows or count is None else count < len(rows)


def _begins_with(argument: Any, result: Any) -> bool | None:
    if not isinstance(argument, str):
        return None
    rows = _rows(result)
    if rows is not None:
        return bool(rows) and rows[0] == argument
    return result.startswith(argument) if isinstance(result, str) else None


def _words_of(argument: Any, result: Any) -> bool | None:
    if not isinstance(argument, str):
        return None
    rows = result.split() if isinstance(result, str) else _rows(result)
    return None if not rows or not all(isinstance(row, str) for row in rows) else set(rows) <= set(argument.split())


ALONE: dict[str, tuple[str, Callable[[Any], bool | None]]] = {
    "ascending": ("The result is in ascending order.", _ascending),
    "different": ("No two items of the result are equal.", _different),
    "never negative": ("No number in the result is negative.", _never_negative),
    "never zero": ("No number in the result is zero.", _never_zero),
    "whole": ("Every number in the result is a whole one.", _whole),
    "first smallest": ("The first item of the result is its smallest.", _first_smallest),
    "even": ("The result is an even number.", _even),
}
WITH_ARGUMENT: dict[str, tuple[str, Callable[[Any, Any], bool | None]]] = {
    "as many": ("The result has as many items as `{name}`.", _as_many),
    "so many": ("The result has exactly `{name}` items.", _so_many),
    "at most": ("The result has at most `{name}` items.", _at_most),
    "each from": ("Every item of the result also stands in `{name}`.", _each_from),
    "same first": ("The result and `{name}` begin with the same item.", _same_first),
    "none larger": ("No number in the result is larger than the largest in `{name}`.", _none_larger),
    "none smaller": ("No number in the result is smaller than the smallest in `{name}`.", _none_smaller),
    "one of": ("The result is one of the items of `{name}`.", _one_of),
    "the first": ("The result is the first item of `{name}`.", _the_first),
    "the last": ("The result is the last item of `{name}`.", _the_last),
    "most frequent": ("No item of `{name}` is more frequent there than the result.", _most_frequent),
    "fewer than rows": ("The result is a number smaller than the number of items of `{name}`.", _fewer_than_rows),
    "begins with": ("The result begins with `{name}`.", _begins_with),
    "words of": ("Every word of the result stands in `{name}`.", _words_of),
}
