"""Text that can be stored, hashed and sent: lone surrogates (a broken paste, bytes of a path) are replaced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast


def plain_text(text: str) -> str:
    """The same text, with U+FFFD for what UTF-8 cannot write."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def plain(value: Any) -> Any:
    """The same value of dicts, lists, tuples and scalars, with every text in it plain."""
    if isinstance(value, str):
        return plain_text(value)
    if isinstance(value, Mapping):
        return {plain(key): plain(inner) for key, inner in cast(Mapping[Any, Any], value).items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in cast(list[Any], value)]
    return value
