"""The loop over real parts: one step at a time, every call answered, humans obeyed."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from desktop.session.drive import drive
from desktop.session.front import Decided, Proposal
from desktop.session.session import Session
from desktop.vocabulary import events as ev
from desktop.vocabulary.chat import Reply, ToolCall
from desktop.vocabulary.problem import Rules
from desktop.vocabulary.trouble import ModelTrouble, Trouble
from tests.support.parts import Bench, Person, Says
from tests.support.sayings import CODE, OPENED, call

DEFENSE = (
    call(0, "read_code"),
    call(1, "run_baseline"),
    call(2, "inject_test", edge_case="one", looks_for="one item"),
    call(3, "inject_test", test_code="seen = nearest([3], 0)\nseen", looks_for="namespace"),
    call(4, "ask_student", question_id="q1"),
    call(5, "assign_grade", comment="Done."),
)


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncGenerator[Bench, None]:
    bench = Bench(tmp_path)
    yield bench
    await bench.close()


def results(session: Session) -> list[ev.ToolEnded]:
    return [event for event in session.history if isinstance(event, ev.ToolEnded)]


async def finish(session: Session, person: Person) -> None:
    await drive(session, person)
    await session.close()


async def test_a_whole_defense(bench: Bench):
    session = bench.begin(Says(*DEFENSE), CODE)
    person = Person(answers=["3"])
    await finish(session, person)
    assert session.state.closed == "graded"
    assert session.state.grade
    assert session.state.grade.points == 75
    assert "1 of 1 baseline tests passed" in results(session)[1].result.content
    assert "value: 3" in results(session)[3].result.content
    assert [proposal.call_id for proposal in person.proposals] == ["c2", "c3"]


async def test_a_name_from_the_first_test_is_there_in_the_second(bench: Bench):
    turns = (*DEFENSE[:4], call(6, "inject_test", test_code="seen + 1", looks_for="kept"), ModelTrouble("stop"))
    session = bench.begin(Says(*turns), CODE)
    await finish(session, Person(retry=None))
    assert "value: 4" in results(session)[4].result.content


async def test_the_namespace_is_rebuilt_after_a_death_and_in_a_new_process(bench: Bench):
    kill = call(6, "inject_test", test_code="import os, signal; os.kill(os.getpid(), signal.SIGKILL)", looks_for="x")
    after = call(7, "inject_test", test_code="seen + 1", looks_for="kept")
    session = bench.begin(Says(*DEFENSE[:4], kill, after, ModelTrouble("stop")), CODE)
    await finish(session, Person(retry=None))
    assert "rebuilt" in results(session)[5].result.content
    assert "value: 4" in results(session)[5].result.content
    again = bench.again(Says(call(8, "inject_test", test_code="seen + 2", looks_for="kept"), ModelTrouble("stop")))
    again.try_again()
    await finish(again, Person(retry=None))
    assert "value: 5" in results(again)[-1].result.content


async def test_three_calls_in_one_reply_one_runs_all_are_answered(bench: Bench):
    three = Reply(calls=(*call(0, "read_code").calls, *call(1, "run_baseline").calls, *call(2, "read_code").calls))
    examiner = Says(three, ModelTrouble("stop"))
    session = bench.begin(examiner, CODE)
    await finish(session, Person(retry=None))
    assert [event.call_id for event in results(session)] == ["c0"]
    answers = {m["tool_call_id"]: m["content"] for m in examiner.requests[1].messages if m["role"] == "tool"}
    assert answers.keys() == {"c0", "c1", "c2"}
    assert "one call at a time" in answers["c1"]


async def test_repeated_ids_of_a_server_are_told_apart(bench: Bench):
    twice = Reply(calls=(*call(0, "read_code").calls, *call(0, "read_code").calls))
    ours = Reply(calls=(ToolCall(id="r1c0", name="read_code", arguments="{}"),))
    session = bench.begin(Says(ours, ours, twice, ModelTrouble("stop")), CODE)
    await finish(session, Person(retry=None))
    replies = [event.reply for event in session.history if isinstance(event, ev.ModelReplied)]
    ids = [call.id for reply in replies for call in reply.calls]
    assert len(ids) == len(set(ids)) == 4


async def test_a_reply_that_utf8_cannot_write_is_folded_as_it_is_stored(bench: Bench):
    odd = ToolCall(id="a\ud800", name="launch\ud800", arguments="{}")
    session = bench.begin(Says(Reply(content="\udfff", calls=(odd,)), ModelTrouble("stop")), CODE)
    await finish(session, Person(retry=None))
    assert results(session)[0].refused
    assert bench.again(Says()).state == session.state


async def test_a_changed_log_does_not_go_on(bench: Bench):
    session = bench.begin(Says(*DEFENSE), CODE)
    await finish(session, Person())
    log = bench.logs[0].connection
    log.execute("DROP TRIGGER records_never_change")
    log.execute("UPDATE records SET body = replace(body, 'xs', 'ys') WHERE seq = 1")
    again = bench.again(Says(*DEFENSE[5:]))
    with pytest.raises(Trouble, match=r"Record 1 .* changed"):
        await drive(again, Person(answers=["3"]))
    assert again.state.question, "it can still be looked at"


async def test_a_test_that_runs_out_of_time_is_told_as_that(bench: Bench):
    endless = call(2, "inject_test", test_code="while True: pass", looks_for="x")
    left = call(3, "inject_test", test_code="raise SystemExit(3)", looks_for="x")
    session = bench.begin(Says(*DEFENSE[:2], endless, left, ModelTrouble("stop")), CODE)
    await finish(session, Person(retry=None))
    told = [event.result.content for event in results(session)]
    assert "KeyboardInterrupt" not in told[2]
    assert "second" in told[2]
    assert "ended itself" in told[3]


async def test_bad_json_unknown_tool_and_raising_tool_are_fed_back(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    from desktop.session.desk import Desk

    async def broken(self: Desk) -> str:
        raise RuntimeError("a bug of ours")

    monkeypatch.setattr(Desk, "load_and_test", broken)
    torn = Reply(calls=(ToolCall(id="t", name="read_code", arguments='{"x": '),))
    examiner = Says(torn, call(1, "launch"), call(2, "run_baseline"), ModelTrouble("stop"))
    session = bench.begin(examiner, CODE)
    await finish(session, Person(retry=None))
    told = [event.result.content for event in results(session)]
    assert all(event.refused for event in results(session))
    assert "do not fit" in told[0]
    assert "no tool 'launch'" in told[1]
    assert "a bug of ours" in told[2]


async def test_two_silent_rounds_close_with_a_label_after_one_nudge(bench: Bench):
    examiner = Says(Reply(content="Well."), Reply(content="", reasoning="Hm."))
    session = bench.begin(examiner, CODE)
    await finish(session, Person())
    assert session.state.closed == "silent"
    assert "tool" in examiner.requests[1].messages[-1]["content"]


async def test_thirty_one_rounds_close_at_thirty(bench: Bench):
    turns = [call(n, "tell_student", message=str(n)) for n in range(31)]
    examiner = Says(*turns)
    session = bench.begin(examiner, CODE)
    await finish(session, Person())
    assert session.state.closed == "rounds"
    assert len(examiner.turns) == 1, "the thirty-first turn was never asked for"


async def test_five_times_the_same_call_the_fourth_is_intercepted(bench: Bench):
    session = bench.begin(Says(*[call(n, "read_code") for n in range(5)], ModelTrouble("stop")), CODE)
    await finish(session, Person(retry=None))
    assert [event.refused for event in results(session)] == [False, False, False, True, True]


async def test_a_failing_examiner_waits_and_try_again_works(bench: Bench):
    failure = ModelTrouble("The endpoint did not answer.", "Press Try again.")
    session = bench.begin(Says(failure, *DEFENSE), CODE)
    person = Person(answers=["3"], retry="again")
    await finish(session, person)
    assert person.retries == 1
    assert session.state.closed == "graded"


async def test_nobody_there_rests_and_goes_on_in_another_process(bench: Bench):
    session = bench.begin(Says(*DEFENSE), CODE)
    await finish(session, Person())
    assert session.state.question
    again = bench.again(Says(*DEFENSE[5:]))
    await finish(again, Person(answers=["3"]))
    assert again.state.closed == "graded"


async def test_an_unreadable_answer_is_asked_again_once(bench: Bench):
    session = bench.begin(Says(*DEFENSE), CODE)
    person = Person(answers=["three", "three"])
    await finish(session, person)
    assert [asked.note for asked in person.asked] == ["", "That is no number."]
    assert [mark.verdict for mark in session.state.marks] == ["wrong"]


async def test_an_unreadable_answer_costs_no_try(bench: Bench):
    session = bench.begin(Says(*DEFENSE), CODE)
    await finish(session, Person(answers=["three", "3"]))
    assert [mark.verdict for mark in session.state.marks] == ["right"]
    assert session.state.grade
    assert {mark.criterion: mark.points for mark in session.state.grade.criteria}["understands"] == 25


async def test_a_refusal_is_told_to_the_examiner_with_its_reason(bench: Bench):
    examiner = Says(*DEFENSE[:3], ModelTrouble("stop"))
    session = bench.begin(examiner, CODE)
    await finish(session, Person(decide=lambda p: Decided("refuse", reason="too personal"), retry=None))
    assert results(session)[2].refused
    assert "too personal" in examiner.requests[3].messages[-1]["content"]


async def test_edited_arguments_run_instead(bench: Bench):
    edited = Decided("edit", arguments='{"test_code": "nearest([9], 0)", "looks_for": "nine"}')
    session = bench.begin(Says(*DEFENSE[:2], DEFENSE[3], ModelTrouble("stop")), CODE)
    await finish(session, Person(decide=lambda proposal: edited, retry=None))
    assert "value: 9" in results(session)[2].result.content


async def test_an_exam_grade_waits_for_a_person_who_sees_it(bench: Bench):
    session = bench.begin(Says(*DEFENSE), CODE, Rules.for_mode("exam"))
    person = Person(answers=["3"])
    await finish(session, person)
    (proposal,) = person.proposals
    assert proposal.tool == "assign_grade"
    assert proposal.grade
    assert proposal.grade.points == 75
    assert session.state.closed == "graded"


async def test_two_windows_decide_one_effect(bench: Bench):
    session = bench.begin(Says(*DEFENSE), CODE)
    await finish(session, Person(decide=lambda proposal: None))
    one, two = bench.again(Says(*DEFENSE[3:])), bench.again(Says())
    bound = one.bound_to()
    one.decide(ev.CallDecided(call_id="c2", decision="once", bound=bound))
    with pytest.raises(Trouble, match="already decided at"):
        two.decide(ev.CallDecided(call_id="c2", decision="refuse", bound=bound))
    await finish(one, Person(answers=["3"]))
    assert sum(event.call_id == "c2" for event in results(one)) == 1
    with pytest.raises(Trouble):
        two.decide(ev.CallDecided(call_id="c2", decision="once", bound=bound))


async def test_two_terminals_cannot_drive_one_defense(bench: Bench):
    session, other = bench.begin(Says(*DEFENSE), CODE), bench.again(Says())

    async def meanwhile(proposal: Proposal) -> None:
        with pytest.raises(Trouble, match="open in another window"):
            await drive(other, Person())

    class Busy(Person):
        async def approve(self, proposal: Proposal) -> Decided | None:
            await meanwhile(proposal)
            return await super().approve(proposal)

    await finish(session, Busy(answers=["3"]))
    assert session.state.closed == "graded"


async def test_cancel_closes_the_open_call_and_stays_resumable(bench: Bench):
    session = bench.begin(Says(*DEFENSE), CODE)
    await finish(session, Person(decide=lambda proposal: None))
    session.cancel()
    assert session.state.open_call is None
    again = bench.again(Says(*DEFENSE[2:]))
    await finish(again, Person(answers=["3"]))
    assert again.state.closed == "graded"


async def test_code_is_frozen_while_a_question_is_open_and_in_an_exam(bench: Bench):
    session = bench.begin(Says(*DEFENSE), CODE)
    await finish(session, Person())
    with pytest.raises(Trouble, match="read-only while a question"):
        session.save_code("x = 1")


async def test_the_examiner_sees_a_quiet_edit_at_its_next_turn(bench: Bench):
    examiner = Says(*DEFENSE)
    session = bench.begin(examiner, CODE)

    class Editing(Person):
        async def approve(self, proposal: Proposal) -> Decided | None:
            if len(self.proposals) == 1:
                session.save_code(CODE + "# quietly changed\n")
            return await super().approve(proposal)

    await finish(session, Editing(answers=["3"]))
    assert any("quietly changed" in request.messages[0]["content"] for request in examiner.requests)


async def test_a_run_in_a_stale_window_gives_its_result(bench: Bench):
    session = Session.begin("s", OPENED, bench.around(Says()))
    other = bench.again(Says())
    session.save_code("x = 1")
    outcome = await other.run_code("1 + 1")
    assert outcome.repr == "2"
    assert other.history[-2:] == [ev.CodeSaved(source="x = 1"), ev.CodeRan(source="1 + 1")]
    with pytest.raises(Trouble, match="Another window or terminal wrote"):
        session.save_code("x = 2")
    assert session.save_code("x = 2"), "the second time it knows what was written there"
    for each in (session, other):
        await each.close()


async def test_what_is_over_cannot_be_tried_again(bench: Bench):
    session = bench.begin(Says(*DEFENSE), CODE)
    with pytest.raises(Trouble, match="nothing to try again"):
        session.try_again()
    await finish(session, Person(answers=["3"]))
    before = list(session.history)
    with pytest.raises(Trouble, match="over"):
        session.change_examiner(ev.ExaminerChoice(), "x")
    assert session.history == before


async def test_a_window_that_waits_goes_on_with_what_another_one_decided(bench: Bench):
    session, other = bench.begin(Says(*DEFENSE), CODE), None

    class Slow(Person):
        """While this person thinks about the second test, somebody decides elsewhere."""

        async def approve(self, proposal: Proposal) -> Decided | None:
            nonlocal other
            if proposal.call_id == "c3":
                other = bench.again(Says())
                other.decide(ev.CallDecided(call_id="c3", decision="refuse", bound=other.bound_to(), by="elsewhere"))
            return await super().approve(proposal)

    person = Slow(answers=["3"])
    await finish(session, person)
    assert session.state.closed == "graded"
    decided = [event for event in session.history if isinstance(event, ev.CallDecided) and event.call_id == "c3"]
    assert [event.by for event in decided] == ["elsewhere"]
    assert decided[0] in person.shown


async def test_a_declined_edge_case_still_ends_with_a_grade(bench: Bench):
    session = bench.begin(Says(*DEFENSE[:3], *DEFENSE[4:]), CODE)
    await finish(session, Person(answers=["3"], decide=lambda proposal: Decided("refuse")))
    assert session.state.closed == "graded"
    assert session.state.grade
    robust = next(mark for mark in session.state.grade.criteria if mark.criterion == "robust")
    assert robust.points is None, "nothing ran: it waits for a marker"
