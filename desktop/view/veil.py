"""The program as it may be shown while a question about some of its own lines is open: those lines are not there.

A question to fill a blank keeps its line with a gap in it; one to order lines keeps nothing but their indent.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from desktop.vocabulary.questions import GAP, Question
from tools.contract import numbered

_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_POINTERS = re.compile(r"\s*[~^][~^ ]*")  # what a traceback draws under a line: it says how long the parts of it are
_TELLING = 8  # characters: a hidden line as long as that is found inside other text, too


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


def veiled_output(printed: Sequence[str], code: str, question: Question | None) -> list[str]:
    """Lines that a program printed, above all tracebacks, without those of `code` that `question` hides."""
    hidden = question.hidden_lines if question else ()
    source = _LINE_ENDS.split(code)
    gaps = {
        line.strip(): _with_gap(line, question).strip()
        for number in hidden
        if question and 0 < number <= len(source) and (line := source[number - 1]).strip()
    }
    shown: list[str] = []
    changed = False
    for line in printed:
        pointers = changed and _POINTERS.fullmatch(line) is not None
        veiled = "" if pointers else _without(line, gaps)
        changed = veiled != line and not pointers
        shown.append(veiled)
    return shown


def _without(line: str, gaps: dict[str, str]) -> str:
    for text, gap in gaps.items():
        if line.strip() == text or (len(text) >= _TELLING and text in line):
            line = line.replace(text, gap)
    return line


def _with_gap(line: str, question: Question) -> str:
    before, after = question.recipe.get("before"), question.recipe.get("after")
    if isinstance(before, str) and isinstance(after, str):
        return f"{before}{GAP}{after}"
    return line[: len(line) - len(line.lstrip())] + GAP
