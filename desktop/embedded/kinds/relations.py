"""What may be true of a result and its arguments: sentences, each with a way to hold it against one run."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from desktop.vocabulary.words import Words

RESULTS = ("the result", "the returned value", "what the function returns")
Holds = Callable[[Sequence[Any], Any], bool | None]


@dataclass(frozen=True, slots=True)
class Relation:
    """`holds(args, result)`: None where the sentence has no meaning. `kind` and `place` (of an argument) name it."""

    kind: str
    place: int
    holds: Holds = field(compare=False)
    sentence: str

    def text(self, say: Words, names: Sequence[str], result: str) -> str:
        """`result`: one of RESULTS, drawn, so that how long a sentence is says nothing about whether it is true."""
        text = say(self.sentence, name=names[self.place] if self.place >= 0 else "", result=say(result))
        return text[0].upper() + text[1:]


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
    "ascending": ("The items of {result} stand in ascending order.", _ascending),
    "different": ("The items of {result} are all different.", _different),
    "never negative": ("{result} has no number in it that is below zero.", _never_negative),
    "never zero": ("{result} has no number in it that is equal to zero.", _never_zero),
    "whole": ("The numbers in {result} are all whole numbers.", _whole),
    "first smallest": ("The first item of {result} is not larger than the rest.", _first_smallest),
    "even": ("{result} is a number that can be divided by two.", _even),
}
WITH_ARGUMENT: dict[str, tuple[str, Callable[[Any, Any], bool | None]]] = {
    "as many": ("{result} has just as many items as `{name}` has.", _as_many),
    "so many": ("The number of items in {result} is just `{name}`.", _so_many),
    "at most": ("The number of items in {result} is at most `{name}`.", _at_most),
    "each from": ("The items of {result} are all found in `{name}`.", _each_from),
    "same first": ("{result} and `{name}` begin with the same item.", _same_first),
    "none larger": ("{result} has no number that is above all in `{name}`.", _none_larger),
    "none smaller": ("{result} has no number that is below all in `{name}`.", _none_smaller),
    "one of": ("{result} is always one of the items of `{name}`.", _one_of),
    "the first": ("{result} is equal to the first item of `{name}`.", _the_first),
    "the last": ("{result} is equal to the last item of `{name}`.", _the_last),
    "most frequent": ("{result} is as frequent in `{name}` as any item of it.", _most_frequent),
    "fewer than rows": ("{result} is below the number of items of `{name}`.", _fewer_than_rows),
    "begins with": ("{result} begins with what was given as `{name}`.", _begins_with),
    "words of": ("The words of {result} are all found in `{name}`.", _words_of),
}
