"""What a message would give away: the key of a question, a line of the reference, a corrected line of the student's."""

from __future__ import annotations

import builtins
import keyword
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import cast

from desktop.defense.plain_code import code_lines
from desktop.vocabulary.problem import Problem
from desktop.vocabulary.questions import Facts, Mark, Question
from desktop.vocabulary.values import Wire, render, tag

SHORTEST_LINE = 10  # characters of a reference line, without white space: shorter ones stand in every program
NEAR_REFERENCE = 0.9  # difflib ratio: the reference line with another name or a space
NEAR_STUDENT = 0.7  # difflib ratio: the student's line with a small edit
FRAGMENTS = 200  # pieces of code looked at in one message
FEW_LINES = 3  # a question about more lines than this is not "about line 7"

FENCE = re.compile(r"```[^\n]*\n(.*?)(?:```|\Z)", re.DOTALL)
SPAN = re.compile(r"`+([^`\n]+)`+")
SENTENCE = re.compile(r"(?<=[.?!;])\s+|(?<=[。？！；])|\n+")
TOKEN = re.compile(r"[^\W\d]\w*|\d+(?:\.\d+)?|\S")
LINE_NUMBER = re.compile(r"\blines?\s+(\d+)|第\s*(\d+)\s*行", re.IGNORECASE)
COUNTED = re.compile(
    r"\b(\w+)\s+(?:times|rounds|iterations|calls)\b|([零两二三四五六七八九十]|\d+)\s*(?:次|轮|遍|回)", re.IGNORECASE
)
OF_A_LINE = re.compile(
    r"\bnever\b|\braises?\b|\bcrash|\bfails?\b|\banswer\b|不会执行|从不|未执行|抛出|出错|答案", re.IGNORECASE
)
COUNTS = ("loop_count", "call_count", "branch_count", "growth")
NUMERALS = {
    **dict(zip("零两二三四五六七八九十", (0, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10), strict=True)),
    "once": 1,
    "twice": 2,
    "thrice": 3,
    **{word: n for n, word in enumerate(("zero", "one", "two", "three", "four", "five", "six"))},
    **{word: n for n, word in enumerate(("seven", "eight", "nine", "ten", "eleven", "twelve"), 7)},
}


@dataclass(frozen=True, slots=True)
class Secrets:
    """What may not be told, and what everybody may see."""

    problem: Problem
    code: str
    facts: Facts
    marks: tuple[Mark, ...] = ()


def what_leaks(message: str, secrets: Secrets, *, keys: bool = True) -> str:
    """Empty, or a sentence for the examiner that does not repeat the secret."""
    message = unicodedata.normalize("NFKC", message)
    public = _public(secrets)
    if line := _reference_line(message, secrets, public):
        return line
    if keys and (question := _told_key(message, secrets, public)):
        return f"It tells the answer to the prepared question {question.id}."
    return ""


def _public(secrets: Secrets) -> str:
    """All that a student may read anyway, without white space."""
    problem, facts = secrets.problem, secrets.facts
    cases = [*(case.call_text for case in (*facts.baseline, *facts.edges))]
    questions = [*(f"{question.text}\n{question.call}" for question in facts.questions)]
    texts = (problem.statement, problem.hint, *problem.open_questions)
    said = [part for text in texts for part in (text.en, text.zh)]
    return _compact("\n".join([secrets.code, problem.scaffold, *said, *cases, *questions]))


# lines of code


def _reference_line(message: str, secrets: Secrets, public: str) -> str:
    lines = {_compact(line): line for line in code_lines(secrets.problem.solution)}
    secret = {bare: line for bare, line in lines.items() if len(bare) >= SHORTEST_LINE and bare not in public}
    if not secret:
        return ""
    whole = _compact(message)
    if any(line in whole for line in secret):
        return "It contains a line of the reference solution."
    own = code_lines(secrets.code)
    student = [_compact(line) for line in own]
    shapes = set(map(_shape, secret.values())) - set(map(_shape, own))
    for fragment in list(dict.fromkeys(_fragments(message)))[:FRAGMENTS]:
        bare = _compact(fragment)
        if len(bare) < SHORTEST_LINE or bare in public:
            continue
        if any(bare in line or _near(bare, line, NEAR_REFERENCE) for line in secret):
            return "It contains a line of the reference solution, or most of one."
        if _shape(fragment) in shapes and any(_near(bare, line, NEAR_STUDENT) for line in student):
            return "It shows a line of the student's program as it should be."
    return ""


