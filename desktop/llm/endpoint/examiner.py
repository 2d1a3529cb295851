"""An examiner behind any /chat/completions address: asks, reads, learns what the server refuses, and tries again."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

import httpx

from desktop.llm.endpoint.attempt import Answered, Attempt, Refused, TimeLimits
from desktop.llm.failures.faults import EndpointTrouble, Failed, Fault, Refusal, fault_before
from desktop.llm.failures.retry import Clock, Patience, count_down
from desktop.llm.request.history import valid_messages
from desktop.llm.request.quirks import MemoryQuirks, Quirks, QuirkStore, learn
from desktop.llm.request.usage import CUT, estimate_usage, seems_cut
from desktop.llm.stream.jsontext import Object, as_object, write_json
from desktop.llm.stream.reader import ReplyReader
from desktop.llm.wire.address import Address, read_address
from desktop.llm.wire.client import ClientMaker, Clients
from desktop.llm.wire.key import Key
from desktop.vocabulary.chat import Delta, Reply, Timing, ToolCall
from desktop.vocabulary.request import ModelRequest
from desktop.vocabulary.trouble import ModelTrouble
from desktop.vocabulary.words import Words

SHORTER = (
    "Your last reply was cut off because it was too long, so nothing of it was used. Answer again, much shorter: "
    "think briefly and call exactly one tool."
)
CORRECT = (
    "Your last reply tried to call a tool, but the call could not be read, so nothing was run. Call exactly one tool, "
    "with arguments that fit its schema. What you wrote: "
)
diary = logging.getLogger(__name__)
MAX_CHANGES = 8  # refused parameters learned within one reply


@dataclass(frozen=True, slots=True)
class Manner:
    """What is asked of the model beside the messages; a parameter the server refuses is left out from then on.

    `response_format` is the one shape that may be answered, as /chat/completions writes it.
    """

    temperature: float = 0.2
    max_tokens: int = 8192
    tool_choice: str | dict[str, Any] | None = None
    response_format: dict[str, Any] | None = None


class EndpointExaminer:
    """Fits `ports.Examiner`. The key is kept out of every text, log and repr.

    `quirks` remembers what was learned; `clients` makes the HTTP client (and knows a private authority); `clock` is
    replaced in tests; `words` is the language of notices and troubles. Every trouble is an `EndpointTrouble`.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        key: str = "",
        *,
        quirks: QuirkStore | None = None,
        limits: TimeLimits | None = None,
        patience: Patience | None = None,
        manner: Manner | None = None,
        clients: ClientMaker | None = None,
        clock: Clock | None = None,
        words: Words | None = None,
    ) -> None:
        self._base_url, self._model = base_url, model
        self._key = Key(key)
        self._quirks = quirks or MemoryQuirks()
        self._limits = limits or TimeLimits()
        self._patience = patience or Patience()
        self._manner = manner or Manner()
        self._clients = clients or Clients()
        self._clock = clock or Clock()
        self._words = words or Words()
        self._noted = False

    def __repr__(self) -> str:
        return f"EndpointExaminer(model={self._model!r})"

    async def reply(self, request: ModelRequest) -> AsyncGenerator[Delta | Reply, None]:
        """Deltas (also notices while waiting), then the `Reply`. Close the generator to stop: that is immediate."""
        try:
            address = read_address(self._base_url)
            headers = self._key.headers()
            client = await self._clients(address, self._limits.connect)
        except ModelTrouble as trouble:
            raise EndpointTrouble(fault_before(trouble), self._words) from None
        learned = await asyncio.to_thread(self._quirks.load, address.shown, self._model)
        if self._patience.spread and not any(message.get("role") == "assistant" for message in request.messages):
            await self._clock.sleep(self._clock.chance() * self._patience.spread)
        turn = _Turn(request, learned, self._clock.tick())
        async with client:
            while True:
                try:
                    async with aclosing(self._attempt(client, address, headers, turn)) as parts:
                        async for part in parts:
                            if isinstance(part, Delta):
                                turn.shown = turn.shown or part.stream != "notice"
                                yield part
                                continue
                            if turn.quirks != learned:
                                await asyncio.to_thread(self._quirks.save, address.shown, self._model, turn.quirks)
                            reply = self._whole(part, turn)
                            if seems_cut(turn.messages, reply.usage):
                                yield Delta("notice", self._words(CUT, read=reply.usage.tokens_in))
                            yield reply
                except Failed as error:
                    failed = error
                else:
                    return
                if isinstance(failed, Refused) and self._learns(failed.refusal, turn):
                    continue
                async with aclosing(self._recover(failed, turn)) as notices:
                    async for notice in notices:
                        yield notice

    def _attempt(
        self, client: httpx.AsyncClient, address: Address, headers: dict[str, str], turn: _Turn
    ) -> AsyncGenerator[Delta | Answered, None]:
        extra = [{"role": "user", "content": turn.note}] if turn.note else []
        turn.messages = valid_messages([*turn.request.messages, *extra], turn.quirks)
        turn.payload = self._payload(turn)
        turn.sent += 1
        body = json.dumps(turn.payload, ensure_ascii=False).encode(errors="replace")
        reader = ReplyReader(turn.schemas, turn.messages)
        attempt = Attempt(address, self._limits, self._clock, self._words, reader, bool(turn.schemas))
        return attempt.run(client, headers, body)

    def _learns(self, refusal: Refusal, turn: _Turn) -> bool:
        """Whether the request can be sent again at once without what was refused; that is no failed try."""
        if refusal.status not in (400, 422) or len(turn.refused) >= MAX_CHANGES:
            return False
        turn.refused.append(turn.quirks)
        changed = learn(turn.quirks, turn.payload, refusal)
        if changed is None or changed in turn.refused:
            return False
        turn.quirks = changed
        return True

    async def _recover(self, failed: Failed, turn: _Turn) -> AsyncGenerator[Delta, None]:
        """Get ready for the next request, telling what goes on; `EndpointTrouble` when there is none."""
        fault = self._key.scrubbed(failed.fault)
        if fault.course == "loading":
            if self._clock.tick() - turn.started > self._limits.first:
                raise self._trouble(fault, failed, turn)
            yield Delta("notice", fault.tell(self._words))
            await self._clock.sleep(self._limits.loading)
            return
        turn.failures += 1
        if fault.course == "stop" or turn.failures >= self._patience.attempts:
            raise self._trouble(fault, failed, turn)
        told = fault.tell(self._words)
        if turn.shown:
            told = self._words("{told} What was shown of the reply does not count.", told=told)
        place = {"told": told, "number": turn.failures + 1, "all": self._patience.attempts}
        turn.shown = False
        if fault.course in ("shorter", "correct"):
            turn.note = SHORTER if fault.course == "shorter" else CORRECT + write_json(fault.written[:2000])
            yield Delta("notice", self._words("{told} Asking again (attempt {number} of {all}).", **place))
            return
        wait = self._patience.delay(turn.failures, failed.after, self._clock.chance())
        async with aclosing(count_down(wait, self._clock)) as seconds:
            async for left in seconds:
                notice = self._words(
                    "{told} Trying again in {seconds} s (attempt {number} of {all}).", seconds=left, **place
                )
                yield Delta("notice", notice)

    def _payload(self, turn: _Turn) -> Object:
        body: Object = {
            "model": self._model,
            "messages": turn.messages,
            "stream": True,
            "stream_options": {"include_usage": True},
            "temperature": self._manner.temperature,
            "max_tokens": self._manner.max_tokens,
        }
        if self._manner.response_format is not None:
            body["response_format"] = self._manner.response_format
        if turn.request.tools:
            body |= {"tools": list(turn.request.tools), "parallel_tool_calls": False}
            if self._manner.tool_choice is not None:
                body["tool_choice"] = self._manner.tool_choice
        sent = turn.quirks.apply(body)
        if "stream" not in sent:
            sent.pop("stream_options", None)
        return sent

    def _trouble(self, fault: Fault, failed: Failed, turn: _Turn) -> EndpointTrouble:
        seconds = self._clock.tick() - turn.started
        return EndpointTrouble(fault, self._words, failed.partial, turn.sent, turn.quirks.shown, seconds)

    def _whole(self, answered: Answered, turn: _Turn) -> Reply:
        reply = answered.reply
        calls = tuple(
            ToolCall(id=call.id, name=call.name, arguments=call.arguments, recovered=call.recovered, extra=call.extra)
            for call in reply.calls
        )
        total = self._clock.tick() - turn.started
        whole = Reply(
            content=reply.content,
            reasoning=reply.reasoning,
            calls=calls,
            finish=reply.finish,
            usage=reply.usage or estimate_usage(turn.messages, reply),
            timing=Timing(first_token=answered.first_token, total=total, attempts=turn.sent),
            dropped_parameters=turn.quirks.shown,
            model=reply.model or self._model,
        )
        if whole.called_nothing and not self._noted:  # once; in the records each reply holds its finish
            self._noted = True
            diary.info("%s ends plain text with %r; the text is taken as the reply", self._model, whole.finish)
        return whole


@dataclass(slots=True)
class _Turn:
    """What is known while one reply is being fetched; gone with it."""

    request: ModelRequest
    quirks: Quirks
    started: float
    messages: Sequence[Object] = ()
    note: str = ""
    sent: int = 0
    failures: int = 0
    shown: bool = False
    refused: list[Quirks] = field(default_factory=list[Quirks])
    payload: Object = field(default_factory=dict[str, Any])
    schemas: dict[str, Object] = field(default_factory=dict[str, Any])

    def __post_init__(self) -> None:
        for tool in self.request.tools:
            function = as_object(tool.get("function")) or {}
            self.schemas[str(function.get("name"))] = as_object(function.get("parameters")) or {}
