"""What the program says of itself: the version alone from a checkout, and where it was made from when packaged."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop import __version__
from desktop.station.release import FILE, this_release


def test_a_checkout_knows_its_version_alone(tmp_path: Path) -> None:
    assert str(this_release(tmp_path)) == __version__
    assert str(this_release()) == __version__  # and nothing of a build lies among the resources


def test_a_packaged_program_names_commit_and_date(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"version": "9", "commit": "1a2b3c4d5e", "built": "2026-11-30"}', "utf-8")
    assert str(this_release(tmp_path)) == f"{__version__} (1a2b3c4d5e, 2026-11-30)"


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"commit": "x"}', "\xff"])
def test_a_file_that_cannot_be_read_is_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, "latin-1")
    assert str(this_release(tmp_path)) == __version__
