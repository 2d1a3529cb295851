"""One awaited answer from a widget; a second click finds nobody waiting and is dropped."""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Mailbox(Generic[T]):
    def __init__(self) -> None:
        self._waiting: asyncio.Future[T] | None = None

    @property
    def waiting(self) -> bool:
        return self._waiting is not None and not self._waiting.done()

    async def receive(self) -> T:
        assert self._waiting is None, "one question at a time"
        self._waiting = asyncio.get_running_loop().create_future()
        try:
            return await self._waiting
        finally:
            self._waiting = None

    def put(self, value: T) -> bool:
        """False if nobody waits: then nothing happened."""
        if not self._waiting or self._waiting.done():
            return False
        self._waiting.set_result(value)
        return True
