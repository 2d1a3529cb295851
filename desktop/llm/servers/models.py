"""Asks a server which models it has."""

from __future__ import annotations

import asyncio

import httpx

from desktop.llm.failures import faults
from desktop.llm.failures.faults import Damaged, EndpointTrouble, Fault, fault_before
from desktop.llm.stream.jsontext import as_list, as_object, read_json
from desktop.llm.wire.address import read_address
from desktop.llm.wire.client import ClientMaker, Clients
from desktop.llm.wire.key import Key
from desktop.llm.wire.unpack import Unpacker
from desktop.vocabulary.trouble import ModelTrouble
from desktop.vocabulary.words import Words

MOST_NAMES = 5_000
LONGEST_NAME = 300  # characters
MAX_LIST = 8 * 2**20  # bytes; OpenRouter's list is about one MB


async def list_models(
    base_url: str,
    key: str = "",
    *,
    clients: ClientMaker | None = None,
    seconds: float = 15.0,
    words: Words | None = None,
) -> tuple[str, ...]:
    """Names as the server gives them, sorted, without those no person could read or type.

    `EndpointTrouble` where it has no list or does not answer.
    """
    words = words or Words()
    try:
        address = read_address(base_url)
        secret = Key(key)
        headers = secret.headers()
        client = await (clients or Clients())(address, seconds)
    except ModelTrouble as trouble:
        raise EndpointTrouble(fault_before(trouble), words) from None
    try:
        async with (
            client,
            asyncio.timeout(seconds),
            client.stream("GET", address.models, headers=headers) as response,
        ):
            raw = b""
            unpacker = Unpacker(response.headers.get("content-encoding", ""))
            async for packed in response.aiter_raw():
                for piece in unpacker.feed(packed):
                    raw += piece
                    if len(raw) > MAX_LIST:
                        break
                if len(raw) > MAX_LIST:
                    break
            raw += unpacker.rest()
    except Damaged as error:
        raise EndpointTrouble(faults.fault_of_packing(error), words) from None
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        fault = faults.fault_of_network(error, address.shown, address.local)
        raise EndpointTrouble(fault, words) from None
    except TimeoutError:
        fault = Fault("The server at {address} did not answer.", fields={"address": address.shown})
        raise EndpointTrouble(fault, words) from None
    answered = response.headers
    if not response.is_success:
        refusal = faults.read_refusal(response.status_code, raw, answered.get("content-type", ""))
        fault = faults.fault_of_status(refusal, answered.get("location", ""))
        raise EndpointTrouble(secret.scrubbed(fault), words)
    text = raw.decode("utf-8", "replace")
    if faults.looks_like_page(text):
        raise EndpointTrouble(faults.page_fault(text), words)
    try:
        return _names(read_json(text))
    except ValueError:
        fault = Fault("The list of models at {address} cannot be read.", fields={"address": address.shown})
        raise EndpointTrouble(fault, words) from None


def _names(value: object) -> tuple[str, ...]:
    body = as_object(value) or {}
    items = as_list(value) or as_list(body.get("data")) or as_list(body.get("models"))
    names: set[str] = set()
    for item in items:
        entry = as_object(item) or {}
        name = item if isinstance(item, str) else entry.get("id") or entry.get("name") or entry.get("model")
        if isinstance(name, str) and name.isprintable() and 0 < len(name) <= LONGEST_NAME:
            names.add(name.removeprefix("models/"))
    return tuple(sorted(names)[:MOST_NAMES])
