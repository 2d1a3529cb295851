"""A whole defense with a language model behind a real loopback server: same six tools, same loop, same log."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from desktop.session.drive import drive
from desktop.vocabulary import events as ev
from desktop.vocabulary.events import ExaminerChoice
from desktop.vocabulary.problem import Rules
from desktop.wiring import DefenseDesk
from tests.fixtures.loopback import Answer, answering, called
from tests.support.parts import Person

KMEANS = (Path(__file__).parents[2] / "fixtures" / "solutions" / "kmeans.py").read_text("utf-8")
QUOTE = "the centroids stay where they are"


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncGenerator[DefenseDesk, None]:
    desk = DefenseDesk.open(tmp_path)
    yield desk
    await desk.close()


def says(name: str, **arguments: object) -> Answer:
    return Answer(body=called(name, json.dumps(arguments)))  # always the same call id, as some servers do


def own_edge_case(asked: dict[str, Any]) -> Answer:
    """The first of the problem's own edge cases, as the prompt lists them."""
    listed = asked["messages"][0]["content"].partition("one-group")[1]
    return says("inject_test", edge_case=listed or "no edge case is listed", looks_for="one group")


TURNS = (
    says("read_code"),
    says("run_baseline"),
    own_edge_case,
    says("inject_test", test_code="kmeans([[0.0], [4.0]], 1)", looks_for="the mean"),
    *(says("inject_test", test_code=f"kmeans([[{n}.0]], 1)", looks_for="one point") for n in range(4)),
    says("ask_student", question="Why does your loop end?"),
    says(
        "assign_grade",
        comment="Well explained.",
        verdicts=[{"criterion": "stopping", "verdict": "yes", "quote": QUOTE}],
    ),
)


async def defend(desk: DefenseDesk, url: str, person: Person) -> tuple[str, list[Any]]:
    choice = ExaminerChoice(kind="endpoint", base_url=url, model="m")
    desk.keys.remember(url, "sk-secret-1234567890")
    session = desk.begin(desk.problem("kmeans"), Rules.for_mode("practice", "en"), choice, seed=1)
    session.save_code(KMEANS)
    session.submit()
    await drive(session, person)
    await session.close()
    return session.id, list(session.history)


async def test_a_whole_defense_against_a_server(desk: DefenseDesk):
    async with answering(*TURNS) as server:
        _, history = await defend(desk, server.url, Person(answers=[f"Because {QUOTE}."]))
    closed = history[-1]
    assert isinstance(closed, ev.DefenseClosed)
    assert closed.reason == "graded"
    assert closed.grade
    points = {mark.criterion: mark.points for mark in closed.grade.criteria}
    assert points["stopping"] == 10, "a quote that stands in the transcript counts"
    assert points["empty"] is None, "no verdict: it waits for a marker"
    assert all(request["messages"][0]["role"] == "system" for request in server.asked)


async def test_no_key_and_no_reference_leaves_the_program(desk: DefenseDesk):
    async with answering(*TURNS) as server:
        _, history = await defend(desk, server.url, Person(answers=["Because."]))
    sent = json.dumps(server.asked)
    reference = [line.strip() for line in desk.problem("kmeans").solution.splitlines() if len(line.strip()) > 25]
    assert not [line for line in reference if line not in KMEANS and json.dumps(line)[1:-1] in sent]
    assert "sk-secret" not in sent
    assert all("sk-secret" not in event.model_dump_json() for event in history)


async def test_every_request_answers_every_call(desk: DefenseDesk):
    async with answering(*TURNS[:2], Answer(status=400, body={"error": {"message": "enough"}})) as server:
        await defend(desk, server.url, Person(retry=None))
    for request in server.asked:
        calls = [call["id"] for message in request["messages"] for call in message.get("tool_calls", [])]
        answers = [m["tool_call_id"] for m in request["messages"] if m["role"] == "tool"]
        assert calls == answers
        assert len(set(calls)) == len(calls)


async def test_a_dead_server_hands_over_to_the_embedded_examiner(desk: DefenseDesk):
    async with answering(*TURNS[:1], Answer(status=400, body={"error": {"message": "out of order"}})) as server:
        person = Person(answers=["1"] * 9, retry="embedded")
        _, history = await defend(desk, server.url, person)
    assert any(isinstance(event, ev.ExaminerChanged) for event in history)
    closed = history[-1]
    assert isinstance(closed, ev.DefenseClosed)
    assert closed.reason == "graded"


async def test_three_500s_wait_for_a_person_and_try_again_works(desk: DefenseDesk):
    broken = Answer(status=500, body={"error": {"message": "overloaded"}})
    async with answering(broken, broken, broken, *TURNS) as server:
        person = Person(answers=["Because."], retry="again")
        _, history = await defend(desk, server.url, person)
    assert person.retries == 1
    assert [event.kind for event in history].count("model_failed") == 1
    assert history[-1].kind == "defense_closed"
