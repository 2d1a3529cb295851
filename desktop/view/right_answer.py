"""The right answer of a question with its reason, as it is shown once a practice defense is over."""

from __future__ import annotations

import re

from desktop.vocabulary.questions import Question
from desktop.vocabulary.values import Wire, render, tag
from desktop.vocabulary.words import Words


def right_answer(question: Question, words: Words) -> str:
    """The reason alone where it names the answer: nothing is said twice. Empty where nothing was marked."""
    if not question.machine_marked:
        return ""
    key = _spoken(question, words)
    if not key or _names(question.explanation, key):
        return question.explanation
    return f"{words('The right answer: {key}.', key=key)} {question.explanation}".strip()


def _spoken(question: Question, words: Words) -> str:
    """As a person would write it: without the wrapping that tells a value from an exception."""
    key = question.key
    if key is None:
        return ""
    if isinstance(key, list) and question.answer_form == "line":
        return ", ".join(render(line) for line in key)
    if isinstance(key, str):
        return key
    match _inside(key):
        case ["endless"]:
            return words("does not finish")
        case ["raises", str() as name]:
            return name
        case ["returns" | "changed", value]:
            return render(value)
        case ["unchanged"]:
            return words("it is not changed")
        case _:
            return render(key)


def _inside(key: Wire) -> list[Wire]:
    items = key.get("v") if isinstance(key, dict) and tag(key) == "tuple" else None
    return items if isinstance(items, list) else []


def _names(sentence: str, key: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(key)}(?![\w]|\.\d)", sentence) is not None
