"""A directory that may not be written, as an ordinary person meets it (root may write everywhere)."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
NOBODY = 65534
OPEN = (
    "import os, sys\n"
    "from pathlib import Path\n"
    "if os.getuid() == 0: os.setgroups([]); os.setgid({nobody}); os.setuid({nobody})\n"
    "from desktop.station.paths import open_data_dir\n"
    "from desktop.vocabulary.trouble import Trouble\n"
    "try: found = open_data_dir({chosen}, environ={{}}, policy=Path('/none'), local=Path({local!r}))\n"
    "except Trouble as trouble: print('TROUBLE', trouble)\n"
    "else: print('OPENED', found.path, found.note)\n"
)
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="modes as POSIX has them")


def open_as_nobody(chosen: str, local: Path, home: Path) -> str:
    code = OPEN.format(nobody=NOBODY, chosen=chosen, local=str(local))
    environ = {**os.environ, "XDG_DATA_HOME": str(home), "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        # everything is imported before the identity is given up: nobody may not read root's home
        [sys.executable, "-c", "import platformdirs, desktop.station.paths\n" + code],
        env=environ, capture_output=True, text=True, check=True, cwd="/",
    )  # fmt: skip
    return done.stdout


@pytest.fixture
def outside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place that every user of the machine can reach."""
    place = Path("/tmp") / f"defense-desk-test-{os.getpid()}-{tmp_path_factory.mktemp('x').name}"
    place.mkdir()
    yield place
    for path in [place, *place.rglob("*")]:
        if path.is_dir():
            path.chmod(stat.S_IRWXU)
    shutil.rmtree(place)


def test_a_chosen_directory_that_is_read_only_is_one_sentence(outside: Path) -> None:
    locked = outside / "locked"
    locked.mkdir()
    locked.chmod(0o555)
    said = open_as_nobody(repr(str(locked)), outside, outside)
    assert said.startswith(f"TROUBLE Nothing can be saved in {locked}: you may not write there.")
    assert "--data-dir" in said
    assert said.count("\n") == 1


def test_a_read_only_home_means_a_directory_of_this_machine(outside: Path) -> None:
    home, local = outside / "home", outside / "local"
    home.mkdir()
    home.chmod(0o555)
    local.mkdir()
    local.chmod(0o777)
    said = open_as_nobody("None", local, home)
    assert said.startswith(f"OPENED {local}/defense-desk-")
    assert "cannot be written" in said


def test_a_full_disk_opens_what_is_there_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from desktop.station import paths

    def full(*args: object, **more: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(paths.tempfile, "NamedTemporaryFile", full)
    assert "is full" in paths.open_data_dir(tmp_path / "desk", environ={}).note
