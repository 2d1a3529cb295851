"""The packs that ship, and programs that other people wrote for their problems."""

from __future__ import annotations

from pathlib import Path

from desktop.packs.loader import Pack, load_pack
from desktop.vocabulary.problem import Problem

ROOT = Path(__file__).parents[3]
SOLUTIONS = ROOT / "tests" / "fixtures" / "solutions"
PACKS = tuple(load_pack(path.parent) for path in sorted((ROOT / "resources" / "packs").glob("*/pack.toml")))
PROBLEMS = {problem.id: (pack, problem) for pack in PACKS for problem in pack.problems}


def shipped(problem_id: str) -> tuple[Pack, Problem]:
    return PROBLEMS[problem_id]


def programs(bug: bool) -> list[tuple[str, Path]]:
    """Problem id and file of every fixture; those with a mistake in them are called ``*_bug.py``."""
    files = [*SOLUTIONS.glob("*.py"), *SOLUTIONS.glob("*/*.py")]
    found = [(_problem_of(file), file) for file in sorted(files) if file.stem.endswith("_bug") == bug]
    return [(problem_id, file) for problem_id, file in found if problem_id in PROBLEMS]


def _problem_of(file: Path) -> str:
    """A folder is named after the problem; of the files beside the folders, the first word is."""
    return file.stem.split("_")[0] if file.parent == SOLUTIONS else file.parent.name
