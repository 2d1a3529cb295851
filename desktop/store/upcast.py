"""Old record bodies in today's shape: done on reading, never written back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from desktop.vocabulary.trouble import StoreTrouble

Body = dict[str, Any]
Upcaster = Callable[[Body], Body]

# kind -> the upcasters in order: the first makes version 2 of version 1, and so on
UPCASTERS: Mapping[str, tuple[Upcaster, ...]] = {}


def current_version(kind: str, upcasters: Mapping[str, tuple[Upcaster, ...]] = UPCASTERS) -> int:
    return len(upcasters.get(kind, ())) + 1


def upcast(kind: str, version: int, body: Body, upcasters: Mapping[str, tuple[Upcaster, ...]] = UPCASTERS) -> Body:
    """Today's body; `StoreTrouble` for a version from the future."""
    newest = current_version(kind, upcasters)
    if version > newest:
        raise StoreTrouble(
            f"This defense holds a record of a newer Defense Desk ({kind}, version {version}).",
            "Install the newer program to open it; nothing was changed.",
        )
    for step in upcasters.get(kind, ())[version - 1 :]:
        body = step(body)
    return body
