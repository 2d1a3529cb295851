"""The stories once more on a real X server with a window manager, where focus is asked for and not simply had."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STORIES = (
    "test_story_keyboard.py::test_a_whole_defense_with_keys_alone",
    "test_story_student.py::test_a_whole_defense_with_clicks_and_keys",
    "test_story_station.py::test_an_exam_from_the_first_page_to_the_grade",
    "test_story_instructor.py::test_a_result_is_found_read_and_copied",
)
WRAPPED = 'openbox & exec "$@"'
here = all(map(shutil.which, ("xvfb-run", "openbox")))
pytestmark = [pytest.mark.window, pytest.mark.skipif(not here, reason="needs xvfb and openbox")]


def test_the_stories_with_a_window_manager() -> None:
    stories = [str(ROOT / "tests" / "gui" / story) for story in STORIES]
    pytest_ = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *stories]
    env = {**os.environ, "QT_QPA_PLATFORM": "xcb"}
    screen = ["xvfb-run", "-a", "-s", "-screen 0 1600x1000x24", "sh", "-c", WRAPPED, "sh"]
    done = subprocess.run([*screen, *pytest_], cwd=ROOT, env=env, capture_output=True, text=True, timeout=400)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert f"{len(STORIES)} passed" in done.stdout
