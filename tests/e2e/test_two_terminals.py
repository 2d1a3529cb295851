"""Two terminals on one defense: one drives it, the other is told so, and nothing happens twice."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
KMEANS = str(ROOT / "tests" / "fixtures" / "solutions" / "kmeans.py")


def command(data: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "desktop", "--data-dir", str(data), *arguments]


def test_the_second_terminal_is_told_and_can_go_on_later(tmp_path: Path):
    begun = subprocess.run(
        command(tmp_path, "defend", "kmeans", KMEANS, "--approve", "all", "--json"),
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    session = json.loads(begun.stdout.splitlines()[-1])["session"]
    go_on = command(tmp_path, "resume", session, "--answers", "-", "--approve", "all", "--json")
    first = subprocess.Popen(go_on, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert first.stdin
    assert first.stdout
    first.stdin.write("1\n")  # its record comes back on standard output: from then on the first one drives
    first.stdin.flush()
    assert json.loads(first.stdout.readline())["kind"] == "student_answered"
    second = subprocess.run(go_on, cwd=ROOT, input="2\n", capture_output=True, text=True, timeout=60, check=False)
    assert second.returncode == 2
    assert "open in another window or terminal" in second.stderr
    out, _ = first.communicate("1\n" * 8, timeout=120)
    assert first.returncode == 0
    assert json.loads(out.splitlines()[-1])["closed"] == "graded"
    shown = subprocess.run(
        command(tmp_path, "show", session, "--json"), cwd=ROOT, capture_output=True, text=True, check=True
    )
    records = [json.loads(line) for line in shown.stdout.splitlines()]
    kinds = [record["kind"] for record in records]
    asked = [record for record in records if record["kind"] == "tool_ended" and record["result"]["wait_for_reply"]]
    assert kinds.count("student_answered") == len(asked), "no question was answered twice"
    assert kinds.count("defense_closed") == 1


def test_killed_while_it_waits_the_lock_is_free_again(tmp_path: Path):
    begun = subprocess.run(
        command(tmp_path, "defend", "kmeans", KMEANS, "--approve", "all", "--json"),
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    session = json.loads(begun.stdout.splitlines()[-1])["session"]
    go_on = command(tmp_path, "resume", session, "--answers", "-", "--json")
    first = subprocess.Popen(go_on, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert first.stdin
    assert first.stdout
    first.stdin.write("1\n")
    first.stdin.flush()
    assert first.stdout.readline()
    first.kill()
    first.communicate()
    again = subprocess.run(go_on, cwd=ROOT, input="1\n" * 8, capture_output=True, text=True, timeout=120, check=True)
    assert json.loads(again.stdout.splitlines()[-1])["closed"] == "graded"
