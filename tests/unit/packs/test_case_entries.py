from typing import Any

import pytest

from desktop.packs.cases import Draft, draw_seed, read_case
from desktop.vocabulary.cases import Raises, Returns, Undefined
from desktop.vocabulary.problem import Criterion, Problem, Text
from desktop.vocabulary.values import Wire, to_wire


def read(**fields: Any) -> Draft:
    return read_case(to_wire({"id": "a", "call": "f", **fields}))


def test_without_an_expectation_the_reference_is_asked() -> None:
    draft = read(args=[[1.5], (2,)], kwargs={"k": 3})
    assert draft.asks_reference
    assert draft.case.title == "a"
    assert draft.case.call_text == "f([1.5], (2,), k=3)"


def test_an_author_may_say_what_is_expected() -> None:
    assert read(expected=None).case.expected == Returns(value=None)
    assert read(raises="ValueError").case.expected == Raises(types=("ValueError",))
    assert read(raises=("ValueError", "TypeError")).case.expected == Raises(types=("ValueError", "TypeError"))
    assert read(undefined=True).case.expected == Undefined()
    assert not read(undefined=True).asks_reference


def test_a_comparator_and_kept_arguments_are_read() -> None:
    case = read(compare={"accept": "first", "relative": 0.1}, keeps_arguments=True).case
    assert (case.comparator.accept, case.comparator.relative, case.keeps_arguments) == ("first", 0.1, True)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"colour": 1}, "the key 'colour' is not known"),
        ({"id": "a" * 501}, "id is longer than 500 characters"),
        ({"id": 3}, "id must be a str"),
        ({"args": 3}, "args must be a list"),
        ({"kwargs": [1]}, "kwargs must be a dict"),
        ({"expected": 1, "undefined": True}, "only one of expected and undefined can be given"),
        ({"raises": []}, "raises must name an exception type"),
        ({"undefined": False}, "undefined can only be True"),
        ({"compare": {"order": "up"}}, "order"),
    ],
)
def test_a_mistake_of_the_author_is_said_in_words(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read(**fields)


@pytest.mark.parametrize(
    "lost", [{"t": "cut"}, {"t": "object", "type": "Point", "module": "m"}, {"t": "ndarray", "v": []}, {"t": "int"}]
)
def test_inputs_that_are_no_plain_values_are_refused(lost: Wire) -> None:
    entry: Wire = {"t": "dict", "v": [["id", "a"], ["call", "f"], ["args", [[lost]]]]}
    with pytest.raises(ValueError, match="too large, or no plain value"):
        read_case(entry)


def test_neighbouring_seeds_draw_unrelated_inputs() -> None:
    words = Text(en="Sort")
    criterion = Criterion(id="tests", sentence=words, points=100, evidence="tests")
    problem = Problem(
        id="sort", pack="p", title=words, topic=words, statement=words, entry_points=("f",), rubric=(criterion,)
    )
    seeds = {draw_seed(problem, purpose, seed) for seed in range(50) for purpose in ("baseline", "edges")}
    assert len(seeds) == 100
    assert draw_seed(problem, "baseline", 7) == draw_seed(problem, "baseline", 7)
