"""Inputs that are not the author's own are made of them: rows left out, moved or repeated, all arguments alike."""

from __future__ import annotations

from random import Random

from desktop.embedded.calls import base_calls, double_calls, helper_calls, many_calls, table, tries
from desktop.embedded.study import Agreed, Call, End, Function, Outline
from desktop.vocabulary.cases import TestCase
from desktop.vocabulary.values import Wire, to_python, to_wire

GRID = Call("try", "path", tuple(map(to_wire, (["..#.", "....", ".##.", "....", "#..."], (0, 0), (4, 3)))))
ROWS = Call("try", "fit", tuple(map(to_wire, ([[1, 2], [3, 4], [5, 6], [7, 8]], ["a", "b", "c", "d"], 0.1, 3))))


def agreed(call: Call, args: dict[str, tuple[tuple[Wire, ...], ...]] | None = None) -> Agreed:
    return Agreed(call, End("returns", 1), None, {}, {}, {}, {}, args or {}, frozenset(), frozenset(), {}, {}, 0)


def rows_of(call: Call) -> list[tuple[object, object]]:
    points, labels = (to_python(arg) for arg in call.args[:2])
    return [(tuple(point), label) for point, label in zip(points, labels, strict=True)]


def test_rows_stay_with_their_labels_and_numbers_stay_what_they_are():
    pairs = set(rows_of(ROWS))
    for seed in range(20):
        for call in tries([ROWS], [], Random(seed)):
            assert set(rows_of(call)) <= pairs
            assert call.args[2] == to_wire(0.1)
            assert call.args[3] in (3, 2)  # as many as the rows at most
        for call in many_calls([ROWS], Random(seed), 30):
            assert set(rows_of(call)) <= pairs


def test_a_grid_with_places_in_it_is_left_as_it_is():
    assert table(GRID) == 0
    case = TestCase(id="a", title="A", function="path", args=GRID.args)
    assert [call.args for call in base_calls([case], Random(1))] == [GRID.args]
    assert [call.args for call in many_calls([GRID], Random(1), 20)] == [GRID.args]


def test_twice_the_rows_are_the_same_rows_again():
    two = Call("base", "fit", tuple(map(to_wire, ([[1, 2], [3, 4]], ["a", "b"], 3))))
    (call,) = double_calls([agreed(two)], Random(3))
    assert sorted(rows_of(call), key=str) == sorted(rows_of(two) * 2, key=str)


def test_a_helper_gets_what_it_was_given_in_another_mix():
    helper = Function(
        name="g", qual="g", line=1, end=2, params=("w", "x"), required=2, simple=True, generator=False, top=True,
        decorated=False,
    )  # fmt: skip
    seen = ((1, 10), (2, 20), (3, 30))
    calls = helper_calls(Outline(functions=(helper,)), [agreed(ROWS, {"g": seen})], Random(1), ())
    assert calls
    for call in calls:
        assert call.args not in seen
        assert call.args[0] in (1, 2, 3)
        assert call.args[1] in (10, 20, 30)
