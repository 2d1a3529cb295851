"""Plain values in and out of the worker, by exact type: no method of the student's classes is ever called."""

TEXT = r'''
import ast
import builtins
import io
import json
import keyword
import random
import signal
import sys
import time
import tokenize
import types

# names of our own: a program that patches builtins, json or sys changes nothing in here
globals().update({name: thing for name, thing in vars(builtins).items() if not name.startswith("_")})
BUILTINS__ = dict(vars(builtins))
dumps__, loads__, settrace__ = json.dumps, json.loads, sys.settrace
FILE__ = "<student>"
DICTS__ = {"Counter", "defaultdict", "OrderedDict"}  # equal to the plain dict a person would write
CUT__ = {"t": "cut"}


class Enough__(BaseException):
    """The step cap was reached."""


class Late__(BaseException):
    """The program waits: it does not compute, and does not come back either."""


def wire__(value, left=None, depth=0):
    """The wire form of `desktop.vocabulary.values`, with arrays as nested lists; CUT__ where it is not plain."""
    if left is None:
        left = [400]
    left[0] -= 1
    if left[0] < 0 or depth > 12:
        return CUT__
    kind = type(value)
    if value is None or kind is bool:
        return value
    if kind is int:
        return value if -(2**53) < value < 2**53 else CUT__
    if kind is float:
        return {"t": "float", "v": float.__repr__(value)}
    if kind is str:
        return value if len(value) <= 400 and value.isprintable() else CUT__
    if kind is list or kind is tuple or kind is set or kind is frozenset:
        if len(value) > 200:
            return CUT__
        items = [wire__(item, left, depth + 1) for item in kind.__iter__(value)]
        if CUT__ in items:
            return CUT__
        if kind is list:
            return items
        if kind is not tuple:
            items.sort(key=dumps__)
        return {"t": kind.__name__, "v": items}
    if kind is dict or (kind.__module__ == "collections" and kind.__name__ in DICTS__ and issubclass(kind, dict)):
        if len(value) > 200:
            return CUT__
        pairs = [[wire__(k, left, depth + 1), wire__(v, left, depth + 1)] for k, v in dict.items(value)]
        return CUT__ if any(CUT__ in pair for pair in pairs) else {"t": "dict", "v": pairs}
    numpy = sys.modules.get("numpy")
    if numpy is not None and kind.__module__ == "numpy":
        if kind is numpy.ndarray and value.dtype.kind in "biuf" and value.size <= 200:
            return wire__(value.tolist(), left, depth + 1)
        if issubclass(kind, numpy.generic) and value.dtype.kind in "biufU":
            return wire__(value.item(), left, depth + 1)
    return CUT__


def python__(wire):
    """The value again, always a fresh one."""
    if type(wire) is list:
        return [python__(item) for item in wire]
    if type(wire) is not dict:
        return wire
    kind, inside = wire["t"], wire["v"]
    if kind == "int":
        return int(inside)
    if kind == "float":
        return float(inside)
    if kind == "complex":
        return complex(float(inside[0]), float(inside[1]))
    if kind == "str":
        return bytes.fromhex(inside).decode("utf-16-be", "surrogatepass")
    if kind == "bytes":
        return bytes.fromhex(inside)
    if kind == "tuple":
        return tuple(python__(item) for item in inside)
    if kind == "set":
        return {python__(item) for item in inside}
    if kind == "frozenset":
        return frozenset(python__(item) for item in inside)
    if kind == "dict":
        return {python__(key): python__(item) for key, item in inside}
    import numpy

    if kind == "scalar":
        return numpy.dtype(wire["dtype"]).type(python__(inside))
    return numpy.array(python__(inside), dtype=wire["dtype"]).reshape(wire["shape"])


def kind__(value):
    return type.__getattribute__(type(value), "__name__")
'''
