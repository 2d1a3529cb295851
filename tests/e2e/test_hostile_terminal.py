"""What a person, a pipe or a shell can do to the command line: exit codes and sentences, never a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest

from desktop.wiring import DefenseDesk

ROOT = Path(__file__).parents[2]
KMEANS = str(ROOT / "tests" / "fixtures" / "solutions" / "kmeans.py")
pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals, pipes and descriptors as POSIX has them")
DEFEND = ("defend", "kmeans", KMEANS, "--seed", "5", "--approve", "all", "--json")


def command(data: Path, *arguments: str | bytes) -> list[str | bytes]:
    return [sys.executable, "-m", "desktop", "--data-dir", str(data), *arguments]


def desk(data: Path, *arguments: str | bytes, **how: Any) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        command(data, *arguments), cwd=ROOT, **{"capture_output": True, "text": True, "input": "", **how}, timeout=90
    )
    assert "Traceback" not in (done.stderr or ""), done.stderr
    return done


@contextmanager
def waiting_for_an_answer(data: Path) -> Iterator[tuple[subprocess.Popen[str], IO[str]]]:
    """A defense whose first question is open, with a standard input that says nothing."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command(data, *DEFEND, "--answers", "-"), cwd=ROOT, text=True, **pipes) as process:
        try:
            assert process.stdout
            for line in process.stdout:
                event = json.loads(line)
                if event["kind"] == "tool_ended" and event["result"]["wait_for_reply"]:
                    break
            yield process, process.stdout
        finally:
            process.kill()


def test_ctrl_c_at_a_question_ends_at_once_and_says_how_to_go_on(tmp_path: Path):
    with waiting_for_an_answer(tmp_path) as (process, out):
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 0
        (last,) = out.read().splitlines()
        assert process.stderr
        assert process.stderr.read().strip() == "Stopped."
    session = json.loads(last)["session"]
    done = desk(tmp_path, "resume", session, "--answers", "-", "--approve", "all", "--json", input="7\n" * 12)
    assert json.loads(done.stdout.splitlines()[-1])["closed"] == "graded"


def test_a_defense_that_is_open_elsewhere_is_neither_deleted_nor_driven_twice(tmp_path: Path):
    with waiting_for_an_answer(tmp_path):
        session = json.loads(desk(tmp_path, "sessions", "--json").stdout)["id"]
        for arguments in (("delete", session, "--yes"), ("resume", session)):
            done = desk(tmp_path, *arguments)
            assert (done.returncode, done.stdout.count("Deleted")) == (2, 0)
            assert "open in another window" in done.stderr
    assert desk(tmp_path, "delete", session, "--yes").returncode == 0
    assert not list((tmp_path / "claims").iterdir())


def test_a_reader_that_leaves_ends_the_command_in_silence_and_nothing_is_lost(tmp_path: Path):
    line = " ".join(map(str, command(tmp_path, *DEFEND))) + " | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", line], cwd=ROOT, capture_output=True, text=True, timeout=90)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["kind"] == "defense_opened"
    assert json.loads(desk(tmp_path, "sessions", "--json").stdout)["records"] >= 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device that is always full")
def test_an_output_that_cannot_be_written_is_one_sentence(tmp_path: Path):
    with Path("/dev/full").open("w") as full:
        done = desk(tmp_path, "problems", capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "output cannot be written" in done.stderr


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_end_no_command(tmp_path: Path, closed: str):
    arguments = map(str, command(tmp_path, *DEFEND, "--answers", "-"))
    shell = subprocess.run(["bash", "-c", f"{' '.join(arguments)} {closed}"], cwd=ROOT, capture_output=True, timeout=90)
    assert shell.returncode == 0, shell.stderr
    assert json.loads(desk(tmp_path, "sessions", "--json").stdout)["step"] == "examined"


@pytest.mark.parametrize("verb", ["resume", "show", "delete"])
def test_a_name_that_is_no_text_is_one_sentence(tmp_path: Path, verb: str):
    yes = ["--yes"] if verb == "delete" else []
    done = desk(tmp_path, verb, b"\xff", *yes)
    assert done.returncode == 2
    assert "There is no defense" in done.stderr


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("[" * 100_000, "not a JSON file"),
        ("null", "neither a list nor an object"),
        ('[{"txt": "1"}]', "Answer 1 has the wrong keys"),
        ('{"q1": {"text": "1", "reason": "x"}}', "Answer q1 has the wrong keys"),
    ],
)
def test_answers_of_a_wrong_shape_are_told_before_anything_is_stored(tmp_path: Path, written: str, says: str):
    answers = tmp_path / "answers.json"
    answers.write_text(written, "utf-8")
    done = desk(tmp_path, *DEFEND, "--answers", str(answers))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert says in done.stderr
    assert not desk(tmp_path, "sessions", "--json").stdout


@pytest.mark.parametrize("written", ["[", "[" * 100_000, "null", "[]", "[5]", "[{}]"])
def test_a_script_that_cannot_be_read_is_told_before_anything_is_stored(tmp_path: Path, written: str):
    script = tmp_path / "script.json"
    script.write_text(written, "utf-8")
    done = desk(tmp_path, *DEFEND, "--script", str(script))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert not desk(tmp_path, "sessions", "--json").stdout


def test_answers_of_windows_with_their_mark_and_numbers_are_taken(tmp_path: Path):
    answers = tmp_path / "answers.json"
    answers.write_bytes(b"\xef\xbb\xbf" + json.dumps([1, [2], None, True, "\ud800\0\u202e", 1.5]).encode())
    done = desk(tmp_path, *DEFEND, "--answers", str(answers))
    assert done.returncode == 0
    told = [event for event in map(json.loads, done.stdout.splitlines()) if event.get("kind") == "student_answered"]
    assert told[0]["text"] == "1"


def test_what_an_examiner_says_cannot_steer_the_terminal_nor_split_a_line(tmp_path: Path):
    script = tmp_path / "script.json"
    odd = "\0 \x1b]0;owned\x07 \x1b[2J \u202e \x9b \u2028 \x85 \ud800"
    script.write_text(json.dumps([{"content": odd}, {"error": "enough"}]), "utf-8")
    done = desk(tmp_path, *DEFEND[:-1], "--script", str(script))
    assert done.returncode == 0
    assert not any(sign in done.stdout for sign in "\0\x1b\x07\u202e\x9b\x85")
    as_json = desk(tmp_path, *DEFEND, "--script", str(script))
    assert all(json.loads(line) for line in as_json.stdout.splitlines())
    assert as_json.stdout.isascii()


def test_to_resume_is_to_try_again(tmp_path: Path):
    script = tmp_path / "script.json"
    script.write_text(json.dumps([{"error": "The server is asleep."}, {"error": "Still asleep."}]), "utf-8")
    waiting = json.loads(desk(tmp_path, *DEFEND, "--script", str(script)).stdout.splitlines()[-1])
    assert waiting["waiting"]["reason"] == "The server is asleep."
    again = json.loads(desk(tmp_path, "resume", waiting["session"], "--json").stdout.splitlines()[-1])
    assert again["waiting"]["reason"] == "Still asleep."


async def test_a_defense_that_was_never_submitted_says_what_it_waits_for(tmp_path: Path):
    program = DefenseDesk.open(tmp_path)
    session = program.begin(program.problem("kmeans"))
    await program.close()
    done = desk(tmp_path, "resume", session.id, "--json")
    assert json.loads(done.stdout)["waiting"] == {"for": "submission"}
    assert "Nothing was submitted" in desk(tmp_path, "resume", session.id).stdout
