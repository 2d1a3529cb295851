"""Every sentence a person may see has a Chinese translation with the same fields."""

from __future__ import annotations

import ast
import re
import string
import tomllib
from collections import defaultdict
from collections.abc import Set
from pathlib import Path

import pytest

from desktop.station.catalogue import read_sentences
from desktop.vocabulary.words import ONE, Words

ROOT = Path(__file__).resolve().parents[2]
CHINESE, ENGLISH = (ROOT / "resources" / "locale" / name for name in ("zh", "en"))
SPEAKERS = {"words", "_words", "tr", "say_in"}  # what a `Words` is called where it speaks


def sentences(source: str, speakers: Set[str] = SPEAKERS) -> list[tuple[int, str]]:
    """Every literal handed to a `Words`, in whatever branch of the expression it stands."""
    found: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and node.args and named(node.func) in speakers:
            for part in spoken(node.args[0]):
                found.append((node.lineno, part))
    return found


def named(function: ast.expr) -> str:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


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
        more = {"say"} if "embedded" in path.parts else set[str]()  # there `say` is a `Words`
        for line, sentence in sentences(path.read_text("utf-8"), SPEAKERS | more):
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


MANY = re.compile(r"\{n(:g)?\} [a-z]+s\b")
NEVER_ONE = (
    "at least {n} times",
    "all {n} runs",
    "run {n} times",
    "{n} characters",
    "among the {n} models",
    "{file} ",  # reports to the author of a pack
    "{id} ",
    "It passes all {n} tests, for {seed",
)
APART = ("{n} lines", "{n} keys", "{n} values", "rounds each", "{parts} rounds")  # the code says another sentence


def test_what_is_said_of_many_has_a_form_for_one() -> None:
    told = {sentence.removesuffix(ONE) for sentence in read_sentences(ENGLISH)}
    many = {sentence for sentence in said() if MANY.search(sentence)}
    assert [it for it in many - told if not any(part in it for part in NEVER_ONE + APART)] == []
    assert told <= set(said())


def test_one_is_said_as_one() -> None:
    words = Words("en", read_sentences(ENGLISH))
    assert words("The body ran {n} times.", n=1) == "The body ran once."
    assert words("The body ran {n} times.", n=2) == "The body ran 2 times."


SHOWN = {
    "TextLabel", "ElidedLabel", "Button", "PrimaryButton", "IconButton", "Chip", "Check", "QRadioButton", "QLabel",
    "setText", "setToolTip", "setPlaceholderText", "setAccessibleName", "setWindowTitle", "addItem", "addTab",
    "addAction", "addButton", "set_text", "set_title", "set_name", "show_state", "setInformativeText", "Trouble",
}  # fmt: skip
NAMES = {"Defense Desk", "English", "简体中文", "English / 简体中文", "JetBrains Mono", "solution.py"}
WORD = re.compile(r"[A-Z][a-z]+|[a-z]+ [a-z]+")


def test_nothing_is_shown_in_the_window_that_was_not_translated() -> None:
    bare: list[str] = []
    for path in sorted((ROOT / "desktop" / "ui").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and named(node.func) in SHOWN and path.name != "app.py":  # no window yet
                texts = [text for argument in node.args for text in spoken(argument)]
                bare += [f"{path.name}:{node.lineno}: {text}" for text in texts if WORD.search(text)]
    assert [it for it in bare if it.partition(": ")[2] not in NAMES and "Ctrl+" not in it] == []
