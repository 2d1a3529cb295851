"""A screen reader on the accessibility bus finds the program, and a name for all that is pressed or typed into."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LISTING = ROOT / "tests" / "fixtures" / "at_spi_listing.py"
SERVICE = Path("/usr/share/dbus-1/services/org.a11y.Bus.service")
NAMED = {"push button", "text", "combo box", "check box", "radio button", "page tab", "dialog", "frame", "table"}
here = all(map(shutil.which, ("dbus-run-session", "xvfb-run"))) and SERVICE.exists()
pytestmark = [pytest.mark.window, pytest.mark.skipif(not here, reason="needs dbus, xvfb and at-spi2-core")]


def test_the_program_is_on_the_bus_with_names(tmp_path: Path) -> None:
    env = {**os.environ, "DEFENSE_DESK_DATA_DIR": str(tmp_path), "LANG": "C.UTF-8", "PYTHONPATH": str(ROOT)}
    env.pop("QT_QPA_PLATFORM", None)
    wrapped = ["dbus-run-session", "--", "xvfb-run", "-a", sys.executable, str(LISTING)]
    done = subprocess.run(
        [*wrapped, sys.executable, "-m", "desktop"], env=env, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert (found[0]["role"], found[0]["name"]) == ("application", "Defense Desk")
    names = {(line["role"], line["name"]) for line in found}
    assert {("push button", "Start K-Means clustering"), ("push button", "Settings"), ("text", "Code editor")} <= names
    assert [line for line in found if line["role"] in NAMED and not line["name"]] == []
