"""Values as plain JSON inside the worker: the table of `desktop/vocabulary/values.py`, without running student code.

Only exact types are opened, and only through slots that Python code cannot replace; everything else is named by its
type. Nothing here looks at `__eq__`, `__repr__`, `__iter__` or `__class__` of a student's object.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

try:
    import numpy as np
except ImportError:  # the interpreter works without it; arrays then do not exist
    np = None

SAFE_INT = 2**53
INT_BITS = 14_000  # above: `cut`; int(text) on the host side accepts 4,300 digits, which is 14,284 bits
NODES, CHARACTERS, DEPTH = 50_000, 450_000, 60
NAME = 200  # characters of a type or module name
ARRAY_KINDS = "biufcSUO"

_ndarray: Any = np.ndarray if np is not None else None
_generic: Any = np.generic if np is not None else None
_array: Any = np.array if np is not None else None
_dtype: Any = np.dtype if np is not None else None
_exact: Callable[[Any], Any] = type
_name_of = type.__dict__["__name__"].__get__
_module_of = type.__dict__["__module__"].__get__
_mro_of = type.__dict__["__mro__"].__get__
_plain: dict[type, str] = {list: "list", tuple: "tuple", set: "set", frozenset: "frozenset", dict: "dict"}
CUT = {"t": "cut"}


class Room:
    """What is left of the budget for one value."""

    __slots__ = ("characters", "depth", "nodes")

    def __init__(self, nodes: int = NODES, characters: int = CHARACTERS, depth: int = DEPTH) -> None:
        self.nodes, self.characters, self.depth = nodes, characters, depth


def type_name(value: Any) -> str:
    """The name its class was born with, whatever `__class__` or a metaclass say."""
    name = _name_of(type(value))
    return name[:NAME] if type(name) is str else "?"


def opaque(value: Any) -> dict[str, Any]:
    module = _module_of(type(value))
    return {"t": "object", "type": type_name(value), "module": module[:NAME] if type(module) is str else "?"}


def encode(value: Any, room: Room | None = None, depth: int = 0) -> Any:
    room = room or Room()
    room.nodes -= 1
    room.characters -= 8
    if room.nodes < 0 or room.characters < 0:
        return CUT
    kind = _exact(value)
    if value is None or kind is bool:
        return value
    if kind is str:
        return _text(value, room)
    if kind is int:
        if -SAFE_INT < value < SAFE_INT:
            return value
        return {"t": "int", "v": str(value)} if value.bit_length() <= INT_BITS else CUT
    if kind is float:
        room.characters -= 24
        return {"t": "float", "v": float.__repr__(value)}
    if kind is complex:
        room.characters -= 60
        return {"t": "complex", "v": [float.__repr__(value.real), float.__repr__(value.imag)]}
    if kind is bytes:
        room.characters -= 2 * len(value)
        return {"t": "bytes", "v": value.hex()} if room.characters >= 0 else CUT
    if kind in _plain:
        return _container(value, kind, room, depth)
    if _ndarray is not None and (kind is _ndarray or _generic in _mro_of(kind)):
        return _numpy(value, kind, room, depth)
    return opaque(value)


def _text(value: str, room: Room) -> Any:
    room.characters -= len(value) if value.isascii() else 6 * len(value)
    if room.characters < 0:
        return CUT
    try:
        value.encode()
    except UnicodeEncodeError:
        return {"t": "str", "v": value.encode("utf-16-be", "surrogatepass").hex()}
    return value


def _container(value: Any, kind: Any, room: Room, depth: int) -> Any:
    if depth >= room.depth or len(value) > room.nodes:
        return CUT
    deeper = depth + 1
    if kind is dict:
        # a copy first: a leftover thread of the student's may change it while we walk
        pairs: list[tuple[Any, Any]] = list(value.items())
        return {"t": "dict", "v": [[encode(key, room, deeper), encode(item, room, deeper)] for key, item in pairs]}
    items = [encode(item, room, deeper) for item in tuple(value)]
    return items if kind is list else {"t": _plain[kind], "v": items}


def _numpy(value: Any, kind: Any, room: Room, depth: int) -> Any:
    if kind is _ndarray:
        dtype = value.dtype
        if dtype.kind not in ARRAY_KINDS or (dtype.hasobject and dtype.kind != "O"):
            return opaque(value)
        if (
            max(value.shape, default=0) > room.nodes
            or value.size > room.nodes
            or value.size * max(8, dtype.itemsize) > room.characters
            or value.ndim > room.depth
        ):
            return CUT
        return {
            "t": "ndarray",
            "dtype": dtype.str,
            "shape": list(value.shape),
            "v": encode(value.tolist(), room, depth),
        }
    if _module_of(kind) != "numpy":
        return opaque(value)  # a subclass of the student's
    item = value.item()
    if type(item) not in (bool, int, float, complex, str, bytes):
        return opaque(value)
    return {"t": "scalar", "dtype": type_name(value), "v": encode(item, room, depth)}


def decode(wire: Any) -> Any:
    """A fresh Python value; `ValueError` for what cannot be built (objects, cut values)."""
    form = _exact(wire)
    if form is list:
        return [decode(item) for item in wire]
    if form is not dict:
        return wire
    kind, value = wire.get("t"), wire.get("v")
    if kind == "int":
        return int(value)
    if kind == "float":
        return float(value)
    if kind == "str":
        return bytes.fromhex(value).decode("utf-16-be", "surrogatepass")
    if kind == "complex":
        return complex(float(value[0]), float(value[1]))
    if kind == "bytes":
        return bytes.fromhex(value)
    if kind == "tuple":
        return tuple([decode(item) for item in value])
    if kind == "set":
        return {decode(item) for item in value}
    if kind == "frozenset":
        return frozenset([decode(item) for item in value])
    if kind == "dict":
        return {decode(key): decode(item) for key, item in value}
    if kind == "ndarray" and _array is not None:
        return _array(decode(value), dtype=_dtype(wire["dtype"])).reshape(wire["shape"])
    if kind == "scalar" and _dtype is not None:
        return _dtype(wire["dtype"].rstrip("_")).type(decode(value))
    raise ValueError(f"a value of kind {kind!r} cannot be built here")


def size_of(value: Any) -> str:
    """Length or shape of an exact builtin container, text or array; empty for anything else."""
    kind = _exact(value)
    if kind in _plain or kind in (str, bytes, bytearray, range):
        return str(len(value))
    if _ndarray is not None and kind is _ndarray:
        return " x ".join([str(n) for n in value.shape]) or "0-d"
    return ""


def is_function(value: Any) -> bool:
    return type(value) in (type(is_function), type(len))


def is_module(value: Any) -> bool:
    return type(value) is type(sys)
