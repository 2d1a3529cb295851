"""A small problem and the replies of an examiner, for tests of the rules of play."""

from __future__ import annotations

import json
from typing import Any

from desktop.vocabulary import events as ev
from desktop.vocabulary.cases import Returns, TestCase, Verdict
from desktop.vocabulary.chat import Reply, ToolCall
from desktop.vocabulary.problem import Criterion, Problem, Rules, Text
from desktop.vocabulary.questions import Facts, Question
from tools.contract import ToolResult

CODE = "def nearest(xs, q):\n    return min(xs, key=lambda x: abs(x - q))\n"


def criterion(name: str, evidence: Any, points: float = 25) -> Criterion:
    return Criterion(id=name, sentence=Text(en=f"About {name}."), points=points, evidence=evidence)


PROBLEM = Problem(
    id="nearest",
    pack="tests",
    title=Text(en="Nearest"),
    topic=Text(en="Search"),
    statement=Text(en="Write nearest(xs, q).", zh="写一个 nearest(xs, q)。"),
    entry_points=("nearest",),
    scaffold="def nearest(xs, q):\n    ...\n",
    solution="REFERENCE = 1",
    edge_cases_needed=1,
    rubric=(
        criterion("passes", "tests"),
        criterion("robust", "edges"),
        criterion("understands", "understanding"),
        criterion("explains", "explanation"),
    ),
)
RULES = Rules(approvals={"inject_test": "always"})
FACTS = Facts(
    baseline=(TestCase(id="b1", title="two", function="nearest", args=([1, 5], 4), expected=Returns(value=5)),),
    edges=(TestCase(id="one", title="one item", function="nearest", args=([3], 0), expected=Returns(value=3)),),
    questions=(
        Question(id="q1", type="loop_count", text="How many times?", answer_form="int", key=3, explanation="BECAUSE"),
        Question(id="q2", type="open", text="Why?", answer_form="text"),
    ),
)
OPENED = ev.DefenseOpened(problem=PROBLEM, rules=RULES, seed=7)
SUBMITTED: list[ev.Recorded] = [OPENED, ev.CodeSaved(source=CODE), ev.Submitted(code_hash="x")]
READY: list[ev.Recorded] = [*SUBMITTED, ev.FactsGathered(facts=FACTS)]


def call(n: int, name: str, **arguments: object) -> Reply:
    return Reply(calls=(ToolCall(id=f"c{n}", name=name, arguments=json.dumps(arguments)),))


def replied(n: int, name: str, **arguments: object) -> ev.ModelReplied:
    return ev.ModelReplied(reply=call(n, name, **arguments))


def ended(n: int, content: str = "ok", **fields: Any) -> ev.ToolEnded:
    result = {key: fields.pop(key) for key in ("as_ai_message", "wait_for_reply", "final_result") if key in fields}
    return ev.ToolEnded(call_id=f"c{n}", result=ToolResult(content=content, **result), **fields)


def verdict(name: str, passed: bool | None) -> Verdict:
    return Verdict(case_id=name, title=name, call="nearest(...)", passed=passed, got="1", expected="2")


# a whole defense up to the grade, record by record
TO_THE_GRADE: list[ev.Recorded] = [
    *READY,
    replied(0, "read_code"),
    ended(0),
    replied(1, "run_baseline"),
    ended(1, verdicts=(verdict("b1", True), verdict("b2", False))),
    replied(2, "inject_test", edge_case="one", looks_for="one item"),
    ended(2, verdicts=(verdict("one", True),), edge_cases=1),
    replied(3, "ask_student", question_id="q1"),
    ended(3, "How many times?", as_ai_message=True, wait_for_reply=True),
]
