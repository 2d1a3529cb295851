"""The worker encodes values exactly as the vocabulary says, and never asks a student's object anything."""

import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.interpreter.inside import wire
from desktop.vocabulary import values

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-(10**40), 10**40),
    st.floats(allow_nan=False),
    st.complex_numbers(allow_nan=False),
    st.text(st.characters(exclude_categories=())),
    st.binary(),
)
hashables = st.recursive(
    scalars, lambda inner: st.tuples(inner, inner) | st.frozensets(inner, max_size=3), max_leaves=4
)
plain = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner)
        | st.dictionaries(hashables, inner, max_size=3)
        | st.sets(hashables, max_size=3)
    ),
    max_leaves=12,
)


def in_one_order(sent):
    """A wire value with the items of its sets sorted: two equal sets may come in two orders."""
    if isinstance(sent, list):
        return [in_one_order(item) for item in sent]
    if isinstance(sent, dict) and sent["t"] in ("set", "frozenset"):
        return {"t": sent["t"], "v": sorted((in_one_order(item) for item in sent["v"]), key=json.dumps)}
    return {key: in_one_order(item) for key, item in sent.items()} if isinstance(sent, dict) else sent


@settings(max_examples=60)
@given(plain)
def test_plain_values_are_encoded_as_the_vocabulary_does(value):
    assert wire.encode(value) == values.to_wire(value)


@settings(max_examples=60)
@given(plain)
def test_plain_values_come_back_the_same_in_the_worker_and_in_the_host(value):
    sent = json.loads(json.dumps(wire.encode(value)))
    assert in_one_order(values.to_wire(wire.decode(sent))) == in_one_order(sent)
    assert in_one_order(values.to_wire(values.to_python(sent))) == in_one_order(sent)


@pytest.mark.parametrize("dtype", ["<f8", "<f4", "<i8", "|b1", "<c16", "<U3", "|u1"])
@pytest.mark.parametrize("shape", [(), (0,), (3,), (2, 3)])
def test_arrays_keep_dtype_and_shape(dtype, shape):
    array = np.ones(shape).astype(dtype)
    sent = json.loads(json.dumps(wire.encode(array)))
    assert (sent["t"], sent["dtype"], sent["shape"]) == ("ndarray", dtype, list(shape))
    back = wire.decode(sent)
    assert back.dtype == array.dtype
    assert np.array_equal(back, array)


def test_numpy_numbers_are_not_python_numbers():
    assert wire.encode(np.float64(0.5)) == {"t": "scalar", "dtype": "float64", "v": {"t": "float", "v": "0.5"}}
    assert wire.encode(np.int32(3)) == {"t": "scalar", "dtype": "int32", "v": 3}
    assert wire.encode(np.bool_(True)) == {"t": "scalar", "dtype": type(np.bool_(True)).__name__, "v": True}
    assert type(wire.decode(wire.encode(np.float32(0.5)))) is np.float32
    assert type(wire.decode(wire.encode(np.bool_(True)))) is np.bool_


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, -0.0])
def test_odd_floats_keep_their_name(number):
    assert repr(wire.decode(wire.encode(number))) == repr(number)


class Liar:
    """Equal to everything, claims to be a list, and shouts when asked."""

    __class__ = list  # type: ignore[assignment]

    def _shout(self, *_):
        raise AssertionError("student code ran")

    __eq__ = __repr__ = __iter__ = __len__ = __hash__ = __bool__ = __getattr__ = _shout  # type: ignore[assignment]


class Whole(int):
    def __repr__(self):
        raise AssertionError("student code ran")


class Meta(type):
    @property
    def __name__(cls):
        raise AssertionError("student code ran")


class Hidden(metaclass=Meta):
    pass


class Matrix(np.ndarray):
    pass


def test_everything_else_is_named_and_never_asked():
    sent = wire.encode([Liar(), Whole(3), Hidden(), np.ones(2).view(Matrix), print])
    assert [one["t"] for one in sent] == ["object"] * 5
    assert [one["type"] for one in sent] == ["Liar", "Whole", "Hidden", "Matrix", "builtin_function_or_method"]


def test_a_list_in_itself_is_cut():
    loop = []
    loop.append(loop)
    assert "cut" in json.dumps(wire.encode(loop))


LARGE = {
    "text": lambda: "x" * 10**7,
    "list": lambda: [0] * 10**6,
    "bytes": lambda: b"x" * 10**7,
    "array": lambda: np.zeros(10**7),
    "number": lambda: 10**10_000,
    "inside": lambda: {1: "y" * 10**6},
}


@pytest.mark.parametrize("kind", LARGE)
def test_a_large_value_is_cut_and_fits_a_frame(kind):
    value = LARGE[kind]()
    assert len(json.dumps(wire.encode(value))) < 1 << 20
    assert "cut" in json.dumps(wire.encode(value))


def test_an_object_cannot_be_built():
    with pytest.raises(ValueError, match="object"):
        wire.decode({"t": "object", "type": "Point", "module": "__main__"})
