"""Finds what in a student's text speaks to the examiner instead of the reader: for a person to see, at no cost."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

MASK = "[text addressed to the examiner: kept for a person]"
LONGEST_SHOWN = 160  # characters of one finding
MOST = 12  # findings listed; a thousand equal comments are one matter

WHO = r"(?:examiner|grader|marker|assessor|assistant|ai|llm|chat ?bot|chat ?gpt|gpt|language model)"
ZH = r"(?:考官|评分员|阅卷人|评分系统|AI|人工智能)"
OLD = r"(?:previous|prior|above|earlier|preceding|other|all|any|system|these|those|your)"
ORDERS = r"(?:instructions?|rules?|prompts?|guidelines?|directions?|orders?|commands?)"
TOP = r"(?:full|maximum|top|perfect|excellent|100|\d+ out of \d+)"
POINTS = r"(?:marks?|points?|credits?|grades?)"
PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:ignore|disregard|forget|override|bypass)\b.{{0,40}}\b"
        rf"(?:{ORDERS}|the above|everything (?:above|before))\b",
        rf"\b(?:ignore|disregard|forget)\b.{{0,20}}\b{OLD}\b.{{0,20}}\b(?:text|messages?|context)\b",
        rf"\bnew {ORDERS}\b|\bsystem (?:prompt|message|note|override)\b|\bdeveloper mode\b",
        rf"^[\W\d]*(?:system|assistant|developer|{WHO})\s*[:：]",
        rf"\b(?:dear|hello|hey|hi|attention|note (?:to|for)|message (?:to|for))\s+(?:the\s+|my\s+)?{WHO}\b",
        rf"\byou are (?:now |really |actually )?(?:an? |the |my )?(?:\w+ )?{WHO}\b",
        rf"\b(?:full|top|perfect|maximum) (?:marks?|credits?|grade)\b"
        rf"|\b(?:give|award|grant|assign)\b.{{0,30}}\b{TOP}\s+{POINTS}\b",
        r"\b(?:give|award|grant|assign)\b.{0,12}\b(?:me|us|student|submission)\b.{0,12}"
        r"\b(?:pass|passing|good|high|best) (?:grade|mark)\b",
        r"\b(?:mark|grade|rate|judge|accept|pass)\s+"
        r"(?:me|this student|the student|this answer|everything|every criterion|all criteria)\b",
        r"\bverdicts?\b.{0,20}\b(?:yes|partly|no|true)\b|\bcriteri(?:on|a)\b.{0,40}\byes\b"
        r"|\ball (?:the )?criteria\b",
        r"\b(?:do not|don't|never|stop|skip)\s+(?:ask|asking)\b.{0,30}\bquestions?\b"
        r"|\bend (?:the|this) defen[cs]e\b",
        r"\b(?:reveal|print|show|tell|repeat)\b.{0,30}\b"
        r"(?:reference solution|answer key|system prompt|hidden tests?)\b",
        r"\b(?:assign grade|ask student|tell student|inject test|run baseline)\b|\bread code\b.{0,4}[({]",
        r"\b(?:call|use|run|invoke)\s+(?:the\s+)?tools?\b|</?\s*(?:tool|function) ?calls?\b"
        r"|\btool calls?\s*[\"'>:]",
        r"<\|[^|>]{1,30}\|>|\[/?inst\]|<</?sys>>|[\"']role[\"']\s*:\s*[\"'](?:system|assistant|tool)",
        r"[\"']?(?:machine mark|student answer)[\"']?\s*:",
        r"(?:忽略|无视|忘记|忘掉|不要理会|不用管).{0,12}(?:指令|指示|要求|规则|提示|内容|说明|以上|上面)",
        r"满分|最高分|(?:给|打|判|评).{0,6}(?:高分|通过|全部分数|全分)|判(?:定)?(?:为|我)(?:正确|通过|及格)",
        rf"(?:亲爱的|尊敬的|致|你好)[，, ]?{ZH}|{ZH}\s*[：:，,]|你(?:现在)?(?:是|扮演).{{0,8}}(?:{ZH}|助手|模型)",
        r"系统(?:提示|消息|指令)\s*[:：]|(?:不要|别|停止)(?:再)?(?:提问|问问题|问我)|(?:直接|立即|马上)(?:给分|评分|结束答辩)|调用工具",
    )
)  # fmt: skip
SENTENCE = re.compile(r"[^\n.?!。？！]*[\n.?!。？！]*")
PIECE_OF_CODE = re.compile(r"#[^\n]*|[^#'\"(){}\[\],=\n]+|.|\n")


@dataclass(frozen=True, slots=True)
class Addressed:
    """`where`: code, answer or output, with the number of the line or of the answer."""

    where: str
    number: int
    text: str


def speaks_to_examiner(text: str) -> bool:
    return any(pattern.search(form) for form in _forms(text) for pattern in PATTERNS)


def in_code(source: str) -> list[Addressed]:
    """One finding a line."""
    return _few(
        Addressed("code", n, text)
        for n, line in enumerate(source.splitlines(), 1)
        if (text := _joined(line, _pieces(line)))
    )


def in_text(text: str, where: str, number: int) -> list[Addressed]:
    found = (sentence.strip() for sentence in _sentences(text) if speaks_to_examiner(sentence))
    return _few(Addressed(where, number, _short(sentence)) for sentence in found)


def masked_line(line: str) -> str:
    """A line of code for a model: what speaks to it is out, the rest stands where it stood."""
    pieces = [MASK if speaks_to_examiner(piece) else piece for piece in _pieces(line)]
    if MASK in pieces:
        return "".join(pieces)
    return MASK if speaks_to_examiner(line) else line  # the matter may be in the line as a whole


def masked(text: str) -> str:
    """The same for prose, sentence by sentence."""
    return "".join(f"{MASK} " if speaks_to_examiner(sentence) else sentence for sentence in _sentences(text))


def _sentences(text: str) -> Iterator[str]:
    return (match[0] for match in SENTENCE.finditer(text) if match[0])


def _pieces(line: str) -> list[str]:
    return PIECE_OF_CODE.findall(line)


def _joined(line: str, pieces: list[str]) -> str:
    told = [piece.strip() for piece in pieces if speaks_to_examiner(piece)]
    if not told and not speaks_to_examiner(line):
        return ""
    return _short(" … ".join(told) or line.strip())


def _forms(text: str) -> Iterator[str]:
    """As it stands, and as it reads: without invisible characters, widths and joints of names."""
    yield text
    seen = "".join(c for c in unicodedata.normalize("NFKC", text) if unicodedata.category(c) != "Cf")
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", seen).replace("_", " ")
    yield re.sub(r"\s+", " ", spaced)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]} ..."


def _few(found: Iterable[Addressed]) -> list[Addressed]:
    different: dict[str, Addressed] = {}
    for one in found:
        different.setdefault(one.text, one)
    return list(different.values())[:MOST]
