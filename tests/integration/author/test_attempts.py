"""Three attempts with real workers: what does not hold is fed back, what passes is saved only after the plan."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path

import pytest

from desktop.author.attempts import Attempt, Order, Stage
from desktop.author.draft import as_files, read_draft
from desktop.author.saving import keep_history, plan_for
from desktop.packs.check import check_pack
from desktop.packs.loader import load_pack
from desktop.vocabulary.chat import Reply
from desktop.vocabulary.trouble import ModelTrouble, PackTrouble
from desktop.wiring import DefenseDesk
from tests.support.drafts import BAD_SCAFFOLD, GOOD, LOOSE_TESTS
from tests.support.parts import Says


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncGenerator[DefenseDesk, None]:
    desk = DefenseDesk.open(tmp_path / "data")
    yield desk
    await desk.close()


async def attempts(desk: DefenseDesk, speaker: Says) -> list[Attempt]:
    async with aclosing(desk.write_problem(Order("moving means", "function"), speaker)) as progress:
        return [step async for step in progress if isinstance(step, Attempt)]


def says(*drafts: object) -> Says:
    return Says(*(Reply(content=d if isinstance(d, str) else json.dumps(d)) for d in drafts))


async def test_the_third_attempt_passes_and_every_fault_was_fed_back(desk: DefenseDesk):
    speaker = says("Of course!", BAD_SCAFFOLD, GOOD)
    found = await attempts(desk, speaker)
    assert [attempt.passed for attempt in found] == [False, False, True]
    assert "no JSON object" in speaker.requests[1].messages[-1]["content"]
    assert "not valid Python" in speaker.requests[2].messages[-1]["content"]


async def test_after_three_failures_it_stops(desk: DefenseDesk):
    found = await attempts(desk, says(LOOSE_TESTS, LOOSE_TESTS, LOOSE_TESTS, GOOD))
    assert [attempt.passed for attempt in found] == [False] * 3
    assert any("wrong/mistake_1.py" in fault for fault in found[0].faults)


async def test_a_model_that_cannot_be_reached_is_a_trouble(desk: DefenseDesk):
    with pytest.raises(ModelTrouble):
        await attempts(desk, Says(ModelTrouble("No answer.")))


async def test_cancel_in_the_middle_leaves_nothing(desk: DefenseDesk, tmp_path: Path):
    async with aclosing(desk.write_problem(Order("x", "y"), says(GOOD))) as progress:
        async for step in progress:
            if isinstance(step, Stage) and step.doing == "checking":
                break
    assert not (tmp_path / "data" / "packs").exists()


async def test_what_passed_is_a_good_pack_and_keeps_what_was_there(desk: DefenseDesk, tmp_path: Path):
    (attempt,) = await attempts(desk, says(GOOD))
    assert attempt.draft
    pack = tmp_path / "my pack"
    plan = plan_for(pack, attempt.draft, attempt.files)
    assert not pack.exists(), "nothing is written before the plan is saved"
    assert "+def moving_mean(values, width):" in plan.diff
    plan.save()
    (pack / "pack.toml").write_text("# my notes\n" + (pack / "pack.toml").read_text("utf-8"), "utf-8")
    second = attempt.draft.model_copy(update={"id": "second"})
    plan_for(
        pack, second, {**attempt.files, "problem.toml": attempt.files["problem.toml"].replace("moving-mean", "second")}
    ).save()
    assert (pack / "pack.toml").read_text("utf-8").startswith("# my notes")
    assert [problem.id for problem in load_pack(pack).problems] == ["moving-mean", "second"]
    assert (await check_pack(pack, desk.interpreters)).passed


async def test_every_attempt_is_kept(desk: DefenseDesk, tmp_path: Path):
    found = await attempts(desk, says("no", GOOD))
    kept = keep_history(tmp_path / "authored", found)
    told = json.loads(kept.read_text("utf-8"))
    assert told[0]["reply"] == "no"
    assert keep_history(tmp_path / "authored", found) != kept


async def test_a_broken_pack_is_left_alone(desk: DefenseDesk, tmp_path: Path):
    (attempt,) = await attempts(desk, says(GOOD))
    assert attempt.draft
    pack = tmp_path / "pack"
    pack.mkdir()
    (pack / "pack.toml").write_text("id = [unclosed", "utf-8")
    with pytest.raises(PackTrouble, match=r"pack\.toml"):
        plan_for(pack, attempt.draft, attempt.files)


async def test_a_check_that_is_stopped_stops_wherever_it_is(desk: DefenseDesk):
    """`asyncio.wait_for` of Python 3.11 loses a cancellation that comes in the turn in which its wait is over."""
    draft = read_draft(json.dumps(GOOD))
    for turns in range(0, 90, 3):
        task = asyncio.create_task(desk._pack_faults(draft, as_files(draft)))
        for _ in range(turns):
            await asyncio.sleep(0.001)
        if not task.done():
            task.cancel()
            await asyncio.wait([task])
            assert task.cancelled()
