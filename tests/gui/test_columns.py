"""Columns survive the way between bytes, UTF-16 units and characters."""

from __future__ import annotations

import ast

from hypothesis import given
from hypothesis import strategies as st

from desktop.ui.editor.columns import (
    code_point_column,
    column_of_utf8,
    utf16_column,
    utf16_length,
    utf16_of_utf8,
)

LINES = st.text(alphabet=st.characters(exclude_categories=("Cs",), exclude_characters="\n\r"), max_size=40)


@given(LINES, st.integers(-3, 60))
def test_there_and_back_is_the_same_column(line: str, column: int) -> None:
    inside = min(max(0, column), len(line))
    assert code_point_column(line, utf16_column(line, column)) == inside
    assert column_of_utf8(line, len(line[:inside].encode())) == inside


@given(LINES)
def test_lengths_are_those_of_the_codecs(line: str) -> None:
    assert utf16_length(line) == len(line.encode("utf-16-le")) // 2
    assert utf16_of_utf8(line, 10_000) == utf16_length(line)


def test_a_node_of_ast_is_found_in_qt() -> None:
    line = "s = '🙂中' + name"
    node = ast.parse(line).body[0].value.right
    start = utf16_of_utf8(line, node.col_offset)
    end = utf16_of_utf8(line, node.end_col_offset)
    assert line.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le") == "name"


def test_inside_a_pair_is_the_column_of_the_pair() -> None:
    assert code_point_column("a🙂b", 2) == 1
    assert column_of_utf8("a🙂b", 3) == 1
