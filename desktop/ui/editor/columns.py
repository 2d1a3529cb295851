"""Columns between three ways of counting: `ast` counts UTF-8 bytes, Qt UTF-16 units, Python and people code points.

All columns count from 0, and a column past the end of the line is the end of the line.
"""

from __future__ import annotations


def utf16_length(text: str) -> int:
    """How many units Qt counts: two for what lies outside the basic plane (most emoji)."""
    return len(text) + sum(character > "\uffff" for character in text)


def utf16_column(line: str, code_points: int) -> int:
    """Qt's column of a Python column."""
    return utf16_length(line[: max(0, code_points)])


def code_point_column(line: str, utf16: int) -> int:
    """Python's column of one of Qt's; inside a pair it is the column of the pair."""
    units = 0
    for index, character in enumerate(line):
        units += 2 if character > "\uffff" else 1
        if units > utf16:
            return index
    return len(line)


def column_of_utf8(line: str, utf8_bytes: int) -> int:
    """Python's column of one of `ast`'s (`col_offset`); inside a character it is the column of the character."""
    before = line.encode("utf-8", "surrogatepass")[: max(0, utf8_bytes)]
    return len(before.decode("utf-8", "ignore"))


def utf16_of_utf8(line: str, utf8_bytes: int) -> int:
    """Qt's column of one of `ast`'s."""
    return utf16_column(line, column_of_utf8(line, utf8_bytes))
