"""Every fixture program with the problem of the shipped packs that it answers, and that problem's tests by seed."""

from __future__ import annotations

from pathlib import Path

from desktop.vocabulary.problem import Problem
from tests.integration.embedded.samples import SOLUTIONS, STYLES
from tests.integration.packs.shipped import PROBLEMS

FILES = tuple(sorted([*SOLUTIONS.glob("*.py"), *SOLUTIONS.glob("*/*.py"), *STYLES.glob("*.py")]))
STRANGERS = tuple(sorted((SOLUTIONS.parent / "strangers").glob("*/*.py")))  # by people who write differently


def problem_of(path: Path) -> Problem:
    """Of `knn_sets.py` the first word names the problem, of `bigrams/functions.py` the folder does."""
    name = path.stem.split("_")[0] if path.parent in (SOLUTIONS, STYLES) else path.parent.name
    return PROBLEMS[name][1]


def name_of(path: Path) -> str:
    return "-".join(path.relative_to(SOLUTIONS.parent).with_suffix("").parts)
