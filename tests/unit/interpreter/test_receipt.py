"""A forged result may lie about itself, but whatever is accepted can be read, shown and stored."""

import contextlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.interpreter.receipt import accepted, is_picture, readable, variable_row
from desktop.vocabulary import values
from desktop.vocabulary.runs import Outcome
from tests.unit.interpreter.test_wire_of_the_worker import plain

KINDS = ["int", "float", "str", "complex", "bytes", "tuple", "set", "frozenset", "dict", "ndarray", "scalar", "object"]
leaves = st.one_of(
    st.none(), st.booleans(), st.integers(), st.text(), st.sampled_from(["1", "1.5", "00", "zz", "-inf"])
)


def tagged(inner):
    return st.fixed_dictionaries(
        {"t": st.sampled_from([*KINDS, "cut", "evil"]), "v": inner},
        optional={
            "dtype": st.text(max_size=3),
            "shape": st.lists(st.integers(0, 3)),
            "type": st.text(),
            "module": st.text(),
        },
    )


claims = st.recursive(leaves, lambda inner: st.lists(inner, max_size=3) | tagged(inner), max_leaves=8)
DONE = {"status": "ok", "seconds": 0.1, "cpu_seconds": 0.1, "threads": [], "patched": []}


@settings(max_examples=60)
@given(plain)
def test_honest_values_are_readable(value):
    assert readable(values.to_wire(value))


@settings(max_examples=300)
@given(claims)
def test_what_is_readable_can_be_shown_and_stored_and_rebuilt(claim):
    if not readable(claim):
        return
    outcome = Outcome(**accepted(DONE | {"value": claim}))
    assert Outcome.model_validate_json(outcome.model_dump_json()) == outcome
    values.render(claim)
    with contextlib.suppress(ValueError):  # an object, or a value that was cut
        values.to_python(claim)


def test_deep_nesting_is_refused():
    deep = 1
    for _ in range(500):
        deep = [deep]
    assert not readable(deep)


@pytest.mark.parametrize(
    "change",
    [
        {"status": "timeout"},
        {"status": 3},
        {"seconds": "soon"},
        {"threads": None},
        {"error": {"type": "E", "evil": 1}},
        {"error": "E"},
        {"repr": 5},
        {"value": {"t": "set", "v": [[1]]}},
        {"value": {"t": "int", "v": "9" * 5000}},
        {"value": {"t": "dict", "v": [[1]]}},
        {"value": {"t": "bytes", "v": "0"}},
        {"arguments_after": [{"t": "?"}]},
    ],
)
def test_a_result_of_another_shape_is_none(change):
    assert accepted(DONE | change) is None


def test_half_characters_are_shown_as_escapes():
    fields = accepted(DONE | {"repr": "'\udcff'", "error": {"type": "E", "message": "\ud800"}, "threads": ["\udfff"]})
    assert fields["repr"] == r"'\udcff'"
    json.dumps(Outcome(**fields).model_dump_json()).encode()


@pytest.mark.parametrize("row", [None, [], {}, {"name": 1, "type": "", "size": "", "value": 1}])
def test_a_strange_row_of_variables_is_none(row):
    assert variable_row(row) is None


@pytest.mark.parametrize("png", [None, "", "iVBORw0KGgo", "x" * 100, "é"])
def test_what_is_no_picture_is_refused(png):
    assert not is_picture(png)
