"""Opening the window: refused in one sentence where it cannot be, ended cleanly by a signal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from desktop.station.catalogue import load_words
from desktop.station.paths import resources
from desktop.ui.app import qt_problem
from desktop.ui.translate import CatalogueTranslator

pytestmark = pytest.mark.window
ROOT = Path(__file__).parents[2]


def environment(folder: Path, **changed: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if "DISPLAY" not in name and name != "QT_QPA_PLATFORM"}
    return {**kept, "PYTHONPATH": str(ROOT), "DEFENSE_DESK_DATA_DIR": str(folder), **changed}


def test_the_one_spoilt_version_of_qt_is_refused_on_the_python_it_is_spoilt_on():
    assert "6.12.0" in qt_problem((6, 12, 0), (3, 11))
    assert qt_problem((6, 12, 0), (3, 12)) == ""
    assert qt_problem((6, 11, 3), (3, 11)) == ""


@pytest.mark.skipif(sys.platform != "linux", reason="a display can be missing on Linux only")
def test_without_a_display_one_sentence_and_exit_2(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "desktop"], env=environment(tmp_path), capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    assert done.stderr.startswith("There is no display")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="SIGTERM ends a process at once there")
def test_a_signal_closes_the_window_as_its_button_does(tmp_path):
    told = "import sys, desktop.ui.main_window as m; old = m.MainWindow.show\n"
    told += "m.MainWindow.show = lambda self: (old(self), print('shown', flush=True))\n"
    told += "from desktop.ui.app import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", told],
        env=environment(tmp_path, QT_QPA_PLATFORM="offscreen"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "shown\n"
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=60)
    assert (process.returncode, "Traceback" in said) == (0, False)


def test_the_key_home_is_not_the_home_page() -> None:
    translator = CatalogueTranslator(load_words("zh", resources() / "locale"))
    assert translator.translate("TopBar", "Home") == "首页"
    assert translator.translate("QShortcut", "Home") == "Home"
