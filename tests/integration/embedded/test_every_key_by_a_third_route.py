"""Every key of every question is obtained again by a route that shares nothing with the product.

Each day another part of it: `DEFENSE_DESK_SWEEP=20` sets how many seeds are tried, of every program.
"""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from desktop.embedded.maker import EmbeddedQuestions
from desktop.interpreter.host import InterpreterHost
from desktop.packs.cases import CaseMaker
from desktop.vocabulary.problem import Rules
from desktop.vocabulary.questions import Question
from tests.integration.embedded.every_program import FILES, name_of, problem_of
from tests.integration.embedded.third_keys import disagreements

SWEEP = int(os.environ.get("DEFENSE_DESK_SWEEP", "0"))
DAY = datetime.now(UTC).date().toordinal()
PARTS = 3  # of the programs, one part a day
SEEDS = range(SWEEP) if SWEEP else (DAY, DAY + 1_000_003)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="each key is looked for in a forked process")


@pytest.mark.parametrize("path", FILES if SWEEP else FILES[DAY % PARTS :: PARTS], ids=name_of)
async def test_a_fresh_process_gives_every_key_again(path: Path, maker: EmbeddedQuestions, lab: InterpreterHost):
    problem, code = problem_of(path), path.read_text("utf-8")  # noqa: ASYNC240 - a small file of our own
    found: dict[str, Question] = {}
    for seed in SEEDS:
        cases = await CaseMaker(lab).make_cases(problem, seed)
        for question in await maker.all_candidates(problem, code, seed, Rules(), cases):
            found[question.text] = question
    assert all(question.explanation and no_key_without_proof(question) for question in found.values())
    asked = [question for question in found.values() if question.machine_marked]
    wrong = disagreements(problem, code, asked, seed=99)
    print(f"{name_of(path)}: {len(asked)} keys, {len(asked) - len(wrong)} reproduced, seeds {list(SEEDS)}")
    assert not wrong, "\n".join(f"{q.type} {q.text} {q.key} not {got}" for q, got in wrong)


def no_key_without_proof(question: Question) -> bool:
    """What the explanation is drawn from is there: what was measured, or the call to run again."""
    recipe = question.recipe
    return question.type == "open" or bool({"seen", "args", "example", "relations", "program", "places"} & set(recipe))
