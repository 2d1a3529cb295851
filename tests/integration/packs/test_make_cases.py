from pathlib import Path
from typing import Any

import pytest

from desktop.packs.cases import CaseMaker
from desktop.packs.loader import Pack, load_pack
from desktop.packs.new import new_pack
from desktop.packs.testing import Lab, load_and_run, run_cases
from desktop.station.catalogue import load_words
from desktop.vocabulary.cases import Returns, TestCase
from desktop.vocabulary.problem import Problem
from desktop.vocabulary.runs import RunRequest
from desktop.vocabulary.trouble import PackTrouble
from tests.integration.packs.shipped import ROOT, shipped

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture
def problem(tmp_path: Path) -> Problem:
    new_pack(tmp_path / "p")
    return load_pack(tmp_path / "p").problems[0]


def changed(problem: Problem, **parts: str) -> Problem:
    return problem.model_copy(update=parts)


def one(**fields: Any) -> str:
    return f"def cases(rng):\n    return [{ {'id': 'a', 'call': 'moving_mean', 'args': [[1, 2], 2], **fields}!r}]\n"


async def test_the_same_seed_gives_the_same_tests_and_another_gives_others(lab: Lab, intro: Pack) -> None:
    maker = CaseMaker(lab)
    for problem in intro.problems:
        first = await maker.make_cases(problem, 1)
        assert await maker.make_cases(problem, 1) == first
        assert (await maker.make_cases(problem, 2)).baseline != first.baseline
        assert first.notes == ()


async def test_expected_values_come_from_the_reference(lab: Lab, problem: Problem) -> None:
    facts = await CaseMaker(lab).make_cases(changed(problem, baseline=one()), 1)
    assert facts.baseline[0].expected == Returns(value=[{"t": "float", "v": "1.5"}])


async def test_the_author_may_overrule_the_reference(lab: Lab, problem: Problem) -> None:
    facts = await CaseMaker(lab).make_cases(changed(problem, baseline=one(expected=[7])), 1)
    assert facts.baseline[0].expected == Returns(value=[7])


async def test_a_test_the_reference_cannot_answer_is_left_out_and_said(lab: Lab, problem: Problem) -> None:
    broken = one(args=[[1, 2], 0]).replace("'id': 'a'", "'id': 'bad'").replace("cases(rng)", "edge(rng)")
    both = f"{broken}\n{one()}".replace("return [{'id': 'a'", "return [*edge(rng), {'id': 'a'")
    facts = await CaseMaker(lab).make_cases(changed(problem, baseline=both), 1)
    assert [case.id for case in facts.baseline] == ["a"]
    assert facts.notes[0] == (
        "moving-mean/solution.py gave no result for the test 'bad', which is left out."
        " The call raised ZeroDivisionError in line 2: division by zero."
    )


async def test_a_reference_that_dies_on_one_test_is_asked_again_for_the_next(lab: Lab, problem: Problem) -> None:
    deadly = "import os\n" + problem.solution + "    \n"
    deadly = deadly.replace("    return", "    if width == 9: os._exit(0)\n    return")
    call = "{'id': n, 'call': 'moving_mean', 'args': [[1, 2], w]}"
    edges = f"def cases(rng): return [{call} for n, w in (('x', 9), ('y', 1))]"
    facts = await CaseMaker(lab).make_cases(changed(problem, solution=deadly, edges=edges), 1)
    assert [case.id for case in facts.edges] == ["y"]


@pytest.mark.parametrize(
    ("part", "source", "sentence"),
    [
        (
            "baseline",
            "def cases(rng):\n    return 1 / 0",
            "baseline.py gave no tests. It raised ZeroDivisionError in line 2",
        ),
        ("baseline", "def cases(rng) return", "SyntaxError"),
        ("baseline", "x = 1", "NameError"),
        ("baseline", "def cases(rng): return 3", "must return a list"),
        ("baseline", "def cases(rng): return []", "has no test that can be run"),
        ("baseline", one(colour="red"), "baseline.py, test 1: the key 'colour' is not known"),
        ("baseline", "import os\nos._exit(0)", "ended its own Python process"),
        ("baseline", "def cases(rng): return [{'id': 'a', 'call': 'f', 'args': [object()]}]", "no plain value"),
        ("solution", "import sys\nsys.exit(3)", "solution.py cannot be loaded. It ended the program (exit code 3)"),
    ],
)
async def test_a_pack_without_a_usable_test_is_said_in_words(
    lab: Lab, problem: Problem, part: str, source: str, sentence: str
) -> None:
    with pytest.raises(PackTrouble) as caught:
        await CaseMaker(lab).make_cases(changed(problem, **{part: source}), 1)
    assert sentence in caught.value.what


