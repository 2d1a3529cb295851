"""A data directory that became read-only: one sentence, exit 2, and nothing of it is touched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
KMEANS = str(ROOT / "tests" / "fixtures" / "solutions" / "kmeans.py")
OBEYING = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]  # root, but one that modes hold for
pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="modes as Linux has them"),
    pytest.mark.skipif(shutil.which("setpriv") is None, reason="needs the program setpriv (Debian: util-linux)"),
]


def desk(data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    prefix = OBEYING if os.getuid() == 0 else []
    command = [*prefix, sys.executable, "-m", "desktop", "--data-dir", str(data), *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False, input="")


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("arguments", [["sessions"], ["defend", "kmeans", KMEANS, "--json"], ["resume", "x"]])
def test_it_is_one_sentence_and_nothing_is_lost(tmp_path: Path, arguments: list[str]) -> None:
    data = tmp_path / "data"
    assert desk(data, "sessions").returncode == 0
    before = content(data)
    data.chmod(0o555)
    done = desk(data, *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("Nothing can be saved in")
    assert done.stderr.count("\n") == 1
    assert content(data) == before
