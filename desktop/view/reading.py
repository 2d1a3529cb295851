"""What a typed answer reads as, said while it is typed: "reads as a list of 3 ints"."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from desktop.vocabulary.questions import AnswerForm, Question
from desktop.vocabulary.values import Wire, from_literal, render, tag
from desktop.vocabulary.words import Words

TYPED: tuple[AnswerForm, ...] = ("int", "literal", "list", "arguments", "line")


@dataclass(frozen=True, slots=True)
class Reading:
    """`fits` is False where the answer would not be understood as it stands; nothing is ever blocked for it."""

    sentence: str = ""
    fits: bool = True


def read_answer(text: str, form: AnswerForm, words: Words, question: Question | None = None) -> Reading:
    """Empty for an empty answer and for forms of which nothing can be said while they are typed."""
    tidy = unicodedata.normalize("NFKC", text).strip()  # full-width digits and brackets count as plain ones
    if not tidy:
        return Reading()
    if form == "code":
        return _code(text.strip(), question, words)
    if form == "outcome":
        return _outcome(tidy, words)
    if form not in TYPED:
        return Reading()
    if form == "arguments":
        return _arguments(tidy, words)
    try:
        value = from_literal(tidy)
    except ValueError:
        numbers = re.findall(r"(?<![\w.])-?\d+(?![\w.])", tidy)
        if form in ("int", "line") and len(numbers) == 1:  # "6 times", "line 31"
            return Reading(words("reads as {what}", what=numbers[0]))
        return Reading(words("This does not read as a Python value yet."), False)
    kind = tag(value)
    if form in ("int", "line") and kind != "int":
        return Reading(words("reads as {what}; a whole number is asked for", what=describe(value, words)), False)
    if form == "list" and kind not in ("list", "tuple"):
        return Reading(words("reads as {what}; a list is asked for", what=describe(value, words)), False)
    whole = form in ("int", "line")
    return Reading(words("reads as {what}", what=render(value) if whole else describe(value, words)))


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
    inside = {"number" if tag(item) in ("int", "float") else tag(item) for item in rows}
    if len(inside) > 1:
        return words("a {kind} of {n} values", kind=kind, n=len(rows))
    inner = inside.pop()
    if inner == "number":
        one = len(rows) == 1
        return (
            words("a {kind} of 1 number", kind=kind)
            if one
            else words("a {kind} of {n} numbers", kind=kind, n=len(rows))
        )
    if len(rows) == 1:
        return words("a {kind} of 1 {inner}", kind=kind, inner=inner)
    return words("a {kind} of {n} {inner}s", kind=kind, n=len(rows), inner=inner)


def _outcome(text: str, words: Words) -> Reading:
    """Nothing is said of what may be a name or a sentence: whoever marks it reads more than this."""
    try:
        return Reading(words("reads as the value {what}", what=describe(from_literal(text), words)))
    except ValueError:
        named = re.fullmatch(r"(?:\w+\.)*(\w+(?:Error|Exception|Exit|Interrupt|Iteration))", text)
        return Reading(words("reads as the exception {name}", name=named[1])) if named else Reading()


def _code(text: str, question: Question | None, words: Words) -> Reading:
    """The line as it would stand in the program, where only a part of it is typed."""
    before, after = (question.recipe.get(part) if question else None for part in ("before", "after"))
    if not isinstance(before, str) or not isinstance(after, str) or question is None:
        return Reading()
    line = f"{before}{text}{after}".strip()
    return Reading(words("line {n} would read: {line}", n=question.lines[0], line=line))


def _arguments(text: str, words: Words) -> Reading:
    try:
        value = from_literal(f"({text},)")
    except ValueError:
        return Reading()  # `name = value` lines are read by whoever marks them
    rows = value["v"] if isinstance(value, dict) else None
    said = ", ".join(describe(item, words) for item in rows) if isinstance(rows, list) else ""
    return Reading(words("reads as {what}", what=said))
