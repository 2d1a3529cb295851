"""Where the worker's program lies when Defense Desk is packaged: beside the window's, with a library of its own."""

from __future__ import annotations

import sys
from pathlib import Path

WORKER, LIBRARY = "defense-desk-worker", "worker"
HASH_SEEDS = 8  # of the programs built: 0 is the worker itself, the others lie in its library


def packaged() -> bool:
    return bool(getattr(sys, "frozen", False))


def packaged_worker(program: Path, hash_seed: int | None) -> Path:
    """A packaged Python takes no notice of PYTHONHASHSEED: a seed of its own is a program of its own.

    `program` is the one that runs; `hash_seed` from 0 up to `HASH_SEEDS` - 1 (None: 0), else `ValueError`.
    """
    if hash_seed not in (None, *range(HASH_SEEDS)):
        raise ValueError(f"there is no worker with hash seed {hash_seed}")
    name = f"{LIBRARY}/{WORKER}-{hash_seed}" if hash_seed else WORKER
    return program.parent / f"{name}{program.suffix if program.suffix == '.exe' else ''}"


def worker_starters(program: Path) -> list[str]:
    return [str(packaged_worker(program, seed)) for seed in range(HASH_SEEDS)]


def worker_files(program: Path) -> list[str]:
    """All that the worker's program is made of, for a sandbox that is built from outside."""
    return [str(packaged_worker(program, None)), str(program.parent / LIBRARY)]
