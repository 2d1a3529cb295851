"""The plan of the house is a law: imports go down, and each outside library lives in one room."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_every_import_contract_is_kept() -> None:
    pytest.importorskip("importlinter", reason="import-linter is in the environment for developers")
    command = "from importlinter.cli import lint_imports_command; lint_imports_command(['--no-cache'])"
    done = subprocess.run([sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
