"""The examiner that needs no network: reads the log, says a sentence, calls the next tool."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from desktop.vocabulary.cases import TestCase, Undefined
from desktop.vocabulary.chat import Delta, Reply, ToolCall
from desktop.vocabulary.events import (
    AnswerMarked,
    DefenseOpened,
    FactsGathered,
    ModelReplied,
    Recorded,
    ToolEnded,
)
from desktop.vocabulary.problem import Language, Rules
from desktop.vocabulary.questions import Facts, Mark
from desktop.vocabulary.request import ModelRequest
from desktop.vocabulary.words import Words

MODEL = "embedded"
GRADE_TRIES = 2  # a refused grade is proposed once more; then the examiner has nothing left to do


@dataclass(frozen=True, slots=True)
class Turn:
    """What is said and the one tool that is called; no tool: the examiner is at its end."""

    text: str
    tool: str = ""
    arguments: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Past:
    """What the log says was done: calls that ended, by tool, with their arguments."""

    facts: Facts
    rules: Rules
    needed: int
    replies: int
    done: tuple[tuple[str, dict[str, str]], ...]
    declined: frozenset[int]  # places in `done` of the calls that were refused
    marks: tuple[Mark, ...]
    seed: int = 0

    def did(self, tool: str) -> list[dict[str, str]]:
        """Also what was refused: it was tried."""
        return [arguments for name, arguments in self.done if name == tool]

    def ran(self, tool: str) -> list[dict[str, str]]:
        return [arguments for at, (name, arguments) in enumerate(self.done) if name == tool and at not in self.declined]


class EmbeddedExaminer:
    """Fits the session's port `Examiner`; uses nothing of a request but its `history`."""

    def __init__(self, words: Callable[[Language], Words] = Words) -> None:
        self._words = words

    async def reply(self, request: ModelRequest) -> AsyncGenerator[Delta | Reply, None]:
        past = read_log(request.history)
        turn = next_turn(past, self._words(past.rules.language))
        for piece in _pieces(turn.text):
            yield Delta("content", piece)
        calls: tuple[ToolCall, ...] = ()
        if turn.tool:
            arguments = json.dumps(dict(turn.arguments), ensure_ascii=False)
            calls = (ToolCall(id=f"e{past.replies + 1}", name=turn.tool, arguments=arguments),)
        yield Reply(content=turn.text, calls=calls, finish="tool_calls" if calls else "stop", model=MODEL)


def next_turn(past: Past, say: Words) -> Turn:
    """Read, run the baseline, run the edge cases, ask each question, propose the grade."""
    if not past.did("read_code"):
        return Turn(say("Good day. I will read your program first."), "read_code")
    if not past.did("run_baseline"):
        return Turn(say("Now I load it and run the tests of the problem."), "run_baseline")
    return _edge(past, say) or _question(past, say) or _grade(past, say)


def _edge(past: Past, say: Words) -> Turn | None:
    """One more, until as many ran as the grade needs, as many were declined, or none is left."""
    ids = {case.id for case in past.facts.edges}
    tried = ids & {arguments.get("edge_case", "") for arguments in past.did("inject_test")}
    ran = ids & {arguments.get("edge_case", "") for arguments in past.ran("inject_test")}
    left = [case for case in drawn_edges(past.facts, past.seed) if case.id not in tried]
    if not left or len(ran) >= past.needed or len(tried - ran) >= max(past.needed, 1):
        return None
    case = left[0]
    text = say("An edge case: {title}.", title=case.title)
    return Turn(text, "inject_test", (("looks_for", case.looks_for[:300] or case.title[:300]), ("edge_case", case.id)))


def drawn_edges(facts: Facts, seed: int) -> list[TestCase]:
    """In an order of this defense's own; those that the statement decides (only they count) before the others."""
    drawn = Random(f"{seed}/edge cases").sample(facts.edges, len(facts.edges))
    return sorted(drawn, key=lambda case: isinstance(case.expected, Undefined))


def _question(past: Past, say: Words) -> Turn | None:
    asked = past.did("ask_student")
    ids = {arguments.get("question_id", "") for arguments in asked}
    left = [question for question in past.facts.questions if question.id not in ids]
    total = len(past.facts.questions)
    if left:
        number = total - len(left) + 1
        text = say("Question {n} of {total}.", n=number, total=total)
        return Turn(text, "ask_student", (("question_id", left[0].id),))
    if not total and not asked:
        question = say("Explain in your own words how your program is meant to work, and what it does not do yet.")
        return Turn(say("I have one question."), "ask_student", (("question", question),))
    spare = past.facts.replacement(past.marks)  # after all others: a list of answers keeps its order
    if spare and spare.id not in ids:
        text = say("Your first wrong answer may be made good: one more question.")
        return Turn(text, "ask_student", (("question_id", spare.id),))
    return None


def _grade(past: Past, say: Words) -> Turn:
    if len(past.did("assign_grade")) >= GRADE_TRIES:
        return Turn(say("I cannot propose a grade: some steps of the defense were not allowed to run."))
    comment = understanding(past.facts, past.marks, say)
    return Turn(say("That was my last question. I propose a grade."), "assign_grade", (("comment", comment),))


def understanding(facts: Facts, marks: Sequence[Mark], say: Words) -> str:
    """`Understanding: 4 of 5 ...`: what the machine marked, and what it did not."""
    counted = facts.counted(marks)
    machine = [question for question in facts.questions if question.machine_marked]
    right = sum(counted.get(question.id) == "right" for question in machine)
    explained = any(question.why or not question.machine_marked for question in facts.questions)
    parts: list[str] = []
    if machine:
        parts.append(
            say("Understanding: {right} of {total} machine-checked answers right.", right=right, total=len(machine))
        )
    if explained or not machine:
        parts.append(say("The explanation was recorded and not marked by the program."))
    return " ".join(parts)


def read_log(history: Sequence[Recorded]) -> Past:
    opened = next((event for event in history if isinstance(event, DefenseOpened)), None)
    gathered = [event.facts for event in history if isinstance(event, FactsGathered)]
    calls = {
        call.id: call
        for event in history
        if isinstance(event, ModelReplied)
        for call in event.reply.calls
        if call.id not in event.dropped
    }
    ended = [event for event in history if isinstance(event, ToolEnded) and event.call_id in calls]
    done = [(calls[event.call_id].name, _arguments(calls[event.call_id].arguments)) for event in ended]
    return Past(
        facts=gathered[-1] if gathered else Facts(),
        rules=opened.rules if opened else Rules(),
        needed=opened.problem.edge_cases_needed if opened else 0,
        replies=sum(isinstance(event, ModelReplied) for event in history),
        done=tuple(done),
        declined=frozenset(at for at, event in enumerate(ended) if event.refused),
        seed=opened.seed if opened else 0,
        marks=tuple(event.mark for event in history if isinstance(event, AnswerMarked)),
    )


def _arguments(text: str) -> dict[str, str]:
    try:
        found: object = json.loads(text or "{}")
    except ValueError:
        return {}
    if not isinstance(found, dict):
        return {}
    return {str(key): str(value) for key, value in found.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]


def _pieces(text: str, size: int = 12) -> Iterable[str]:
    for at in range(0, len(text), size):
        yield text[at : at + size]
