"""An endpoint whose key is asked for only when a request is about to be sent."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

from desktop.llm.endpoint.examiner import EndpointExaminer
from desktop.vocabulary.chat import Delta, Reply
from desktop.vocabulary.request import ModelRequest
from desktop.vocabulary.trouble import ModelTrouble, Trouble


class KeyedExaminer:
    """Fits `ports.Examiner`. A keyring that cannot be asked is a wait for a person, as any failing endpoint."""

    def __init__(self, read_key: Callable[[], Awaitable[str | None]], make: Callable[[str], EndpointExaminer]) -> None:
        self._read_key, self._make = read_key, make

    async def reply(self, request: ModelRequest) -> AsyncGenerator[Delta | Reply, None]:
        try:
            key = await self._read_key()
        except Trouble as trouble:
            raise ModelTrouble(trouble.what, trouble.advice) from trouble
        async with aclosing(self._make(key or "").reply(request)) as parts:
            async for part in parts:
                yield part
