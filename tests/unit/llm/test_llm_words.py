"""Every sentence this room says to a person has a Chinese translation."""

from __future__ import annotations

import ast
from pathlib import Path

from desktop.llm.failures.faults import EndpointTrouble, fault_of_status, read_refusal
from desktop.llm.servers.presets import PRESETS
from desktop.station.catalogue import load_words, read_sentences

ROOT = Path(__file__).parents[3]
SPEAKERS = {"Fault", "fault", "ModelTrouble", "StreamFault", "words", "_words"}
CONSTANTS = {"TRY_AGAIN", "CHECK_NETWORK", "TRUST", "LONGER_CONTEXT", "BUSY", "TOOLS_FIX", "CONTEXT_FIX", "CUT", "what"}


def said() -> set[str]:
    found: set[str] = set()
    for path in (ROOT / "desktop" / "llm").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            texts: list[ast.expr] = []
            match node:
                case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in SPEAKERS:
                    texts = node.args[:2]
                case ast.Assign(targets=[ast.Name(id=name)]) if name in CONSTANTS:
                    texts = [node.value]
                case _:
                    pass
            for text in texts:
                for part in (text.body, text.orelse) if isinstance(text, ast.IfExp) else (text,):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value:
                        found.add(part.value)
    return found


def test_every_sentence_is_translated():
    known = read_sentences(ROOT / "resources" / "locale" / "zh")
    assert sorted(said() - set(known)) == []


def test_the_notes_of_the_presets_are_translated():
    known = read_sentences(ROOT / "resources" / "locale" / "zh")
    assert [preset.note for preset in PRESETS if preset.note and preset.note not in known] == []


def test_a_trouble_speaks_the_language_of_the_person():
    words = load_words("zh", ROOT / "resources" / "locale")
    trouble = EndpointTrouble(fault_of_status(read_refusal(500, b'{"error": "boom"}')), words)
    assert trouble.what == "服务器出现问题（状态码 500）。它的回复是：“boom”"
