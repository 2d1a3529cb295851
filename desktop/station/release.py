"""Which Defense Desk this is: the version, and for a packaged one the commit it was made from."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop import __version__
from desktop.station.paths import resources

FILE = "release.json"  # written into the resources by packaging/build.py


@dataclass(frozen=True, slots=True)
class Release:
    """`commit` and `built` (a date, YYYY-MM-DD) are empty where the program runs from its source."""

    version: str
    commit: str = ""
    built: str = ""

    def __str__(self) -> str:
        """``0.1.0 (1a2b3c4, 2026-11-30)``, or the version alone."""
        told = ", ".join(part for part in (self.commit, self.built) if part)
        return f"{self.version} ({told})" if told else self.version


def this_release(folder: Path | None = None) -> Release:
    """`folder`: the resources, found by itself unless given. A file that cannot be read is as none."""
    try:
        told: Any = json.loads(((folder or resources()) / FILE).read_text("utf-8"))
        return Release(__version__, str(told["commit"]), str(told["built"]))
    except (OSError, ValueError, KeyError, TypeError):
        return Release(__version__)
