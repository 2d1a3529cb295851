"""What a person asks about servers before one examines: who is here, which models, does it work, what was learned."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from desktop.llm.request.quirks import QuirkFile
from desktop.llm.servers.check import ConnectionReport, check_connection
from desktop.llm.servers.models import list_models
from desktop.llm.servers.presets import PRESETS, Found, Preset, find_local
from desktop.llm.wire.address import read_address
from desktop.llm.wire.client import ClientMaker
from desktop.vocabulary.trouble import ModelTrouble
from desktop.vocabulary.words import Words


class Servers:
    """`read_key` gives the key of an address, or None; `words` is the language of troubles and steps."""

    def __init__(
        self,
        read_key: Callable[[str], Awaitable[str | None]],
        quirks: QuirkFile,
        clients: ClientMaker,
        words: Words,
        presets: tuple[Preset, ...] = PRESETS,
    ) -> None:
        self._read_key, self._quirks, self._clients, self._words = read_key, quirks, clients, words
        self._presets = presets

    async def find(self) -> tuple[Found, ...]:
        """The servers that answer on their usual ports of this machine; nothing leaves it."""
        return await find_local(self._presets, clients=self._clients)

    async def models(self, base_url: str) -> tuple[str, ...]:
        """Names as the server gives them. `Trouble` where it has no list, no key is readable, nobody answers."""
        key = await self._read_key(base_url) or ""
        return await list_models(base_url, key, clients=self._clients, words=self._words)

    async def check(self, base_url: str, model: str, step: Callable[[str], None]) -> ConnectionReport:
        """Up to four small requests; `step` hears what is tried. `Trouble` only where the key cannot be read."""
        key = await self._read_key(base_url) or ""
        return await check_connection(
            base_url, model, key, quirks=self._quirks, clients=self._clients, words=self._words, step=step
        )

    async def learned(self, base_url: str, model: str) -> tuple[str, ...]:
        """What this server and model turned out not to take, one label each; nothing for what is no address."""
        try:
            shown = read_address(base_url).shown
        except ModelTrouble:
            return ()
        return (await asyncio.to_thread(self._quirks.load, shown, model)).shown

    async def forget(self, base_url: str, model: str) -> None:
        """It is learned again with the next refused request."""
        await asyncio.to_thread(self._quirks.forget, read_address(base_url).shown, model)
