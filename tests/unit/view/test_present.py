"""What each record does to the screen."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from desktop.view.present import approval, present
from desktop.view.screen import ExaminerCard, ForAnswer, ForRetry, Notice, Screen, StudentCard, ThinkingFold, ToolRow
from desktop.vocabulary import events as ev
from desktop.vocabulary.cases import TestCase, Verdict
from desktop.vocabulary.chat import Delta, Reply, Timing, ToolCall
from desktop.vocabulary.problem import Criterion, Problem, Rules, Text
from desktop.vocabulary.questions import Facts, Mark, Question
from desktop.vocabulary.words import Words
from tools.contract import CriterionMark, Grade, ToolResult

PROBLEM = Problem(
    id="kmeans",
    pack="intro",
    title=Text(en="K-Means", zh="K 均值"),
    topic=Text(en="Clustering"),
    statement=Text(en="Write it."),
    entry_points=("kmeans",),
    scaffold="def kmeans(): ...\n",
    edge_cases_needed=1,
    rubric=(Criterion(id="tests", sentence=Text(en="Passes."), points=4, evidence="tests"),),
)
FACTS = Facts(
    edges=(TestCase(id="k1", title="k = 1", function="kmeans", args=([[1, 2]], 1)),),
    questions=(Question(id="q1", type="loop_count", text="How often?", answer_form="int", lines=(8,), key=3),),
)
GRADE = Grade(
    criteria=(
        CriterionMark(
            criterion="tests",
            sentence="Passes.",
            points=4,
            out_of=4,
            decided_by="tests",
            why="6 of 6",
            evidence=("k1",),
        ),
        CriterionMark(
            criterion="talk", sentence="Explains.", points=None, out_of=2, decided_by="explanation", why="", evidence=()
        ),
    )
)


def opened(mode="practice", **rules):
    made = Rules.for_mode(mode).model_copy(update=rules)
    return present(Screen(), ev.DefenseOpened(problem=PROBLEM, rules=made))


def call(screen, tool, ended, **arguments):
    text = json.dumps(arguments)
    reply = Reply(calls=(ToolCall(id="c1", name=tool, arguments=text),))
    for event in (
        ev.ModelReplied(reply=reply),
        ev.ToolStarted(call_id="c1", tool=tool, arguments=text, code_hash=""),
        ended,
    ):
        screen = present(screen, event)
    return screen


def submitted(mode="practice"):
    screen = present(opened(mode), ev.Submitted(code_hash="x"))
    return present(screen, ev.FactsGathered(facts=FACTS))


def ended(content="", **fields):
    result = {key: fields.pop(key) for key in ("as_ai_message", "wait_for_reply", "final_result") if key in fields}
    return ev.ToolEnded(call_id="c1", result=ToolResult(content=content, **result), **fields)


def asked(mode="practice"):
    return call(
        submitted(mode), "ask_student", ended("How often?", as_ai_message=True, wait_for_reply=True), question_id="q1"
    )


def test_the_scaffold_is_on_the_desk_from_the_start_and_may_be_submitted():
    screen = opened()
    assert screen.code == PROBLEM.scaffold
    assert screen.can_edit
    assert screen.can_submit
    assert [step.state for step in screen.steps] == ["future"] * 5


def test_saved_is_said_with_the_time_of_the_record():
    at = datetime(2026, 1, 2, 14, 2, 31, tzinfo=UTC)
    screen = present(opened(), ev.CodeSaved(source="x = 1"), at)
    assert (screen.code, screen.saved_at) == ("x = 1", at)


def test_empty_code_cannot_be_submitted_and_the_reason_is_said():
    screen = present(opened(), ev.CodeSaved(source="  \n"))
    assert not screen.can_submit
    assert screen.why_no_submit == "There is no code to submit yet."


def test_an_exam_freezes_the_code_at_submission_and_practice_does_not():
    assert present(opened(), ev.Submitted(code_hash="x")).can_edit
    screen = present(opened("exam"), ev.Submitted(code_hash="x"))
    assert screen.why_no_edit == "The code was frozen when you submitted it."


def test_baseline_says_how_many_passed():
    verdicts = tuple(
        Verdict(case_id=str(n), title="", call="f()", passed=n != 3, got="1", expected="1") for n in range(6)
    )
    screen = call(submitted(), "run_baseline", ended("report", verdicts=verdicts))
    row = screen.cards[-1]
    assert isinstance(row, ToolRow)
    assert (row.title, row.status, row.state) == ("Baseline test", "5 of 6 passed", "bad")


def test_an_undefined_edge_case_is_neither_good_nor_bad():
    verdict = Verdict(case_id="k1", title="k = 1", call="kmeans([[1, 2]], 1)", passed=None, got="1", expected="")
    screen = call(submitted(), "inject_test", ended(verdicts=(verdict,), edge_cases=1), edge_case="k1", looks_for="one")
    row = screen.cards[-1]
    assert isinstance(row, ToolRow)
    assert (row.title, row.state, row.arguments) == ("Edge case: k = 1", "neutral", "kmeans([[1, 2]], 1)")


def test_a_tool_at_work_is_a_running_row_and_becomes_the_finished_one():
    screen = submitted()
    screen = present(screen, ev.ToolStarted(call_id="c1", tool="read_code", arguments="{}", code_hash=""))
    assert screen.running is not None
    assert screen.status.word == "Reading"
    screen = present(screen, ended("1  x\n2  y"))
    assert screen.running is None
    assert len([card for card in screen.cards if isinstance(card, ToolRow)]) == 1
    assert screen.cards[-1].status == "2 lines"


def test_a_question_waits_for_the_student_and_knows_its_lines():
    screen = asked()
    assert screen.waiting == ForAnswer("How often?", "c1", FACTS.questions[0])
    assert screen.cards[-1] == ExaminerCard("How often?", "Question 1 of 1", (8,))  # as many as could be prepared
    assert screen.status.word == "Waiting for you"
    assert not screen.can_edit


def test_an_answer_ends_the_waiting_and_its_mark_is_shown_in_practice():
    screen = present(asked(), ev.StudentAnswered(text="3", why="three rounds"))
    assert screen.waiting is None
    screen = present(screen, ev.AnswerMarked(mark=Mark(question_id="q1", verdict="right")))
    assert screen.cards[-1] == StudentCard("3", "three rounds", "Right.", "good", question_id="q1")


def test_after_a_practice_defense_the_key_is_shown_and_after_an_exam_it_is_not():
    for mode, shown in (("practice", "The right answer: 3."), ("exam", "")):
        screen = present(asked(mode), ev.StudentAnswered(text="4"))
        screen = present(screen, ev.AnswerMarked(mark=Mark(question_id="q1", verdict="wrong")))
        assert screen.cards[-1].key == ""
        screen = present(screen, ev.DefenseClosed(reason="graded", grade=GRADE))
        assert screen.cards[-1].key == shown


def test_an_exam_keeps_the_mark_to_itself():
    screen = present(submitted("exam"), ev.StudentAnswered(text="3"))
    screen = present(screen, ev.AnswerMarked(mark=Mark(question_id="q1", verdict="wrong", why="It is 4.")))
    assert screen.cards[-1] == StudentCard("3", "", "Recorded", "neutral")


def test_streamed_text_is_the_tail_until_the_reply_is_whole():
    screen = submitted()
    for text in ("Let me ", "see."):
        screen = present(screen, Delta("content", text))
    assert screen.tail == "Let me see."
    screen = present(screen, ev.ModelReplied(reply=Reply(content="Let me see.")))
    assert (screen.tail, screen.cards[-1]) == ("", ExaminerCard("Let me see."))


def test_reasoning_is_folded_with_the_time_it_took():
    screen = present(submitted(), ev.ModelReplied(reply=Reply(reasoning="hm", timing=Timing(total=6.2))))
    assert screen.cards[-1] == ThinkingFold("Thought for 6 s", "hm", 6.2)


def test_a_notice_of_the_line_is_gone_when_text_comes():
    screen = present(submitted(), Delta("notice", "Waiting for the lab server."))
    assert screen.notice
    assert not present(screen, Delta("content", "H")).notice


def test_a_failed_model_offers_a_retry_and_trying_again_ends_it():
    screen = present(submitted(), ev.ModelFailed(reason="No answer.", advice="Check the network."))
    assert screen.waiting == ForRetry("No answer.", "Check the network.")
    assert screen.status.word == "No answer"
    assert present(screen, ev.TriedAgain()).waiting is None


def test_a_refused_step_says_so_with_the_reason():
    screen = present(submitted(), ev.CallDecided(call_id="c1", decision="refuse", reason="not fair"))
    assert screen.cards[-1] == Notice("Refused.", "warn", "not fair")


def test_the_steps_go_forward_one_by_one():
    def states(screen):
        return "".join(step.state[0] for step in screen.steps)

    screen = submitted()
    assert states(screen) == "cffff"
    screen = call(screen, "read_code", ended("1  x"))
    assert states(screen) == "dcfff"
    screen = call(screen, "run_baseline", ended("ok"))
    assert states(screen) == "ddcff"
    screen = call(screen, "inject_test", ended("ok", edge_cases=1), edge_case="k1", looks_for="one")
    assert states(screen) == "dddcf"
    screen = call(screen, "ask_student", ended("?", as_ai_message=True, wait_for_reply=True), question_id="q1")
    assert states(screen) == "dddcf"
    screen = present(screen, ev.StudentAnswered(text="3"))
    assert states(screen) == "ddddc", "there is only this one"
    screen = call(screen, "assign_grade", ended("Well.", as_ai_message=True, final_result=GRADE), comment="Well.")
    assert states(screen) == "ddddd"


def test_a_grade_says_what_waits_and_names_its_evidence():
    screen = present(submitted(), ev.StudentAnswered(text="3"))
    screen = present(screen, ev.AnswerMarked(mark=Mark(question_id="q1", verdict="right")))
    screen = present(screen, ev.AnswerMarked(mark=Mark(question_id="q2", verdict="recorded")))
    screen = present(screen, ev.DefenseClosed(reason="graded", grade=GRADE))
    card = screen.grade
    assert card is not None
    assert card.total == "4 of 6 points"
    assert card.waiting == "2 more to be decided by a marker."
    assert [line.state for line in card.lines] == ["full", "waiting"]
    assert card.lines[0].evidence == ("k = 1",)
    assert card.understanding == (
        "Understanding: 1 of 1 machine-checked answers right. "
        "The explanation was recorded and not marked by the program."
    )
    assert screen.status.word == "Finished"
    assert not screen.can_edit


def test_a_defense_closed_by_a_guard_says_why():
    screen = present(submitted(), ev.DefenseClosed(reason="silent"))
    # it may well have said something, which is on the screen above
    assert "neither asked nor did anything" in screen.cards[-1].text


def test_what_is_to_be_approved_is_shown_exactly():
    screen = approval(submitted(), "c1", "inject_test", '{"looks_for": "empty", "test_code": "kmeans([], 1)"}')
    assert (screen.title, screen.why, screen.body) == ("Test: empty", "empty", "kmeans([], 1)")


def test_the_screen_speaks_the_language_of_the_person():
    screen = Screen(words=Words("zh", {"Not submitted": "尚未提交"}))
    screen = present(screen, ev.DefenseOpened(problem=PROBLEM, rules=Rules()))
    assert (screen.title, screen.status.word) == ("K 均值", "尚未提交")
