"""`doctor --self-check`: a whole defense, by the program itself, that leaves nothing behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_it_holds_a_defense_and_draws_a_figure(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "desktop",
        "--data-dir",
        str(tmp_path / "data"),
        "doctor",
        "--self-check",
        "--json",
    ]
    environment = {**os.environ, "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120)
    checks = {check["name"]: check for check in json.loads(done.stdout)["checks"]}
    assert checks["self-check: a defense"]["ok"] is True
    assert "of 100 points" in checks["self-check: a defense"]["detail"]
    assert checks["self-check: numpy and a figure"]["ok"] is True, checks
    assert checks["self-check: a key in the keyring"]["ok"] is None
    assert checks["self-check: a key in the keyring"]["advice"]
    assert not list((tmp_path / "data").glob("*.sqlite3"))  # it is not a defense of this person's
