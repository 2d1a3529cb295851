"""Text that can be stored, hashed and sent, and text that can be shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

# what a terminal would obey instead of showing, and what makes text read in another order than it stands
OBEYED = (*range(9), *range(11, 32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_SPELLED = {code: repr(chr(code))[1:-1] for code in OBEYED}
_JSON_ESCAPES = {code: f"\\u{code:04x}" for code in OBEYED}


def spelled_out(text: str) -> str:
    """As a person may see it: what steers a terminal or turns the reading order is spelled out (`\\x1b`, `\\u202e`)."""
    return text.replace("\r\n", "\n").translate(_SPELLED)


def escaped_in_json(text: str) -> str:
    """JSON text that says the same, and holds none of these characters itself."""
    return text.translate(_JSON_ESCAPES)


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
