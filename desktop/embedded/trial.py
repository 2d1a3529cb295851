"""Tries a changed program against the problem's tests, in a process of its own; the verdicts are reached outside it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import cast

from desktop.embedded.bench import Lab
from desktop.vocabulary.cases import TestCase, Verdict
from desktop.vocabulary.questions import Question
from desktop.vocabulary.runs import TEST_RUN, CallRequest, Limits, Outcome, RunRequest

Judge = Callable[[TestCase, Outcome], Verdict]
MOST_TYPED = 300  # characters of a line
LOAD = Limits(cpu_seconds=2.0, wall_seconds=8.0, memory_mib=512, processes=0)


async def passes(lab: Lab, judge: Judge, code: str, cases: Sequence[TestCase]) -> bool:
    """Whether no test fails. Ends at the first that does, or as soon as the process is lost."""
    interpreter = lab.interpreter()
    try:
        loaded = await interpreter.run(RunRequest(source=code, fresh=True, limits=LOAD))
        if not loaded.namespace_kept:
            return False
        for case in cases:
            request = CallRequest(
                function=case.function, args=case.args, kwargs=case.kwargs, seed=case.seed, limits=TEST_RUN
            )
            outcome = await interpreter.call(request)
            if judge(case, outcome).passed is False or not outcome.namespace_kept:
                return False
        return True
    finally:
        await interpreter.close()


def changed_program(code: str, question: Question, answer: str) -> tuple[str | None, bool]:
    """The program with what was typed, and whether it is the expected answer. None: it cannot be put in.

    Whatever was typed is text of the student's, like the rest of the program: it runs in a worker and nowhere else.
    """
    recipe, said = question.recipe, answer.strip().strip("`").strip()
    if recipe["ask"] == "order":
        numbers, places = (cast(list[int], recipe[name]) for name in ("numbers", "places"))
        said_order = read_order(said, len(numbers))
        if not said_order:
            return None, False
        order = [places[number - 1] for number in said_order]
        return in_order(code, numbers, order), said_order == read_order(str(question.key), len(numbers))
    number = cast(int, recipe["line"])
    if not said or len(said) > MOST_TYPED or not said.isprintable():
        return None, False
    if recipe["ask"] == "fill":
        lines = code.split("\n")
        lines[number - 1] = f"{recipe['before']}{said}{recipe['after']}"
        return "\n".join(lines), False
    return with_line(code, number, said), False


def read_order(text: str, count: int) -> tuple[int, ...]:
    """`3 1 2`, `312` or `CAB` as numbers from 1, each of `count` once; empty where it is anything else."""
    marks = re.sub(r"[^A-Z0-9]", "", unicodedata.normalize("NFKC", text).upper())
    order = tuple(int(mark) if mark.isdigit() else ord(mark) - ord("A") + 1 for mark in marks)
    return order if sorted(order) == list(range(1, count + 1)) else ()


def with_line(code: str, number: int, new: str) -> str:
    """The program with another text on one line, indented as before."""
    lines = code.split("\n")
    old = lines[number - 1]
    lines[number - 1] = old[: len(old) - len(old.lstrip())] + new.strip()
    return "\n".join(lines)


def in_order(code: str, numbers: Sequence[int], order: Sequence[int]) -> str:
    """The program with the lines `numbers` in another order: `order` are places in `numbers`."""
    lines = code.split("\n")
    moved = list(lines)
    for number, place in zip(numbers, order, strict=True):
        moved[number - 1] = lines[numbers[place] - 1]
    return "\n".join(moved)
