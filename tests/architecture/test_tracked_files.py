"""What is in the repository belongs to everybody: no path of one machine, no package index, no secret, no giant."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# written in pieces, so that this file does not find itself
HOMES = re.compile(r"(?<![\w.])/" + r"(?:home|Users|root|work|opt/pypi)/(?!me\b|you\b|student\b|name\b)\w")
INDEXES = re.compile(r"(?:--(?:extra-)?index" + r"-url|files\.python" + r"hosted|registry\.npm" + r"js|/simple" + r"/)")
SECRETS = re.compile(
    r"\b(?:sk-[A-Za-z0-9]{32,}|gh[po]_[A-Za-z0-9]{30,}|AKIA[0-9A-Z]{16})\b|BEGIN [A-Z ]*PRIVATE" + " KEY"
)
MARKED = re.compile(rb"\x00")


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("this is not a checkout of git")
    paths = [ROOT / name for name in listed.stdout.decode("utf-8").split("\0") if name]
    return [path for path in paths if path.is_file()]


def texts() -> dict[str, str]:
    found: dict[str, str] = {}
    for path in tracked():
        content = path.read_bytes()
        if not MARKED.search(content[:8000]):
            found[path.relative_to(ROOT).as_posix()] = content.decode("utf-8", "replace")
    return found


@pytest.mark.parametrize("pattern", [HOMES, INDEXES, SECRETS], ids=["machine paths", "package indexes", "secrets"])
def test_no_file_tells_of_one_machine(pattern: re.Pattern[str]) -> None:
    found = [
        f"{name}:{text.count(chr(10), 0, hit.start()) + 1} {hit[0]}"
        for name, text in texts().items()
        for hit in pattern.finditer(text)
    ]
    assert found == []


def test_no_file_is_larger_than_a_font() -> None:
    assert [path.name for path in tracked() if path.stat().st_size > 2_000_000] == []
