"""A result is checked before anything in it is believed: its shape, its sizes, and that its values can be read.

The student's code shares a process with the worker, so a clever program can answer in its place. It then says what
it likes about itself, but nothing that would trouble the code that reads it here.
"""

from __future__ import annotations

import base64
from typing import Any, cast

from pydantic import ValidationError

from desktop.vocabulary.runs import ErrorInfo, Outcome
from desktop.vocabulary.values import Wire

DEPTH = 130  # of nested lists in JSON: the worker opens 60 containers, a dictionary costs two lists
DIGITS = 4_300  # what int() accepts
PIXELS = 4_000
PNG = b"\x89PNG\r\n\x1a\n"
STATUSES = ("ok", "error", "exit", "interrupted")


def accepted(frame: dict[str, Any]) -> dict[str, Any] | None:
    """The fields of an `Outcome` that a result frame gives; None if it is not what a worker sends."""
    try:
        error = frame.get("error")
        fields: dict[str, Any] = {
            "status": frame["status"],
            "repr": _text(frame.get("repr")),
            "value": frame.get("value"),
            "arguments_after": tuple(frame.get("arguments_after") or ()),
            "error": None if error is None else ErrorInfo(**{key: _text(part) for key, part in error.items()}),
            "exit_code": _text(frame.get("exit_code")),
            "seconds": round(max(0.0, float(frame["seconds"])), 6),
            "cpu_seconds": round(max(0.0, float(frame["cpu_seconds"])), 6),
            "threads": tuple(_text(name) for name in frame["threads"]),
            "patched": tuple(_text(name) for name in frame["patched"]),
        }
        Outcome(**fields)
    except (ValidationError, TypeError, ValueError, KeyError, AttributeError, RecursionError):
        return None
    values = [fields["value"], *fields["arguments_after"]]
    return fields if fields["status"] in STATUSES and all(readable(value) for value in values) else None


def readable(wire: Wire, depth: int = 0) -> bool:
    """Whether a value follows the table of `desktop/vocabulary/values.py`, so that reading it never fails."""
    if depth > DEPTH:
        return False
    if isinstance(wire, list):
        return all(readable(item, depth + 1) for item in wire)
    if isinstance(wire, str):
        return wire.isascii() or _text(wire) == wire
    if not isinstance(wire, dict):
        return True
    value = wire.get("v")
    match wire.get("t"):
        case "int":
            return _is_number(value, int)
        case "float":
            return _is_number(value, float)
        case "complex":
            return isinstance(value, list) and len(value) == 2 and all(_is_number(part, float) for part in value)
        case "str" | "bytes":
            return _is_hex(value, 2 if wire["t"] == "str" else 1)
        case "tuple" | "set" | "frozenset" as kind:
            return isinstance(value, list) and readable(value, depth + 1) and (kind == "tuple" or _hashable(value))
        case "dict":
            if not isinstance(value, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in value):
                return False
            keys: list[Any] = [pair[0] for pair in value if isinstance(pair, list)]
            return readable(value, depth + 1) and _hashable(keys)
        case "ndarray":
            shape = wire.get("shape")
            sized = isinstance(shape, list) and all(type(n) is int and n >= 0 for n in shape)
            return sized and isinstance(wire.get("dtype"), str) and readable(value, depth + 1)
        case "scalar":
            plain = isinstance(value, dict) and value.get("t") in ("int", "float", "complex", "str", "bytes")
            simple = plain or isinstance(value, bool | int | str)
            return isinstance(wire.get("dtype"), str) and simple and readable(value, depth + 1)
        case "object":
            return isinstance(wire.get("type"), str) and isinstance(wire.get("module"), str)
        case "cut":
            return True
        case _:
            return False


def variable_row(row: Any) -> dict[str, Any] | None:
    """One row of the Variables tab, or None if it is none."""
    fields = as_dict(row)
    names = ("name", "type", "size")
    if not all(isinstance(fields.get(name), str) for name in names) or not readable(fields.get("value")):
        return None
    return {**{name: _text(fields[name]) for name in names}, "value": fields.get("value")}


def is_picture(png: object) -> bool:
    """A PNG of a size a window can show. The pixels are the program's own, like anything it prints."""
    if not isinstance(png, str):
        return False
    try:
        data = base64.b64decode(png, validate=True)
    except ValueError:
        return False
    width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    return data.startswith(PNG) and 0 < width <= PIXELS and 0 < height <= PIXELS


def _text(value: Any) -> Any:
    """Text that can be stored and shown: half of a surrogate pair becomes an escape."""
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value


def _is_number(value: object, kind: type[int] | type[float]) -> bool:
    if not isinstance(value, str) or len(value) > DIGITS:
        return False
    try:
        kind(value)
    except ValueError:
        return False
    return True


def _is_hex(value: object, width: int) -> bool:
    if not isinstance(value, str):
        return False
    try:
        return len(bytes.fromhex(value)) % width == 0
    except ValueError:
        return False


def _hashable(items: list[Any]) -> bool:
    """Members of a set and keys of a dictionary: nothing that Python could not have put there."""
    for item in items:
        kind = as_dict(item).get("t")
        if isinstance(item, list) or kind in ("set", "dict", "ndarray"):
            return False
        if kind == "tuple" and not _hashable(as_list(item["v"])):
            return False
    return True


def as_dict(value: Any) -> dict[str, Any]:
    return cast(dict[str, Any], value) if isinstance(value, dict) else {}


def as_list(value: Any) -> list[Any]:
    return cast(list[Any], value) if isinstance(value, list) else []
