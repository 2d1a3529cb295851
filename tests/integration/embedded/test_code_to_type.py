"""Mend a line, fill a blank, order lines: whatever is typed is right if the problem's tests pass with it."""

from __future__ import annotations

import pytest

from desktop.embedded.candidate import Candidate
from desktop.embedded.choose import choose
from desktop.embedded.maker import EmbeddedQuestions
from desktop.embedded.spares import spares
from desktop.interpreter.host import InterpreterHost
from desktop.vocabulary.cases import Returns, TestCase
from desktop.vocabulary.problem import Problem, Rules
from desktop.vocabulary.questions import HIDING, Facts, Question
from desktop.vocabulary.values import to_wire
from tests.integration.embedded.samples import KMEANS, named

BASELINE = (
    "def cases(rng):\n    return [{'call': 'spread', 'args': [[rng.randint(0, 9) for _ in range(4)],"
    " rng.randint(1, 3)]} for _ in range(5)]\n"
)
SPREAD: Problem = KMEANS.model_copy(update={"id": "spread", "entry_points": ("spread",), "baseline": BASELINE})
RIGHT = """
def spread(xs, k):
    low = min(xs)
    high = max(xs)
    wide = high - low
    step = wide * k
    return [low, step]
"""
WRONG = RIGHT.replace("high - low", "high + low")


def given(*inputs: tuple[list[int], int]) -> Facts:
    cases = [
        TestCase(
            id=f"t{n}",
            title=f"Test {n}",
            function="spread",
            args=(to_wire(xs), k),
            expected=Returns(value=[min(xs), (max(xs) - min(xs)) * k]),
        )
        for n, (xs, k) in enumerate(inputs)
    ]
    return Facts(baseline=tuple(cases))


CASES = given(([3, 1, 4], 2), ([5, 9], 1), ([2, 2, 8, 1], 3))


async def question(maker: EmbeddedQuestions, code: str, kind: str) -> Question:
    found = await maker.all_candidates(SPREAD, code, 1, Rules(), CASES)
    return next(q for q in found if q.type == kind)


@pytest.mark.parametrize(
    ("typed", "verdict"),
    [
        ("wide = high - low", "right"),
        ("    wide = high - low", "right"),
        ("`wide = abs(low - high)`", "right"),
        ("wide = max(xs) - min(xs)", "right"),
        ("wide = high * low", "wrong"),
        ("wide = high - ", "wrong"),
        ("raise SystemExit", "wrong"),
        ("while True: pass", "wrong"),
        ("", "unreadable"),
        ("wide = 1\nhigh = 2", "unreadable"),
    ],
)
async def test_a_mended_line_is_tried_on_the_tests(typed: str, verdict: str, maker: EmbeddedQuestions):
    asked = await question(maker, WRONG, "repair")
    assert asked.lines == (5,)
    assert "spread([5, 9], 1)" in asked.text
    assert "high - low" not in asked.text
    assert (await maker.mark(SPREAD, WRONG, asked, typed, final=False)).verdict == verdict


async def test_what_is_to_be_mended_is_asked_in_a_defense_and_only_of_programs_that_fail(maker: EmbeddedQuestions):
    facts = await maker.make_questions(SPREAD, WRONG, 1, Rules(), CASES)
    assert [q for q in facts.questions if q.type == "repair"]
    for program in (RIGHT, "def spread(xs, k):\n    return xs\n", "def spread(xs, k):\n    return 1 / 0\n"):
        found = await maker.all_candidates(SPREAD, program, 1, Rules(), CASES)
        assert not [q for q in found if q.type == "repair"]


async def test_without_a_judge_nothing_of_it_is_asked(lab: InterpreterHost):
    found = await EmbeddedQuestions(lab).all_candidates(SPREAD, WRONG, 1, Rules(), CASES)
    assert found
    assert not [q for q in found if q.type in ("repair", *HIDING)]


async def test_a_blank_takes_whatever_makes_the_tests_pass(maker: EmbeddedQuestions):
    asked = await question(maker, RIGHT, "fill_blank")
    assert "____" in asked.text
    right = str(asked.recipe["example"])
    assert f" {right} " not in asked.text.split("`")[1] or right in ("min", "max")
    assert (
        await maker.mark(SPREAD, RIGHT, asked, f"({right})" if right.isdigit() else right, False)
    ).verdict == "right"
    assert (await maker.mark(SPREAD, RIGHT, asked, "nothing_of_that_name", False)).verdict == "wrong"
    assert (await maker.mark(SPREAD, RIGHT, asked, "1\n2", False)).verdict == "unreadable"


