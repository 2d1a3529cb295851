"""What a local model is told of a turn, and what it must not be told."""

from __future__ import annotations

import json

import pytest

from desktop.llm.local.gate import fault_of
from desktop.llm.local.plan import Plan, brief, leaves, plan_of
from desktop.llm.local.wording import EXAMPLES, manner, messages, read_said
from desktop.vocabulary import events as ev
from desktop.vocabulary.chat import Reply, ToolCall
from desktop.vocabulary.questions import Facts, Question
from tests.support.sayings import CODE, FACTS, OPENED, READY

SECRET = Question(
    id="q9",
    type="fill_blank",
    text="What stands on line 2 of `nearest(xs, q)`?",
    answer_form="options",
    lines=(2,),
    options=("a minimum", "a sum"),
    key="a minimum",
    explanation="THE-EXPLANATION",
)
HISTORY = [*READY[:-1], ev.FactsGathered(facts=FACTS.model_copy(update={"questions": (SECRET,)}))]


def turn(tool: str, text: str = "Question 1 of 1.", **arguments: object) -> Reply:
    return Reply(content=text, calls=(ToolCall(id="c", name=tool, arguments=json.dumps(arguments)),))


def test_a_prepared_question_is_worded_from_its_text():
    plan = plan_of(turn("ask_student", question_id="q9"), HISTORY)
    assert plan
    assert (plan.step, plan.about) == ("ask", SECRET.text)
    assert plan.secrets == ("a minimum", "a sum", "a minimum")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_model_is_told_neither_key_nor_options_nor_any_code(language: str):
    rules = OPENED.rules.model_copy(update={"language": language})
    opened = OPENED.model_copy(update={"rules": rules})
    plan = plan_of(turn("ask_student", question_id="q9"), [opened, *HISTORY[1:]])
    assert plan
    told = json.dumps(messages(plan), ensure_ascii=False)
    assert SECRET.text in told
    for kept in ("a minimum", "a sum", "THE-EXPLANATION", "REFERENCE", CODE.splitlines()[1].strip()):
        assert kept not in told


def test_the_lines_of_the_author_are_kept_back_unless_the_student_wrote_them_too():
    problem = OPENED.problem.model_copy(update={"solution": f"ours_alone = min(xs)\n{CODE}"})
    plan = plan_of(turn("read_code", "Hello there."), [OPENED.model_copy(update={"problem": problem}), *READY[1:]])
    assert plan
    assert "ours_alone=min(xs)" in plan.reference
    assert not [line for line in plan.reference if line in "".join(CODE.split())]


def test_the_title_of_an_edge_case_must_stay():
    plan = plan_of(turn("inject_test", "An edge case: one item.", edge_case="one"), READY)
    assert plan
    assert (plan.step, plan.kept) == ("announce", ("one item",))


def test_a_turn_without_a_tool_or_with_a_question_of_its_own_is_not_worded():
    assert plan_of(Reply(content="Nothing is left."), READY) is None
    assert plan_of(turn("ask_student", question="Explain."), READY) is None
    assert plan_of(turn("read_code", "  "), READY) is None
    assert plan_of(turn("read_code"), []) is None


@pytest.mark.parametrize(
    ("question", "short"),
    [
        ("What does `f(3)` return?", "What does `f(3)` return?"),
        ("What does `update([[1, 2], [3, 4]], 2)` return?", "What does `update(...)` return?"),
        ("During `f(1)`: what is `s`? (All runs count.)", "During `f(1)`: what is `s`?"),
        (
            "Give arguments for `f(...)` with which line 3 runs. Type them.",
            "Give arguments for `f(...)` with which line 3 runs.",
        ),
        ("请给出 `f` 的参数。（不会执行。）请输入。", "请给出 `f` 的参数。"),
        ("Explain", "Explain"),
        ("`f([1, 2, 3, 4, 5, 6])` 返回什么？请写出来。", "`f(...)` 返回什么？"),
    ],
)
def test_a_question_is_made_short(question: str, short: str):
    assert brief(question) == short


@pytest.mark.parametrize(
    ("key", "parts"),
    [
        (3, ("3",)),
        ([1, "a"], ("1", "a")),
        ({"t": "float", "v": "0.5"}, ("0.5",)),
        ({"t": "tuple", "v": [1, {"t": "float", "v": "2.0"}]}, ("1", "2.0")),
        ({"end": "raises", "type": "ValueError"}, ("raises", "ValueError")),
        (None, ()),
    ],
)
def test_a_key_is_taken_apart(key, parts):
    assert leaves(key) == parts


# the one shape of an answer


@pytest.mark.parametrize("step", ["ask", "announce"])
def test_every_string_and_every_answer_has_an_end(step):
    wanted = manner(step)
    assert wanted.response_format
    schema = wanted.response_format["json_schema"]["schema"]
    assert all(field["maxLength"] for field in schema["properties"].values())
    assert schema["additionalProperties"] is False
    assert 0 < wanted.max_tokens <= 400


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"question": " How\\n many? "}', "How many?"),
        ('{"question": "cut off', ""),
        ('{"question": 3}', ""),
        ('["How?"]', ""),
        ("How?", ""),
        ("", ""),
    ],
)
def test_only_the_shape_is_read(content: str, said: str):
    assert read_said(content, "ask") == said


@pytest.mark.parametrize(("step", "language"), EXAMPLES, ids=map(str, EXAMPLES))
def test_an_example_that_is_copied_does_not_pass(step, language):
    about = {"en": "An edge case: First I take a look.", "zh": "一个边界情况：现在我给出 `f(...)` 的参数。"}[language]
    plan = Plan(step=step, language=language, own="x", about=about)
    assert all(fault_of(said, plan) for _, said in EXAMPLES[step, language])


def test_no_facts_are_no_trouble():
    assert plan_of(turn("ask_student", question_id="q9"), [OPENED, ev.FactsGathered(facts=Facts())]) is None
