"""Everything the window says is in the Chinese catalogue, with the same fields. Read from the source: no Qt needed."""

from __future__ import annotations

import ast
import string
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[3]


def said_by_the_window() -> set[str]:
    """The literals of every `tr(...)`; anything else inside `tr` is a fault, since nobody could translate it."""
    found: set[str] = set()
    for file in (ROOT / "desktop" / "ui").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "tr":
                first = node.args[0]
                either = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
                for one in either:
                    assert isinstance(one, ast.Constant), f"{file.name}, line {node.lineno}: tr() needs a literal"
                    found.add(str(one.value))
    return found


def catalogue() -> dict[str, str]:
    sentences: dict[str, str] = {}
    for file in (ROOT / "resources/locale/zh").glob("*.toml"):
        sentences.update(tomllib.loads(file.read_text(encoding="utf-8")))
    return sentences


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_nothing_the_window_says_is_missing_in_chinese():
    known = catalogue()
    said = said_by_the_window()
    assert sorted(said - set(known)) == []
    assert [sentence for sentence in sorted(said) if fields(sentence) != fields(known[sentence])] == []
