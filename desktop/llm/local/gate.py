"""What a small model said, looked at before anybody reads it: whether it may stand for the examiner's sentence."""

from __future__ import annotations

import re
from itertools import pairwise

from desktop.llm.local.plan import Plan, squeezed
from desktop.vocabulary.problem import Language

LONGEST = {"ask": 300, "announce": 200}  # characters
_QUESTION_MARK = re.compile(r"[?？]")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_NAME = re.compile(r"[A-Za-z_]\w*")
_QUOTED = re.compile(r"`([^`]*)`")
_CALLED = re.compile(r"([A-Za-z_]\w*)\s*\(")
_ESSENCE = tuple(
    (re.compile(asked, re.IGNORECASE), re.compile(kept, re.IGNORECASE))
    for asked, kept in (
        (r"how (?:many|often)|多少次", r"how (?:many|often)|多少|几"),
        (r"\btype\b|类型", r"\b(?:type|kind)\b|类型"),
        (r"\bvalues?\b|值", r"\bvalues?\b|\bhold|\bequal|值"),
        (r"\breturns?\b|返回", r"\breturn|\bback\b|\bresult|\bgives?\b|\bget\b|返回|得到|结果"),
        (r"\btrue\b|为真", r"\btrue\b|\bholds?\b|真|成立"),
        (r"what happens|会怎样", r"happen|怎样|怎么样|发生"),
        (r"\barguments\b|参数", r"\bargument|\binput|\bcall\b|参数"),
    )
)
_HAN = re.compile(r"[㐀-䶿一-鿿]")
_OTHER_SCRIPT = re.compile(r"[^\W\d_A-Za-zÀ-ɏ㐀-䶿一-鿿]")
_MARKUP = re.compile(r"[<>{}\\|#*\[\]]|https?:|```|[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
_JUDGES = re.compile(
    r"\b(?:correct|incorrect|right|wrong|perfect|excellent|points?|score|marks?|passed|failed|bug|answer is)\b"
    r"|正确|错误|满分|分数|得分|答对|答错|通过了|失败|答案是",
    re.IGNORECASE,
)
_DONE = re.compile(r"\b(?:over|done|finished|completed?)\b|完成|结束|做完", re.IGNORECASE)
_FROM_EXAMPLES = re.compile(r"\b(?:boat|wind|trials?|report|drift|moor|sail)\b|船|试航|报告", re.IGNORECASE)
_EN_NUMBERS = re.compile(
    r"\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|once|twice|thrice|never|always|none)\b"
)
_ZH_NUMBERS = "零二两三四五六七八九十百"


def fault_of(said: str, plan: Plan) -> str:
    """Why this may not be said, for the diary; empty where it may."""
    text = said.strip()
    if not text:
        return "it says nothing"
    if len(text) > LONGEST[plan.step]:
        return "it is too long"
    if _letters(text) in _letters(plan.about):
        return "it only repeats"
    bare = _without(text, plan.about)
    if _MARKUP.search(bare):
        return "it is not plain text"
    return (
        _shape(text, plan) or _script(text, plan.language) or _gives_away(bare, text, plan) or _strays(bare, text, plan)
    )


def _without(text: str, about: str) -> str:
    """The text less what it quotes literally from the sentence it words: a call may hold brackets."""
    for quoted in sorted(_QUOTED.findall(about), key=len, reverse=True):
        if quoted.strip():
            text = text.replace(f"`{quoted}`", " ").replace(quoted, " ")
    return text


def _shape(text: str, plan: Plan) -> str:
    asked = len(_QUESTION_MARK.findall(text))
    if plan.step == "announce":
        return "it asks something where nothing is asked" if asked else ""
    if asked != 1 or text[-1] not in "?？":
        return "it is not one question"
    return ""


def _script(text: str, language: Language) -> str:
    words = _QUOTED.sub(" ", text)
    han, latin = len(_HAN.findall(words)), len(re.findall(r"[A-Za-z]", words))
    if _OTHER_SCRIPT.search(words):
        return "it is in another script"
    if language == "zh":
        return "" if han >= 4 and han * 2 >= latin else "it is not Chinese"
    return "" if latin >= 8 and not han else "it is not English"


def _gives_away(bare: str, text: str, plan: Plan) -> str:
    tight = squeezed(text)
    if any(line in tight for line in plan.reference):
        return "it holds a line of the reference"
    for secret in plan.secrets:
        if _stands_in(secret, bare) and not _stands_in(secret, plan.about):
            return "it holds a part of the key or an option"
    if _JUDGES.search(bare) and not _JUDGES.search(plan.about):
        return "it judges"
    if plan.kept and _DONE.search(bare):
        return "it says that a test is over which is about to begin"
    if _FROM_EXAMPLES.search(bare) and not _FROM_EXAMPLES.search(plan.about):
        return "it copies an example"
    return ""


def _stands_in(secret: str, text: str) -> bool:
    wanted = " ".join(secret.lower().split()).strip("`'\"")
    within = " ".join(text.lower().split())
    return bool(wanted) and re.search(rf"(?<![^\W_]){re.escape(wanted)}(?![^\W_])", within) is not None


def _strays(bare: str, text: str, plan: Plan) -> str:
    """A number or a name that the sentence does not have is invented, or is the answer."""
    allowed = set(_NUMBER.findall(plan.about))
    if any(number not in allowed for number in _NUMBER.findall(bare)):
        return "it holds a number of its own"
    if plan.step == "ask" and (_number_words(bare, plan) - _number_words(plan.about, plan)):
        return "it holds a number of its own, in words"
    names = {name for quoted in _QUOTED.findall(bare) for name in _NAME.findall(quoted)} | set(_CALLED.findall(bare))
    if names - set(_NAME.findall(plan.about)):
        return "it names what is not there"
    return "" if _is_about(text, plan) else "it does not say what it is about"


def _is_about(text: str, plan: Plan) -> bool:
    """A prepared question's names, all its line numbers, and what it asks for; else at least a word of the sentence."""
    if any(_letters(kept) not in _letters(text) for kept in plan.kept):
        return False
    names = {name for quoted in _QUOTED.findall(plan.about) for name in _NAME.findall(quoted)}
    numbers = set(_NUMBER.findall(_QUOTED.sub(" ", plan.about)))
    if plan.step == "ask" and any(asked.search(plan.about) and not kept.search(text) for asked, kept in _ESSENCE):
        return False
    if plan.step == "ask" and names | numbers:
        return numbers <= set(_NUMBER.findall(text)) and (not names or bool(names & set(_NAME.findall(text))))
    return bool(_topics(text) & _topics(plan.about))


def _topics(text: str) -> set[str]:
    """Words of four letters and more; of Chinese, every two characters side by side."""
    pairs = {first + second for first, second in pairwise(text) if _HAN.match(first) and _HAN.match(second)}
    return pairs | set(re.findall(r"[a-z]{4,}", text.lower()))


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text.lower())


def _number_words(text: str, plan: Plan) -> set[str]:
    found = {char for char in text if char in _ZH_NUMBERS}
    found |= set(_EN_NUMBERS.findall(text.lower()))
    return found if "1" in plan.secrets else found - {"one"}  # "one" is mostly an article of a kind
