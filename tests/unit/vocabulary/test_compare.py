import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.vocabulary.cases import Comparator
from desktop.vocabulary.compare import difference, show
from desktop.vocabulary.values import Wire, to_wire

EXACT = Comparator(numbers="exact", sequences="exact")
ROWS = Comparator(sequences="any")
LISTS = Comparator(sequences="exact")
FIRST = Comparator(accept="first")
ANY_ORDER = Comparator(order="any")
COMPARATORS = [Comparator(), EXACT, ROWS, FIRST, ANY_ORDER]

leaves = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.complex_numbers(),
    st.text(max_size=5),
    st.binary(max_size=5),
)
keys = st.one_of(st.integers(), st.text(max_size=3), st.floats(allow_nan=False), st.booleans())
values = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.dictionaries(keys, inner, max_size=3),
        st.sets(keys, max_size=4),
        st.frozensets(keys, max_size=4),
    ),
    max_leaves=12,
)
wires = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=4)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["t", "v", "dtype", "shape", "type"]),
            st.one_of(inner, st.sampled_from(["int", "float", "complex", "tuple", "dict", "ndarray", "scalar", "set"])),
            max_size=4,
        ),
    ),
    max_leaves=8,
)


def told(got: Any, expected: Any, comparator: Comparator = EXACT) -> str:
    return difference(to_wire(got), to_wire(expected), comparator)


def array(rows: Any, dtype: str = "<f8") -> Wire:
    shape: list[Wire] = []
    inner = rows
    while isinstance(inner, list):
        shape.append(len(inner))
        inner = inner[0] if inner else None
    return {"t": "ndarray", "dtype": dtype, "shape": shape, "v": to_wire(rows)}


@pytest.mark.parametrize("comparator", COMPARATORS)
@given(value=values)
def test_every_value_equals_itself(comparator: Comparator, value: Any) -> None:
    assert told(value, value, comparator) == ""


@given(got=wires, expected=values)
def test_whatever_a_worker_sends_the_answer_is_a_sentence(got: Any, expected: Any) -> None:
    for comparator in COMPARATORS:
        assert isinstance(difference(got, to_wire(expected), comparator), str)
    assert isinstance(show(got), str)


@given(value=st.one_of(st.booleans(), st.integers(-3, 3), st.floats(-3, 3)))
def test_true_and_false_are_never_numbers(value: Any) -> None:
    for boolean in (True, False):
        assert (told(value, boolean, Comparator()) == "") == (value is boolean)


@given(st.integers(), st.integers())
def test_whole_numbers_are_equal_or_not_whatever_the_tolerance(one: int, other: int) -> None:
    assert (told(one, other, Comparator(relative=0.5, absolute=100)) == "") == (one == other)


@given(st.floats(allow_nan=False, allow_infinity=False, width=32), st.floats(-0.9e-6, 0.9e-6))
def test_a_float_within_the_relative_tolerance_passes(value: float, slip: float) -> None:
    assert told(value * (1 + slip), value) == ""


@given(st.floats(min_value=1e-3, max_value=1e9), st.floats(2e-6, 1))
def test_a_float_outside_of_the_tolerance_fails(value: float, slip: float) -> None:
    assert told(value * (1 + slip), value) != ""


@given(st.lists(st.one_of(st.integers(-5, 5), st.floats(-5, 5), st.text(max_size=2)), max_size=8), st.randoms())
def test_any_order_accepts_every_order(items: list[Any], random: Any) -> None:
    shuffled = random.sample(items, len(items))
    assert told(shuffled, items, ANY_ORDER) == ""


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=6))
def test_any_order_does_not_count_one_item_twice(items: list[float]) -> None:
    assert told([items[0]] * (len(items) + 1), [*items, items[0] + 1], ANY_ORDER) != ""


def test_any_order_finds_partners_that_a_greedy_choice_would_miss() -> None:
    wide = Comparator(order="any", absolute=1.0, relative=0)
    assert told([1.0, 0.0], [0.5, 1.5], wide) == ""
    assert told([1.0, 2.0, 3.0, 4.0], [2.0, 3.0, 4.0, 5.0], wide) == ""
    assert told([1.0, 2.0, 3.0], [2.0, 3.0, 5.0], wide).startswith("5.0 is missing")


def test_nan_and_infinities_equal_themselves_only() -> None:
    assert told(math.nan, math.nan) == ""
    assert told(math.inf, math.inf) == ""
    assert told(math.inf, -math.inf) == "inf instead of -inf"
    assert told(math.inf, 1e308) != ""
    assert told(math.nan, 0.0) == "nan instead of 0.0"
    assert told(complex(math.nan, 1), complex(math.nan, 1)) == ""


