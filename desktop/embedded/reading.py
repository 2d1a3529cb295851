"""Reads what a student typed: literals in any equivalent writing, full-width signs, units, outcomes, arguments."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from desktop.vocabulary.values import Wire, from_literal, to_wire

LONGEST_ANSWER = 4000  # characters; more is no typed value
FULL_WIDTH = str.maketrans(
    "０１２３４５６７８９，．：；（）［］｛｝＂＇＝＋－−–＿　、“”‘’【】「」〔〕\u2011\u2012\u00a0",
    "0123456789,.:;()[]{}\"'=+---_ ,\"\"''[]''[]-- ",
)
SPOKEN = {"true": "True", "false": "False", "none": "None", "真": "True", "假": "False", "空": "None"}
# an array as numpy prints it: `[0 1 2]`, `[[0. 1.]\n [2. 3.]]`, `array([0, 1])`, also with a dtype
ARRAY = re.compile(r"^(?:np\.|numpy\.)?array\s*\((.*?)(?:,\s*dtype\s*=\s*[\w.'\"]+)?\s*,?\s*\)$", re.DOTALL)
SPACED = re.compile(r"(?<=[\w.'\"\])])\s+(?=[\w.'\"\[(+-])")
UNITS = re.compile(r"^([+-]?\d+(?:\.0*)?)\s*(?:times?|rounds?|calls?|x|次|遍|回|轮|個|个)$", re.IGNORECASE)
LEADS = re.compile(
    r"^(?:it\s+)?(?:returns?|the value|value is|result is|gives?|=|是|返回值?[是为]?|结果[是为]?|得到)\s*:?\s*",
    re.IGNORECASE,
)
LINE = re.compile(r"^(?:on\s+)?(?:line|第|行)?\s*(\d{1,7})\s*行?$", re.IGNORECASE | re.ASCII)
RAISES = re.compile(
    r"^(?:(?:it|raises?|raised|throws?|gives?|an?|the|with|error|exception)(?=[\s:])|"
    r"抛出|引发|触发|报错|异常|出现|发生|一个|了|会|[\s:])+",
    re.IGNORECASE,
)
EXCEPTION = re.compile(r"^([A-Za-z_][A-Za-z0-9_.]*)\s*(?:[:(].*|异常|错误|error|exception|is raised)?$", re.DOTALL)
LOOKS_RAISED = re.compile(r"([A-Za-z_.]+(?:Error|Exception|Exit|Interrupt|Iteration|Warning))\b")
ENDLESS = re.compile(
    r"(?:does\s*n[o']?t|do\s+not|will\s+not|won'?t|never)\s+(?:finish|end|stop|return|terminate|halt)\w*|"
    r"^(?:an?\s+)?(?:infinite|endless|eternal)(?:\s+loop)?|loops?\s+(?:forever|endlessly)|runs?\s+forever|"
    r"(?:不会|不|无法|永不|永远不会|不能|没有)\s*(?:结束|停止|终止|返回|完成|停)|死循环|无限循环|无限循環",
    re.IGNORECASE,
)
NO = re.compile(
    r"^(?:no|not? changed|unchanged|it is the same|same|否|没有|没有?改变|没变|不变|未改变|无|不会|不)$", re.IGNORECASE
)


class Unreadable(ValueError):
    """The answer is no value of the form asked for."""


@dataclass(frozen=True, slots=True)
class SaidOutcome:
    """What the student says a call does; `value` only where one was given."""

    kind: Literal["returns", "raises", "endless"]
    value: Wire = None
    has_value: bool = False
    type: str = ""


def read_value(text: str) -> Wire:
    """A Python value. As written first; then with full-width signs, units and words put right."""
    said = _short(text)
    for attempt in _attempts(said):
        try:
            return from_literal(attempt)
        except ValueError:
            continue
    for attempt in (said, *_attempts(said), *_as_printed(said)):
        try:
            return _with_infinities(attempt)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            continue
    raise Unreadable


def read_int(text: str) -> Wire:
    """A number; `6 times` and `6 次` say 6."""
    said = _short(text)
    for attempt in (said, _straight(said)):
        match = UNITS.match(attempt)
        if match:
            return from_literal(match.group(1))
    value = read_value(said)
    if isinstance(value, str):
        return read_int(value) if value.strip() != said else _unreadable()
    return value


def read_line(text: str) -> int:
    """The number of a line: `31`, `line 31`, `第 31 行`."""
    match = LINE.match(_straight(_short(text)))
    if not match:
        raise Unreadable
    return int(match.group(1))


def read_option(text: str, options: Sequence[str]) -> str:
    """One of the options: its words, its letter or its number."""
    said = _straight(_short(text)).strip("'\"()").lower()
    for place, option in enumerate(options):
        if said in (option.lower(), str(place + 1), chr(ord("a") + place)):
            return option
    raise Unreadable


def read_word(text: str) -> str:
    """A bare word or a string literal."""
    try:
        value = read_value(text)
    except Unreadable:
        value = None
    return value if isinstance(value, str) else _unquoted(_short(text))


def read_outcome(text: str) -> SaidOutcome:
    said = _short(text)
    straight = _straight(said)
    if ENDLESS.search(straight):
        return SaidOutcome("endless")
    if re.fullmatch(r"(?:it\s+)?returns?|返回", straight, re.IGNORECASE):
        return SaidOutcome("returns")
    try:
        return SaidOutcome("returns", read_value(said), has_value=True)
    except Unreadable:
        pass
    lead = LEADS.match(straight)
    if lead and lead.end() < len(straight):
        rest = straight[lead.end() :]
        try:
            return SaidOutcome("returns", read_value(rest), has_value=True)
        except Unreadable:
            return SaidOutcome("returns", _unquoted(rest), has_value=True)
    rest = RAISES.sub("", straight) or straight
    match = EXCEPTION.match(rest) or LOOKS_RAISED.match(rest)
    if match:
        return SaidOutcome("raises", type=match.group(1).rsplit(".", 1)[-1])
    raise Unreadable


def read_arguments(text: str, names: Sequence[str]) -> tuple[Wire, ...]:
    """``[1, 2], k=3`` as the arguments `names`, each a plain value. Missing ones at the end may have defaults."""
    said = _short(text)
    for attempt in (said, _straight(said)):
        try:
            return _arguments(attempt, names)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            continue
    raise Unreadable


def said_no(text: str) -> bool:
    return bool(NO.match(_straight(_short(text)).strip(" .!")))


def _arguments(text: str, names: Sequence[str]) -> tuple[Wire, ...]:
    if "=" in text and "\n" in text:  # one `name = value` a line
        text = ", ".join(line.strip().rstrip(",") for line in text.split("\n") if line.strip())
    tree = ast.parse(f"f({text}\n)", mode="eval").body
    if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name) or tree.func.id != "f":
        raise ValueError
    if len(tree.args) == 1 and isinstance(tree.args[0], ast.Call) and not tree.keywords:
        tree = tree.args[0]  # the whole call was typed
    values = [_literal(arg) for arg in tree.args]
    given = dict(zip(names, values, strict=False))
    if len(values) > len(names):
        raise ValueError
    for keyword in tree.keywords:
        if keyword.arg is None or keyword.arg not in names or keyword.arg in given:
            raise ValueError
        given[keyword.arg] = _literal(keyword.value)
    found: list[Wire] = []
    for name in names:
        if name not in given:
            break
        found.append(to_wire(given[name]))
    if len(found) != len(given) or not found:
        raise ValueError
    return tuple(found)


class _Infinities(ast.NodeTransformer):
    """`nan`, `inf`, `math.nan`, `np.inf`, `float('nan')` as the constants they stand for."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return _constant(node.id) or node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        known = isinstance(node.value, ast.Name) and node.value.id in ("math", "np", "numpy")
        return (_constant(node.attr) if known else None) or node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        match node:
            case ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value=str(text))], keywords=[]):
                return _constant(text.strip()) or node
            case _:
                return node  # not looked into: whatever is called, it is no literal


