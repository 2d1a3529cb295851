"""Sentences in a narrow terminal: whole words, and Chinese by the columns it takes."""

from __future__ import annotations

import pytest

from desktop.cli.terminal import wrapped


@pytest.mark.parametrize(
    ("text", "columns", "broken"),
    [
        ("  What does `f(1)` return now?", 21, "  What does `f(1)`\n  return now?"),
        (
            "  执行的过程中，第 8 行执行完之后，`total` 的值",
            21,
            "  执行的过程中，第 8\n  行执行完之后，\n  `total` 的值",
        ),
        ("一二三四五六七八九十，甲", 21, "一二三四五六七八九\n十，甲"),
        ("x" * 40 + " y", 30, "x" * 40 + "\ny"),
        ("a  b\n\n    c", 80, "a  b\n\n    c"),
    ],
)
def test_a_line_is_broken_where_it_may_be(text: str, columns: int, broken: str) -> None:
    assert wrapped(text, columns) == broken
