"""What is to be said in one turn: the examiner's own sentence, and all that may not be given away in another one."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from desktop.vocabulary.chat import Reply
from desktop.vocabulary.events import CodeSaved, DefenseOpened, FactsGathered, Recorded
from desktop.vocabulary.problem import Language
from desktop.vocabulary.questions import Facts
from desktop.vocabulary.values import Wire, tag

Step = Literal["announce", "ask"]
_LONG_CALL = re.compile(r"`([A-Za-z_][\w.]*)\([^`]{12,}\)`")
_ASKED = re.compile(r".*[?？]", re.DOTALL)
_SENTENCE = re.compile(r".*?(?:\.(?=\s)|。)", re.DOTALL)
LONG = 1500  # characters of one text in a prompt: with all others far below a context of 4096 tokens


@dataclass(frozen=True, slots=True)
class Plan:
    """`own` is the examiner's sentence and stands when nothing better comes; `about` is what the model gets to word.

    Of a prepared question that is a short form, since the whole is shown below it anyway. The student's code is no
    part of it: it would distract a small model, and might talk to it. `kept` must stand in any wording. `secrets`
    are the key's parts and the options; `reference` the author's lines of code that the student does not have.
    """

    step: Step
    language: Language
    own: str
    about: str
    kept: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    reference: tuple[str, ...] = ()


def plan_of(reply: Reply, history: Sequence[Recorded]) -> Plan | None:
    """How to say what the inner examiner has decided; None where it has nothing to say or to do."""
    opened = next((event for event in history if isinstance(event, DefenseOpened)), None)
    if opened is None or not reply.calls or not reply.content.strip():
        return None
    language = opened.rules.language
    code = next((event.source for event in reversed(history) if isinstance(event, CodeSaved)), "")
    call = reply.calls[0]
    arguments = _arguments(call.arguments)
    facts = next((event.facts for event in reversed(history) if isinstance(event, FactsGathered)), Facts())
    plan = Plan("announce", language, reply.content, reply.content[:LONG], reference=_author_lines(opened, code))
    if call.name == "inject_test":
        titles = tuple(case.title for case in facts.edges if case.id == arguments.get("edge_case"))
        return replace(plan, kept=titles)
    if call.name != "ask_student":
        return plan
    question = facts.question(str(arguments.get("question_id", "")))
    if question is None:
        return None  # an open question of its own stands in the call, and is asked as it is
    return replace(
        plan,
        step="ask",
        about=brief(question.text),
        secrets=(*question.options, *leaves(question.key)),
    )


def brief(question: str) -> str:
    """Up to its question mark, or its first sentence; and long calls without their arguments, which small models copy
    badly. How to write the answer is said below it."""
    short = _LONG_CALL.sub(r"`\1(...)`", question)
    ends = _ASKED.match(short) or _SENTENCE.match(short)
    return (ends[0] if ends else short).strip()[:LONG]


def leaves(key: Wire) -> tuple[str, ...]:
    """Each text and number in a wire value, as a person would write it."""
    if key is None:
        return ()
    if isinstance(key, list):
        return tuple(leaf for item in key for leaf in leaves(item))
    if isinstance(key, dict):
        inside: list[Wire] = [key["v"]] if tag(key) and "v" in key else list(key.values())
        return leaves(inside)
    return (str(key),)


def _arguments(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text or "{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}  # pyright: ignore[reportUnknownVariableType] - JSON knows only texts as keys


def _author_lines(opened: DefenseOpened, code: str) -> tuple[str, ...]:
    """Without white space, since a model sets it as it likes; only what is long enough to be recognised."""
    theirs = squeezed(code)
    problem = opened.problem
    lines = [
        squeezed(line) for text in (problem.solution, problem.baseline, problem.edges) for line in text.splitlines()
    ]
    return tuple(dict.fromkeys(line for line in lines if len(line) >= 8 and line not in theirs))


def squeezed(text: str) -> str:
    return "".join(text.split())
