from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from desktop.packs.cases import CaseMaker
from desktop.packs.check import check_pack
from desktop.packs.loader import Pack
from desktop.packs.testing import Lab, Trial, load_and_run
from desktop.vocabulary.cases import Comparator, TestCase, Undefined
from desktop.vocabulary.compare import difference
from desktop.vocabulary.runs import RunRequest
from desktop.vocabulary.values import to_wire
from tests.integration.packs.shipped import PACKS, PROBLEMS, programs, shipped

SHORT = 100  # characters of a call that can be asked about
EXAMPLE = re.compile(r"^>>> (.+)\n(.+)$", re.MULTILINE)

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def cases_of(lab: Lab, problem_id: str, seed: int) -> tuple[TestCase, ...]:
    facts = await CaseMaker(lab).make_cases(shipped(problem_id)[1], seed)
    return (*facts.baseline, *facts.edges)


def load(file: Path) -> RunRequest:
    return RunRequest(source=file.read_text("utf-8"), name=file.name, fresh=True)


async def trial(lab: Lab, problem_id: str, file: Path, seed: int) -> Trial:
    return await load_and_run(lab, load(file), await cases_of(lab, problem_id, seed))


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.id)
async def test_the_pack_keeps_its_promises(lab: Lab, pack: Pack) -> None:
    report = await check_pack(pack.path, lab)
    assert [str(finding) for finding in report.findings if finding.level != "ok"] == []
    assert report.passed


@pytest.mark.parametrize("problem_id", PROBLEMS)
async def test_a_problem_has_tests_enough_of_every_kind(lab: Lab, problem_id: str) -> None:
    pack, problem = shipped(problem_id)
    facts = await CaseMaker(lab).make_cases(problem, 5)
    undefined = [case for case in facts.edges if isinstance(case.expected, Undefined)]
    assert len(facts.baseline) >= 5
    assert len(facts.edges) - len(undefined) >= 6
    assert len(undefined) >= 3
    assert not any(isinstance(case.expected, Undefined) for case in facts.baseline)
    tried = facts.edges[: problem.edge_cases_needed]  # an examiner takes them in this order
    assert sum(not isinstance(case.expected, Undefined) for case in tried) >= 4
    assert any(case.keeps_arguments for case in facts.baseline) or "Do not change" not in problem.statement.en
    assert sum(len(case.call_text) <= SHORT for case in (*facts.baseline, *facts.edges)) >= 8
    assert len(pack.wrong[problem_id]) >= 4
    assert pack.alternatives[problem_id]


@pytest.mark.parametrize("problem_id", PROBLEMS)
async def test_the_examples_of_both_statements_are_what_the_reference_returns(lab: Lab, problem_id: str) -> None:
    problem = shipped(problem_id)[1]
    examples = EXAMPLE.findall(problem.statement.en)
    assert examples
    assert examples == EXAMPLE.findall(problem.statement.zh)
    async with lab.interpreter() as interpreter:
        await interpreter.run(RunRequest(source=problem.solution, fresh=True))
        for call, result in examples:
            outcome = await interpreter.run(RunRequest(source=call, want_value=True))
            assert difference(outcome.value, to_wire(ast.literal_eval(result)), Comparator()) == "", call


@pytest.mark.parametrize(("problem_id", "file"), programs(bug=False), ids=lambda value: getattr(value, "stem", value))
async def test_right_programs_of_any_style_pass(lab: Lab, problem_id: str, file: Path) -> None:
    for seed in (1, 99):
        assert (await trial(lab, problem_id, file, seed)).failed == ()


@pytest.mark.parametrize(("problem_id", "file"), programs(bug=True), ids=lambda value: getattr(value, "stem", value))
async def test_a_typical_mistake_is_caught_whatever_the_seed(lab: Lab, problem_id: str, file: Path) -> None:
    for seed in (1, 99):
        assert (await trial(lab, problem_id, file, seed)).failed


async def test_one_name_for_two_lists_is_caught(lab: Lab) -> None:
    file = next(file for _, file in programs(bug=True) if file.stem == "kmeans_bug")
    failed = {verdict.case_id for verdict in (await trial(lab, "kmeans", file, 1)).failed}
    assert {"two-groups", "several-rounds"} <= failed
