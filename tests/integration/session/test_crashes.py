"""Killed with SIGKILL after every record, and inside every run: the defense ends the same, and no tool runs twice."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple, Self

import pytest

from desktop.store.log import EventLog
from desktop.vocabulary import events as ev

AT_ONCE = 2
ROOT = Path(__file__).parents[3]
SOLUTION = ROOT / "tests" / "fixtures" / "solutions" / "kmeans.py"
ANSWERS = json.dumps(["3", "2", "[1, 2]", "4", "5", "6"])
# what may differ between two runs of the same defense: clocks, and nothing else
CLOCKS = re.compile(r'"(seconds|cpu_seconds|first_token|total)":[0-9.e+-]+')


@dataclass(frozen=True)
class Story:
    """One finished defense: its records without their clocks."""

    kinds: list[str]
    bodies: list[str]
    stored: list[ev.Stored]


class Ended(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


class Driver:
    """A process that forks one for every defense."""

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "tests.support.crash_driver"]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        return self

    def __exit__(self, *_: object) -> None:
        with self._process:
            self._process.kill()

    def run(self, data_dir: Path, *arguments: str) -> Ended:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps([str(data_dir), ANSWERS, *arguments]), file=self._process.stdin, flush=True)
        return Ended(*json.loads(self._process.stdout.readline()))


class Drivers:
    """Two of them: who wants to run something takes one that is free."""

    def __init__(self, free: SimpleQueue[Driver]) -> None:
        self._free = free

    def run(self, data_dir: Path, *arguments: str) -> Ended:
        driver = self._free.get()
        try:
            return driver.run(data_dir, *arguments)
        finally:
            self._free.put(driver)


@pytest.fixture(scope="module")
def drivers() -> Iterator[Drivers]:
    free: SimpleQueue[Driver] = SimpleQueue()
    with ExitStack() as both:
        for _ in range(AT_ONCE):
            free.put(both.enter_context(Driver()))
        yield Drivers(free)


def story(data_dir: Path, session_id: str) -> Story:
    log = EventLog(next(data_dir.rglob("*.sqlite3")))
    stored = list(log.read(session_id))
    assert log.broken_at(session_id) is None
    log.close()
    bodies = [CLOCKS.sub(r'"\1":0', record.event.model_dump_json()) for record in stored]
    return Story([record.event.kind for record in stored], bodies, stored)


@pytest.fixture(scope="module")
def whole(drivers: Drivers, tmp_path_factory: pytest.TempPathFactory) -> Story:
    folder = tmp_path_factory.mktemp("whole")
    done = drivers.run(folder, "--solution", str(SOLUTION))
    assert done.returncode == 0, done.stderr
    told = story(folder, done.stdout.split()[0])
    assert told.kinds[-1] == "defense_closed"
    return told


def finish_after_death(drivers: Drivers, folder: Path, *where: str) -> Story:
    """Start, die as told, resume until done."""
    first = drivers.run(folder, "--solution", str(SOLUTION), *where)
    assert first.returncode == -9, f"it did not die: {first.stderr}"
    session_id = first.stdout.split()[0]
    again = drivers.run(folder, "--resume", session_id, "--solution", str(SOLUTION))
    assert again.returncode == 0, again.stderr
    return story(folder, session_id)


def ended_calls(told: Story) -> list[str]:
    return [record.event.call_id for record in told.stored if isinstance(record.event, ev.ToolEnded)]


def test_killed_after_every_record(drivers: Drivers, whole: Story, tmp_path: Path):
    def finished(place: int) -> Story:
        return finish_after_death(drivers, tmp_path / str(place), "--die-after", str(place))

    places = range(1, len(whole.kinds))
    with ThreadPoolExecutor(AT_ONCE) as pool:
        stories = list(pool.map(finished, places))
    for place, told in zip(places, stories, strict=True):
        ended = ended_calls(told)
        assert len(ended) == len(set(ended)), f"a tool ended twice when killed after record {place}"
        # an intent that lost its result is written once more: the only kind of record that may be there twice
        without_retries = [
            (k, b)
            for i, (k, b) in enumerate(zip(told.kinds, told.bodies, strict=True))
            if not (k == "tool_started" and told.kinds[i + 1] == "tool_started")
        ]
        assert [k for k, _ in without_retries] == whole.kinds, f"killed after record {place}"
        assert [b for _, b in without_retries] == whole.bodies, f"killed after record {place}"


@pytest.mark.parametrize("request_number", [1, 2, 7, 9])
def test_killed_inside_a_run(drivers: Drivers, whole: Story, tmp_path: Path, request_number: int):
    told = finish_after_death(drivers, tmp_path, "--die-in-run", str(request_number))
    ended = ended_calls(told)
    assert len(ended) == len(set(ended))
    assert told.bodies[-1] == whole.bodies[-1], "the same grade with the same evidence"
