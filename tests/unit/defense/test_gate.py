"""What a language model may say to a student, and what it may not."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.defense.fold import fold_all
from desktop.defense.gate import Verdict, in_language, judge_reply, same_question
from desktop.defense.next_step import Refuse, RunTool, next_step
from desktop.defense.state import DefenseState
from desktop.vocabulary import events as ev
from desktop.vocabulary.chat import Reply, ToolCall
from desktop.vocabulary.problem import Rules
from desktop.vocabulary.questions import Facts, Mark, Question
from tests.support.sayings import OPENED, PROBLEM, call
from tools import TOOLS

STUDENT = """\
def nearest(xs, q):
    best = None
    for x in xs:
        if best is None or abs(x - q) <= abs(best - q):
            best = x
    return best
"""
REFERENCE = '''\
import math


def nearest(values, query):
    """Return the value that is nearest; the first of several."""
    winner = values[0]  # there is always one
    for value in values:
        if winner is None or abs(value - query) < abs(winner - query):
            winner = value
    distances = sorted(abs(value - query) for value in values)
    return winner
'''
FACTS = Facts(
    questions=(
        Question(
            id="q1",
            type="loop_count",
            text="During `nearest([4, 1, 9], 2)`: how many times does the body of the loop on line 3 run?",
            answer_form="int",
            lines=(3,),
            key=3,
            call="nearest([4, 1, 9], 2)",
        ),
        Question(
            id="q2",
            type="history",
            text="During `nearest([4, 1, 9], 2)`: which values does `best` get on line 5?",
            answer_form="list",
            lines=(5,),
            key=[4, 1],
            call="nearest([4, 1, 9], 2)",
        ),
        Question(
            id="q3",
            type="edge_outcome",
            text="What happens on `nearest(None, 1)`?",
            answer_form="outcome",
            lines=tuple(range(1, 7)),
            key={"t": "tuple", "v": ["raises", "TypeError"]},
            call="nearest(None, 1)",
        ),
    ),
    replacements=(Question(id="q1r", type="loop_count", text="And line 3?", answer_form="int", key=2, replaces="q1"),),
)


def state(language: str = "en", *more: ev.Recorded) -> DefenseState:
    opened = OPENED.model_copy(
        update={
            "problem": PROBLEM.model_copy(update={"solution": REFERENCE}),
            "examiner": ev.ExaminerChoice(kind="scripted"),
            "rules": Rules.model_validate({"language": language}),
        }
    )
    events = [opened, ev.CodeSaved(source=STUDENT), ev.Submitted(code_hash="x"), ev.FactsGathered(facts=FACTS)]
    return fold_all([*events, *more])


def refusal(name: str, language: str = "en", **arguments: object) -> str:
    return judge_reply(state(language), call(0, name, **arguments)).refusal


@pytest.mark.parametrize(
    "question",
    [
        "Why does your loop keep the last of two equal values?",
        "Line 4 compares with `<=`. What does that mean for ties?",
        "What would happen if line 2 were `best = xs[-1]` instead?",
        "Explain `if best is None or abs(x - q) <= abs(best - q)` in your own words.",
        "You have 3 variables there: what is `best` for?",
        "Why is `best` set to None on line 2?",
        "Suppose the list held 4, 1 and 9; which line decides?",
        "What does `sorted` cost, and would it help here?",
    ],
)
def test_an_honest_question_passes(question: str):
    assert refusal("ask_student", question=question) == ""


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("What is line 2 for? And why is line 4 an if?", "one at a time"),
        ("为什么第四行用小于等于号？", "not in English"),
        ("Why not `distances = sorted(abs(value - query) for value in values)`?", "line of the reference"),
        ("Would distances=sorted( abs(value-query) for value in values ) help?", "line of the reference"),
        ("Why not write `if best is None or abs(x - q) < abs(best - q):` there?", "as it should be"),
        ("Consider:\n```python\nif best is None or abs(x - q) < abs(best - q):\n```\nWhat changes?", "as it should be"),
        ("Why does the loop on line 3 run 3 times in that call?", "q1"),
        ("Why does the loop of nearest run three times?", "q1"),
        ("In `nearest([4, 1, 9], 2)`, why does `best` become [4, 1]?", "q2"),
        ("Why does `nearest(None, 1)` end with a TypeError?", "q3"),
    ],
)
def test_what_gives_something_away_is_refused_with_a_reason(question: str, why: str):
    said = refusal("ask_student", question=question)
    assert why in said
    assert question not in said, "the reason repeats nothing"


def test_a_chinese_defense_is_held_in_chinese():
    assert refusal("ask_student", "zh", question="为什么 nearest 用 `<=` 而不是别的比较？") == ""
    assert "not in Chinese" in refusal("ask_student", "zh", question="Why does your loop compare like this?")
    assert "q1" in refusal("ask_student", "zh", question="第 3 行的循环为什么执行 3 次？")
    assert "one at a time" in refusal("ask_student", "zh", question="这一行做什么？为什么？")


def test_a_message_asks_nothing_and_a_comment_tells_nothing():
    assert refusal("tell_student", message="Now I run an edge case.") == ""
    assert "ask_student" in refusal("tell_student", message="Do you know why?")
    assert "reference" in refusal(
        "assign_grade", comment="Better: distances = sorted(abs(value - query) for value in values)"
    )


def test_a_test_the_student_sees_shows_no_solution():
    assert refusal("inject_test", looks_for="ties", test_code="nearest([1, 3], 2)") == ""
    assert "reference" in refusal("inject_test", looks_for="ties", test_code=REFERENCE + "\nnearest([1, 3], 2)")


def test_words_hidden_in_strange_arguments_are_found():
    torn = Reply(calls=(ToolCall(id="c0", name="ask_student", arguments='{"question": "use winner = value' + "s[0]"),))
    both = call(0, "ask_student", question_id="q1", question="winner = values[0]")
    deep = call(0, "shout", words=[{"a": ["winner = values[0]"]}])
    for reply in (torn, both, deep):
        assert "call" in judge_reply(state(), reply).withheld


def test_a_right_answer_is_no_secret_any_more():
    answered = [
        ev.ModelReplied(reply=call(0, "ask_student", question_id="q1")),
        ev.ToolEnded.model_validate({"call_id": "c0", "result": {"content": "How many?", "wait_for_reply": True}}),
        ev.StudentAnswered(text="3"),
    ]
    asks = call(1, "ask_student", question="You said that line 3 runs 3 times. How did you count?")
    right, wrong = (
        ev.AnswerMarked(mark=Mark.model_validate({"question_id": "q1", "verdict": v})) for v in ("right", "wrong")
    )
    assert judge_reply(state("en", *answered, right), asks).refusal == ""
    assert "q1" in judge_reply(state("en", *answered, wrong), asks).refusal


def test_no_question_is_asked_twice():
    asked = [
        ev.ModelReplied(reply=call(0, "ask_student", question="Why does your loop keep the last value?")),
        ev.ToolEnded.model_validate(
            {"call_id": "c0", "result": {"content": "Why does your loop keep the last value?", "wait_for_reply": True}}
        ),
        ev.StudentAnswered(text="Because."),
    ]
    again = call(1, "ask_student", question="why does your  loop keep the last value")
    other = call(1, "ask_student", question="Why does your loop begin with None?")
    assert "asked before" in judge_reply(state("en", *asked), again).refusal
    assert judge_reply(state("en", *asked), other).refusal == ""


def test_other_numbers_make_another_question():
    assert same_question("What does `f(3)` return?", "what does `f(3)` return ?")
    assert not same_question("What does `f(3)` return?", "What does `f(4)` return?")


def test_a_question_in_reserve_is_earned_by_the_first_wrong_answer():
    asks = call(1, "ask_student", question_id="q1r")
    answered = [
        ev.ModelReplied(reply=call(0, "ask_student", question_id="q1")),
        ev.ToolEnded.model_validate({"call_id": "c0", "result": {"content": "How many?", "wait_for_reply": True}}),
        ev.StudentAnswered(text="5"),
        ev.AnswerMarked(mark=Mark(question_id="q1", verdict="wrong")),
    ]
    assert "kept for" in judge_reply(state(), asks).refusal
    earned = state("en", *answered)
    assert judge_reply(earned, asks).refusal == ""
    assert "q1r" in earned.dialogue[-1]["content"], "the examiner is told of it"


def test_text_beside_a_call_and_thoughts_are_looked_through():
    reply = call(0, "read_code").model_copy(
        update={"content": "It should be winner = values[0].", "reasoning": "The fix: `winner = values[0]`"}
    )
    assert judge_reply(state(), reply) == Verdict(("content", "reasoning"))
    fine = call(0, "read_code").model_copy(update={"content": "I read first.", "reasoning": "Let me read."})
    assert judge_reply(state(), fine) == Verdict()


def test_the_embedded_examiner_speaks_prepared_sentences():
    embedded = state("en", ev.ExaminerChanged(examiner=ev.ExaminerChoice()))
    assert judge_reply(embedded, call(0, "ask_student", question="winner = values[0]")) == Verdict()


def refused(n: int) -> list[ev.Recorded]:
    reply = call(n, "ask_student", question=f"What? And {n}?")
    said = judge_reply(state(), reply)
    ended = ev.ToolEnded.model_validate({"call_id": f"c{n}", "result": {"content": said.refusal}, "refused": True})
    return [ev.ModelReplied(reply=reply, refusal=said.refusal, withheld=said.withheld), ended]


def test_after_two_refused_questions_a_prepared_one_is_asked_instead():
    one, two, three = refused(1), refused(2), refused(3)
    assert isinstance(next_step(state("en", *one, two[0])), Refuse)
    step = next_step(state("en", *one, *two, three[0]))
    assert isinstance(step, RunTool)
    assert json.loads(step.arguments) == {"question_id": "q1"}
    started = ev.ToolStarted(call_id="c3", tool="ask_student", arguments=step.arguments, code_hash="x")
    ended = ev.ToolEnded.model_validate({"call_id": "c3", "result": {"content": "How many?", "wait_for_reply": True}})
    asked = state("en", *one, *two, three[0], started, ended)
    assert asked.question
    assert asked.question.question_id == "q1"
    assert "q1 was put to the student instead" in asked.dialogue[-1]["content"]
    assert next_step(state("en", *one, *two, three[0], started)) == step, "the same after a crash in between"


def test_with_nothing_prepared_left_it_is_refused_again():
    none = FACTS.model_copy(update={"questions": ()})
    events = [ev.FactsGathered(facts=none), *refused(1), *refused(2), refused(3)[0]]
    assert isinstance(next_step(state("en", *events)), Refuse)


@given(st.sampled_from([tool.name for tool in TOOLS]), st.text(), st.text())
def test_no_reply_breaks_the_gate(name: str, arguments: str, content: str):
    judge_reply(state(), Reply(content=content, calls=(ToolCall(id="c", name=name, arguments=arguments),)))
    judge_reply(state("zh"), call(0, name, question=content, message=content, comment=content))


@given(st.text(alphabet="为什么循环"), st.sampled_from(["`kmeans`", "nearest", "```\nx = y\n```"]))
def test_code_in_a_sentence_does_not_change_its_language(words: str, code: str):
    assert in_language(f"{words} {code}", "zh", STUDENT)
