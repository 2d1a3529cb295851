"""Reads the arguments of assembled calls, leaves out repeated calls, and gives each an id of its own."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Literal

from desktop.llm.stream.calls import MAX_CALLS, OpenCall
from desktop.llm.stream.fields import clean, mended
from desktop.llm.stream.jsontext import (
    Object,
    as_list,
    as_object,
    canonical,
    is_strict,
    is_unfinished,
    read_json,
    read_values,
    write_json,
)

CallState = Literal["complete", "invalid", "unfinished"]


@dataclass(frozen=True, slots=True)
class AssembledCall:
    """complete: may run. invalid: ended, but not a JSON object; to be fed back. unfinished: never runs."""

    id: str
    name: str
    arguments: str
    state: CallState
    recovered: bool = False
    extra: Object = field(default_factory=dict[str, Any])


def read_call(call: OpenCall, tools: Mapping[str, Object], ended: bool) -> list[AssembledCall]:
    """Usually one; several where argument objects were written one after another.

    `tools` maps the offered tools to their JSON schemas; `ended` says that the server ended the reply itself.
    """
    read = _read_arguments(call, tools, ended)
    extra = {mended(key): clean(value) for key, value in call.extra.items()}
    whole = [AssembledCall(call.id, call.name, text, state, extra=extra) for text, state in read]
    return whole[:1] + [replace(later, id="") for later in whole[1:]]


def without_echoes(calls: Sequence[AssembledCall]) -> list[AssembledCall]:
    """Without nameless calls that only repeat the arguments of an earlier one, or have none."""
    kept: list[AssembledCall] = []
    heard: set[str] = set()
    for call in calls:
        key = _key(call.arguments)
        if not call.name and kept and (key in heard or not call.arguments.strip()):
            continue
        heard.add(key)
        kept.append(call)
    return kept


def tidy_calls(calls: Sequence[AssembledCall], messages: Sequence[Object]) -> tuple[AssembledCall, ...]:
    """Without repetitions, and with an id of our own where the server's is missing or stands in `messages` already.

    Two equal calls are one unless the server gave each an id.
    """
    used = {
        str(call.get("id"))
        for message in messages
        for call in map(as_object, as_list(message.get("tool_calls")))
        if call
    }
    tidy: list[AssembledCall] = []
    salt = ""
    seen: dict[tuple[str, str], set[str]] = {}
    for call in calls:
        same = seen.setdefault((call.name, _key(call.arguments)), set())
        if same and (not call.id or call.id in same or "" in same):
            continue
        same.add(call.id)
        call_id = mended(call.id)
        if not call_id or call_id in used:
            salt = salt or hashlib.sha256(canonical(list(messages)).encode()).hexdigest()
            call_id = _mint(call, len(tidy), salt, used)
        used.add(call_id)
        tidy.append(replace(call, id=call_id, name=mended(call.name), arguments=mended(call.arguments)))
    return tuple(tidy)


def _mint(call: AssembledCall, place: int, salt: str, used: set[str]) -> str:
    """Nine letters and digits (what Mistral accepts), the same each time this reply to these messages is read."""
    seed = canonical([salt, place, call.name, call.arguments])
    turn = 0
    while True:
        minted = hashlib.sha256(f"{turn}{seed}".encode()).hexdigest()[:9]
        if minted not in used:
            return minted
        turn += 1


def _read_arguments(call: OpenCall, tools: Mapping[str, Object], ended: bool) -> list[tuple[str, CallState]]:
    text = call.arguments
    if not call.name:
        return [(text, "unfinished")]
    if not text.strip() or text.strip() == "null":
        return [_no_arguments(call.name, tools) if ended else ("", "unfinished")]
    values = read_values(text)
    if values is None and ended:
        values = _resent(call.pieces)
    if values is None:
        return [(text, "unfinished" if is_unfinished(text) else "invalid")]
    return _objects(values, text)


def _no_arguments(name: str, tools: Mapping[str, Object]) -> tuple[str, CallState]:
    schema = tools.get(name)
    if schema is None and tools:
        return "", "invalid"
    return ("", "invalid") if as_list((schema or {}).get("required")) else ("{}", "complete")


def _objects(values: list[Any], text: str) -> list[tuple[str, CallState]]:
    if len(values) > MAX_CALLS:
        return [(text, "invalid")]
    found: list[Object] = []
    for value in values:
        if isinstance(value, str):  # encoded twice
            try:
                value = read_json(value)
            except ValueError:
                return [(text, "invalid")]
        item = as_object(value)
        if item is None:
            return [(text, "invalid")]
        found.append(item)
    if len(found) == 1:
        return [(text.strip() if found[0] is values[0] and is_strict(text) else write_json(found[0]), "complete")]
    unique: dict[str, Object] = {}
    for item in [item for item in found if item] or found[:1]:
        unique.setdefault(canonical(item), item)
    return [(write_json(item), "complete") for item in unique.values()]


def _resent(pieces: Sequence[str]) -> list[Any] | None:
    """The last piece, where each piece repeats the one before and goes on; three are needed to be sure of it."""
    pieces = [piece for piece in pieces if piece]
    if len(pieces) < 3 or not all(later.startswith(earlier) for earlier, later in pairwise(pieces)):
        return None
    return read_values(pieces[-1])


def _key(arguments: str) -> str:
    try:
        return canonical(read_json(arguments or "{}"))
    except ValueError:
        return arguments