def _constant(name: str) -> ast.Constant | None:
    sign, bare = (-1, name[1:]) if name.startswith("-") else (1, name.removeprefix("+"))
    value = {"nan": math.nan, "inf": math.inf, "infinity": math.inf}.get(bare.lower())
    return None if value is None else ast.Constant(sign * value)


def _literal(node: ast.expr) -> object:
    return ast.literal_eval(_Infinities().visit(node))


def _with_infinities(text: str) -> Wire:
    """A literal in which floats that have no literal are named. Never evaluated: the names become constants."""
    return to_wire(_literal(ast.parse(text.strip(), mode="eval").body))


def _attempts(said: str) -> list[str]:
    straight = _straight(said)
    word = SPOKEN.get(straight.lower(), straight)
    without = LEADS.sub("", straight)
    return [said, straight, word, without, SPOKEN.get(without.lower(), without)]


def _as_printed(said: str) -> list[str]:
    """An array the way numpy prints it, as the list it stands for; nothing where it is none."""
    straight = _straight(said)
    match = ARRAY.match(straight)
    inside = match.group(1).strip() if match else straight
    if not inside.startswith("[") or not inside.endswith("]"):
        return []
    return [inside] if "," in inside else [SPACED.sub(", ", inside)]


def _straight(said: str) -> str:
    return said.translate(FULL_WIDTH).strip(" \t\r\n`;。").rstrip(".") if said else said


def _unquoted(text: str) -> str:
    return _straight(text).strip("'\" ")


def _short(text: str) -> str:
    said = text.strip().strip("`").strip()
    if not said or len(said) > LONGEST_ANSWER:
        raise Unreadable
    return said


def _unreadable() -> Wire:
    raise Unreadable
