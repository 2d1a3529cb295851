"""Every screen and state looks as it did when somebody last looked at it, in both themes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage

from tests.gui.golden import KEPT, MADE_WITH, SCENES, pixels

pytestmark = pytest.mark.window
FAR = 40  # of 255: two colours that close are the same to the eye, and the kept ones are rounded to 256
MOST = 12  # pixels that may differ all the same
NAMES = [f"{scene}-{theme}" for scene in SCENES for theme in ("light", "dark")]
UPDATE = "look at them, then: python tests/gui/golden.py --update"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Drawn once, by a process of its own: no other test has dressed it."""
    folder = tmp_path_factory.mktemp("drawn")
    program = Path(__file__).with_name("golden.py")
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": "1"}
    done = subprocess.run([sys.executable, program, folder], env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    made, kept = ((place / MADE_WITH).read_text() for place in (folder, KEPT))
    if made != kept:
        pytest.skip(f"letters are drawn otherwise here: {made.strip()}, the pictures were made with {kept.strip()}")
    return folder


@pytest.mark.parametrize("name", NAMES)
def test_a_screen_looks_as_it_did(drawn: Path, name: str) -> None:
    got, kept = (QImage(str(place / f"{name}.png")) for place in (drawn, KEPT))
    assert not kept.isNull(), f"there is no picture of {name}: {UPDATE}"
    assert got.size() == kept.size(), f"{drawn / name}.png: {UPDATE}"
    apart = np.abs(pixels(got).astype(int) - pixels(kept)).max(axis=2) > FAR
    if apart.sum() > MOST:
        shown = pixels(kept)
        shown[apart] = (255, 0, 255)
        height, width, _ = shown.shape
        difference = drawn / f"{name}-difference.png"
        QImage(shown.tobytes(), width, height, width * 3, QImage.Format.Format_RGB888).save(str(difference))
        pytest.fail(f"{apart.sum()} pixels differ: {drawn / name}.png, {difference}; {UPDATE}")


def test_no_picture_is_kept_that_is_not_drawn() -> None:
    assert {path.stem for path in KEPT.glob("*.png")} == set(NAMES)
