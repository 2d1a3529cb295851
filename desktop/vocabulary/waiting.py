"""How long a person is willing to wait for a model server."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from tools.contract import Frozen


class Waiting(Frozen):
    """Seconds, one set for each address. The source of the numbers is `TimeLimits` (llm/endpoint/attempt.py).

    first: until the first words (a queueing server sends nothing before). idle: between two pieces afterwards.
    total: one whole answer. spread: the first request of a conversation waits up to this long, by chance, so that a
    class that submits at once does not ask at once. then: what happens in a defense when a limit ran out or the
    server stayed busy: a person is asked, or the embedded examiner goes on by itself.
    """

    first: float = Field(default=300.0, ge=1, le=7200)
    idle: float = Field(default=75.0, ge=1, le=7200)
    total: float = Field(default=1800.0, ge=1, le=86400)
    spread: float = Field(default=0.0, ge=0, le=600)
    then: Literal["ask", "embedded"] = "ask"
