"""Every key of every question is obtained again by a route that shares nothing with the product."""

from __future__ import annotations

import ast
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from desktop.embedded.maker import EmbeddedQuestions
from desktop.vocabulary.problem import Rules
from desktop.vocabulary.questions import Question
from desktop.vocabulary.values import render, to_python
from tests.integration.embedded.samples import KMEANS, KNN, PROGRAMS, sample

THIRD = Path(__file__).with_name("third_route.py")
SEEDS = (3, 2024)
DECIDED_BY_RUNNING = ("disagree", "repair", "fill")  # there is no key, only what the answer does


def task_of(question: Question) -> dict[str, object]:
    task: dict[str, object] = {
        "type": question.type,
        "call": question.call,
        "whole": not question.call and question.type != "witness",
        "recipe": {key: to_python(value) for key, value in question.recipe.items() if key not in ("args", "kwargs")},
    }
    if question.type == "unreached_line":
        task["key"] = question.key
    if question.type == "witness":
        task["args"] = repr([to_python(item) for item in as_list(question.recipe["example"])])
    if question.type == "invariant":
        task["others"] = drawn_by_author(str(question.recipe["function"]))
    if question.type == "argument_changed":
        task["args"] = repr([to_python(item) for item in as_list(question.recipe["args"])])
    return task


def drawn_by_author(function: str) -> list[object]:
    """Inputs of the problem's own that the product did not see."""
    space: dict[str, object] = {}
    exec(KMEANS.baseline if function == "kmeans" else KNN.baseline, space)
    cases = space["cases"]
    assert callable(cases)
    return [case["args"] for seed in range(40) for case in cases(random.Random(seed))]


def as_list(wire: object) -> list[object]:
    assert isinstance(wire, list)
    return wire


def by_third_route(code: str, questions: list[Question], seed: int) -> list[str]:
    text = json.dumps({"code": code, "seed": seed, "questions": [task_of(question) for question in questions]})
    done = subprocess.run([sys.executable, str(THIRD)], input=text, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("path", [p for p in PROGRAMS if "stubborn" not in p.stem], ids=lambda path: path.stem)
async def test_a_fresh_process_gives_every_key_again(path: Path, maker: EmbeddedQuestions):
    problem, code, cases = sample(path)
    found: dict[str, Question] = {}
    for seed in SEEDS:
        for question in await maker.all_candidates(problem, code, seed, Rules(), cases):
            found[question.text] = question
    asked = [q for q in found.values() if q.machine_marked and q.recipe.get("ask") not in DECIDED_BY_RUNNING]
    if asked:
        for question, again in zip(asked, by_third_route(code, asked, 99), strict=True):
            expected = "True" if question.type == "witness" else repr(to_python(question.key))
            assert ast_equal(again, expected), (question.text, render(question.key), again)


def ast_equal(left: str, right: str) -> bool:
    return left == right or ast.literal_eval(left) == ast.literal_eval(right)
