"""A stored defense run again from its log gives the same keys, verdicts, marks and grade; a changed one does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.session.drive import drive
from desktop.session.front import Decided, Proposal
from desktop.session.replay import replay
from desktop.session.session import Session
from desktop.vocabulary import events as ev
from desktop.vocabulary.trouble import ModelTrouble
from tests.support.parts import Bench, Person, Says
from tests.support.sayings import CODE, call

TURNS = (
    call(0, "read_code"),
    call(1, "run_baseline"),
    call(2, "inject_test", edge_case="one", looks_for="one item"),
    call(3, "inject_test", test_code="nearest([9], 0)", looks_for="nine"),
    call(4, "ask_student", question_id="q1"),
    call(5, "assign_grade", comment="Done."),
)


class Eventful(Person):
    """Refuses once, edits the code in between, answers unreadably first, cancels never."""

    session: Session

    async def approve(self, proposal: Proposal) -> Decided | None:
        self.proposals.append(proposal)
        if proposal.call_id == "c2":
            self.session.save_code(CODE + "# an edit in between\n")
            return Decided("once", by="student")
        return Decided("refuse", reason="no")


@pytest.fixture
async def finished(tmp_path: Path):
    bench = Bench(tmp_path)
    failure = ModelTrouble("No answer.", "Try again.")
    session = bench.begin(Says(*TURNS[:3], failure, *TURNS[2:]), CODE)
    person = Eventful(answers=["three", "3"])
    person.session = session
    await drive(session, person)
    await session.close()
    assert session.state.closed == "graded"
    yield bench, session
    await bench.close()


def recorded(session: Session) -> Says:
    return Says(*[event.reply for event in session.history if isinstance(event, ev.ModelReplied)])


async def test_everything_comes_out_the_same(finished: tuple[Bench, Session], tmp_path: Path):
    _, session = finished
    again = Bench(tmp_path / "again")
    again.folder.mkdir()
    report = await replay(session.history, again.around(recorded(session)))
    await again.close()
    assert report.reproduced, report.differences
    assert (report.keys.same, report.keys.total) == (2, 2)
    assert report.verdicts.same == report.verdicts.total > 0
    assert (report.marks.total, report.grade.same) == (2, 1)


async def test_a_changed_mark_is_named(finished: tuple[Bench, Session], tmp_path: Path):
    _, session = finished
    history = list(session.history)
    place = next(n for n, e in enumerate(history) if isinstance(e, ev.AnswerMarked) and e.mark.verdict == "right")
    event = history[place]
    assert isinstance(event, ev.AnswerMarked)
    history[place] = ev.AnswerMarked(mark=event.mark.model_copy(update={"verdict": "wrong"}))
    again = Bench(tmp_path / "again")
    again.folder.mkdir()
    report = await replay(history, again.around(recorded(session)))
    await again.close()
    assert not report.reproduced
    assert "q1" in report.differences[0]