@pytest.mark.parametrize(
    ("got", "expected", "sentence"),
    [
        ([[1.0, 2.0], [3.0, 2.0]], [[1.0, 2.0], [2.5, 2.0]], "row 2, item 1: 3.0 instead of 2.5"),
        ([1, 2, 3], [1, 2], "3 items instead of 2"),
        ([[1, 2]], [[1, 2], [3, 4]], "1 row instead of 2"),
        ([[1, 2], [3]], [[1, 2], [3, 4]], "row 2: 1 item instead of 2"),
        ((1, 2), [1, 2], "a tuple instead of a list"),
        (None, [1, 2], "None instead of [1, 2]"),
        (True, 1, "True (a bool) instead of 1 (an int)"),
        ("1", 1, "'1' (a str) instead of 1 (an int)"),
        (1.0, 1, "1.0 (a float) instead of 1 (an int)"),
        ({"a": 1}, {"b": 1}, "the key 'b' is missing"),
        ({"a": 1, "b": 2}, {"b": 2}, "the key 'a' should not be there"),
        ({"a": [1, 2]}, {"a": [1, 3]}, "key 'a', item 2: 2 instead of 3"),
        ({1, 2}, {1, 3}, "3 is missing, 2 is there instead"),
        (([1], [5]), ([1], [6]), "part 2, item 1: 5 instead of 6"),
    ],
)
def test_the_sentence_says_where_and_what(got: Any, expected: Any, sentence: str) -> None:
    assert told(got, expected) == sentence


def test_one_equals_one_point_zero_only_by_value() -> None:
    assert told(1, 1.0, Comparator()) == ""
    assert told(1, 1.0, EXACT) != ""
    assert told({1: "a"}, {1.0: "a"}, Comparator()) == ""


def test_numpy_scalars_count_as_their_value_only_by_value() -> None:
    scalar: Wire = {"t": "scalar", "dtype": "float64", "v": to_wire(2.5)}
    truth: Wire = {"t": "scalar", "dtype": "bool", "v": True}
    assert difference(scalar, to_wire(2.5), Comparator()) == ""
    assert difference(scalar, to_wire(2.5), EXACT) == "float64(2.5) (a numpy float64) instead of 2.5 (a float)"
    assert difference(truth, True, Comparator()) == ""
    assert difference(truth, 1, Comparator()) != ""


def test_lists_tuples_and_arrays_are_the_same_rows_only_if_asked() -> None:
    rows = [[1.0, 2.0], [3.0, 4.0]]
    for got in (array(rows), to_wire(tuple(map(tuple, rows)))):
        assert difference(got, to_wire(rows), ROWS) == ""
        assert difference(got, to_wire(rows), LISTS) != ""
    assert difference({"t": "ndarray", "dtype": "<f8", "shape": [], "v": 2}, 2, ROWS) == ""


def test_arrays_of_another_shape_or_type_are_named() -> None:
    assert difference(array([[1.0, 2.0]]), array([[1.0], [2.0]]), EXACT) == "an array of shape (1, 2) instead of (2, 1)"
    assert difference(array([1], "<i8"), array([1.0]), EXACT) == "an array of <i8 instead of <f8"
    assert difference(array([1], "<i8"), array([1.0]), Comparator()) == ""


def test_the_first_part_of_a_tuple_is_accepted_if_asked() -> None:
    assert told(([1.0], [0]), [1.0], FIRST) == ""
    assert told(([2.0], [0]), [1.0], FIRST) == "in the first part of the result, item 1: 2.0 instead of 1.0"
    assert told(([1.0], [0]), [1.0]) != ""
    assert told(((1, 2), 3), (1, 2), FIRST) != "", "an expected tuple is compared whole"
    assert told((), [1.0], FIRST) == "an empty tuple"


def test_objects_and_cut_values_equal_nothing() -> None:
    thing: Wire = {"t": "object", "type": "AlwaysEqual", "module": "__main__"}
    told = difference(thing, 1, Comparator())
    assert told == "<AlwaysEqual object> (an object of type AlwaysEqual) instead of 1 (an int)"
    assert difference(thing, thing, Comparator()) != ""
    assert difference([{"t": "cut"}], [1], Comparator()) == "item 1: a value too large to be compared"


def test_numbers_beyond_every_float_are_compared() -> None:
    assert told(10**400, 10**400 + 1) != ""
    assert told(10**400, 1.0, Comparator()) != ""
    digits: Wire = {"t": "int", "v": "9" * 6_000}
    assert difference(digits, digits, Comparator()) == ""
    assert difference(digits, 1, Comparator()) != ""