async def test_broken_edges_leave_the_baseline_usable(lab: Lab, problem: Problem) -> None:
    facts = await CaseMaker(lab).make_cases(changed(problem, edges="def cases(rng): return 1 / 0"), 1)
    assert facts.baseline
    assert facts.edges == ()
    assert facts.notes[0].startswith("moving-mean/edges.py gave no tests.")


async def test_a_reference_that_never_ends_is_given_up_soon(lab: Lab, problem: Problem) -> None:
    endless = "def moving_mean(values, width):\n    while True: pass\n"
    with pytest.raises(
        PackTrouble, match="was too slow 2 times: the test 'fractions' and those after it"
    ):  # 4 s of CPU
        await CaseMaker(lab).make_cases(changed(problem, solution=endless), 1)


async def test_a_flood_of_tests_is_cut(lab: Lab, problem: Problem) -> None:
    flood = "def cases(rng): return [{'id': str(n), 'call': 'moving_mean', 'args': [[1], 1]} for n in range(150)]"
    facts = await CaseMaker(lab).make_cases(changed(problem, baseline=flood), 1)
    assert len(facts.baseline) == 100
    assert facts.notes == ("moving-mean/baseline.py gives 150 tests; only the first 100 are used.",)


async def test_an_id_used_twice_is_left_out_and_said(lab: Lab, problem: Problem) -> None:
    facts = await CaseMaker(lab).make_cases(changed(problem, baseline=one(), edges=one()), 1)
    assert facts.edges == ()
    assert "the id 'a' is used in baseline.py, too" in facts.notes[0]


def calling(*values: int) -> list[TestCase]:
    return [
        TestCase(id=str(value), title="", function="f", args=(value,), expected=Returns(value=value))
        for value in values
    ]


async def test_each_test_gets_fresh_inputs_and_a_death_costs_one_test_only(lab: Lab) -> None:
    source = "import os\ndef f(n):\n    if n == 2: os._exit(0)\n    return n\n"
    tested = await load_and_run(lab, RunRequest(source=source, fresh=True), calling(1, 2, 3))
    assert [verdict.passed for verdict in tested.verdicts] == [True, False, True]


async def test_a_call_that_leaves_the_program_is_not_passed(lab: Lab) -> None:
    source = "import sys\ndef f(n):\n    print('PASSED')\n    sys.exit(0)\n"
    tested = await load_and_run(lab, RunRequest(source=source, fresh=True), calling(1))
    assert tested.verdicts[0].why == "The call ended the program (exit code 0) instead of returning."


async def test_objects_that_claim_to_be_equal_do_not_pass(lab: Lab) -> None:
    source = "class Yes(int):\n    def __eq__(self, other): return True\ndef f(n):\n    return Yes(n)\n"
    tested = await load_and_run(lab, RunRequest(source=source, fresh=True), calling(1))
    assert tested.verdicts[0].passed is False


async def test_a_program_that_raises_half_way_is_tested_on_what_it_defined(lab: Lab) -> None:
    tested = await load_and_run(lab, RunRequest(source="def f(n): return n\nboom", fresh=True), calling(1))
    assert tested.loaded.status == "error"
    assert tested.verdicts[0].passed is True


async def test_tests_can_stop_at_the_first_failure(lab: Lab) -> None:
    async with lab.interpreter() as interpreter:
        await interpreter.run(RunRequest(source="def f(n): return 0", fresh=True))
        assert len(await run_cases(interpreter, calling(0, 1, 2), until_failed=True)) == 2


async def test_titles_are_in_the_language_of_the_defense(lab: Lab) -> None:
    problem = shipped("kmeans")[1]
    facts = await CaseMaker(lab, load_words("zh", ROOT / "resources" / "locale")).make_cases(problem, 1)
    for case in (*facts.baseline, *facts.edges):
        assert not case.title.isascii(), case.id
        assert not case.looks_for.isascii(), case.id
    english = await CaseMaker(lab).make_cases(problem, 1)
    assert all(case.title.isascii() for case in english.edges)
