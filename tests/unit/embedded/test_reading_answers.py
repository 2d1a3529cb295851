"""Answers are read in any equivalent writing; what is no value at all is unreadable, never wrong by accident."""

from __future__ import annotations

import contextlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.embedded.reading import (
    LONGEST_ANSWER,
    Unreadable,
    read_arguments,
    read_int,
    read_outcome,
    read_value,
    read_word,
    said_no,
)
from desktop.vocabulary.values import to_python, to_wire

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**6), 10**6)
    | st.floats(-1e6, 1e6)
    | st.text("abcXYZ019 _", max_size=6),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text("abc", max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)
WIDE = str.maketrans("0123456789,.:()[]{}'\"-", "０１２３４５６７８９，．：（）［］｛｝＇＂－")


@given(PLAIN)
def test_a_literal_is_read_back_as_it_was_written(value: object):
    assert read_value(f"  {value!r} \n") == to_wire(value)


@given(st.lists(st.integers(-99, 99) | st.lists(st.integers(0, 9), max_size=3), max_size=4))
def test_full_width_signs_mean_the_same(value: object):
    assert read_value(repr(value).translate(WIDE)) == to_wire(value)


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=5))
def test_spaces_do_not_matter(numbers: list[int]):
    assert read_value("[" + " ,  ".join(map(str, numbers)) + " ] ") == to_wire(numbers)


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("[0,1]", [0, 1]),
        ("`[0, 1]`", [0, 1]),
        ("[0、1]", [0, 1]),
        ("【0，1】", [0, 1]),
        ("“A”", "A"),
        ("‘A’", "A"),
        ("true", True),
        ("None", None),
        ("none", None),
        ("1e0", 1.0),
        ("−3", -3),
        ("= 4", 4),
        ("it returns [1]", [1]),
        ("返回 [1]", [1]),
        ("3。", 3),
        ("{'a': 1}", {"a": 1}),
        ("(1,)", (1,)),
    ],
)
def test_a_value(typed: str, value: object):
    assert read_value(typed) == to_wire(value)


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("nan", math.nan),
        ("NaN", math.nan),
        ("float('nan')", math.nan),
        ("-inf", -math.inf),
        ("[nan, 1.0]", [math.nan, 1.0]),
        ("[float('nan'), float(\"-inf\")]", [math.nan, -math.inf]),
        ("(math.nan, np.inf)", (math.nan, math.inf)),
        ("（nan，nan）", (math.nan, math.nan)),
        ("returns [nan, nan]", [math.nan, math.nan]),
    ],
)
def test_a_float_without_a_literal(typed: str, value: object):
    assert read_value(typed) == to_wire(value)


@pytest.mark.parametrize("typed", ["int('3')", "os.nan", "float('1e5')", "float(nan())", "[nanometre]"])
def test_no_other_name_is_a_value(typed: str):
    with pytest.raises(Unreadable):
        read_value(typed)


def test_a_float_without_a_literal_among_arguments():
    assert read_arguments("[[nan], [1]], k=float('inf')", ("points", "k")) == (
        to_wire([[math.nan], [1]]),
        to_wire(math.inf),
    )


@pytest.mark.parametrize(
    "typed", ["6", " 6 ", "６", "6 times", "6 次", "6次", "6x", "+6", "6 rounds", "'6'", "6.", "6 times."]
)
def test_a_count(typed: str):
    assert to_python(read_int(typed)) == 6


@pytest.mark.parametrize(
    "typed", ["", "   ", "perhaps six", "[1, 2", "f(3)", "1 +", "six", "__import__('os')", "9" * LONGEST_ANSWER + "9"]
)
def test_what_is_no_value_is_unreadable(typed: str):
    with pytest.raises(Unreadable):
        read_value(typed)


@given(st.text(max_size=60))
def test_any_text_is_read_or_unreadable_and_nothing_else(text: str):
    readers = (read_value, read_int, read_word, read_outcome, said_no, lambda t: read_arguments(t, ("a", "b")))
    for reader in readers:
        with contextlib.suppress(Unreadable):
            reader(text)


@pytest.mark.parametrize("typed", ["A", "'A'", '"A"', "“A”", " A "])
def test_a_word_needs_no_quotes(typed: str):
    assert read_word(typed) == "A"


@pytest.mark.parametrize(
    "typed",
    [
        "IndexError",
        "raises IndexError",
        "It raises an IndexError",
        "IndexError: list index out of range",
        "builtins.IndexError",
        "抛出 IndexError",
        "抛出IndexError异常",
        "报错 IndexError",
        "IndexError exception",
        "IndexError is raised",
        "an error: IndexError",
        "IndexError.",
    ],
)
def test_an_exception(typed: str):
    said = read_outcome(typed)
    assert (said.kind, said.type) == ("raises", "IndexError")


@pytest.mark.parametrize(
    "name", ["AssertionError", "AttributeError", "Exception", "ExceptionGroup", "ItError", "ErrorOfMine"]
)
def test_a_name_is_never_shortened_by_the_words_around_it(name: str):
    assert read_outcome(name).type == name
    assert read_outcome(f"raises {name}").type == name


@pytest.mark.parametrize(
    "typed",
    [
        "does not finish",
        "doesn't finish",
        "does not end",
        "never ends",
        "infinite loop",
        "endless",
        "it runs forever",
        "死循环",
        "不会结束",
        "无限循环",
        "永远不会停止",
    ],
)
def test_no_end(typed: str):
    assert read_outcome(typed).kind == "endless"


@pytest.mark.parametrize("typed", ["returns []", "[]", "返回 []", "It returns []", "［］"])
def test_a_returned_value(typed: str):
    said = read_outcome(typed)
    assert (said.kind, said.value, said.has_value) == ("returns", [], True)


def test_a_sentence_that_names_no_outcome_is_unreadable():
    with pytest.raises(Unreadable):
        read_outcome("I think it will go wrong somewhere")


@pytest.mark.parametrize(
    ("typed", "values"),
    [
        ("[[1], [2]], 2", ([[1], [2]], 2)),
        ("[[1], [2]], k=2", ([[1], [2]], 2)),
        ("points=[[1], [2]], k=2", ([[1], [2]], 2)),
        ("points = [[1], [2]]\nk = 2", ([[1], [2]], 2)),
        ("kmeans([[1], [2]], 2)", ([[1], [2]], 2)),
        ("［［1］，［2］］，2", ([[1], [2]], 2)),
        ("[[1], [2]]", ([[1], [2]],)),
        ("[[1],\n [2]],\n2", ([[1], [2]], 2)),
    ],
)
def test_arguments(typed: str, values: tuple[object, ...]):
    assert read_arguments(typed, ("points", "k")) == tuple(map(to_wire, values))


@pytest.mark.parametrize(
    "typed", ["", "points", "open('x'), 2", "1, 2, 3", "k=2", "1, k=2, k=3", "1) or (2", "*[1], 2", "**{}, 1", "a=1"]
)
def test_what_are_no_arguments(typed: str):
    with pytest.raises(Unreadable):
        read_arguments(typed, ("points", "k"))


@pytest.mark.parametrize("typed", ["no", "No.", "没有", "不变", "unchanged", "否"])
def test_no(typed: str):
    assert said_no(typed)