async def test_lines_may_stand_in_any_order_that_works(maker: EmbeddedQuestions):
    asked = await question(maker, RIGHT, "reorder")
    key = str(asked.key)
    assert sorted(key) == sorted("1 2 3 4 5")
    assert list(asked.options) != [line.strip() for line in RIGHT.split("\n")[2:7]]
    numbers = key.split()
    letters = "".join("ABCDE"[int(number) - 1] for number in numbers)
    swapped = " ".join([numbers[1], numbers[0], *numbers[2:]])  # low and high do not need each other
    for typed in (key, "".join(numbers), "，".join(numbers), letters, letters.lower(), swapped):
        assert (await maker.mark(SPREAD, RIGHT, asked, typed, False)).verdict == "right", typed
    assert (await maker.mark(SPREAD, RIGHT, asked, " ".join(reversed(numbers)), False)).verdict == "wrong"
    for typed in (key[:-1], f"{key} {numbers[0]}", "?", "1 2 3 4 6", "ABXDE"):
        assert (await maker.mark(SPREAD, RIGHT, asked, typed, False)).verdict == "unreadable", typed


async def test_what_hides_a_part_of_the_program_is_asked_and_no_other_question_shows_that_part(
    maker: EmbeddedQuestions,
):
    pool = await maker.all_candidates(SPREAD, RIGHT, 1, Rules(), CASES)
    candidates = [Candidate(question, (question.id,), "", 0.7) for question in pool]
    asked: set[str] = set()
    for seed in range(60):
        chosen = choose(candidates, 4, str(seed))
        for hider in [c.question for c in chosen if c.question.hidden_lines]:
            asked.add(hider.type)
            seen = [c for c in spares(candidates, chosen) if c is not None]
            for other in (c.question for c in (*chosen, *seen) if c.question.id != hider.id):
                quotes = other.type in ("what_if", "which_change", "find_change", "repair", "fill_blank", "reorder")
                assert not (quotes and set(hider.lines) & set(other.lines)), (hider.text, other.text)
                assert not any(f"`{line}`" in other.text for line in hider.options), (hider.text, other.text)
    assert asked == HIDING


@pytest.mark.parametrize(("seed", "kind"), [(4, "reorder"), (9, "fill_blank")])
async def test_it_is_part_of_a_defense_by_the_rules_of_all_others(seed: int, kind: str, maker: EmbeddedQuestions):
    facts = await maker.make_questions(SPREAD, RIGHT, seed, Rules(), CASES)
    assert [q.type for q in facts.questions].count(kind) == 1


async def test_a_marked_answer_leaves_the_program_as_it_was(maker: EmbeddedQuestions):
    """No answer decides by anything but the tests: a program that was right stays right, a wrong one wrong."""
    asked = await question(maker, WRONG, "repair")
    typed = "import sys; sys.modules['__main__'].spread = lambda *a: 0; wide = 0"
    assert (await maker.mark(SPREAD, WRONG, asked, typed, final=False)).verdict == "wrong"


async def test_the_two_that_point_at_something_have_every_kind_of_answer(maker: EmbeddedQuestions):
    problem, code, cases = named("kmeans_bug")
    found = [q for seed in range(4) for q in await maker.all_candidates(problem, code, seed, Rules(), cases)]
    for asked in [q for q in found if q.type == "find_change"][:3]:
        assert (await maker.mark(problem, code, asked, str(asked.key), False)).verdict == "right"
        assert (await maker.mark(problem, code, asked, "1", False)).verdict == "wrong"
        assert str(asked.recipe["new"]) in asked.text
        assert len(asked.lines) >= 3
    problem, code, cases = named("kmeans")
    found = [q for seed in range(4) for q in await maker.all_candidates(problem, code, seed, Rules(), cases)]
    for asked in [q for q in found if q.type == "invariant"][:3]:
        assert (await maker.mark(problem, code, asked, str(asked.key), False)).verdict == "right"
        assert asked.recipe["runs"] in range(60, 400)
        assert f"all {asked.recipe['runs']} runs we tried" in asked.text
