"""`pin` and `help` from the command line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from desktop.station.pin import fits
from desktop.station.policy.reading import read_policy

ROOT = Path(__file__).parents[2]


def desk(data: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "desktop", "--data-dir", str(data), *arguments]
    return subprocess.run(command, cwd=ROOT, input=typed, capture_output=True, text=True, timeout=120, check=False)


def test_a_pin_is_set_by_typing_it_twice_and_is_never_shown(tmp_path: Path):
    assert desk(tmp_path, "pin", "check").returncode == 1
    differs = desk(tmp_path, "pin", "set", typed="blue-heron\nblue-heroin\n")
    assert (differs.returncode, differs.stdout) == (2, "")
    assert "not the same" in differs.stderr
    done = desk(tmp_path, "pin", "set", typed="blue-heron\nblue-heron\n")
    assert done.returncode == 0, done.stderr
    assert "heron" not in done.stdout + done.stderr
    assert "heron" not in (tmp_path / "exam-pin").read_text("utf-8")
    assert desk(tmp_path, "pin", "check").returncode == 0
    line = desk(tmp_path, "pin", "hash", typed="blue-heron\nblue-heron\n").stdout
    (tmp_path / "policy.toml").write_text(line, "utf-8")
    found = read_policy([tmp_path / "policy.toml"])
    assert found.faults == ()
    assert fits("blue-heron", found.values.exam_pin or "")


def test_help_lists_its_pages_and_shows_one(tmp_path: Path):
    listed = desk(tmp_path, "help")
    assert listed.returncode == 0
    assert "invigilator     For invigilators" in listed.stdout
    assert desk(tmp_path, "help", "packs").stdout.startswith("# Writing problems")
    unknown = desk(tmp_path, "help", "nothing")
    assert unknown.returncode == 2
    assert "There are: student, " in unknown.stderr
