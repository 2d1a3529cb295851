"""What the window asks of the parts that `wiring` puts together; they fit by shape, unseen."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from desktop.vocabulary.problem import Problem, Text


class Summary(Protocol):
    """A defense in the list; times are UTC, `step`: writing, submitted, examined, answering or closed."""

    @property
    def id(self) -> str: ...
    @property
    def problem_id(self) -> str: ...
    @property
    def title_en(self) -> str: ...
    @property
    def title_zh(self) -> str: ...
    @property
    def opened_at(self) -> datetime: ...
    @property
    def changed_at(self) -> datetime: ...
    @property
    def closed(self) -> str | None: ...
    @property
    def step(self) -> str: ...


class Pack(Protocol):
    """A folder of problems."""

    @property
    def title(self) -> Text: ...
    @property
    def problems(self) -> Sequence[Problem]: ...


class Keys(Protocol):
    """Where the key of an endpoint is kept. `Trouble` where there is no keyring."""

    async def read(self, base_url: str) -> str | None: ...
    async def store(self, base_url: str, key: str) -> None: ...
    def remember(self, base_url: str, key: str) -> None: ...
    async def forget(self, base_url: str) -> None: ...
