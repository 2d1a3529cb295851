"""The program as it may be shown while a question about some of its own lines is open: those lines are not there.

A question to fill a blank keeps its line with a gap in it; one to order lines keeps nothing but their indent.
"""

from __future__ import annotations

import re

from desktop.vocabulary.questions import GAP, Question
from tools.contract import numbered

_LINE_ENDS = re.compile(r"\r\n|\r|\n")


def veiled(code: str, question: Question | None) -> str:
    """`code` without what `question` asks for. `code` is the program that was submitted: the question is about it."""
    hidden = question.hidden_lines if question else ()
    if question is None or not hidden:
        return code
    lines = _LINE_ENDS.split(code)
    for number in hidden:
        if 0 < number <= len(lines):
            lines[number - 1] = _with_gap(lines[number - 1], question)
    return "\n".join(lines)


def veiled_listing(code: str, question: Question | None) -> str:
    """The same with line numbers, as the examiner read it."""
    return "\n".join(numbered(veiled(code, question)))


def _with_gap(line: str, question: Question) -> str:
    before, after = question.recipe.get("before"), question.recipe.get("after")
    if isinstance(before, str) and isinstance(after, str):
        return f"{before}{GAP}{after}"
    return line[: len(line) - len(line.lstrip())] + GAP
