"""Asks a server which models it has."""

from __future__ import annotations

import asyncio

import httpx

from desktop.llm import faults
from desktop.llm.faults import EndpointTrouble
from desktop.llm.key import Key
from desktop.llm.stream.jsontext import as_list, as_object, read_json
from desktop.llm.wire.address import read_address
from desktop.llm.wire.client import ClientMaker, Clients

MAX_LIST = 8 * 2**20  # bytes; OpenRouter's list is about one MB


async def list_models(
    base_url: str, key: str = "", *, clients: ClientMaker | None = None, seconds: float = 15.0
) -> tuple[str, ...]:
    """Names as the server gives them, sorted. `EndpointTrouble` where it has no list or does not answer."""
    address = read_address(base_url)
    secret = Key(key)
    client = await (clients or Clients())(address, seconds)
    try:
        async with (
            client,
            asyncio.timeout(seconds),
            client.stream("GET", address.models, headers=secret.headers()) as response,
        ):
            raw = b""
            async for piece in response.aiter_bytes():
                raw += piece
                if len(raw) > MAX_LIST:
                    break
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise EndpointTrouble(faults.fault_of_network(error, address.shown, address.local)) from None
    except TimeoutError:
        raise EndpointTrouble(faults.Fault(f"The server at {address.shown} did not answer.")) from None
    headers = response.headers
    if response.status_code != 200:
        refusal = faults.read_refusal(response.status_code, raw, headers.get("content-type", ""))
        raise EndpointTrouble(secret.scrubbed(faults.fault_of_status(refusal, headers.get("location", ""))))
    text = raw.decode("utf-8", "replace")
    if faults.looks_like_page(text):
        raise EndpointTrouble(faults.page_fault(text))
    return _names(text, address.shown)


def _names(text: str, shown: str) -> tuple[str, ...]:
    try:
        value = read_json(text)
    except ValueError:
        raise EndpointTrouble(faults.Fault(f"The list of models at {shown} cannot be read.")) from None
    body = as_object(value) or {}
    items = as_list(value) or as_list(body.get("data")) or as_list(body.get("models"))
    names: set[str] = set()
    for item in items:
        entry = as_object(item) or {}
        name = item if isinstance(item, str) else entry.get("id") or entry.get("name") or entry.get("model")
        if isinstance(name, str) and name:
            names.add(name.removeprefix("models/"))
    return tuple(sorted(names))
