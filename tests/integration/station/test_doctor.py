"""The doctor looks at this very machine and changes nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from desktop.station.doctor import check_data_dir, check_python, check_trust, examine


async def test_every_check_says_what_it_found(tmp_path: Path) -> None:
    environ = {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring", "QT_QPA_PLATFORM": "offscreen"}
    found = await examine(tmp_path / "desk", environ=environ)
    names = ["Python", "Qt", "display", "local model", "policy", "keyring", "data directory", "trust store"]
    assert [check.name for check in found] == names
    assert all(check.detail for check in found)
    assert all(check.advice for check in found if check.ok is not True)
    assert list((tmp_path / "desk").iterdir()) == []


def test_this_python_and_these_authorities_will_do() -> None:
    assert check_python().ok
    assert check_trust().detail


def test_a_data_directory_that_cannot_be_is_a_finding_not_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    check = check_data_dir(tmp_path / "file", {})
    assert check.ok is False
    assert check.advice


@pytest.mark.parametrize("module", ["desktop.station.doctor", "desktop.station.paths", "desktop.station.keys"])
def test_looking_loads_neither_qt_nor_the_keyring(module: str) -> None:
    code = f"import sys, {module}; print([name for name in ('PySide6', 'keyring') if name in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"
