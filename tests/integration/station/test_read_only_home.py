"""A directory that may not be written, as an ordinary person meets it (root is made to obey modes)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from desktop.station import paths

ROOT = Path(__file__).resolve().parents[3]
# root writes through every mode; without these two capabilities it does not
OBEYING = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
OPEN = """
import sys
from pathlib import Path
from desktop.station.paths import open_data_dir
from desktop.vocabulary.trouble import Trouble
chosen, local = sys.argv[1:]
try:
    found = open_data_dir(chosen, environ={}, local=Path(local))
except Trouble as trouble:
    print("TROUBLE", trouble)
else:
    print("OPENED", found.path, found.note)
"""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="modes as POSIX has them")


def opened(chosen: str, local: Path, home: Path) -> str:
    as_root = sys.platform == "linux" and os.getuid() == 0
    if as_root and shutil.which("setpriv") is None:
        pytest.skip("needs the program setpriv (Debian: util-linux)")
    command = [*(OBEYING if as_root else []), sys.executable, "-c", OPEN, chosen, str(local)]
    environ = {**os.environ, "XDG_DATA_HOME": str(home), "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=True).stdout


def locked(folder: Path) -> Path:
    folder.mkdir()
    folder.chmod(0o555)
    return folder


def test_a_chosen_directory_that_is_read_only_is_one_sentence(tmp_path: Path) -> None:
    folder = locked(tmp_path / "locked")
    said = opened(str(folder), tmp_path, tmp_path)
    assert said.startswith(f"TROUBLE Nothing can be saved in {folder}: you may not write there.")
    assert "--data-dir" in said
    assert said.count("\n") == 1


def test_a_read_only_home_means_a_directory_of_this_machine(tmp_path: Path) -> None:
    local = tmp_path / "local"
    said = opened("", local, locked(tmp_path / "home"))
    assert said.startswith(f"OPENED {local}/defense-desk-")
    assert "cannot be written" in said


def test_a_full_disk_opens_what_is_there_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object, **more: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(paths.tempfile, "NamedTemporaryFile", full)
    assert "is full" in paths.open_data_dir(tmp_path / "desk", environ={}).note
