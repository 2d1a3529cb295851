"""The list of model files that were tried with this program, and the one check of a file against it."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path

from pydantic import Field, TypeAdapter, ValidationError

from desktop.vocabulary.trouble import ModelTrouble
from tools.contract import Frozen

MAGIC = b"GGUF"
BLOCK = 8 << 20  # bytes read at a time: 20 ms on a slow disk, so the bar moves


class KnownFile(Frozen):
    """`size` in bytes; `template` names one of ours where the file's own breaks tool calls (see `template.py`)."""

    name: str
    file: str
    size: int = Field(gt=0)
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    licence: str = ""
    template: str = ""


class NotGguf(ValueError):
    """The file does not begin as a GGUF file does."""


_LIST: TypeAdapter[tuple[KnownFile, ...]] = TypeAdapter(tuple[KnownFile, ...])


def load_known(path: Path) -> tuple[KnownFile, ...]:
    """The entries of `local_models.toml`; `ModelTrouble` if the program's own list is broken."""
    try:
        return _LIST.validate_python(tomllib.loads(path.read_text("utf-8")).get("model", []))
    except (OSError, ValueError, ValidationError):
        raise ModelTrouble(
            f"The list of known model files {path.name} cannot be read.", "Install Defense Desk again."
        ) from None


def look_at(path: Path) -> int:
    """The size in bytes of what begins as a GGUF file does; `OSError` or `NotGguf` otherwise."""
    with path.open("rb", buffering=0) as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise NotGguf(path.name)
    return path.stat().st_size


def digest_of(path: Path, told: Callable[[int], None]) -> str:
    """SHA-256 (hex) of the file, read once from end to end: the weights are then in memory for the loader, too.

    `told` hears each new percentage. `OSError` if it cannot be read.
    """
    size = max(1, path.stat().st_size)
    digest, read, said = hashlib.sha256(), 0, -1
    with path.open("rb", buffering=0) as file:
        while block := file.read(BLOCK):
            digest.update(block)
            read += len(block)
            if (percent := min(100, read * 100 // size)) != said:
                said = percent
                told(percent)
    return digest.hexdigest()


def find_known(known: Sequence[KnownFile], sha256: str) -> KnownFile | None:
    return next((entry for entry in known if entry.sha256 == sha256), None)


def is_damaged(known: Sequence[KnownFile], file: str, size: int, sha256: str) -> bool:
    """A file with the name or the exact size of a known one that is not it: one flipped bit loads without a word."""
    if find_known(known, sha256):
        return False
    return any(entry.size == size or entry.file.lower() == file.lower() for entry in known)
