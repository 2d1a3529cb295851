"""The order of a defense, from records alone."""

import pytest

from desktop.defense.fold import fold_all
from desktop.defense.next_step import AskModel, Close, Gather, MarkAnswer, Refuse, Rest, RunTool, Step, Wait, next_step
from desktop.defense.state import ForAnswer, ForApproval, ForRetry, binding, code_hash
from desktop.vocabulary import events as ev
from desktop.vocabulary.chat import Reply, ToolCall
from desktop.vocabulary.questions import Mark
from tests.support.sayings import CODE, OPENED, READY, SUBMITTED, TO_THE_GRADE, call, ended, replied
from tools import TOOLS
from tools.contract import Risk, Tool


def after(*events: ev.Recorded, start: list[ev.Recorded] | None = None) -> Step:
    return next_step(fold_all([*(READY if start is None else start), *events]))


def decided(n: int, decision: str = "once", code: str = CODE, **fields: str) -> ev.CallDecided:
    bound = binding("inject_test", call(n, "inject_test", test_code="1", looks_for="x").calls[0].arguments, code)
    return ev.CallDecided.model_validate({"call_id": f"c{n}", "decision": decision, "bound": bound, **fields})


INJECT = replied(0, "inject_test", test_code="1", looks_for="x")


def test_nothing_happens_before_the_submission():
    assert after(start=[OPENED]) == Rest()


def test_facts_are_gathered_before_the_examiner_speaks():
    assert after(start=SUBMITTED) == Gather()
    assert after() == AskModel()


def test_a_call_that_needs_no_agreement_runs():
    step = after(replied(0, "read_code"))
    assert isinstance(step, RunTool)
    assert step.tool.name == "read_code"


def test_an_injected_test_waits_for_a_human_and_obeys():
    assert isinstance(after(INJECT), Wait)
    assert isinstance(after(INJECT, decided(0)), RunTool)
    refused = after(INJECT, decided(0, "refuse", reason="not now"))
    assert isinstance(refused, Refuse)
    assert "not now" in refused.why


def test_an_edit_runs_the_edited_arguments():
    step = after(INJECT, decided(0, "edit", arguments='{"test_code": "2", "looks_for": "y"}'))
    assert isinstance(step, RunTool)
    assert '"2"' in step.arguments


def test_allow_for_this_defense_is_asked_once():
    second = replied(1, "inject_test", test_code="3", looks_for="z")
    assert isinstance(after(INJECT, decided(0, "defense"), ended(0), second), RunTool)
    assert isinstance(after(INJECT, decided(0, "once"), ended(0), second), Wait)


def test_an_approval_does_not_survive_an_edit_of_the_code():
    step = after(INJECT, decided(0), ev.CodeSaved(source="def nearest(xs, q): return 1"))
    assert step == Wait(ForApproval(INJECT.reply.calls[0]))


def test_an_approval_of_other_arguments_does_not_count():
    other = ev.CallDecided(call_id="c0", decision="once", bound=binding("inject_test", "{}", CODE))
    assert isinstance(after(INJECT, other), Wait)


def test_a_call_that_started_and_never_ended_runs_again():
    started = ev.ToolStarted(call_id="c0", tool="read_code", arguments="{}", code_hash="x")
    assert isinstance(after(replied(0, "read_code"), started), RunTool)


def test_an_approved_call_that_died_with_the_program_is_not_asked_about_again():
    started = ev.ToolStarted(call_id="c0", tool="inject_test", arguments='{"edited":1}', code_hash=code_hash(CODE))
    step = after(INJECT, decided(0), started)
    assert isinstance(step, RunTool)
    assert step.arguments == '{"edited":1}'


def test_a_tool_with_an_outside_effect_is_asked_about_never_guessed():
    tell = next(tool for tool in TOOLS if tool.name == "tell_student")
    outside = Tool("send_mail", tell.args, tell.handle, Risk.OUTSIDE)
    mail = replied(0, "send_mail", message="hello")
    started = ev.ToolStarted(call_id="c0", tool="send_mail", arguments="{}", code_hash="x")
    state = fold_all([*READY, mail, started])
    assert next_step(state, [outside]) == Wait(ForApproval(mail.reply.calls[0], interrupted=True))
    agreed = ev.CallDecided(
        call_id="c0", decision="once", bound=binding("send_mail", mail.reply.calls[0].arguments, CODE)
    )
    assert isinstance(next_step(fold_all([*READY, mail, started, agreed]), [outside]), RunTool)


@pytest.mark.parametrize(("repeats", "kind"), [(3, RunTool), (4, Refuse)])
def test_the_fourth_same_call_in_ten_is_intercepted(repeats: int, kind: type):
    events = [e for n in range(repeats) for e in (replied(n, "read_code"), ended(n, "the code"))][:-1]
    step = after(*events)
    assert isinstance(step, kind)
    if isinstance(step, Refuse):
        assert "the code" in step.why, "the earlier result is told"


