"""Python values as plain JSON: how a result leaves the student's process and how inputs enter it.

The wire form is exact about types and never needs the student's code to be understood:

======================  =====================================================================
None, bool, str         themselves (a str with lone surrogates: ``{"t": "str", "v": hex of utf-16-be}``)
int                     itself within +-2**53, else ``{"t": "int", "v": "123..."}``
float                   ``{"t": "float", "v": "0.1"}`` (repr; also ``nan``, ``inf``, ``-inf``)
complex                 ``{"t": "complex", "v": ["1.0", "2.0"]}``
list                    a JSON array
tuple, set, frozenset   ``{"t": "tuple", "v": [...]}``
dict                    ``{"t": "dict", "v": [[key, value], ...]}`` in insertion order
bytes                   ``{"t": "bytes", "v": hex}``
ndarray                 ``{"t": "ndarray", "dtype": "<f8", "shape": [2, 3], "v": nested list}`` (0-d: the bare item)
numpy scalar            ``{"t": "scalar", "dtype": "float64", "v": item}``
anything else           ``{"t": "object", "type": "Point", "module": "__main__"}``
too deep or too large   ``{"t": "cut"}``
======================  =====================================================================
"""

from __future__ import annotations

import ast
from typing import Annotated, Any, cast

from pydantic import JsonValue, SkipValidation

Wire = Annotated[JsonValue, SkipValidation]  # it comes out of JSON: to look at every number again takes 1 us each
SAFE_INT = 2**53
NUMBERS = ("float", "int", "complex", "scalar")


def tag(wire: Wire) -> str:
    """The type name of a wire value: ``int``, ``list``, ``ndarray``, ``object``..."""
    if isinstance(wire, dict):
        return str(wire.get("t"))
    return "NoneType" if wire is None else type(wire).__name__


def to_wire(value: Any) -> Wire:
    """Encode a value made of plain Python types; `TypeError` for anything else."""
    kind = cast(type[object], type(value))
    if value is None or kind is bool:
        return value
    if kind is str:
        try:
            value.encode()
        except UnicodeEncodeError:
            return {"t": "str", "v": value.encode("utf-16-be", "surrogatepass").hex()}
        return value
    if kind is int:
        return value if -SAFE_INT < value < SAFE_INT else {"t": "int", "v": str(value)}
    if kind is float:
        return {"t": "float", "v": repr(value)}
    if kind is complex:
        return {"t": "complex", "v": [repr(value.real), repr(value.imag)]}
    if kind is bytes:
        return {"t": "bytes", "v": value.hex()}
    if kind is list:
        return [to_wire(item) for item in value]
    if kind in (tuple, set, frozenset):
        return {"t": kind.__name__, "v": [to_wire(item) for item in value]}
    if kind is dict:
        return {"t": "dict", "v": [[to_wire(key), to_wire(item)] for key, item in value.items()]}
    raise TypeError(f"{kind.__name__} is not a plain value")


def to_python(wire: Wire) -> Any:
    """Decode; arrays become (nested) lists, numpy scalars their item. `ValueError` for objects and cut values."""
    if isinstance(wire, list):
        return [to_python(item) for item in wire]
    if not isinstance(wire, dict):
        return wire
    match wire.get("t"):
        case "int":
            return int(cast(str, wire["v"]))
        case "float":
            return float(cast(str, wire["v"]))
        case "str":
            return bytes.fromhex(cast(str, wire["v"])).decode("utf-16-be", "surrogatepass")
        case "complex":
            real, imaginary = cast(list[str], wire["v"])
            return complex(float(real), float(imaginary))
        case "bytes":
            return bytes.fromhex(cast(str, wire["v"]))
        case "tuple":
            return tuple(to_python(item) for item in _items(wire))
        case "set":
            return {to_python(item) for item in _items(wire)}
        case "frozenset":
            return frozenset(to_python(item) for item in _items(wire))
        case "dict":
            pairs = cast(list[list[Wire]], wire["v"])
            return {to_python(key): to_python(item) for key, item in pairs}
        case "ndarray" | "scalar":
            return to_python(wire["v"])
        case other:
            raise ValueError(f"a value of kind {other!r} cannot be rebuilt here")


def render(wire: Wire, limit: int = 200) -> str:
    """As Python would print it, cut in the middle when longer than `limit` characters."""
    text = _render(wire)
    if len(text) <= limit:
        return text
    half = (limit - 5) // 2
    return f"{text[:half]} ... {text[-half:]}"


def from_literal(text: str) -> Wire:
    """Read a literal the way a person writes one; `ValueError` with a sentence when it is none."""
    try:
        value = ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        raise ValueError("This is not a Python value.") from None
    try:
        return to_wire(value)
    except (TypeError, RecursionError, ValueError):
        raise ValueError("This is not a plain Python value.") from None


def _items(wire: dict[str, JsonValue]) -> list[Wire]:
    return cast(list[Wire], wire["v"])


def _render(wire: Wire) -> str:
    if isinstance(wire, list):
        return "[" + ", ".join(map(_render, wire)) + "]"
    if not isinstance(wire, dict):
        return repr(wire)
    match wire.get("t"):
        case "int" | "float":
            return str(wire["v"])
        case "tuple":
            items = [_render(item) for item in _items(wire)]
            return f"({items[0]},)" if len(items) == 1 else "(" + ", ".join(items) + ")"
        case "set" | "frozenset" as kind:
            inside = "{" + ", ".join(_render(item) for item in _items(wire)) + "}"
            if not _items(wire):
                return f"{kind}()"
            return inside if kind == "set" else f"frozenset({inside})"
        case "dict":
            pairs = cast(list[list[Wire]], wire["v"])
            return "{" + ", ".join(f"{_render(key)}: {_render(item)}" for key, item in pairs) + "}"
        case "ndarray":
            return f"array({_render(wire['v'])}, dtype={wire['dtype']})"
        case "scalar":
            return f"{wire['dtype']}({_render(wire['v'])})"
        case "object":
            return f"<{wire['type']} object>"
        case "cut":
            return "..."
        case _:
            return repr(to_python(wire))
