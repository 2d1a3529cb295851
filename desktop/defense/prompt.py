"""What a language model is told, built afresh before every call."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from desktop.defense import guards, quoting
from desktop.defense.state import DefenseState
from desktop.vocabulary.chat import Message

LANGUAGES = {"en": "English", "zh": "Simplified Chinese"}
PLACEHOLDER = re.compile(r"\{(problem|code|boundary|language|edge_cases|questions|criteria|notes)\}")


def messages(state: DefenseState, template: str) -> list[Message]:
    """System prompt with the problem and a numbered snapshot of the code as it is now, then the dialogue."""
    built: list[Message] = [{"role": "system", "content": system_prompt(state, template)}, *state.dialogue]
    if state.silent_rounds:
        built.append({"role": "user", "content": guards.NUDGE})
    elif not state.dialogue:
        built.append({"role": "user", "content": "The student has submitted. Begin the defense."})
    return built


def system_prompt(state: DefenseState, template: str) -> str:
    """Student text stands as JSON strings inside a boundary it cannot guess; one pass, so nothing is filled twice."""
    problem = state.problem
    if problem is None:
        return ""
    facts, language = state.facts, state.rules.language
    fields = {
        "problem": f"{problem.title.en}\n\n{problem.statement.say(language)}",
        "code": quoting.numbered(state.code),
        "boundary": quoting.boundary(state.seed, state.rounds, state.code),
        "language": LANGUAGES[language],
        "edge_cases": _listed((case.id, case.looks_for or case.title) for case in (facts.edges if facts else ())),
        "questions": _listed((question.id, question.text) for question in (facts.questions if facts else ())),
        "criteria": _listed((c.id, f"{c.sentence.en} (decided by {c.evidence})") for c in problem.rubric),
        "notes": "\n".join(f"- {note}" for note in (facts.notes if facts else ())) or "- none",
    }
    return PLACEHOLDER.sub(lambda match: fields[match[1]], template)


def _listed(rows: Iterable[tuple[str, str]]) -> str:
    lines = [f"- {name}: {json.dumps(text, ensure_ascii=False)}" for name, text in rows]
    return "\n".join(lines) or "- none"
