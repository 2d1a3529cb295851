"""What a killed program left in the temporary directory is removed, however deep; what is not ours is left alone."""

import os
import subprocess
import sys
import tempfile

import pytest

from desktop.interpreter.nursery import PREFIX, Places
from desktop.interpreter.usage import remove_tree

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no owner to compare")
LEVELS = 1_200  # more than `shutil.rmtree` of Python 3.11 can remove


def deep(root):
    """As a hostile program makes it: path by path would be longer than the system takes."""
    root.mkdir()
    here = os.open(".", os.O_RDONLY)
    try:
        os.chdir(root)
        for _ in range(LEVELS):
            os.mkdir("d")
            os.chdir("d")
    finally:
        os.fchdir(here)
        os.close(here)


@pytest.fixture
def dead():
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


@pytest.fixture
def places(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    places = Places()
    yield places
    places.close()


def test_of_a_dead_program_however_deep(places, tmp_path, dead):
    left = tmp_path / f"{PREFIX}{dead}-abc"
    deep(left)
    places.remove_abandoned()
    assert not left.exists()


def test_a_work_directory_however_deep(tmp_path):
    deep(tmp_path / "work")
    remove_tree(tmp_path / "work")
    assert not (tmp_path / "work").exists()


@pytest.mark.parametrize("number", ["99999999999999999999999", "²", "x", "", "0", "-1", "1", "our own"])
def test_no_number_of_a_dead_process(places, tmp_path, number):
    other = tmp_path / f"{PREFIX}{os.getpid() if number == 'our own' else number}-abc"
    other.mkdir()
    places.remove_abandoned()
    assert other.exists()
    other.rmdir()


def test_a_link_is_not_followed(places, tmp_path, dead):
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "file").touch()
    link = tmp_path / f"{PREFIX}{dead}-abc"
    link.symlink_to(precious)
    places.remove_abandoned()
    assert (precious / "file").exists()
