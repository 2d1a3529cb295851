"""The words spoken with an examiner, be it a /chat/completions endpoint or our own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field, JsonValue

from tools.contract import Frozen


class ToolCall(Frozen):
    """`arguments` is JSON text. `extra` keeps unknown keys (thought signatures) that must be echoed verbatim."""

    id: str
    name: str
    arguments: str
    recovered: bool = False
    extra: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])


class Usage(Frozen):
    """Tokens of one call; `estimated` where the server sent none."""

    tokens_in: int = 0
    tokens_out: int = 0
    tokens_reasoning: int = 0
    estimated: bool = False


class Timing(Frozen):
    """Seconds; `attempts` counts requests sent for this reply."""

    first_token: float = 0.0
    total: float = 0.0
    attempts: int = 1


CALLED = frozenset({"tool_calls", "function_call", "tool_use"})
"""How servers name the end of a reply that ends in a call."""


class Reply(Frozen):
    """One whole assistant turn, put together from its three streams."""

    content: str = ""
    reasoning: str = ""
    calls: tuple[ToolCall, ...] = ()
    finish: str = ""
    usage: Usage = Usage()
    timing: Timing = Timing()
    dropped_parameters: tuple[str, ...] = ()
    model: str = ""

    @property
    def called_nothing(self) -> bool:
        """The server wrote that it ended in a call, and there is none: the text was taken as the reply."""
        return self.finish in CALLED and not self.calls


@dataclass(frozen=True, slots=True)
class Delta:
    """A few characters of one of the streams, or a notice (retry, queue) for the person watching; never recorded."""

    stream: Literal["content", "reasoning", "call", "notice"]
    text: str


Message = dict[str, Any]  # the /chat/completions shape, at the edge only
