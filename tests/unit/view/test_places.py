"""From a test, a question or a criterion to the lines of the program it is about."""

from __future__ import annotations

import pytest

from desktop.defense.guards import dead_loop_answer, why_no_grade_yet
from desktop.defense.state import DefenseState
from desktop.view.guard_words import why_not_taken
from desktop.view.places import of_call, of_evidence, of_verdicts
from desktop.vocabulary.cases import Verdict
from desktop.vocabulary.questions import Facts, Question
from desktop.vocabulary.words import Words
from tests.support.sayings import FACTS

CODE = "import math\n\n\ndef helper(x):\n    return 1 / x\n\n\ndef nearest(xs, q):\n    return helper(q)\n"


def verdict(passed: bool | None, got: str = "1", call: str = "nearest([1], 0)", why: str = "") -> Verdict:
    return Verdict(case_id="c", title="t", call=call, passed=passed, got=got, expected="2", why=why)


@pytest.mark.parametrize(
    ("verdicts", "lines"),
    [
        ([verdict(True)], (8,)),
        ([verdict(True), verdict(False, "ZeroDivisionError in line 5: division by zero")], (5,)),
        ([verdict(False, why="the solution does not load: NameError on line 1: x")], (1,)),
        ([verdict(False, "ValueError in line 500")], (8,)),
        ([verdict(False, "[1, 2]")], (8,)),
        ([verdict(None, "nan")], (8,)),
        ([verdict(True, call="unknown(3)")], ()),
        ([], ()),
    ],
)
def test_of_tests(verdicts: list[Verdict], lines: tuple[int, ...]):
    assert of_verdicts(verdicts, CODE) == lines


def test_of_a_call_in_any_dress():
    assert of_call("result = nearest([1], 2)", CODE) == (8,)
    assert of_call("helper(3) == 2", CODE) == (4,)
    assert of_call("print", CODE) == ()
    assert of_call("nearest(1)", "def nearest(:") == ()


def test_of_evidence_questions_first():
    question = Question(id="q7", type="loop_count", text="?", answer_form="int", lines=(9, 8))
    facts = Facts(baseline=FACTS.baseline, questions=(question,))
    assert of_evidence(["q7", "b1"], facts, CODE) == (8, 9)
    assert of_evidence(["b1"], facts, CODE) == (8,)
    assert of_evidence(["nothing"], facts, CODE) == ()
    assert of_evidence(["b1"], None, CODE) == ()


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("There is no tool 'rm'. The tools are: read_code.", "asked for something"),
        (dead_loop_answer(DefenseState(recent=(("read_code", "{}"),))), "over again"),
        (str(why_no_grade_yet(DefenseState())), "too early"),
        ("The question 'q1' was answered already. Ask another one.", "answered already"),
        ("A human declined this call. Reason: no", "refused here"),
        ("Argument looks_for: 12 is too short.", "rules of the defense"),
    ],
)
def test_what_is_told_to_the_examiner_is_said_to_the_student_in_plain_words(told: str, said: str):
    plain = why_not_taken(told, Words())
    assert said in plain
    assert "(" not in plain
