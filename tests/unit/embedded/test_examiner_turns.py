"""The examiner's next turn follows from the log alone: stopped anywhere and read again, it goes on the same way."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from desktop.embedded.examiner import EmbeddedExaminer, drawn_edges
from desktop.station.catalogue import load_words
from desktop.vocabulary.cases import Returns, TestCase
from desktop.vocabulary.chat import Delta, Reply
from desktop.vocabulary.events import (
    AnswerMarked,
    DefenseOpened,
    FactsGathered,
    ModelReplied,
    Recorded,
    Submitted,
    ToolEnded,
)
from desktop.vocabulary.problem import Criterion, Language, Problem, Rules, Text
from desktop.vocabulary.questions import Facts, Mark, Question
from desktop.vocabulary.request import ModelRequest
from desktop.vocabulary.words import Words
from tools.contract import ToolResult

LOCALE = Path(__file__).parents[3] / "resources" / "locale"


def words(language: Language) -> Words:
    return load_words(language, LOCALE)


PROBLEM = Problem(
    id="p",
    pack="s",
    title=Text(en="P"),
    topic=Text(en="T"),
    statement=Text(en="S"),
    entry_points=("f",),
    edge_cases_needed=2,
    rubric=(Criterion(id="a", sentence=Text(en="A."), points=1, evidence="understanding"),),
)
FACTS = Facts(
    edges=tuple(TestCase(id=f"edge{n}", title=f"Edge {n}", function="f", looks_for=f"Looks {n}.") for n in range(3)),
    questions=tuple(
        Question(id=f"q{n}", type="loop_count", text="?", answer_form="int", key=n, why="Why?" if n == 2 else "")
        for n in (1, 2)
    ),
)


def opening(facts: Facts | None = FACTS, language: Language = "en") -> list[Recorded]:
    log: list[Recorded] = [
        DefenseOpened(problem=PROBLEM, rules=Rules(language=language)),
        Submitted(code_hash="0" * 64),
    ]
    return [*log, FactsGathered(facts=facts)] if facts is not None else log


async def turn(log: Sequence[Recorded]) -> Reply:
    parts = [part async for part in EmbeddedExaminer(words).reply(ModelRequest(messages=[], history=tuple(log)))]
    *deltas, reply = parts
    assert isinstance(reply, Reply)
    assert all(isinstance(delta, Delta) for delta in deltas)
    assert "".join(delta.text for delta in deltas if isinstance(delta, Delta)) == reply.content
    return reply


async def play(
    log: list[Recorded], verdict: str = "right", refuse: str = "", refusals: int = 99
) -> list[tuple[str, dict[str, str]]]:
    """Let the examiner run to its end; every call succeeds, except the first `refusals` of the refused tool."""
    calls: list[tuple[str, dict[str, str]]] = []
    for _ in range(40):
        reply = await turn(log)
        log.append(ModelReplied(reply=reply))
        if not reply.calls:
            break
        (call,) = reply.calls
        refused = call.name == refuse and [name for name, _ in calls].count(refuse) < refusals
        calls.append((call.name, json.loads(call.arguments)))
        log.append(ToolEnded(call_id=call.id, result=ToolResult(content=""), refused=refused))
        if call.name == "ask_student" and not refused:
            question_id = json.loads(call.arguments).get("question_id", "")
            log.append(AnswerMarked(mark=Mark.model_validate({"question_id": question_id, "verdict": verdict})))
        if call.name == "assign_grade" and not refused:
            break
    return calls


async def test_read_baseline_edges_questions_grade():
    calls = await play(opening())
    assert [name for name, _ in calls] == [
        "read_code",
        "run_baseline",
        "inject_test",
        "inject_test",
        "ask_student",
        "ask_student",
        "assign_grade",
    ]
    edges = [arguments["edge_case"] for name, arguments in calls if name == "inject_test"]
    assert len(set(edges)) == 2
    assert [arguments["question_id"] for name, arguments in calls if name == "ask_student"] == ["q1", "q2"]


async def test_stopped_at_any_record_and_read_again_the_same_turn_follows():
    log = opening()
    await play(log)
    for number, event in enumerate(log):
        if isinstance(event, ModelReplied):
            assert await turn(log[:number]) == event.reply


async def test_calls_are_numbered_by_their_place_in_the_log():
    log = opening()
    await play(log)
    ids = [call.id for event in log if isinstance(event, ModelReplied) for call in event.reply.calls]
    assert ids == [f"e{number}" for number in range(1, len(ids) + 1)]


async def test_the_comment_says_what_the_machine_marked_and_what_it_did_not():
    calls = await play(opening(), verdict="right")
    assert calls[-1][1]["comment"] == (
        "Understanding: 2 of 2 machine-checked answers right. "
        "The explanation was recorded and not marked by the program."
    )


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_it_speaks_the_language_of_the_defense(language: Language):
    reply = await turn(opening(language=language))
    assert reply.content.isascii() == (language == "en")


async def test_a_refused_edge_case_is_not_tried_for_ever():
    calls = await play(opening(), refuse="inject_test")
    assert [name for name, _ in calls][-1] == "assign_grade"
    assert sum(name == "inject_test" for name, _ in calls) <= len(FACTS.edges)


async def test_after_a_refusal_another_edge_case_is_tried():
    calls = await play(opening(), refuse="inject_test", refusals=1)
    edges = [arguments["edge_case"] for name, arguments in calls if name == "inject_test"]
    assert len(edges) == len(set(edges)) == 3  # one declined, two ran: as many as the problem needs
    assert [name for name, _ in calls][-3:] == ["ask_student", "ask_student", "assign_grade"]


async def test_when_as_many_were_declined_as_are_needed_the_questions_come():
    calls = await play(opening(), refuse="inject_test")
    assert [name for name, _ in calls][2:] == ["inject_test"] * 2 + ["ask_student"] * 2 + ["assign_grade"]


async def test_neighbours_get_other_edge_cases_and_those_that_count_first():
    cases = [TestCase(id=f"c{n}", title="C", function="f", expected=Returns(value=n)) for n in range(6)]
    open_ones = [TestCase(id=f"u{n}", title="U", function="f") for n in range(6)]
    facts = FACTS.model_copy(update={"edges": (*open_ones, *cases)})
    drawn = {tuple(case.id for case in drawn_edges(facts, seed)) for seed in range(20)}
    assert len(drawn) > 15
    assert all(case_id.startswith("c") for ids in drawn for case_id in ids[:6])


async def test_a_grade_refused_twice_ends_in_silence():
    log = opening()
    calls = await play(log, refuse="assign_grade")
    assert [name for name, _ in calls].count("assign_grade") == 2
    assert not (await turn(log)).calls


async def test_without_facts_one_question_is_still_asked():
    calls = await play(opening(facts=None))
    assert [name for name, _ in calls] == ["read_code", "run_baseline", "ask_student", "assign_grade"]
    assert calls[2][1]["question"]
