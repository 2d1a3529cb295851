"""Which program is started for a student when Defense Desk is packaged."""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from desktop.embedded import facts
from desktop.interpreter import nursery
from desktop.interpreter.packaged import HASH_SEEDS, packaged, packaged_worker, worker_files, worker_starters
from desktop.interpreter.sandbox import bubblewrap


def test_the_worker_lies_beside_the_program_and_other_seeds_in_its_library() -> None:
    program = Path("/opt/defense-desk/defense-desk")
    assert packaged_worker(program, None) == Path("/opt/defense-desk/defense-desk-worker")
    assert packaged_worker(program, 0) == Path("/opt/defense-desk/defense-desk-worker")
    assert packaged_worker(program, 3) == Path("/opt/defense-desk/worker/defense-desk-worker-3")
    assert packaged_worker(Path("folder/defense-desk.exe"), 1).name == "defense-desk-worker-1.exe"


def test_no_seed_is_asked_for_that_was_not_built() -> None:
    assert facts.HASH_SEEDS <= HASH_SEEDS
    with pytest.raises(ValueError, match="hash seed 8"):
        packaged_worker(Path("defense-desk"), HASH_SEEDS)


def test_a_packaged_program_starts_the_worker_of_that_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/opt/defense-desk/defense-desk")
    assert packaged()
    program, *rest = nursery.command("spawn", {"work": "here"}, 2)
    assert program == "/opt/defense-desk/worker/defense-desk-worker-2"
    assert rest == ["worker", "spawn", json.dumps({"work": "here"})]
    assert nursery.command("template", {})[0] == "/opt/defense-desk/defense-desk-worker"


def test_a_sandbox_built_from_outside_shows_the_worker_and_not_the_window() -> None:
    files = worker_files(Path("/opt/defense-desk/defense-desk"))
    command = bubblewrap.box("/opt/defense-desk/_internal", [], [], [], files)
    shown = {source for option, source in pairwise(command) if option.startswith("--ro-bind")}
    assert {"/opt/defense-desk/defense-desk-worker", "/opt/defense-desk/worker"} <= shown
    assert not [path for path in shown if "_internal" in path or path == "/opt/defense-desk/defense-desk"]
    assert worker_starters(Path("/opt/defense-desk/defense-desk"))[:2] == [
        "/opt/defense-desk/defense-desk-worker",
        "/opt/defense-desk/worker/defense-desk-worker-1",
    ]
