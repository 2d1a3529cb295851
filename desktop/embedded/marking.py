"""Compares a typed answer with a key. Pure: what must be run (a witness) is decided elsewhere."""

from __future__ import annotations

import math
from typing import Literal, cast

from desktop.embedded.reading import (
    SaidOutcome,
    Unreadable,
    read_int,
    read_line,
    read_option,
    read_outcome,
    read_value,
    read_word,
    said_no,
)
from desktop.vocabulary.questions import Question
from desktop.vocabulary.values import Wire, tag

Verdict = Literal["right", "wrong", "unreadable"]
DIGITS = 4  # significant digits of a float
HOW = {
    "int": "Please type a whole number, such as 6.",
    "literal": "Please type a Python value, such as 3, 2.5, 'A' or [0, 1].",
    "list": "Please type a list, such as [0, 1, 1].",
    "word": "Please type a word or a Python value, as the question asks.",
    "line": "Please type the number of a line.",
    "options": "Please choose one of the answers.",
    "outcome": "Please type a value, the name of an exception, or: does not finish.",
    "arguments": "Please type the arguments as Python values, separated by commas.",
}

HOW_CODE = {
    "repair": "Please type one line of Python.",
    "fill": "Please type what stands in the blank, on one line.",
    "order": "Please give each number once, such as 3 1 2 4.",
}


def compare(question: Question, answer: str) -> Verdict:
    """How `answer` fares against the key of a typed question."""
    try:
        right = _right(question, answer)
    except Unreadable:
        return "unreadable"
    return "right" if right else "wrong"


def _right(question: Question, answer: str) -> bool:
    key = question.key
    match question.type, question.answer_form:
        case _, "outcome":
            return same_outcome(key, read_outcome(answer))
        case "argument_changed", _:
            return _same_change(key, answer)
        case "type_at", _:
            said = read_word(answer)
            return said.removeprefix("<class ").rstrip(">").strip("'\" ").rsplit(".", 1)[-1] == key
        case _, "int":
            return same_value(key, read_int(answer))
        case _, "line":
            said = read_line(answer)
            return said in key if isinstance(key, list) else said == key
        case _, "options":
            return read_option(answer, question.options) == key
        case _ if isinstance(key, str):
            return read_word(answer) == key
        case _:
            return same_value(key, read_value(answer))


def same_value(key: Wire, said: Wire) -> bool:
    """Equal as Python compares them, by exact kind of container, floats to four significant digits."""
    if isinstance(key, bool) or isinstance(said, bool) or key is None or said is None:
        return key is said
    if _is_number(key) and _is_number(said):
        return _same_number(_number(key), _number(said))
    if tag(key) != tag(said):
        return tag(key) in ("set", "frozenset") and tag(said) == "set" and _same_set(key, said)
    if isinstance(key, list):
        rows = cast(list[Wire], said)
        return len(key) == len(rows) and all(map(same_value, key, rows))
    match tag(key):
        case "tuple":
            return same_value(_inside(key), _inside(said))
        case "set":
            return _same_set(key, said)
        case "dict":
            return _same_dict(key, said)
        case _:
            return key == said


def same_outcome(key: Wire, said: SaidOutcome) -> bool:
    match _inside(key):
        case ["endless"]:
            return said.kind == "endless"
        case ["raises", str() as name]:
            return said.kind == "raises" and said.type.lower() == name.lower()
        case ["returns", str() as text]:
            return said.type == text if said.kind == "raises" else said.has_value and said.value == text
        case ["returns", value]:
            return said.kind == "returns" and said.has_value and same_value(value, said.value)
        case _:
            return False


def _same_change(key: Wire, answer: str) -> bool:
    no = said_no(answer)
    match _inside(key):
        case ["changed", value]:
            return not no and same_value(value, read_value(answer))
        case _:
            if not no:
                read_value(answer)  # neither no nor a value: unreadable
            return no


def _inside(wire: Wire) -> list[Wire]:
    items = wire.get("v") if isinstance(wire, dict) else None
    return items if isinstance(items, list) else []


def _same_set(key: Wire, said: Wire) -> bool:
    mine, theirs = _inside(key), _inside(said)
    return len(mine) == len(theirs) and all(any(same_value(m, t) for t in theirs) for m in mine)


def _same_dict(key: Wire, said: Wire) -> bool:
    mine = cast(list[list[Wire]], _inside(key))
    theirs = cast(list[list[Wire]], _inside(said))
    return len(mine) == len(theirs) and all(
        any(same_value(name, other) and same_value(value, given) for other, given in theirs) for name, value in mine
    )


def _is_number(wire: Wire) -> bool:
    return tag(wire) in ("int", "float") and not isinstance(wire, bool)


def _number(wire: Wire) -> float:
    if isinstance(wire, dict):
        text = cast(str, wire["v"])
        return int(text) if tag(wire) == "int" else float(text)
    return cast(int, wire)


def _same_number(key: float, said: float) -> bool:
    """Whole numbers exactly; floats within one unit of the fourth digit, so that cutting is as good as rounding."""
    if key == said or (key != key and said != said):  # the second: both are nan
        return True
    if type(key) is int or key == 0.0 or not math.isfinite(key) or not abs(said) < 1e300:
        return False
    unit = 10.0 ** (math.floor(math.log10(abs(key))) - DIGITS + 1)
    return abs(key - said) <= unit * 1.000001
