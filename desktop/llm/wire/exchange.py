"""One request whose answer arrives piece by piece, and can be waited for in slices without losing any of it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from types import TracebackType
from typing import Self

import httpx

from desktop.llm.failures.faults import Damaged
from desktop.llm.wire.unpack import Unpacker

QUEUE = 64  # pieces read ahead; more only costs memory


class Exchange:
    """Sends on entry; a task of its own reads, so a wait that runs out (`TimeoutError`) never breaks the connection.

    Leaving the block closes the socket at once, also in the middle of the answer. `httpx.HTTPError` (and
    `httpx.InvalidURL`) come out of `head` and `piece` where they happened.
    """

    def __init__(self, client: httpx.AsyncClient, url: str, headers: Mapping[str, str], body: bytes) -> None:
        self._client = client
        self._request = client.build_request("POST", url, headers=dict(headers), content=body)
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE)
        self._head: asyncio.Future[httpx.Response] = asyncio.get_running_loop().create_future()
        self._fault: Exception | None = None
        self._reader: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._reader = asyncio.create_task(self._read(), name="llm: read the reply")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        if self._head.done() and not self._head.cancelled():
            self._head.exception()  # seen, even where nobody waited for it

    async def head(self, seconds: float) -> httpx.Response:
        """Status and headers; no headers after `seconds`: `TimeoutError`, and it may be asked again."""
        await asyncio.wait({self._head}, timeout=seconds)
        if not self._head.done():
            self._look_at_reader()
            raise TimeoutError
        return self._head.result()

    async def piece(self, seconds: float) -> bytes | None:
        """The next bytes of the body; None at its end. `TimeoutError` after `seconds`; it may be asked again."""
        if self._queue.empty():
            try:
                async with asyncio.timeout(max(0.0, seconds)):
                    piece = await self._queue.get()
            except TimeoutError:
                self._look_at_reader()
                raise
        else:
            piece = self._queue.get_nowait()
        if piece is None and self._fault is not None:
            raise self._fault
        return piece

    def _look_at_reader(self) -> None:
        """A bug that ended the reader must not look like a silent server."""
        if self._reader is not None and self._reader.done() and self._queue.empty():
            self._reader.result()

    async def _read(self) -> None:
        try:
            response = await self._client.send(self._request, stream=True)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            self._head.set_exception(error)
            return
        try:
            self._head.set_result(response)
            unpacker = Unpacker(response.headers.get("content-encoding", ""))
            async for raw in response.aiter_raw():
                for piece in unpacker.feed(raw):
                    await self._queue.put(piece)
            if rest := unpacker.rest():
                await self._queue.put(rest)
        except Damaged as error:
            self._fault = httpx.DecodingError("the body cannot be unpacked", request=self._request)
            self._fault.__cause__ = error
        except httpx.HTTPError as error:
            self._fault = error
        finally:
            await response.aclose()
        await self._queue.put(None)
