"""The packaged program, where one was built: the part of packaging/smoke.py that needs no root."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = Path(os.environ.get("DEFENSE_DESK_PACKAGED") or ROOT / "dist" / "defense-desk")


@pytest.mark.slow
@pytest.mark.skipif(
    not PROGRAM.is_dir(),
    reason="no packaged program: run packaging/build.py, or set DEFENSE_DESK_PACKAGED to its folder",
)
def test_it_does_what_people_will_want_of_it(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "packaging" / "smoke.py"), "--folder", str(PROGRAM), "--quick"]
    done = subprocess.run([*command, "--pictures", str(tmp_path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 failed" in done.stdout
