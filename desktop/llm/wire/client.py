"""Makes the HTTP client for an address: trust from the operating system, no proxy to our own net."""

from __future__ import annotations

import asyncio
import ssl
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import truststore

from desktop.llm.failures.faults import Fault, Unprepared
from desktop.llm.wire.address import Address, is_local

ClientMaker = Callable[[Address, float], Awaitable[httpx.AsyncClient]]
"""Address and connect time-out in seconds -> a client of the caller's own, to be closed by it."""

WRITE_SECONDS = 60.0
LOOKUP_SECONDS = 2.0


class Clients:
    """Makes clients; the TLS context is built once, in a thread (20-60 ms, more where the system store is large).

    `ca_file` is the PEM file of a private authority, trusted beside the system's.
    """

    def __init__(self, ca_file: Path | None = None) -> None:
        self._ca_file = ca_file
        self._context: ssl.SSLContext | None = None
        self._plain = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # trusts nobody; spares http:// the loading of a store

    async def __call__(self, address: Address, connect: float) -> httpx.AsyncClient:
        if address.secure and self._context is None:
            self._context = await asyncio.to_thread(self._build)
        return httpx.AsyncClient(
            verify=self._context if self._context and address.secure else self._plain,
            trust_env=not await _is_ours(address),
            timeout=httpx.Timeout(connect=connect, read=None, write=WRITE_SECONDS, pool=None),
            follow_redirects=False,
        )

    def _build(self) -> ssl.SSLContext:
        context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        if self._ca_file is not None:
            try:
                context.load_verify_locations(cafile=self._ca_file)
            except (OSError, ssl.SSLError):
                fault = Fault(
                    "The certificate file {file} cannot be used.",
                    "Choose a PEM file that holds the certificate of your own authority.",
                    fields={"file": self._ca_file.name},
                )
                raise Unprepared(fault) from None
        return context


async def _is_ours(address: Address) -> bool:
    """Whether the system proxy is to be left out: on this machine, in our own net, or a name that leads there."""
    if address.local or not urllib.request.getproxies():
        return address.local
    try:
        async with asyncio.timeout(LOOKUP_SECONDS):
            found = await asyncio.get_running_loop().getaddrinfo(address.host, None)
    except (OSError, UnicodeError, TimeoutError):
        return False  # only the proxy knows this name
    return bool(found) and all(is_local(str(entry[4][0])) for entry in found)
