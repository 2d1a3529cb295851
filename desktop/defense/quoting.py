"""How a student's text is told to a language model: JSON strings between marks that it cannot guess."""

from __future__ import annotations

import hashlib
import json

from desktop.defense.addressed import masked, masked_line
from tools import contract

LONGEST = 12_000  # characters of one answer or result that a model is told; the record holds all of it


def boundary(*seen: object) -> str:
    """Differs at every turn; whoever writes the text does not know the seed of the defense."""
    return hashlib.sha256(":".join(map(str, seen)).encode()).hexdigest()[:24]


def numbered(code: str) -> str:
    """Each line with its number as one JSON string."""
    lines = (json.dumps(masked_line(line), ensure_ascii=False) for line in contract.numbered(code))
    return "\n".join(lines) or '"(empty)"'


def bounded(body: str, mark: str) -> str:
    return f"{mark}\n{body}\n{mark}"


def result(text: str, mark: str) -> str:
    """What a tool found out, which a student's program may have printed: line by line."""
    lines = (masked_line(line) for line in shortened(text).splitlines() or [""])
    return bounded("\n".join(json.dumps(line, ensure_ascii=False) for line in lines), mark)


def said(answer: str, why: str, mark: str) -> str:
    told = {"student_answer": masked(shortened(answer))}
    if why:
        told["student_explanation"] = masked(shortened(why))
    return bounded(json.dumps(told, ensure_ascii=False), mark)


def shortened(text: str) -> str:
    """The beginning and the end."""
    if len(text) <= LONGEST:
        return text
    half = LONGEST // 2
    return f"{text[:half]}\n[... {len(text) - 2 * half} more characters are in the record ...]\n{text[-half:]}"
