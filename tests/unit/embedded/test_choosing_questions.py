"""The five: personal, spread, never the same fact twice, and not all to be read off the call."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop.embedded.candidate import Candidate, exact, readable, typeable
from desktop.embedded.choose import choose, in_order
from desktop.vocabulary.questions import AnswerForm, Question, QuestionType
from desktop.vocabulary.values import to_wire


def candidate(
    kind: QuestionType, fact: object, *, key: int = 3, call: str = "f()", form: AnswerForm = "int", by_len: bool = False
) -> Candidate:
    question = Question(id="", type=kind, text=f"{kind} {fact} {key} {call}", answer_form=form, key=key, call=call)
    return Candidate(question, (kind, fact), f"g{fact}", 0.5, by_len)


KINDS: tuple[QuestionType, ...] = ("loop_count", "call_count", "value_after", "return_value", "edge_outcome", "witness")
POOL = [candidate(kind, fact, key=fact + 10 * place) for place, kind in enumerate(KINDS) for fact in range(4)]


@given(st.integers())
def test_five_different_facts(seed: int):
    chosen = choose(POOL, 5, str(seed))
    assert len({c.fact for c in chosen}) == 5


@given(st.integers())
def test_five_kinds_where_there_are_five(seed: int):
    assert len({c.question.type for c in choose(POOL, 5, str(seed))}) == 5


@given(st.integers())
def test_the_same_seed_chooses_the_same(seed: int):
    assert choose(POOL, 5, str(seed)) == choose(POOL, 5, str(seed))


def test_neighbours_differ():
    sets = {tuple(c.question.text for c in choose(POOL, 5, str(seed))) for seed in range(30)}
    assert len(sets) >= 25


@given(st.integers())
def test_four_of_five_are_typed(seed: int):
    options = [candidate("what_if", n, form="options") for n in range(9)]
    chosen = choose([*options, *POOL[:4]], 5, str(seed))
    assert sum(c.question.answer_form == "options" for c in chosen) <= 1


def test_one_that_lengths_do_not_answer_is_taken_in():
    lengths = [candidate("loop_count", n, key=n, by_len=True) for n in range(5)]
    deep = candidate("value_after", 9)
    deep = Candidate(deep.question, deep.fact, deep.function, -5.0)
    assert deep in choose([*lengths, deep], 5, "x")


def test_equal_counts_of_one_call_are_asked_once():
    same = [candidate("loop_count", 1, key=4), candidate("call_count", 2, key=4), candidate("branch_count", 3, key=4)]
    assert len(choose(same, 5, "x")) == 1


def test_a_witness_comes_last():
    assert in_order(choose(POOL, 5, "7"))[-1].question.type in (
        "witness",
        "edge_outcome",
        "return_value",
        "value_after",
    )
    mixed = [candidate("witness", 1), candidate("loop_count", 2)]
    assert [c.question.type for c in in_order(mixed)] == ["loop_count", "witness"]


def test_values_too_long_or_too_few_are_not_typed():
    assert not typeable(to_wire(list(range(20))))
    assert not typeable(to_wire(True))
    assert not typeable(to_wire(None))
    assert typeable(to_wire([[0.0, 0.5], [9.0, 1.5]]))


def test_long_fractions_are_known():
    assert exact(to_wire([0.5, 2.25]))
    assert not exact(to_wire(2 / 3))


def test_what_stands_in_the_call_can_be_copied():
    assert readable(to_wire([[0.0, 0.0], [0.0, 1.0]]), "f([[0, 0], [0, 1], [9, 9]], 2)")
    assert not readable(to_wire([[0.5]]), "f([[0, 0], [0, 1]], 2)")
