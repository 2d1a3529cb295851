"""A local model in a child process: it is started, watched, started once more, and never outlives us."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from contextlib import aclosing
from pathlib import Path

import httpx
import pytest

from desktop.llm.local.process.host import LocalModel, Served, child_command
from desktop.llm.local.process.known import KnownFile
from desktop.llm.local.process.talk import Progress
from desktop.vocabulary.trouble import ModelTrouble

ROOT = Path(__file__).parents[3]
CHILD = ROOT / "tests" / "fixtures" / "local_child.py"
LISTED = KnownFile(name="A model", file="other.gguf", size=1, sha256="ab" * 32)


def model(tmp_path: Path, *behaviour: str, **fields: object) -> LocalModel:
    command = [sys.executable, str(CHILD), *behaviour]
    return LocalModel(tmp_path / "model.gguf", [LISTED], tmp_path / "log", command=command, **fields)


async def started(model: LocalModel) -> Served:
    async with aclosing(model.start()) as steps:
        [served] = [step async for step in steps if isinstance(step, Served)]
    return served


async def die(model: LocalModel) -> None:
    process = model._process
    assert process
    process.kill()
    await process.wait()


async def test_the_reading_of_the_file_is_the_progress_bar(tmp_path: Path):
    seen: list[Progress] = []
    async with model(tmp_path, "hang", on_progress=seen.append) as running:
        assert [(step.phase, step.percent) for step in seen] == [("checking", 50), ("checking", 100), ("loading", 100)]
        assert running.running
        assert await running.healthy()


async def test_a_file_on_the_list_is_told_by_its_checksum(tmp_path: Path):
    async with model(tmp_path, "hang") as running:
        served = await started(running)
    assert served.known == LISTED
    assert served.key not in repr(served)


async def test_only_the_one_with_the_key_is_served(tmp_path: Path):
    (tmp_path / "said").write_text("hello", "utf-8")
    async with model(tmp_path, "says", str(tmp_path / "said")) as running:
        served = await started(running)
        async with httpx.AsyncClient(trust_env=False) as client:
            url = f"{served.base_url}/chat/completions"
            assert (await client.post(url, json={})).status_code == 401
            keyed = await client.post(url, json={}, headers={"Authorization": f"Bearer {served.key}"})
            assert keyed.status_code == 200


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows the command line of a process this simply")
async def test_the_key_is_on_no_command_line_and_in_no_environment(tmp_path: Path):
    async with model(tmp_path, "hang") as running:
        served = await started(running)
        assert running._process
        proc = Path(f"/proc/{running._process.pid}")
        assert served.key not in (proc / "cmdline").read_text() + (proc / "environ").read_text()
        assert "OMP_WAIT_POLICY=passive" in (proc / "environ").read_text()


async def test_a_child_that_died_is_started_again_once(tmp_path: Path):
    async with model(tmp_path, "hang") as running:
        before = await started(running)
        await die(running)
        assert not await running.healthy()
        after = await started(running)
        assert after.key != before.key
        await die(running)
        with pytest.raises(ModelTrouble, match="ended by itself again"):
            await started(running)
        await started(running)  # a person pressed Try again


async def test_a_child_that_is_unwell_is_ended(tmp_path: Path):
    async with model(tmp_path, "unwell") as running:
        await running.end_if_unwell()
        assert not running.running


async def test_two_who_start_it_at_once_get_the_same_child(tmp_path: Path):
    running = model(tmp_path, "hang")
    one, other = await asyncio.gather(started(running), started(running))
    assert one == other
    await running.stop()


async def test_a_start_that_is_given_up_leaves_no_child(tmp_path: Path):
    running = model(tmp_path, "hang")
    async with aclosing(running.start()) as steps:
        await anext(steps)
        process = running._process
    assert process
    assert process.returncode is not None
    assert not running.running


async def test_the_end_of_its_input_ends_the_child(tmp_path: Path):
    running = model(tmp_path, "hang")
    await started(running)
    process = running._process
    await running.stop()
    assert process
    assert process.returncode == 0


@pytest.mark.skipif(os.name != "posix", reason="watched through a named pipe")
def test_a_killed_program_takes_its_child_with_it(tmp_path: Path):
    fifo = tmp_path / "alive"
    os.mkfifo(fifo)
    program = f"""
import asyncio, sys
from pathlib import Path
from desktop.llm.local.process.host import LocalModel
async def main():
    async with LocalModel(Path("m.gguf"), [], Path("log"), command={[sys.executable, str(CHILD), "hang"]!r}):
        print("serving", flush=True)
        await asyncio.Event().wait()
asyncio.run(main())
"""
    command = [sys.executable, "-c", program]
    environ = {**os.environ, "DEFENSE_DESK_TEST_FIFO": str(fifo)}
    with subprocess.Popen(command, cwd=ROOT, env=environ, stdout=subprocess.PIPE) as parent, fifo.open("rb") as alive:
        assert parent.stdout
        assert parent.stdout.readline() == b"serving\n"
        parent.send_signal(signal.SIGKILL)
        assert alive.read() == b""  # comes to an end when the last process that holds the pipe does


@pytest.mark.parametrize(
    ("behaviour", "sentence"),
    [
        (("fail", "package"), "is not installed"),
        (("fail", "missing"), "There is no model file"),
        (("fail", "unreadable", "Permission denied"), "cannot be read: Permission denied"),
        (("fail", "not_gguf"), "is not a GGUF model file"),
        (("fail", "damaged"), "its checksum differs from the known one"),
        (("fail", "memory", "1900", "700"), "it needs about 1900 MB, and 700 MB are free"),
        (("fail", "server", "RuntimeError"), "cannot be loaded"),
        (("crash",), "ended while it was loaded"),
        (("noise",), "said something that cannot be read"),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, tuple) else "",
)
async def test_what_keeps_it_from_starting_is_a_sentence_with_an_advice(tmp_path: Path, behaviour, sentence: str):
    running = model(tmp_path, *behaviour)
    with pytest.raises(ModelTrouble, match=sentence) as caught:
        await started(running)
    assert caught.value.advice
    assert not running.running


async def test_a_program_that_is_not_there_is_a_sentence(tmp_path: Path):
    running = LocalModel(tmp_path / "m", [], tmp_path / "log", command=[str(tmp_path / "nothing")])
    with pytest.raises(ModelTrouble, match="cannot be started"):
        await started(running)


# the real child, as far as it goes without the package


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [("none.gguf", None, "There is no model file"), ("text.gguf", b"just a text", "is not a GGUF model file")],
)
async def test_the_real_child_looks_at_the_file_first(tmp_path: Path, name: str, content: bytes | None, sentence: str):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    running = LocalModel(tmp_path / name, [], tmp_path / "log")
    with pytest.raises(ModelTrouble, match=sentence):
        await started(running)


def test_a_child_that_is_told_nonsense_says_so_and_ends(tmp_path: Path):
    done = subprocess.run(child_command(), input=b"what?\n", capture_output=True, timeout=60, check=False)
    assert json.loads(done.stdout)["reason"] == "settings"
    assert done.stderr == b""
