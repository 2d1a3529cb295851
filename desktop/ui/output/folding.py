"""Breaks a sentence of ours to the width of a console that does not wrap lines."""

from __future__ import annotations

import unicodedata

_WIDE = ("W", "F")
NARROWEST = 20  # columns


def folded(text: str, columns: int) -> str:
    """Between words where there are spaces, between characters where the script has none; wide ones count double."""
    columns = max(NARROWEST, columns)
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line, width, space = "", 0, -1
        for mark in paragraph:
            step = 2 if unicodedata.east_asian_width(mark) in _WIDE else 1
            if width + step > columns and line:
                cut = space if mark != " " and space > 0 else len(line)
                lines.append(line[:cut].rstrip())
                line = line[cut:].lstrip()
                width, space = _width(line), -1
            if mark == " " or step == 2:
                space = len(line) + (step == 2)
            line += mark
            width += step
        lines.append(line)
    return "\n".join(lines)


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(mark) in _WIDE else 1 for mark in text)
