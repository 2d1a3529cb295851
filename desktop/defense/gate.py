"""Decides, before anybody sees it, whether what a language model says may be put to the student."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, cast

from desktop.defense.leaks import FENCE, SPAN, TOKEN, Secrets, what_leaks
from desktop.defense.state import DefenseState
from desktop.vocabulary.chat import Reply, ToolCall
from desktop.vocabulary.events import Part
from desktop.vocabulary.problem import Language
from desktop.vocabulary.questions import Facts

REFUSALS = 2  # refused questions in a row; then a prepared one is asked instead
REPEATED = 0.9  # difflib ratio of two questions in the same words
LONGEST_THOUGHT = 20_000  # characters of reasoning that are looked through; longer ones are not shown
ADVICE = {
    "ask_student": "Ask something else, in one sentence, or a prepared question by its id.",
    "tell_student": "Say it in other words, or go on with the next step.",
    "assign_grade": "Propose the grade again with another comment.",
    "inject_test": "The student sees every test: write another one.",
}
NAMES = {"en": "English", "zh": "Chinese"}
QUESTION_MARKS = re.compile(r"[?？]+(?:\s*[!！?？]+)*")


@dataclass(frozen=True, slots=True)
class Verdict:
    """`withheld`: what no student's screen may show. `refusal`: why the call may not run, for the examiner."""

    withheld: tuple[Part, ...] = ()
    refusal: str = ""


def guards_words_of(state: DefenseState) -> bool:
    """The embedded examiner says only prepared sentences; whatever else speaks is a language model, or plays one."""
    return state.examiner.kind != "embedded"


def judge_reply(state: DefenseState, reply: Reply) -> Verdict:
    """What of a reply may be shown and run; `state` is the one before it."""
    if not guards_words_of(state):
        return Verdict()
    secrets = _secrets(state)
    withheld: list[Part] = []
    if reply.content.strip() and (
        _not_sayable(reply.content, secrets, state.rules.language) or _marks(reply.content) > 1
    ):
        withheld.append("content")
    if len(reply.reasoning) > LONGEST_THOUGHT or (secrets and what_leaks(reply.reasoning, secrets)):
        withheld.append("reasoning")
    refusal = _why_not_call(state, reply.calls[0], secrets) if reply.calls else ""
    if refusal:
        withheld.append("call")
    return Verdict(tuple(withheld), refusal)


def _why_not_call(state: DefenseState, call: ToolCall, secrets: Secrets | None) -> str:
    given = _arguments(call.arguments)
    text = {name: value for name, value in given.items() if isinstance(value, str)}
    if secrets and (why := what_leaks(_all_text(given) or call.arguments, secrets, keys=call.name != "inject_test")):
        return f"Not done, and not shown to the student. {why} {ADVICE.get(call.name, '')}".strip()
    match call.name:
        case "ask_student" if question_id := text.get("question_id", ""):
            return _why_not_prepared(state, question_id)
        case "ask_student":
            why = _why_not_question(state, text.get("question", ""), secrets)
        case "tell_student":
            message = text.get("message", "")
            why = _not_sayable(message, secrets, state.rules.language)
            if not why and _marks(message):
                why = "It asks something: a question goes through ask_student."
        case "assign_grade":
            why = _not_sayable(text.get("comment", ""), secrets, state.rules.language)
        case "inject_test":
            why = what_leaks(text.get("looks_for", ""), secrets) if secrets else ""
        case _:
            why = ""
    return f"Not done, and not shown to the student. {why} {ADVICE[call.name]}" if why else ""


def _why_not_prepared(state: DefenseState, question_id: str) -> str:
    facts = state.facts or Facts()
    question = facts.question(question_id)
    if question is None:
        return ""  # the tool says which ids there are
    if question.replaces and facts.replacement(state.marks) != question:
        first = f"whose answer to {question.replaces} was the first wrong one"
        return f"Not asked: {question_id} is kept for a student {first}."
    return ""


def _why_not_question(state: DefenseState, text: str, secrets: Secrets | None) -> str:
    if _marks(text) > 1:
        return "It holds more than one question: one at a time."
    if any(same_question(text, spoken.question.text) for spoken in state.spoken):
        return "It was asked before."
    return _not_sayable(text, secrets, state.rules.language)


def _not_sayable(text: str, secrets: Secrets | None, language: Language) -> str:
    if not in_language(text, language, secrets.code if secrets else ""):
        return f"It is not in {NAMES[language]}, the language of this defense."
    return what_leaks(text, secrets) if secrets else ""


def in_language(text: str, language: Language, code: str = "") -> bool:
    """By script, so French passes for English. Code spans and names of the program do not count."""
    names = set(TOKEN.findall(code))
    chinese = latin = other = 0
    for word in re.findall(r"[^\W\d_]+", _prose(text)):
        for run in re.findall(r"[\u3400-\u9fff\uf900-\ufaff]|[A-Za-z\u00c0-\u024f]+|.", word):
            if "\u3400" <= run[0] <= "\u9fff" or "\uf900" <= run[0] <= "\ufaff":
                chinese += 1
            elif run[0] < "\u0250":
                latin += run not in names
            else:
                other += 1
    total = chinese + latin + other
    if total < 2:
        return True
    return chinese * 2 >= total if language == "zh" else latin * 5 >= total * 4


def same_question(one: str, other: str) -> bool:
    """The same words, give or take a few; other numbers or other code make it another question."""
    first, second = _plain(one), _plain(other)
    if first == second:
        return True
    if _details(one) != _details(other):
        return False
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    return matcher.quick_ratio() >= REPEATED and matcher.ratio() >= REPEATED


def _marks(text: str) -> int:
    return len(QUESTION_MARKS.findall(_prose(text)))


def _prose(text: str) -> str:
    """Without code, and without what cannot be seen."""
    text = "".join(c for c in text if unicodedata.category(c) != "Cf")
    return SPAN.sub(" ", FENCE.sub(" ", text))


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(c for c in folded if c.isalnum())


def _details(text: str) -> Counter[str]:
    return Counter([*re.findall(r"\d+", text), *(span.strip() for span in SPAN.findall(text))])


def _secrets(state: DefenseState) -> Secrets | None:
    if state.problem is None:
        return None
    return Secrets(state.problem, state.code, state.facts or Facts(), state.marks)


def _all_text(given: dict[str, Any]) -> str:
    """Every string in it, however deep."""
    found: list[str] = []
    left: list[Any] = [given]
    while left:
        item = left.pop()
        if isinstance(item, str):
            found.append(item)
        elif isinstance(item, dict):
            left += cast(dict[str, Any], item).values()
        elif isinstance(item, list):
            left += cast(list[Any], item)
    return "\n".join(found)


def _arguments(text: str) -> dict[str, Any]:
    try:
        given = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return cast(dict[str, Any], given) if isinstance(given, dict) else {}
