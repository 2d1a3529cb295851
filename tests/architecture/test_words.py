"""Every sentence a person may see has a Chinese translation with the same fields."""

from __future__ import annotations

import ast
import string
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest

from desktop.station.catalogue import read_sentences

ROOT = Path(__file__).resolve().parents[2]
CHINESE = ROOT / "resources" / "locale" / "zh"
SPEAKERS = {"words", "_words", "tr", "say_in"}  # what a `Words` is called where it speaks


def sentences(source: str) -> list[tuple[int, str]]:
    """Every literal handed to a `Words`, in whatever branch of the expression it stands."""
    found: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and node.args and speaks(node.func):
            for part in spoken(node.args[0]):
                found.append((node.lineno, part))
    return found


def speaks(function: ast.expr) -> bool:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in SPEAKERS
        case _:
            return False


def spoken(expression: ast.expr) -> list[str]:
    match expression:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=one, orelse=other):
            return spoken(one) + spoken(other)
        case ast.BoolOp(values=values):
            return [text for value in values for text in spoken(value)]
        case _:
            return []


def said() -> dict[str, list[str]]:
    where: dict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "desktop").rglob("*.py")):
        for line, sentence in sentences(path.read_text("utf-8")):
            where[sentence].append(f"{path.relative_to(ROOT).as_posix()}:{line}")
    return where


def fields(sentence: str) -> set[str]:
    try:
        return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}
    except ValueError:  # a lone brace: this sentence has no fields
        return set()


def test_every_sentence_is_translated() -> None:
    known = read_sentences(CHINESE)
    missing = [f"{places[0]}: {sentence!r}" for sentence, places in said().items() if sentence not in known]
    assert not missing, "Not in resources/locale/zh:\n" + "\n".join(missing)


def test_a_translation_has_the_fields_of_its_sentence() -> None:
    wrong = [english for english, chinese in read_sentences(CHINESE).items() if fields(english) != fields(chinese)]
    assert wrong == []


def test_no_translation_is_empty() -> None:
    assert [english for english, chinese in read_sentences(CHINESE).items() if not chinese.strip()] == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("words('Run')", ["Run"]),
        ("self.words('Edge case {n}', n=1)", ["Edge case {n}"]),
        ("self._words('A' if x else 'B')", ["A", "B"]),
        ("words(text)", []),
        ("print('A')", []),
    ],
)
def test_sentences_are_found(source: str, expected: list[str]) -> None:
    assert [text for _, text in sentences(source)] == expected


def test_no_sentence_is_translated_in_two_ways() -> None:
    seen: dict[str, str] = {}
    for path in sorted(CHINESE.glob("*.toml")):
        for english, chinese in tomllib.loads(path.read_text("utf-8")).items():
            assert seen.setdefault(english, chinese) == chinese, f"{path.name}: {english!r}"
