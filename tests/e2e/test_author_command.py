"""`author` and `replay` from the command line, with a scripted model."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.support.drafts import BAD_SCAFFOLD, GOOD

ROOT = Path(__file__).parents[2]


def desk(data: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "desktop", "--data-dir", str(data), *arguments]
    return subprocess.run(command, cwd=ROOT, input=typed, capture_output=True, text=True, timeout=120, check=False)


def script(folder: Path, *replies: object) -> str:
    path = folder / "script.json"
    path.write_text(json.dumps([{"role": "assistant", "content": json.dumps(reply)} for reply in replies]), "utf-8")
    return str(path)


def test_a_problem_is_saved_only_after_a_yes(tmp_path: Path):
    pack, told = tmp_path / "pack", script(tmp_path, BAD_SCAFFOLD, GOOD)
    order = ("author", "--topic", "moving means", "--pack", str(pack), "--script", told)
    refused = desk(tmp_path / "data", *order, typed="n\n")
    assert refused.returncode == 0, refused.stderr
    assert "+def moving_mean" in refused.stdout
    assert not pack.exists()
    accepted = desk(tmp_path / "data", *order, "--yes", "--json")
    last = json.loads(accepted.stdout.splitlines()[-1])
    assert (last["passed"], last["attempts"], last["saved"]) == (True, 2, True)
    assert desk(tmp_path / "data", "pack", "check", str(pack)).returncode == 0


def test_what_never_passed_is_not_saved_and_exits_1(tmp_path: Path):
    pack, told = tmp_path / "pack", script(tmp_path, BAD_SCAFFOLD, BAD_SCAFFOLD, BAD_SCAFFOLD)
    done = desk(tmp_path / "data", "author", "--topic", "x", "--pack", str(pack), "--script", told, "--yes", "--json")
    assert done.returncode == 1
    assert not pack.exists()
    kept = Path(json.loads(done.stdout.splitlines()[-1])["history"])
    assert len(json.loads(kept.read_text("utf-8"))) == 3


def test_a_finished_defense_replays(tmp_path: Path):
    kmeans = str(ROOT / "tests" / "fixtures" / "solutions" / "kmeans_bug.py")
    answers = tmp_path / "answers.json"
    answers.write_text('["1", "2", "3", "4", "5"]', "utf-8")
    arguments = ("defend", "kmeans", kmeans, "--answers", str(answers), "--approve", "all", "--json")
    session = json.loads(desk(tmp_path, *arguments).stdout.splitlines()[-1])["session"]
    done = desk(tmp_path, "replay", session, "--json")
    report = json.loads(done.stdout)
    assert done.returncode == 0, report["differences"]
    assert report["keys"]["same"] == report["keys"]["total"] >= 5, "five questions and their replacements"