def test_other_calls_in_between_do_not_hide_a_dead_loop():
    events: list[ev.Recorded] = []
    for n in range(0, 8, 2):
        events += [replied(n, "read_code"), ended(n), replied(n + 1, "tell_student", message=str(n)), ended(n + 1)]
    assert isinstance(after(*events[:-3]), Refuse)


def test_arguments_written_in_another_order_are_the_same_call():
    one = Reply(calls=(ToolCall(id="c0", name="inject_test", arguments='{"test_code":"1","looks_for":"x"}'),))
    two = Reply(calls=(ToolCall(id="c0", name="inject_test", arguments='{"looks_for": "x", "test_code": "1"}'),))
    events = [e for n in range(4) for e in (ev.ModelReplied(reply=(one, two)[n % 2]), ended(0))][:-1]
    assert isinstance(after(*events), Refuse)


def test_two_silent_rounds_close():
    silent = ev.ModelReplied(reply=Reply(content="Well."))
    assert after(silent) == AskModel()
    assert after(silent, silent) == Close("silent")
    assert after(silent, replied(0, "read_code"), ended(0), silent) == AskModel()


def test_thirty_rounds_close():
    events = [e for n in range(30) for e in (replied(n, "tell_student", message=str(n)), ended(n))]
    assert isinstance(after(*events[:-1]), RunTool), "the thirtieth call still runs"
    assert after(*events) == Close("rounds")


def test_an_unknown_tool_is_named_with_the_known_ones():
    step = after(replied(0, "launch"))
    assert isinstance(step, Refuse)
    assert "launch" in step.why
    assert "read_code" in step.why


def test_bad_arguments_are_fed_back_with_path_expected_and_got():
    step = after(replied(0, "ask_student", question=5))
    assert isinstance(step, Refuse)
    assert "question" in step.why
    assert "expected a valid string; got 5" in step.why
    torn = ev.ModelReplied(reply=Reply(calls=(ToolCall(id="c0", name="read_code", arguments='{"a'),)))
    assert isinstance(after(torn), Refuse)


def test_no_grade_before_the_four_steps():
    step = after(replied(0, "assign_grade", comment="fine"))
    assert isinstance(step, Refuse)
    for missing in ("not read", "baseline", "0 of 1 edge cases", "no question"):
        assert missing in step.why


@pytest.mark.parametrize(
    ("left_out", "missing"),
    [("c0", "not read"), ("c1", "baseline"), ("c2", "0 of 1 edge cases"), ("c3", "no question"), ("", "")],
)
def test_each_step_is_needed_by_itself(left_out: str, missing: str):
    whole = [*TO_THE_GRADE, ev.StudentAnswered(text="3"), ev.AnswerMarked(mark=Mark(question_id="q1", verdict="right"))]
    without = [event for event in whole if not (left_out and of_call(event, left_out))]
    step = after(replied(9, "assign_grade", comment="fine"), start=without)
    assert isinstance(step, Refuse if left_out else (RunTool, Wait))
    if isinstance(step, Refuse):
        assert missing in step.why
        assert step.why.count(";") == 0, "and nothing else is missing"


def of_call(event: ev.Recorded, call_id: str) -> bool:
    """The call of that id; of a question also what was answered to it."""
    if call_id == "c3" and isinstance(event, ev.StudentAnswered | ev.AnswerMarked):
        return True
    if isinstance(event, ev.ModelReplied):
        return event.reply.calls[0].id == call_id
    return getattr(event, "call_id", "") == call_id


def test_a_question_waits_and_its_answer_is_marked():
    assert isinstance(after(start=TO_THE_GRADE), Wait)
    answered = ev.StudentAnswered(text="3")
    step = after(answered, start=TO_THE_GRADE)
    assert isinstance(step, MarkAnswer)
    right = ev.AnswerMarked(mark=Mark(question_id="q1", verdict="right"))
    assert after(answered, right, start=TO_THE_GRADE) == AskModel()


def test_an_unreadable_answer_is_asked_for_again():
    unreadable = ev.AnswerMarked(mark=Mark(question_id="q1", verdict="unreadable", why="That is no number."))
    step = after(ev.StudentAnswered(text="three"), unreadable, start=TO_THE_GRADE)
    assert isinstance(step, Wait)
    assert isinstance(step.what, ForAnswer)
    assert (step.what.question.attempt, step.what.question.note) == (2, "That is no number.")


def test_a_failed_call_waits_for_a_human():
    failed = ev.ModelFailed(reason="No answer.")
    assert after(failed) == Wait(ForRetry("No answer."))
    assert after(failed, ev.TriedAgain()) == AskModel()
    assert after(failed, ev.ExaminerChanged(examiner=ev.ExaminerChoice())) == AskModel()


def test_a_pause_rests_and_goes_on():
    assert after(ev.Paused()) == Rest()
    assert after(ev.Paused(), ev.Continued()) == AskModel()
