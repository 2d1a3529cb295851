"""A wrong value is wrong, a right one is right however it is written, an unreadable one is asked again."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from desktop.embedded.marking import compare, same_value
from desktop.vocabulary.questions import AnswerForm, Question, QuestionType
from desktop.vocabulary.values import to_wire


def question(key: object, form: AnswerForm = "literal", kind: QuestionType = "value_after") -> Question:
    return Question(id="q1", type=kind, text="?", answer_form=form, key=to_wire(key))


@pytest.mark.parametrize(
    ("key", "typed", "verdict"),
    [
        ([0, 1], "[0,1]", "right"),
        ([0, 1], "［0，1］ ", "right"),
        ([0, 1], "[1, 0]", "wrong"),
        ([0, 1], "(0, 1)", "wrong"),
        ([0, 1], "[0, 1", "unreadable"),
        ([0.0, 1.0], "[0, 1]", "right"),
        (1.0, "1e0", "right"),
        (1.0, "1", "right"),
        (1, "1.0", "right"),
        (1, "True", "wrong"),
        (True, "1", "wrong"),
        (2 / 3, "0.6667", "right"),
        (2 / 3, "0.6666", "right"),
        (2 / 3, "0.667", "wrong"),
        (1234567.0, "1234000", "right"),
        (1234567.0, "1230000", "wrong"),
        (0.0, "0", "right"),
        (0.0, "0.0001", "wrong"),
        (math.inf, "1e400", "right"),
        (math.inf, "inf", "right"),
        (math.nan, "nan", "right"),
        (math.nan, "0", "wrong"),
        ([math.nan, 1.0], "[float('nan'), 1]", "right"),
        ((math.nan, math.nan), "nan, nan", "right"),
        ("nan", "nan", "right"),
        ("A", "A", "right"),
        ("A", "'A'", "right"),
        ("A", "a", "wrong"),
        ("6", "6", "right"),
        ((1, 2), "(1, 2)", "right"),
        ((1, 2), "1, 2", "right"),
        ({1, 2}, "{2, 1}", "right"),
        ({1, 2}, "{1, 2, 3}", "wrong"),
        ({"a": 1}, "{'a': 1.0}", "right"),
        ({"a": 1, "b": 2}, "{'b': 2, 'a': 1}", "right"),
        ({"a": 1}, "{'a': 2}", "wrong"),
        (-3, "−3", "right"),
        (None, "None", "right"),
        (None, "none", "right"),
        (None, "0", "wrong"),
        (None, "''", "wrong"),
        ([0, 1], "【0，1】", "right"),
        ([0, 1], "〔０，１〕", "right"),
        ([0, 1], "[0, 1,]", "right"),
        ([0, 1], "  [ 0 , 1 ]  ", "right"),
        ([0, 1], "[0 1]", "right"),
        ([0, 1], "array([0, 1])", "right"),
        ([0, 1], "np.array([0, 1])", "right"),
        ([0, 1], "array([0, 1], dtype=int32)", "right"),
        ([0.0, 1.5], "[0.  1.5]", "right"),
        ([[0, 1], [2, 3]], "[[0 1]\n [2 3]]", "right"),
        ([[0.0, 1.0]], "array([[0., 1.]])", "right"),
        ([-1, 2], "[-1  2]", "right"),
        ([1, -2], "[1 -2]", "right"),
        ([0, 1], "[1 0]", "wrong"),
        ([0, 1], "array([1, 0])", "wrong"),
        ([0, 1], "array(0, 1)", "unreadable"),
        ([0, 1], "[0 x 1]", "unreadable"),
        (1.0, "１．０", "right"),
        (1.0, "True", "wrong"),
        (0.0, "-0.0", "right"),
        (-0.0, "0", "right"),
        (0, "-0", "right"),
        (-3, "－３", "right"),
        (-3, "\u20113", "right"),
        (-3, "3", "wrong"),
        ((0, 1), "[0, 1]", "wrong"),
        ((1,), "(1,)", "right"),
        ((1,), "1,", "right"),
        ({1, 2}, "{ 2,1 }", "right"),
        ({1, 2}, "[1, 2]", "wrong"),
        (frozenset({1, 2}), "{2, 1}", "right"),
        (set(), "set()", "right"),
        ({}, "{}", "right"),
        (set(), "{}", "wrong"),
        ("it's", '"it\'s"', "right"),
        ("A", '"A"', "right"),
        ("A", "“A”", "right"),
        (["A"], '["A"]', "right"),
        (["A"], "['A']", "right"),
        (["A"], "[A]", "unreadable"),
        (12, "12个", "unreadable"),
    ],
)
def test_a_value(key: object, typed: str, verdict: str):
    assert compare(question(key), typed) == verdict


@pytest.mark.parametrize(
    ("typed", "verdict"), [("6", "right"), ("6 times", "right"), ("六", "unreadable"), ("5", "wrong"), ("6.5", "wrong")]
)
def test_a_count(typed: str, verdict: str):
    assert compare(question(6, "int", "loop_count"), typed) == verdict


@pytest.mark.parametrize(
    ("key", "typed", "verdict"),
    [
        (("raises", "KeyError"), "KeyError: 3", "right"),
        (("raises", "KeyError"), "keyerror", "right"),
        (("raises", "KeyError"), "IndexError", "wrong"),
        (("raises", "KeyError"), "does not finish", "wrong"),
        (("raises", "KeyError"), "None", "wrong"),
        (("endless",), "infinite loop", "right"),
        (("endless",), "不会结束", "right"),
        (("endless",), "[]", "wrong"),
        (("returns", [1.0]), "returns [1]", "right"),
        (("returns", [1.0]), "[2]", "wrong"),
        (("returns", [1.0]), "returns", "wrong"),
        (("returns", "A"), "A", "right"),
        (("returns", "A"), "returns A", "right"),
        (("returns", "A"), "'A'", "right"),
        (("returns", "A"), "B", "wrong"),
        (("returns", None), "None", "right"),
        (("raises", "KeyError"), "hm, no idea at all", "unreadable"),
    ],
)
def test_an_outcome(key: object, typed: str, verdict: str):
    assert compare(question(key, "outcome", "edge_outcome"), typed) == verdict


@pytest.mark.parametrize(
    ("key", "typed", "verdict"),
    [
        (("unchanged",), "no", "right"),
        (("unchanged",), "没有", "right"),
        (("unchanged",), "[1]", "wrong"),
        (("changed", [1.0]), "[1.0]", "right"),
        (("changed", [1.0]), "no", "wrong"),
        (("changed", [1.0]), "[3]", "wrong"),
        (("changed", [1.0]), "yes", "unreadable"),
    ],
)
def test_a_changed_argument(key: object, typed: str, verdict: str):
    assert compare(question(key, "literal", "argument_changed"), typed) == verdict


@pytest.mark.parametrize("typed", ["ndarray", "numpy.ndarray", "<class 'numpy.ndarray'>", "'ndarray'"])
def test_a_type(typed: str):
    assert compare(question("ndarray", "literal", "type_at"), typed) == "right"


@given(st.floats(1e-6, 1e6), st.floats(-0.4, 0.4))
def test_four_significant_digits_decide(key: float, part: float):
    unit = 10.0 ** (math.floor(math.log10(key)) - 3)
    assert same_value(to_wire(key), to_wire(key + part * unit))
    assert not same_value(to_wire(key), to_wire(key + 2 * unit))
    assert same_value(to_wire(key), to_wire(float(f"{key:.4g}")))


@given(st.integers(), st.integers())
def test_whole_numbers_are_exact(left: int, right: int):
    assume(left != right)
    assert not same_value(to_wire(left), to_wire(right))
    assert same_value(to_wire(left), to_wire(left))
