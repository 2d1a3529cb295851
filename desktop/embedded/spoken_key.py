"""A key as a person would type it: one text that is marked right."""

from __future__ import annotations

from typing import cast

from desktop.vocabulary.questions import Question
from desktop.vocabulary.values import Wire, render

WHOLE = 100_000  # characters: a key is never cut


def answer_text(question: Question) -> str | None:
    """None where nothing is marked, or where no example was kept."""
    key = question.key
    if key is None:
        example = question.recipe.get("example")
        if isinstance(example, list):
            return ", ".join(render(value, WHOLE) for value in example)
        return example if isinstance(example, str) else None
    if question.type == "argument_changed":
        kind, *value = _parts(key)
        return render(value[0], WHOLE) if kind == "changed" else "no"
    if question.answer_form == "outcome":
        kind, *value = _parts(key)
        if kind == "endless":
            return "does not finish"
        return str(value[0]) if kind == "raises" else render(value[0], WHOLE)
    if question.answer_form == "line" and isinstance(key, list):
        return str(key[0])
    return key if isinstance(key, str) else render(key, WHOLE)


def _parts(key: Wire) -> list[Wire]:
    return cast(list[Wire], key["v"]) if isinstance(key, dict) else []
