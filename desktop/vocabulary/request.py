"""What an examiner is given before each of its turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from desktop.vocabulary.chat import Message
from desktop.vocabulary.events import Recorded


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """`messages` and `tools` are for an endpoint; `history` is the log itself, for an examiner of our own."""

    messages: Sequence[Message]
    tools: Sequence[dict[str, Any]] = ()
    history: Sequence[Recorded] = field(default=())
