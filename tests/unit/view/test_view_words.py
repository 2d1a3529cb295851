"""Every sentence the screen can say is in the Chinese catalogue, with the same fields."""

from __future__ import annotations

import ast
import string
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[3]


def sentences(folder: Path) -> set[str]:
    """The literal first argument of every call of `words(...)`, `say(...)` or a name bound to one."""
    found: set[str] = set()
    for file in folder.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            first = node.args[0]
            if name in ("words", "say") and isinstance(first, ast.Constant) and isinstance(first.value, str):
                found.add(first.value)
    return found


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_nothing_the_screen_says_is_missing_in_chinese():
    catalogue = tomllib.loads((ROOT / "resources/locale/zh/view.toml").read_text(encoding="utf-8"))
    said = sentences(ROOT / "desktop" / "view")
    assert said - set(catalogue) == set()
    assert {s for s in said if fields(s) != fields(catalogue[s])} == set()
