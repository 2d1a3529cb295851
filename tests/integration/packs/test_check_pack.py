import shutil
from pathlib import Path

import pytest

from desktop.packs.check import check_pack
from desktop.packs.new import new_pack
from desktop.packs.testing import Lab

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    new_pack(tmp_path / "p")
    return tmp_path / "p" / "moving-mean"


async def errors(fresh: Path, lab: Lab) -> str:
    report = await check_pack(fresh.parent, lab)
    assert not report.passed
    return "\n".join(str(finding) for finding in report.findings if finding.level == "error")


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


async def test_a_new_pack_passes_without_a_warning(fresh: Path, lab: Lab) -> None:
    report = await check_pack(fresh.parent, lab)
    assert [str(finding) for finding in report.findings if finding.level != "ok"] == []


async def test_a_zipped_pack_is_checked_alike(fresh: Path, lab: Lab, tmp_path: Path) -> None:
    archive = shutil.make_archive(str(tmp_path / "zipped"), "zip", fresh.parent)
    assert (await check_pack(Path(archive), lab)).passed


async def test_missing_chinese_is_only_a_warning(fresh: Path, lab: Lab) -> None:
    (fresh / "problem.zh.md").unlink()
    report = await check_pack(fresh.parent, lab)
    assert report.passed
    assert any("no Chinese version" in finding.sentence for finding in report.findings)


async def test_a_wrong_program_that_passes_is_an_error(fresh: Path, lab: Lab) -> None:
    shutil.copy(fresh / "solution.py", fresh / "wrong" / "not_wrong.py")
    assert "wrong/not_wrong.py: It passes every test, although it is wrong" in await errors(fresh, lab)


async def test_a_scaffold_that_solves_the_problem_is_an_error(fresh: Path, lab: Lab) -> None:
    shutil.copy(fresh / "solution.py", fresh / "scaffold.py")
    assert "scaffold.py: It passes every test" in await errors(fresh, lab)


async def test_an_alternative_that_fails_is_an_error(fresh: Path, lab: Lab) -> None:
    (fresh / "alternatives").mkdir()
    shutil.copy(fresh / "wrong" / "whole_numbers.py", fresh / "alternatives" / "other.py")
    assert "alternatives/other.py: It fails 'pairs', moving_mean(" in await errors(fresh, lab)


async def test_a_reference_that_contradicts_a_given_value_is_an_error(fresh: Path, lab: Lab) -> None:
    change(fresh / "edges.py", "undefined=True", "raises=['ValueError']")
    assert "solution.py: It fails 'too-wide'" in await errors(fresh, lab)


async def test_a_hint_with_a_line_of_the_reference_is_an_error(fresh: Path, lab: Lab) -> None:
    change(fresh / "solution.py", "    return [", "    total = sum(values)\n    return [")
    change(fresh / "problem.toml", "How many runs", "Try  total =  sum(values) first. How many runs")
    assert "The hint contains a line of the reference: total = sum(values)" in await errors(fresh, lab)


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        ("problem.toml", "points = 20", "points = 25", "add up to 105, not to 100"),
        ("problem.toml", 'id = "reasons"', 'id = "trace"', "Two criteria of the rubric have the same id"),
        ("problem.toml", "edge_cases_needed = 3", "edge_cases_needed = 5", "4 edge cases can be run, but 5 are needed"),
        ("problem.toml", '["moving_mean"]', '["moving_mean", "other"]', "does not define the entry point other"),
        ("edges.py", '"call": "moving_mean"', '"call": "sum"', "A test calls sum, which is not among the entry points"),
        ("baseline.py", "rng.randint(-9, 9)", "__import__('random').randint(-9, 9)", "The same seed gave other tests"),
        (
            "questions.toml",
            "moving_mean(values, 2)[0]",
            "moving_mean(values, 1)[0]",
            "No witness width-matters was found",
        ),
        ("questions.toml", "def draw", "def drew", "The witness width-matters cannot be run"),
        ("solution.py", "def moving_mean", "def mean_moving", "moving_mean"),
        ("edges.py", "values[:1], 1", "values[:1], 0", "gave no result for the test 'one-value'"),
    ],
)
async def test_each_broken_promise_is_named(
    fresh: Path, lab: Lab, file: str, old: str, new: str, sentence: str
) -> None:
    change(fresh / file, old, new)
    assert sentence in await errors(fresh, lab)


async def test_tests_that_never_vary_are_a_warning(fresh: Path, lab: Lab) -> None:
    change(fresh / "baseline.py", "rng.randint(-9, 9)", "3.25")
    report = await check_pack(fresh.parent, lab)
    assert any("can be learned by heart" in finding.sentence for finding in report.findings)
