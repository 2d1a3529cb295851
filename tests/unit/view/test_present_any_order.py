"""Whatever the order of events, the screen is made, and everything that is derived from it can be read."""

from __future__ import annotations

import json
from typing import get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.view.present import present
from desktop.view.screen import Screen
from desktop.view.transcript import markdown, plain
from desktop.vocabulary import events as ev
from desktop.vocabulary.cases import Verdict
from desktop.vocabulary.chat import Delta, Reply, Timing, ToolCall
from desktop.vocabulary.problem import Criterion, Problem, Rules, Text
from desktop.vocabulary.questions import Facts, Mark, Question
from tools.contract import CriterionMark, Grade, ToolResult

words = st.text(max_size=12)
ids = st.sampled_from(["c1", "c2", "c3", "", "q1"])
names = st.sampled_from(
    ["read_code", "run_baseline", "inject_test", "ask_student", "tell_student", "assign_grade", "rm", ""]
)
arguments = st.one_of(
    words,
    st.sampled_from(["", "{}", "[]", "null", "{", '{"question_id": "q1"}', '{"edge_case": {"a": 1}}', "[" * 5000]),
    st.dictionaries(st.sampled_from(["looks_for", "test_code", "edge_case", "question_id", "comment"]), words).map(
        json.dumps
    ),
)
problem = Problem(
    id="p",
    pack="p",
    title=Text(en="P"),
    topic=Text(en=""),
    statement=Text(en=""),
    entry_points=("f",),
    rubric=(Criterion(id="c", sentence=Text(en="S"), points=1, evidence="tests"),),
)
question = Question(id="q1", type="open", text="?", answer_form="text")
points = st.one_of(st.none(), st.floats(0, 10))
criteria = st.builds(
    CriterionMark,
    criterion=words,
    sentence=words,
    points=points,
    out_of=st.just(10.0),
    decided_by=st.sampled_from(["tests", "edges", "understanding", "explanation"]),
    why=words,
    evidence=st.tuples(ids),
)
grades = st.one_of(st.none(), st.builds(Grade, criteria=st.tuples(criteria), comment=words))
results = st.builds(
    ToolResult, content=words, as_ai_message=st.booleans(), wait_for_reply=st.booleans(), final_result=grades
)
verdicts = st.builds(
    Verdict,
    case_id=ids,
    title=words,
    call=words,
    passed=st.sampled_from([True, False, None]),
    got=words,
    expected=words,
)
reply = st.builds(
    Reply,
    content=words,
    reasoning=words,
    calls=st.lists(st.builds(ToolCall, id=ids, name=names, arguments=arguments), max_size=2).map(tuple),
    timing=st.builds(Timing, total=st.floats(0, 100)),
)
opened = st.builds(ev.DefenseOpened, problem=st.just(problem), rules=st.sampled_from([Rules(), Rules.for_mode("exam")]))
marks = st.builds(
    Mark, question_id=ids, verdict=st.sampled_from(["right", "wrong", "unreadable", "recorded"]), why=words
)
EVENTS = {
    Delta: st.builds(Delta, stream=st.sampled_from(["content", "reasoning", "call", "notice"]), text=words),
    ev.DefenseOpened: opened,
    ev.CodeSaved: st.builds(ev.CodeSaved, source=words),
    ev.CodeRan: st.builds(ev.CodeRan, source=words),
    ev.Submitted: st.builds(ev.Submitted, code_hash=words),
    ev.FactsGathered: st.just(ev.FactsGathered(facts=Facts(questions=(question,), notes=("n",)))),
    ev.ModelReplied: st.builds(ev.ModelReplied, reply=reply, dropped=st.sampled_from([(), ("x",)])),
    ev.ModelFailed: st.builds(ev.ModelFailed, reason=words, advice=words),
    ev.TriedAgain: st.just(ev.TriedAgain()),
    ev.CallDecided: st.builds(
        ev.CallDecided, call_id=ids, decision=st.sampled_from(["once", "defense", "edit", "refuse"])
    ),
    ev.ToolStarted: st.builds(ev.ToolStarted, call_id=ids, tool=names, arguments=arguments, code_hash=words),
    ev.ToolEnded: st.builds(
        ev.ToolEnded,
        call_id=ids,
        result=results,
        verdicts=st.lists(verdicts, max_size=2).map(tuple),
        edge_cases=st.integers(0, 2),
        refused=st.booleans(),
    ),
    ev.StudentAnswered: st.builds(ev.StudentAnswered, text=words, why=words),
    ev.AnswerMarked: st.builds(ev.AnswerMarked, mark=marks),
    ev.SecondReading: st.builds(ev.SecondReading, grade=grades, failure=words),
    ev.ExaminerChanged: st.builds(
        ev.ExaminerChanged, examiner=st.sampled_from([ev.ExaminerChoice(), ev.ExaminerChoice(kind="endpoint")])
    ),
    ev.PinRefused: st.just(ev.PinRefused()),
    ev.Paused: st.just(ev.Paused()),
    ev.Continued: st.just(ev.Continued()),
    ev.DefenseClosed: st.builds(
        ev.DefenseClosed,
        reason=st.sampled_from(["graded", "rounds", "silent", "abandoned", "", "odd"]),
        grade=grades,
    ),
}


def test_every_kind_of_event_is_tried_below():
    assert set(EVENTS) == {*get_args(ev.Recorded), Delta}


@settings(deadline=None, max_examples=150)
@given(st.lists(st.one_of(*EVENTS.values()), max_size=25))
def test_present_never_fails(history):
    screen = Screen()
    for event in history:
        screen = present(screen, event)
        assert len(screen.steps) == 5
        assert sum(step.state == "current" for step in screen.steps) <= 1
        assert screen.status.word
        assert screen.can_edit == (not screen.why_no_edit)
    assert plain(screen).endswith("\n")
    assert markdown(screen).endswith("\n")
