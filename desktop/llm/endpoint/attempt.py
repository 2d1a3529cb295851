"""One request and its answer, with a limit on every kind of silence."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass, replace

import httpx

from desktop.llm.failures import faults
from desktop.llm.failures.faults import Failed, Fault, Refusal
from desktop.llm.failures.retry import Clock, asked_delay
from desktop.llm.stream.assemble import Assembled
from desktop.llm.stream.fields import StreamFault
from desktop.llm.stream.reader import PageInstead, ReplyReader
from desktop.llm.wire.address import Address
from desktop.llm.wire.exchange import Exchange
from desktop.vocabulary.chat import Delta
from desktop.vocabulary.waiting import Waiting
from desktop.vocabulary.words import Words

USUAL = Waiting()
BUSY = "It may be busy with others. Press Try again, or go on with the built-in examiner."


@dataclass(frozen=True, slots=True)
class TimeLimits:
    """Seconds. Source of the numbers: 60 clients on one llama.cpp server with 4 slots (first token 48 s at p95).

    connect: TCP and TLS. first: until the first words; a queueing server sends nothing before, not even headers.
    idle: between two pieces afterwards (servers send a sign of life every 30 s). total: one whole answer.
    notice: after how much silence something is said, and how often. grace: for usage and `[DONE]` after the end.
    taken_over: at the end of `first` another examiner goes on, and that is said, too.
    """

    connect: float = 10.0
    first: float = USUAL.first
    idle: float = USUAL.idle
    total: float = USUAL.total
    notice: float = 5.0
    grace: float = 3.0
    loading: float = 2.0
    taken_over: bool = False


@dataclass(frozen=True, slots=True)
class Answered:
    """`first_token` is in seconds since the request was sent."""

    reply: Assembled
    first_token: float


class Refused(Failed):
    """An answer whose status says no."""

    def __init__(self, refusal: Refusal, fault: Fault, after: float | None) -> None:
        super().__init__(fault, None, after)
        self.refusal = refusal


class Attempt:
    """`run` yields deltas and notices, then `Answered`; `Failed` if the answer is of no use."""

    def __init__(
        self, address: Address, limits: TimeLimits, clock: Clock, words: Words, reader: ReplyReader, tools: bool
    ) -> None:
        self._address, self._limits, self._clock, self._words = address, limits, clock, words
        self._reader, self._tools = reader, tools
        self._started = self._last = clock.tick()
        self._first = 0.0
        self._response: httpx.Response | None = None

    async def run(
        self, client: httpx.AsyncClient, headers: dict[str, str], body: bytes
    ) -> AsyncGenerator[Delta | Answered, None]:
        try:
            async with Exchange(client, self._address.chat, headers, body) as exchange:
                while not self._reader.done:
                    try:
                        piece = await self._next(exchange)
                    except TimeoutError:
                        if self._reader.finished and self._clock.tick() >= self._limit():
                            break
                        yield Delta("notice", self._silence())
                        continue
                    for delta in self._reader.close() if piece is None else self._reader.feed(piece):
                        self._first = self._first or max(self._last - self._started, 1e-6)
                        yield delta
                    if piece is None:
                        break
        except StreamFault as error:
            raise Failed(faults.fault_of_stream(error), self._reader.result()) from None
        except PageInstead as page:
            raise Failed(faults.page_fault(page.text)) from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            if not self._was_finished():
                fault = faults.fault_of_network(error, self._address.shown, self._address.local)
                raise Failed(fault, self._reader.result()) from None
        reply = self._reader.result()
        fault = faults.fault_of_end(reply, self._tools)
        if fault is not None:
            raise Failed(fault, reply)
        yield Answered(reply, self._first)

    def _was_finished(self) -> bool:
        """Some servers tear the connection down after the last word; what was said whole is whole."""
        try:
            self._reader.close()
        except (StreamFault, PageInstead):
            return False
        return self._reader.finished or self._reader.done

    async def _next(self, exchange: Exchange) -> bytes | None:
        """The next bytes; `TimeoutError` when it is time to say something."""
        patience = min(self._limits.notice, self._limit() - self._clock.tick())
        if self._response is None:
            response = await exchange.head(patience)
            self._last = self._clock.tick()
            if not response.is_success:
                raise await self._refused(exchange, response)
            self._response = response
            return b""
        piece = await exchange.piece(patience)
        self._last = self._clock.tick()
        if self._last - self._started > self._limits.total:
            raise Failed(self._too_long(), self._reader.result())
        return piece

    async def _refused(self, exchange: Exchange, response: httpx.Response) -> Refused:
        raw = b""
        try:
            while len(raw) < faults.BODY_READ and (piece := await exchange.piece(self._limits.connect)) is not None:
                raw += piece
        except (TimeoutError, httpx.HTTPError):
            pass  # what came of the explanation must do
        headers = response.headers
        refusal = faults.read_refusal(response.status_code, raw, headers.get("content-type", ""))
        fault = faults.fault_of_status(refusal, headers.get("location", ""))
        if fault.course == "again" and headers.get("x-should-retry") == "false":
            fault = replace(fault, course="stop")
        return Refused(refusal, fault, asked_delay(headers, self._clock.now()))

    def _limit(self) -> float:
        """The moment (of `clock.tick`) from which on silence is too long."""
        if self._reader.finished:
            return self._last + self._limits.grace
        silence = self._last + self._limits.idle if self._first else self._started + self._limits.first
        return min(silence, self._started + self._limits.total)

    def _silence(self) -> str:
        """What to say while nothing comes; `Failed` once that has lasted too long."""
        now = self._clock.tick()
        if now - self._started >= self._limits.total:
            raise Failed(self._too_long(), self._reader.result())
        if now >= self._limit():
            raise Failed(self._silent(), self._reader.result())
        if self._response is None:
            waited = _seconds(now - self._started)
            return self._with_end(self._words("Waiting for the server (place unknown): {seconds} s.", seconds=waited))
        if not self._first:
            waited = _seconds(now - self._started)
            told = self._words("The server has begun; waiting for the first words: {seconds} s.", seconds=waited)
            return self._with_end(told)
        return self._words("No data from the server for {seconds} s.", seconds=_seconds(now - self._last))

    def _with_end(self, told: str) -> str:
        """A person who waits sees what comes of it."""
        if not self._limits.taken_over:
            return told
        limit = _seconds(self._limits.first)
        return self._words("{told} After {limit} s the embedded examiner goes on.", told=told, limit=limit)

    def _silent(self) -> Fault:
        if self._first:
            idle = {"seconds": _seconds(self._limits.idle)}
            return Fault("The server fell silent for {seconds} s in the middle of the reply.", fields=idle, waited=True)
        what = "The server began, but sent no word within {seconds} s."
        if self._response is None:
            what = "The server did not begin to answer within {seconds} s."
        return Fault(what, BUSY, "stop", fields={"seconds": _seconds(self._limits.first)}, waited=True)

    def _too_long(self) -> Fault:
        total = {"seconds": _seconds(self._limits.total)}
        return Fault("The reply took longer than {seconds} s.", course="stop", fields=total, waited=True)


def _seconds(seconds: float) -> str:
    return f"{seconds:.0f}" if seconds >= 1 else f"{seconds:.2g}"
