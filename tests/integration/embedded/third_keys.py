"""Asks the third route for every key of some questions, in a fresh process."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from desktop.vocabulary.cases import Returns, TestCase
from desktop.vocabulary.problem import Problem
from desktop.vocabulary.questions import Question
from desktop.vocabulary.values import to_python

THIRD = Path(__file__).with_name("third_route.py")
MORE_INPUTS = 40  # times the author's inputs are drawn for sentences that must be true
Disagreement = tuple[Question, str]


def disagreements(problem: Problem, code: str, questions: Sequence[Question], seed: int) -> list[Disagreement]:
    """The questions whose key (or example) did not come out again, each with what came out instead."""
    text = json.dumps({"code": code, "seed": seed, "questions": [_task(problem, question) for question in questions]})
    done = subprocess.run([sys.executable, "-S", "-c", START, str(THIRD)], input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    answers = cast(list[tuple[bool, str]], json.loads(done.stdout))
    return [(question, got) for question, (same, got) in zip(questions, answers, strict=True) if not same]


# nothing of ours can be imported in that process: only the standard library and numpy are on its path
START = f"import sys; sys.path[:] = [p for p in sys.path if p] + {[p for p in sys.path if 'site-packages' in p]!r}; \
import runpy; runpy.run_path(sys.argv[1], run_name='__main__')"


def _task(problem: Problem, question: Question) -> dict[str, Any]:
    """What a person would be told: the question's data, written as Python."""
    recipe = {key: to_python(value) for key, value in question.recipe.items() if key not in ("cases", "kwargs", "seen")}
    task: dict[str, Any] = {
        "type": question.type,
        "call": question.call,
        "lines": list(question.lines),
        "whole": not question.call and question.type != "witness",
        "name": str(recipe.get("function") or question.call.split("(")[0] or problem.entry_points[0]).split(".")[0],
        "recipe": repr(recipe),
        "key": repr(True if question.key is None else to_python(question.key)),
    }
    if question.call:
        task["name"] = question.call.split("(")[0].split(".")[0]
    if question.type == "witness" and "function" in recipe:
        task |= {"function": recipe["function"], "args": repr(recipe["example"])}
    if question.type == "argument_changed":
        task |= {"function": recipe["function"], "args": repr(recipe["args"])}
    if question.type == "invariant":
        task["others"] = _drawn_by_author(problem)
    if "cases" in question.recipe:
        task["cases"] = [_case(TestCase.model_validate(row)) for row in cast(list[Any], question.recipe["cases"])]
    return task


def _case(case: TestCase) -> dict[str, Any]:
    assert isinstance(case.expected, Returns)
    assert not case.kwargs
    return {
        "function": case.function,
        "args": repr([to_python(arg) for arg in case.args]),
        "want": repr(to_python(case.expected.value)),
        "accept": case.comparator.accept,
        "keeps": case.keeps_arguments,
    }


def _drawn_by_author(problem: Problem) -> list[object]:
    """Inputs of the problem's own that the product did not see."""
    space: dict[str, Any] = {}
    exec(problem.baseline, space)
    drawn = [case for seed in range(MORE_INPUTS) for case in space["cases"](random.Random(seed))]
    return [case["args"] for case in drawn if case["call"] == problem.entry_points[0]]
