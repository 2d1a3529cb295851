"""A witness is marked by running the student's own arguments; any input that works is right."""

from __future__ import annotations

import pytest

from desktop.embedded.maker import EmbeddedQuestions
from desktop.vocabulary.problem import Rules
from desktop.vocabulary.questions import Question
from desktop.vocabulary.values import Wire
from tests.integration.embedded.samples import KMEANS, KNN, named


async def witness(maker: EmbeddedQuestions, name: str, ask: str) -> Question:
    problem, code, cases = named(name)
    found = await maker.all_candidates(problem, code, 1, Rules(), cases)
    return next(q for q in found if q.recipe.get("ask") == ask)


@pytest.mark.parametrize(
    ("typed", "verdict"),
    [
        ("[[0], [1], [2]], ['A', 'B', 'B'], [0]", "right"),
        ("train_x=[[0], [1], [2]], train_y=['A', 'B', 'B'], query=[0]", "right"),
        ("［［0］，［1］，［2］］，［‘A’，‘B’，‘B’］，［0］", "right"),
        ("[[0], [1], [2]], ['A', 'A', 'B'], [0]", "wrong"),
        ("[[0]], ['A'], 'oops'", "wrong"),
        ("[[0]], ['A']", "wrong"),
        ("the first three", "unreadable"),
        ("__import__('os').system('true'), 1, 2", "unreadable"),
    ],
)
async def test_the_authors_task(typed: str, verdict: str, maker: EmbeddedQuestions):
    question = await witness(maker, "knn", "disagree")
    _, code, _ = named("knn")
    assert (await maker.mark(KNN, code, question, typed, final=False)).verdict == verdict


async def test_a_line_that_must_run(maker: EmbeddedQuestions):
    question = await witness(maker, "kmeans", "true")
    _, code, _ = named("kmeans")
    assert question.lines == (30, 31)
    assert (await maker.mark(KMEANS, code, question, "[[1], [1], [5]], 2", final=False)).verdict == "right"
    mark = await maker.mark(KMEANS, code, question, "[[1], [5]], 2", final=False)
    assert mark.verdict == "wrong"
    assert "0 times" in mark.why


async def test_arguments_with_which_it_always_runs_though_not_equally_often(maker: EmbeddedQuestions):
    code = (
        "import random\n"
        "def kmeans(points, k):\n"
        "    for p in points * random.randrange(1, 4):\n"
        "        if p[0] > 50:\n"
        "            k += 1\n"
        "    return k\n"
    )
    recipe: dict[str, Wire] = {"ask": "true", "line": 4, "at_least": 1, "function": "kmeans", "names": ["points", "k"]}
    question = Question(id="q1", type="witness", text="?", answer_form="arguments", recipe=recipe)
    assert (await maker.mark(KMEANS, code, question, "[[60]], 1", final=False)).verdict == "right"
    assert (await maker.mark(KMEANS, code, question, "[[6]], 1", final=False)).verdict == "wrong"


async def test_a_run_without_end_still_shows_that_a_line_ran(maker: EmbeddedQuestions):
    code = "def kmeans(points, k):\r\n    while k > 1:\r\n        k += 1\r\n    return k\r\n"
    recipe: dict[str, Wire] = {
        "ask": "rounds",
        "line": 2,
        "at_least": 9,
        "function": "kmeans",
        "names": ["points", "k"],
    }
    question = Question(id="q1", type="witness", text="?", answer_form="arguments", recipe=recipe)
    assert (await maker.mark(KMEANS, code, question, "[], 2", final=False)).verdict == "right"
    assert (await maker.mark(KMEANS, code, question, "[], 1", final=False)).verdict == "wrong"


async def test_unreadable_for_good_is_wrong(maker: EmbeddedQuestions):
    question = await witness(maker, "knn", "disagree")
    _, code, _ = named("knn")
    assert (await maker.mark(KNN, code, question, "?", final=True)).verdict == "wrong"


async def test_an_example_is_always_right(maker: EmbeddedQuestions):
    for name in ("kmeans", "kmeans_np", "knn", "kmeans_exits"):
        problem, code, cases = named(name)
        found = await maker.all_candidates(problem, code, 2, Rules(), cases)
        for question in [q for q in found if q.type == "witness"]:
            typed = question.explanation.removeprefix("For example: ")
            assert (await maker.mark(problem, code, question, typed, final=False)).verdict == "right", question.text


async def test_an_open_question_is_recorded_and_not_marked(maker: EmbeddedQuestions):
    problem, code, cases = named("kmeans_syntax")
    facts = await maker.make_questions(problem, code, 1, Rules(), cases)
    mark = await maker.mark(problem, code, facts.questions[0], "because", final=False)
    assert mark.verdict == "recorded"


async def test_no_mark_tells_the_key(maker: EmbeddedQuestions):
    problem, code, cases = named("kmeans_bug")
    for question in await maker.all_candidates(problem, code, 3, Rules(), cases, 25):
        mark = await maker.mark(problem, code, question, "987654", final=False)
        assert mark.verdict in ("wrong", "unreadable")
        assert not any(character.isdigit() and mark.verdict == "wrong" for character in mark.why) or (
            question.type == "witness"
        )
