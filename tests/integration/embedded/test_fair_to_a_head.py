"""Over generated questions: no more than forty steps of head work, and options that are alike, one of them true.

Whatever could be asked about the program is looked at, not only the five; what it would take to find the answer is
counted by a tracer of the tests' own.
"""

from __future__ import annotations

import ast
import io
import json
import re
import subprocess
import sys
import tokenize
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from desktop.embedded.kinds.relations import relations
from desktop.embedded.maker import EmbeddedQuestions
from desktop.interpreter.host import InterpreterHost
from desktop.packs.cases import CaseMaker
from desktop.vocabulary.problem import Rules
from desktop.vocabulary.questions import Question
from desktop.vocabulary.values import to_python
from tests.integration.embedded.every_program import name_of, problem_of
from tests.integration.embedded.samples import SOLUTIONS

MOST = 40
OWN_LINES = Path(__file__).with_name("own_lines.py")
PROGRAMS = (
    SOLUTIONS / "kmeans_cls.py",
    SOLUTIONS / "decision-stump" / "functions.py",
    SOLUTIONS / "perceptron" / "class_style.py",
    SOLUTIONS.parent / "strangers" / "knn" / "heap.py",
)


@pytest.mark.parametrize("path", PROGRAMS, ids=name_of)
async def test_what_could_be_asked_about_a_program(path: Path, lab: InterpreterHost, maker: EmbeddedQuestions):
    problem, code = problem_of(path), path.read_text("utf-8")  # noqa: ASYNC240 - a small file of our own
    cases = await CaseMaker(lab).make_cases(problem, 5)
    found = await maker.all_candidates(problem, code, 5, Rules(), cases)
    assert len(found) > 20
    no_more_than_forty_steps(code, found)
    assert any(question.options and question.answer_form == "options" for question in found)
    for question in found:
        if question.type == "which_change":
            options_change_one_token_each(code, question)
        elif question.type == "invariant":
            only_the_key_was_never_refuted(code, question)


def no_more_than_forty_steps(code: str, found: Sequence[Question]) -> None:
    for question in found:
        if question.answer_form == "int":
            assert cast(int, question.key) <= MOST, question.text
    told = [(question, task) for question in found if (task := what_to_follow(code, question))]
    assert {question.type for question, _ in told} >= {"value_after"}
    steps = own_lines(code, [task for _, task in told])
    for (question, _), count in zip(told, steps, strict=True):
        assert 0 < count <= MOST, f"{count} lines: {question.type} {question.text}"


def what_to_follow(code: str, question: Question) -> dict[str, Any] | None:
    """The call, and the function whose lines a person would follow for the answer; None where lines are not counted."""
    recipe, key = question.recipe, to_python(question.key)
    if not question.call:
        return None
    called = question.call.split("(")[0]
    match question.type:
        case "return_value":
            return {"call": question.call, "function": called}
        case "edge_outcome" if key[0] == "returns":
            return {"call": question.call, "function": called}
        case "what_if" if key[0] == "returns":
            return {"call": question.call, "function": called, "line": recipe["line"], "new": recipe["new"]}
        case "value_after" | "history":
            nth = recipe["nth"] if question.type == "value_after" else len(cast(list[Any], question.key))
            line = cast(int, recipe["line"])
            if re.match(r"\s*for\b", code.split("\n")[line - 1]):
                return None  # the line also runs once more than it gives a value
            return {"call": question.call, "function": around(code, line), "line": line, "nth": nth}
        case _:
            return None


def around(code: str, line: int) -> str:
    """The dotted name of the innermost function that holds a line."""
    found = ""

    def look(node: ast.AST, path: str) -> None:
        nonlocal found
        for child in ast.iter_child_nodes(node):
            name = path
            if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
                name = f"{path}.{child.name}" if path else child.name
                if isinstance(child, ast.FunctionDef) and child.lineno <= line <= (child.end_lineno or 0):
                    found = name
            look(child, name)

    look(ast.parse(code), "")
    return found


def own_lines(code: str, tasks: list[dict[str, Any]]) -> list[int]:
    done = subprocess.run(
        [sys.executable, str(OWN_LINES)],
        input=json.dumps({"code": code, "asked": tasks}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def options_change_one_token_each(code: str, question: Question) -> None:
    """Options of the key's type: each is a line of this program with one token changed for another of its kind."""
    rows = cast(list[tuple[int, str]], question.recipe["changes"])
    assert len({line for line, _ in rows}) == 4
    assert len(question.options) == 4
    for line, new in rows:
        now = code.split("\n")[line - 1].strip()
        changed = [(a, b) for a, b in zip(tokens(now), tokens(new), strict=True) if a != b]
        assert len(changed) == 1, (now, new)
        (_, before), (_, after) = changed[0]
        assert before.isdigit() == after.isdigit(), (now, new)


def tokens(line: str) -> list[tuple[int, str]]:
    """Without what a line alone lacks: the block it opens."""
    read = tokenize.generate_tokens(io.StringIO(line + "\n").readline)
    return [(token.exact_type, token.string) for token in read if token.string.strip()]


def only_the_key_was_never_refuted(code: str, question: Question) -> None:
    """No other sentence can follow from the key: each was false in a run in which the key was true."""
    space: dict[str, Any] = {"__name__": "asked"}
    exec(compile(code, "<asked>", "exec"), space)
    function = space[str(question.recipe["function"])]
    offered = cast(list[tuple[str, int]], question.recipe["relations"])
    counters = cast(list[Any], question.recipe["counters"])
    places = max(place for _, place in offered) + 1
    known = {(one.kind, one.place): one for one in relations(max(places, 1))}
    right = ord(str(question.key)) - ord("A")
    assert [n for n, counter in enumerate(counters) if counter is None] == [right]
    assert len({kind for kind, _ in offered}) == 4, "two of a kind would point at each other"
    for n, counter in enumerate(counters):
        if counter is None:
            continue
        args = [to_python(arg) for arg in counter]
        result = function(*[to_python(arg) for arg in counter])
        assert known[offered[right][0], offered[right][1]].holds(args, result) is True
        assert known[offered[n][0], offered[n][1]].holds(args, result) is False, question.text