def _fragments(message: str) -> Iterable[str]:
    """What looks like code: spans, fenced lines, lines of their own, and what follows a colon."""
    for fence in FENCE.finditer(message):
        yield from (line.strip() for line in fence[1].splitlines())
    yield from (span[1].strip() for span in SPAN.finditer(message))
    for line in message.splitlines():
        yield line.strip().strip("`")
        yield re.split(r"[:：]\s", line)[-1].strip().strip("`")


def _near(one: str, other: str, ratio: float) -> bool:
    if abs(len(one) - len(other)) > max(len(one), len(other)) * 2 * (1 - ratio):
        return False
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.quick_ratio() >= ratio and matcher.ratio() >= ratio


def _shape(line: str) -> str:
    """The line with its names numbered in order: the same step in other words."""
    names: dict[str, str] = {}
    parts: list[str] = []
    for token in TOKEN.findall(line):
        free = token[0].isalpha() or token[0] == "_"
        if free and not keyword.iskeyword(token) and not hasattr(builtins, token):
            token = names.setdefault(token, f"n{len(names)}")
        parts.append(token)
    return " ".join(parts)


def _compact(text: str) -> str:
    return re.sub(r"\s+", "", text).replace('"', "'")


# keys


def _told_key(message: str, secrets: Secrets, public: str) -> Question | None:
    """Only keys that are still worth something: a right answer is no secret any more."""
    known = {mark.question_id for mark in secrets.marks if mark.verdict == "right"}
    sentences = [sentence for sentence in SENTENCE.split(message) if sentence and sentence.strip()]
    for question in (*secrets.facts.questions, *secrets.facts.replacements):
        if question.id in known or question.key is None or not question.machine_marked:
            continue
        forms = _forms(question)
        if any(_distinct(form, public) and _compact(form) in _compact(message) for form in forms):
            return question
        if any(_says(sentence, question, forms) for sentence in sentences):
            return question
    return None


def _forms(question: Question) -> Sequence[str]:
    """How the key may be written."""
    key = question.key
    if isinstance(key, dict) and tag(key) == "tuple":
        items = cast(list[Wire], key["v"])
        if items and items[0] in ("raises", "returns", "endless"):
            return [item if isinstance(item, str) else render(item, 10_000) for item in items[1:]]
    if question.answer_form == "line" and isinstance(key, list):
        return [render(line) for line in key]
    return [key] if question.answer_form in ("options", "order") and isinstance(key, str) else [render(key, 10_000)]


def _distinct(form: str, public: str) -> bool:
    """A value that nobody writes by accident, and that stands nowhere in what the student may read."""
    bare = _compact(form)
    return len(bare) >= 5 and any(map(str.isdigit, bare)) and not bare.isalnum() and bare not in public


def _says(sentence: str, question: Question, forms: Sequence[str]) -> bool:
    """A short key counts where the sentence is about the very thing that is asked."""
    call = _compact(question.call)
    about_call = bool(call) and call in _compact(sentence)
    numbers = {int(one or other) for one, other in LINE_NUMBER.findall(sentence)}
    if question.answer_form == "line":
        return (about_call or bool(OF_A_LINE.search(sentence))) and any(str(n) in forms for n in numbers)
    if question.answer_form == "options":
        return any(
            re.search(
                rf"(?:\banswer|\boption|\bchoice|答案|选项?)\W*(?:is|是)?\W*{re.escape(form)}\b",
                sentence,
                re.IGNORECASE,
            )
            for form in forms
        )
    about_line = len(question.lines) <= FEW_LINES and bool(numbers & set(question.lines))
    if question.type in COUNTS and (about_line or about_call or _names(sentence, question)):
        counted = {_number(one or other) for one, other in COUNTED.findall(sentence)}
        counted |= {_number(word) for word in re.findall(r"\b(?:once|twice|thrice)\b", sentence.lower())}
        if question.key in counted - {None}:
            return True
    if not (about_call or about_line):
        return False
    rest = LINE_NUMBER.sub(" ", sentence)
    if question.call:
        rest = rest.replace(question.call, " ")
    bare = re.sub(r"\s+", " ", rest)
    return any(re.search(rf"(?<![\w.]){re.escape(form)}(?!\w|\.\d)", bare) for form in forms if form)


def _names(sentence: str, question: Question) -> bool:
    name = question.call.partition("(")[0].strip()
    return bool(name) and re.search(rf"\b{re.escape(name)}\b", sentence) is not None


def _number(word: str) -> int | None:
    return int(word) if word.isdecimal() else NUMERALS.get(word.lower())
