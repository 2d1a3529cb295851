from pathlib import Path

import pytest

from desktop.packs.cases import CaseMaker
from desktop.packs.check import check_pack
from desktop.packs.loader import Pack
from desktop.packs.testing import Lab, Trial, load_and_run
from desktop.vocabulary.runs import RunRequest

SOLUTIONS = Path(__file__).parents[2] / "fixtures" / "solutions"

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def trial(lab: Lab, pack: Pack, problem_id: str, name: str, seed: int) -> Trial:
    problem = pack.problem(problem_id)
    assert problem is not None
    facts = await CaseMaker(lab).make_cases(problem, seed)
    program = RunRequest(source=(SOLUTIONS / f"{name}.py").read_text(), name=name, fresh=True)
    return await load_and_run(lab, program, (*facts.baseline, *facts.edges))


async def test_the_pack_keeps_its_promises(lab: Lab, intro: Pack) -> None:
    report = await check_pack(intro.path, lab)
    assert [str(finding) for finding in report.findings if finding.level != "ok"] == []
    assert report.passed


@pytest.mark.parametrize("seed", [1, 99])
@pytest.mark.parametrize(
    ("problem_id", "name"),
    [("kmeans", "kmeans"), ("kmeans", "kmeans_np"), ("kmeans", "kmeans_cls"), ("knn", "knn"), ("knn", "knn_np")],
)
async def test_right_programs_of_any_style_pass(lab: Lab, intro: Pack, problem_id: str, name: str, seed: int) -> None:
    assert (await trial(lab, intro, problem_id, name, seed)).failed == ()


async def test_one_name_for_two_lists_is_caught(lab: Lab, intro: Pack) -> None:
    failed = {verdict.case_id for verdict in (await trial(lab, intro, "kmeans", "kmeans_bug", 1)).failed}
    assert {"two-groups", "several-rounds"} <= failed
