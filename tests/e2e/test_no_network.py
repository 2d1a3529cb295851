"""A whole defense with the embedded examiner opens no socket to anywhere: in an empty network namespace, traced."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KMEANS = ROOT / "tests" / "fixtures" / "solutions" / "kmeans.py"
UNSHARE = ["unshare", "--net"] if os.name == "posix" and os.getuid() == 0 else ["unshare", "--user", "--net"]


def can(command: list[str]) -> bool:
    return (
        shutil.which(command[0]) is not None and subprocess.run([*command, "true"], capture_output=True).returncode == 0
    )


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="network namespaces are Linux's")
@pytest.mark.skipif(not can(UNSHARE), reason="this machine lets nobody make a network namespace")
@pytest.mark.skipif(not can(["strace", "-f"]), reason="strace is not installed or may not trace here")
def test_a_whole_defense_opens_no_socket_to_anywhere(tmp_path: Path):
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps(["1", "2", "3", "4", "5"]), "utf-8")
    trace = tmp_path / "trace"
    defend = [sys.executable, "-m", "desktop", "--data-dir", str(tmp_path / "data"), "defend", "kmeans", str(KMEANS)]
    command = [
        *UNSHARE, "strace", "-f", "-qq", "-e", "trace=%network", "-o", str(trace),
        *defend, "--seed", "3", "--answers", str(answers), "--approve", "all", "--json",
    ]  # fmt: skip
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1])["closed"] == "graded"
    calls = trace.read_text("utf-8", "replace").splitlines()
    # the sandbox probe listens on loopback and tries, from inside a worker, to reach it: refused, and nobody else
    addressed = [call for call in calls if re.search(r"\b(connect|sendto|sendmsg|bind)\(.*AF_INET", call)]
    reached = [call for call in addressed if "EPERM" not in call and '"127.0.0.1"' not in call]
    assert not reached, reached[:5]
