"""What a typed answer reads as, said while it is typed: "reads as a list of 3 ints"."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from desktop.vocabulary.questions import AnswerForm
from desktop.vocabulary.values import Wire, from_literal, tag
from desktop.vocabulary.words import Words

TYPED: tuple[AnswerForm, ...] = ("int", "literal", "list", "arguments", "line")


@dataclass(frozen=True, slots=True)
class Reading:
    """`fits` is False where the answer would not be understood as it stands; nothing is ever blocked for it."""

    sentence: str = ""
    fits: bool = True


def read_answer(text: str, form: AnswerForm, words: Words) -> Reading:
    """Empty for an empty answer and for forms that are not typed values."""
    tidy = unicodedata.normalize("NFKC", text).strip()  # full-width digits and brackets count as plain ones
    if not tidy or form not in TYPED:
        return Reading()
    if form == "arguments":
        return _arguments(tidy, words)
    try:
        value = from_literal(tidy)
    except ValueError:
        return Reading(words("This does not read as a Python value yet."), False)
    kind = tag(value)
    if form in ("int", "line") and kind != "int":
        return Reading(words("reads as {what}; a whole number is asked for", what=describe(value, words)), False)
    if form == "list" and kind not in ("list", "tuple"):
        return Reading(words("reads as {what}; a list is asked for", what=describe(value, words)), False)
    return Reading(words("reads as {what}", what=describe(value, words)))


def describe(value: Wire, words: Words) -> str:
    """The type of a value in words, with its size where it has one."""
    kind = tag(value)
    if isinstance(value, list):
        return _row(kind, value, words)
    if isinstance(value, dict) and kind in ("tuple", "set", "frozenset"):
        return _row(kind, value["v"], words)
    if isinstance(value, dict) and kind == "dict":
        pairs = value["v"]
        n = len(pairs) if isinstance(pairs, list) else 0
        return words("a dict with 1 key") if n == 1 else words("a dict with {n} keys", n=n)
    if kind == "NoneType":
        return "None"
    return words("an {kind}", kind=kind) if kind[0] in "aeiou" else words("a {kind}", kind=kind)


def _row(kind: str, items: Wire, words: Words) -> str:
    rows = items if isinstance(items, list) else []
    if not rows:
        return words("an empty {kind}", kind=kind)
    inside = {tag(item) for item in rows}
    if len(inside) > 1:
        return words("a {kind} of {n} values", kind=kind, n=len(rows))
    inner = inside.pop()
    if len(rows) == 1:
        return words("a {kind} of 1 {inner}", kind=kind, inner=inner)
    return words("a {kind} of {n} {inner}s", kind=kind, n=len(rows), inner=inner)


def _arguments(text: str, words: Words) -> Reading:
    try:
        value = from_literal(f"({text},)")
    except ValueError:
        return Reading()  # `name = value` lines are read by whoever marks them
    rows = value["v"] if isinstance(value, dict) else None
    said = ", ".join(describe(item, words) for item in rows) if isinstance(rows, list) else ""
    return Reading(words("reads as {what}", what=said))
