"""The policy file where it really lies: in an /etc of a mount namespace of the test's own, obeyed by real processes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KMEANS = str(ROOT / "tests" / "fixtures" / "solutions" / "kmeans.py")
AS_ROOT = sys.platform.startswith("linux") and os.getuid() == 0
# an empty disk over /etc/defense-desk would need that folder to be there: so a copy of all of /etc, with it
INSIDE = """
set -e
mkdir "$1/etc"; cp -a /etc/. "$1/etc/" 2>/dev/null || true
mkdir -p "$1/etc/defense-desk"; rm -f "$1/etc/defense-desk/policy.toml"; cp "$2" "$1/etc/defense-desk/policy.toml"
mount --bind "$1/etc" /etc
shift 2
exec "$@"
"""


def can() -> bool:
    return AS_ROOT and bool(shutil.which("unshare")) and not subprocess.call(["unshare", "--mount", "true"])


pytestmark = pytest.mark.skipif(not can(), reason="this machine lets nobody make a mount namespace")


def desk(folder: Path, policy: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    file = folder / "policy.toml"
    file.write_text(policy, "utf-8")
    scratch = folder / f"scratch-{len(list(folder.iterdir()))}"
    scratch.mkdir()
    command = ["unshare", "--mount", "sh", "-c", INSIDE, "sh", str(scratch), str(file)]
    command += [sys.executable, "-m", "desktop", *arguments]
    env = {**os.environ, "LC_ALL": "C.UTF-8", "XDG_DATA_HOME": str(folder / "home"), **environment}
    if "DEFENSE_DESK_DATA_DIR" not in environment:
        env.pop("DEFENSE_DESK_DATA_DIR", None)
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=120, check=False)


def test_neither_option_nor_environment_moves_the_data_directory(tmp_path: Path):
    told = f"data_dir = {json.dumps(str(tmp_path / 'lab data'))}\n"
    moved = desk(tmp_path, told, "--data-dir", str(tmp_path / "mine"), "sessions")
    assert moved.returncode == 2
    assert "set by your lab" in moved.stderr
    assert "/etc/defense-desk/policy.toml" in moved.stderr
    listed = desk(tmp_path, told, "sessions", DEFENSE_DESK_DATA_DIR=str(tmp_path / "mine"))
    assert listed.returncode == 0, listed.stderr
    assert (tmp_path / "lab data" / "defenses.sqlite3").exists()
    assert not (tmp_path / "mine").exists()


def test_on_a_machine_for_exams_a_defense_is_an_exam_and_there_is_no_practice(tmp_path: Path):
    told = "exam_only = true\nlanguage = 'en'\nexaminer = 'embedded'\n"
    tried = desk(tmp_path, told, "test", "kmeans", KMEANS)
    assert (tried.returncode, "for exams only" in tried.stderr) == (2, True)
    practice = desk(tmp_path, told, "defend", "kmeans", KMEANS, "--mode", "practice")
    assert (practice.returncode, "for exams only" in practice.stderr) == (2, True)
    begun = desk(tmp_path, told, "defend", "kmeans", KMEANS, "--approve", "all", "--json")
    assert begun.returncode == 0, begun.stderr
    assert json.loads(begun.stdout.splitlines()[0])["rules"]["mode"] == "exam"


def test_doctor_says_where_the_rules_come_from_and_what_is_wrong_with_them(tmp_path: Path):
    found = desk(tmp_path, "examonly = true\nlanguage = 'zh'\n", "doctor", "--json")
    checks = {check["name"]: check for check in json.loads(found.stdout)["checks"]}
    assert checks["policy"]["ok"] is False
    assert "/etc/defense-desk/policy.toml, line 1: there is no key examonly" in checks["policy"]["detail"]
    assert "language set by the lab" in checks["policy"]["detail"]
    assert "有错误" in found.stderr, "every command says so, in the language that was set"
