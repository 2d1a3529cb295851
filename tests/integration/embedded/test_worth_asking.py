"""What is left out or asked last: what anybody sees without the program, and what no head can work out."""

from __future__ import annotations

import pytest

from desktop.embedded.maker import EmbeddedQuestions
from desktop.vocabulary.problem import Rules
from desktop.vocabulary.questions import Question
from desktop.vocabulary.values import render
from tests.integration.embedded.samples import KMEANS, KMEANS_CASES, named

USUAL = """
def near(p, cs):
    best = 0
    for i in range(len(cs)):
        if abs(cs[i][0] - p[0]) < abs(cs[best][0] - p[0]):
            best = i
    return best
def kmeans(points, k):
    cs = [list(p) for p in points[:k]]
    seen = [0] * k
    for p in points:
        at = near(p, cs)
        seen[at] += 1
        if seen[at] > 2:
            break
    return seen
"""


async def could(maker: EmbeddedQuestions, code: str, seed: int = 1) -> tuple[Question, ...]:
    return await maker.all_candidates(KMEANS, code, seed, Rules(), KMEANS_CASES)


async def test_a_condition_that_ends_its_loop_is_not_counted(maker: EmbeddedQuestions):
    code = (
        "def kmeans(points, k):\n"
        "    n = 0\n"
        "    for p in points:\n"
        "        n += 2\n"
        "        if n > 5:\n"
        "            break\n"
        "    return [n]\n"
    )
    assert not [q for q in await could(maker, code) if q.type == "branch_count"]


async def test_copies_are_asked_about_only_where_there_is_nothing_else(maker: EmbeddedQuestions):
    for seed in range(4):
        facts = await maker.make_questions(KMEANS, USUAL, seed, Rules(), KMEANS_CASES)
        assert len(facts.questions) == 5
        assert not [q for q in facts.questions if q.type == "value_after" and q.recipe["name"] in ("cs", "seen")]


async def test_no_answer_stands_in_the_changed_line(maker: EmbeddedQuestions):
    code = (
        "def kmeans(points, k):\n    n = [0] * len(points)\n    if len(n) > 1:\n        return 1\n    return len(n)\n"
    )
    for question in await could(maker, code):
        if question.type == "what_if":
            assert "TypeError" not in render(question.key)
            assert question.recipe["new"] != "return 2"


async def test_large_numbers_are_no_head_work(maker: EmbeddedQuestions):
    code = "def kmeans(points, k):\n    n = 1\n    for p in points:\n        n = n * 37 + p[0]\n    return [n, n + 1]\n"
    for question in await could(maker, code):
        if question.type in ("value_after", "return_value", "what_if"):
            assert all(abs(number) < 1000 for number in numbers(question))


def numbers(question: Question) -> list[float]:
    text = "".join(c if c.isdigit() or c in ".-" else " " for c in render(question.key))
    return [float(part) for part in text.split()]


PRELUDE = (
    "def kmeans(points, k):\n    n = 0\n    for p in points:\n        n += k\n        m = n * 2\n    return [n, m]\n"
)


@pytest.mark.parametrize(
    "ending",
    [
        "import sys\nsys.exit(3)\n",
        "for i in range(10 ** 7):\n    print(i)\n",
        "import threading\nt = threading.Thread(target=kmeans, args=([[1]], 1))\nt.start()\nt.join()\n",
        "while True:\n    pass\n",
        "raise SystemExit\n",
        "1 / 0\n",
    ],
)
async def test_what_the_program_does_at_its_end_hides_nothing(ending: str, maker: EmbeddedQuestions):
    facts = await maker.make_questions(KMEANS, PRELUDE + ending, 1, Rules(), KMEANS_CASES)
    assert len(facts.questions) == 5
    assert not [q for q in facts.questions if "first line to its last" in q.text and "range" in ending]


async def test_a_very_long_program_is_asked_about_where_it_runs(maker: EmbeddedQuestions):
    code = "".join(f"def f{n}(x):\n    y = x + {n}\n    return y\n" for n in range(700)) + USUAL
    facts = await maker.make_questions(KMEANS, code, 1, Rules(), KMEANS_CASES)
    assert len(facts.questions) == 5


async def test_every_fresh_input_is_one_of_the_authors(maker: EmbeddedQuestions):
    problem = KMEANS.model_copy(
        update={
            "baseline": "def cases(rng):\n    return [{'call': 'kmeans', "
            "'args': [[[rng.choice((4, 8))] for _ in range(4)], 2]} for _ in range(5)]\n"
        }
    )
    code = (
        "def kmeans(points, k):\n    n = 0\n    for p in points:\n        n += p[0] // 4\n        if n > 6:\n"
        "            n -= 1\n    return [n, n]\n"
    )
    baseline = tuple(case.model_copy(update={"args": ([[4], [8], [8], [4]], 2)}) for case in KMEANS_CASES.baseline[:1])
    cases = KMEANS_CASES.model_copy(update={"baseline": baseline, "edges": ()})
    found = await maker.all_candidates(problem, code, 1, Rules(), cases)
    calls = {q.call for q in found if q.call}
    assert len(calls) > 2
    for call in calls:
        assert set(call) <= set("kmeans([]), 248")


async def test_a_wrong_witness_can_be_made_good(maker: EmbeddedQuestions):
    problem, code, cases = named("kmeans")
    for seed in range(6):
        facts = await maker.make_questions(problem, code, seed, Rules(), cases)
        for question in facts.questions:
            if question.type == "witness":
                assert [q for q in facts.replacements if q.replaces == question.id]
