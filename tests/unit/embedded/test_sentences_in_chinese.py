"""Every sentence the examiner can say is there in Chinese, with the same fields."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import desktop.embedded
from desktop.embedded.kinds.relations import relations
from desktop.embedded.marking import HOW, HOW_CODE
from desktop.station.catalogue import read_sentences

ROOM = Path(desktop.embedded.__file__).parent
ZH = read_sentences(ROOM.parents[1] / "resources" / "locale" / "zh")


def spoken() -> set[str]:
    """The constant first arguments of `say(...)` in the room, and of the lines that choose between two."""
    found: set[str] = set()
    for path in ROOM.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say" and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    found.add(first.value)
    return found


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_every_sentence_has_a_translation():
    assert spoken() - set(ZH) == set()


def test_the_fields_are_the_same():
    assert {english for english, chinese in ZH.items() if fields(english) != fields(chinese)} == set()


def test_how_to_answer_is_said_in_chinese():
    assert {*HOW.values(), *HOW_CODE.values()} <= set(ZH)


def test_what_may_always_be_true_is_said_in_chinese():
    assert {relation.sentence for relation in relations(1)} <= set(ZH)
