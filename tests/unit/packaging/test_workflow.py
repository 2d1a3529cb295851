"""The workflow that makes a release runs nobody's code but what was looked at, and may write one thing only."""

from __future__ import annotations

import re
from pathlib import Path

TEXT = (Path(__file__).resolve().parents[3] / ".github" / "workflows" / "release.yml").read_text("utf-8")


def test_every_action_is_pinned_by_the_hash_of_its_commit() -> None:
    used = re.findall(r"uses: (\S+)(.*)", TEXT)
    assert used
    for action, comment in used:
        assert re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", action), action
        assert re.fullmatch(r" # v\d+\.\d+\.\d+", comment), "and says which version that is"


def test_nothing_may_be_written_but_the_draft() -> None:
    assert re.search(r"^permissions: \{\}$", TEXT, re.MULTILINE)
    assert re.findall(r"^ +(\w[\w-]*): write$", TEXT, re.MULTILINE) == ["contents"]
    assert TEXT.index("contents: write") > TEXT.index("\n  draft:")
    assert "secrets." not in TEXT
    assert TEXT.count("persist-credentials: false") == TEXT.count("actions/checkout@")
