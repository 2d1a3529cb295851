"""Decisions of an exam need the PIN it was begun with; wrong ones are told in the record and slow the next."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from desktop.cli.machine import public_view
from desktop.session.drive import drive
from desktop.session.front import Decided, Proposal
from desktop.session.session import Session
from desktop.session.unlock import seconds_left
from desktop.station.pin import fits
from desktop.view.decisions import decisions
from desktop.vocabulary import events as ev
from desktop.vocabulary.problem import Rules
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.words import Words
from desktop.wiring import DefenseDesk
from tests.support.parts import Bench, Person, Says
from tests.support.pins import PIN, quick_hash
from tests.support.sayings import CODE, call

TO_THE_GRADE = (
    call(0, "read_code"),
    call(1, "run_baseline"),
    call(2, "inject_test", edge_case="one", looks_for="one item"),
    call(4, "ask_student", question_id="q1"),
    call(5, "assign_grade", comment="Done."),
)


class Invigilator(Person):
    """Types these PINs, one after the other, and goes away when there are no more."""

    def __init__(self, *pins: str, **given: list[str]) -> None:
        super().__init__(**given)
        self.pins, self.said = list(pins), list[str]()

    async def approve(self, proposal: Proposal) -> Decided | None:
        assert proposal.unlock is not None
        while self.pins:
            try:
                await proposal.unlock.give(self.pins.pop(0))
            except Trouble as trouble:
                self.said.append(trouble.what)
            else:
                return Decided("once", by="station")
        return None


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncGenerator[Bench, None]:
    bench = Bench(tmp_path)
    yield bench
    await bench.close()


def exam(bench: Bench, pin: str) -> Session:
    rules = Rules.for_mode("exam").model_copy(update={"pin": pin})
    session = bench.begin(Says(*TO_THE_GRADE), CODE, rules)
    session.around = replace(session.around, pin_fits=fits)
    return session


def events(session: Session, kind: type) -> list[ev.Recorded]:
    return [event for event in session.history if isinstance(event, kind)]


async def test_the_grade_waits_until_the_pin_is_right_and_the_record_says_so(bench: Bench):
    session = exam(bench, quick_hash())
    person = Invigilator("123456", PIN, answers=["3"])
    await drive(session, person)
    await session.close()
    assert session.state.closed == "graded"
    assert person.said == ["This PIN is not right."]
    assert len(events(session, ev.PinRefused)) == 1
    (decided,) = events(session, ev.CallDecided)
    assert isinstance(decided, ev.CallDecided)
    assert (decided.by, decided.proof) == ("station", "pin")
    written = (bench.folder / "defenses.db").read_bytes() + (bench.folder / "defenses.db-wal").read_bytes()
    assert PIN.encode() not in written
    assert b"123456" not in written
    refused, agreed = decisions(session.stored, Words())
    assert refused.how == "nothing decided"
    assert (agreed.how, agreed.by, agreed.more) == ("allowed once", "at this station", "with the PIN")


async def test_a_rule_of_the_command_line_does_not_stand_for_the_pin(bench: Bench):
    session = exam(bench, quick_hash())
    await drive(session, Person(answers=["3"], decide=lambda proposal: Decided("defense", by="command line")))
    await session.close()
    assert not session.state.closed
    assert events(session, ev.CallDecided) == []


async def test_the_sixth_try_in_a_row_has_to_wait_also_in_a_new_window(bench: Bench):
    session = exam(bench, quick_hash())
    await drive(session, Invigilator(*["000000"] * 5, answers=["3"]))
    again = bench.again(Says())
    again.around = replace(again.around, pin_fits=fits)
    person = Invigilator(PIN)
    await drive(again, person)
    await session.close()
    await again.close()
    assert person.said == ["A PIN that was not right was typed five times in a row."]
    assert not again.state.closed


async def test_an_exam_without_a_pin_is_decided_as_before(bench: Bench):
    session = bench.begin(Says(*TO_THE_GRADE), CODE, Rules.for_mode("exam"))
    person = Person(answers=["3"])
    await drive(session, person)
    await session.close()
    assert session.state.closed == "graded"
    assert person.proposals[0].unlock is None


def wrong(count: int, ago: float) -> list[ev.Stored]:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return [ev.Stored(n, at - timedelta(seconds=ago), ev.PinRefused(), "") for n in range(count)]


@pytest.mark.parametrize(
    ("count", "ago", "left"), [(0, 0, 0), (4, 0, 0), (5, 0, 60), (5, 59.5, 1), (5, 61, 0), (6, 0, 0), (10, 30, 30)]
)
def test_how_long_the_next_try_waits(count: int, ago: float, left: int):
    assert seconds_left(wrong(count, ago), datetime(2026, 1, 1, tzinfo=UTC)) == left


def test_a_right_pin_ends_the_count_and_a_clock_set_back_locks_nobody_out():
    now = datetime(2026, 1, 1, tzinfo=UTC)
    given = ev.Stored(9, now, ev.CallDecided(call_id="c", decision="once", proof="pin"), "")
    assert seconds_left([*wrong(4, 0), given, *wrong(1, 0)], now) == 0
    assert seconds_left(wrong(5, -86_400), now) == 60


async def test_an_exam_keeps_the_hash_it_was_begun_with_and_tells_it_to_nobody(tmp_path: Path):
    desk = DefenseDesk.open(tmp_path)
    desk.pin_file.write("482913")
    problem = desk.problems()[0]
    held = desk.begin(problem, Rules.for_mode("exam"))
    practice = desk.begin(problem)
    desk.pin_file.remove()
    assert fits("482913", desk.resume(held.id).state.rules.pin)
    assert practice.state.rules.pin == ""
    assert "scrypt" not in str(public_view(held.history[0], held))
    for session in (held, practice):
        await session.close()
    await desk.close()
