"""Puts tool calls together from deltas that disagree about ids, indexes and names."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from desktop.llm.stream.fields import StreamFault
from desktop.llm.stream.jsontext import Balance, Object, as_list, as_object, write_json

MAX_CALLS = 256  # in one reply; a model that makes more has lost its way
KNOWN_KEYS = frozenset({"index", "id", "type", "function", "name", "arguments"})


def call_entries(calls: object) -> list[Object]:
    """The entries of `tool_calls`, also where a server sends one alone, or {"0": ..., "1": ...} in place of a list."""
    alone = as_object(calls)
    if alone and all(key.isdecimal() and as_object(entry) for key, entry in alone.items()):
        return [{"index": int(key[:9]), **entry} for key, entry in alone.items()]
    return [entry for item in as_list(calls) or [calls] if (entry := as_object(item))]


@dataclass(slots=True)
class OpenCall:
    """A call as far as it has come. `pieces` are its argument texts in the order of arrival."""

    id: str = ""
    name: str = ""
    pieces: list[str] = field(default_factory=list[str])
    extra: Object = field(default_factory=dict[str, Any])
    _balance: Balance = field(default_factory=Balance)
    _read: int = 0

    @property
    def arguments(self) -> str:
        return "".join(self.pieces)

    @property
    def closed(self) -> bool:
        """The arguments are balanced; linear over the life of the call."""
        for piece in self.pieces[self._read :]:
            self._balance.feed(piece)
        self._read = len(self.pieces)
        return self._balance.closed

    @property
    def waiting(self) -> bool:
        """Arguments may still come: none yet, unfinished ones, or the `{}` some servers send as a placeholder."""
        return not self.closed or (len(self.pieces) == 1 and self.pieces[0].strip() == "{}")


class CallTable:
    """Routes each delta: by id, else by index, else to the open call."""

    def __init__(self, known: Collection[str]) -> None:
        self.calls: list[OpenCall] = []
        self._known = frozenset(known)
        self._by_id: dict[str, OpenCall] = {}
        self._by_index: dict[int, OpenCall] = {}
        self._open: OpenCall | None = None

    def take(self, delta: Object) -> str:
        """Merge one entry of `tool_calls`; the text to show for it."""
        function = as_object(delta.get("function")) or delta  # some servers leave the envelope out
        name = function.get("name")
        name = self._cleaned(name.strip()) if isinstance(name, str) else ""
        index = _number(delta.get("index"))
        given = delta.get("id")
        call_id = given if isinstance(given, str) else str(given) if isinstance(given, int) else ""
        arguments = _text(function.get("arguments"))

        call = self._route(call_id, index, name, arguments)
        if call_id:
            call.id = call.id or call_id
            self._by_id[call_id] = call
        if index is not None:
            self._by_index[index] = call
        self._open = call
        first_name = bool(name) and not call.name
        if name:
            call.name = (self._joined(call, name) or name) if call.name else name
        if arguments:
            call.pieces.append(arguments)
        call.extra.update({key: value for key, value in delta.items() if key not in KNOWN_KEYS})
        return f"{name} {arguments}" if first_name else arguments

    def _cleaned(self, name: str) -> str:
        """Without what the model's own format left around it ("functions.ask", "ask<|channel|>json")."""
        if name in self._known:
            return name
        bare = name.partition("<|")[0].rpartition(".")[2].strip()
        return bare if bare in self._known else name

    def _route(self, call_id: str, index: int | None, name: str, arguments: str) -> OpenCall:
        by_id = self._by_id.get(call_id) if call_id else None
        if by_id is not None:
            return by_id if self._continues(by_id, call_id, name, arguments) else self._new()
        at_index = self._by_index.get(index) if index is not None else None
        if at_index is not None:
            return at_index if self._continues(at_index, call_id, name, arguments) else self._new()
        if self._open is not None:
            if index is None and self._continues(self._open, call_id, name, arguments):
                return self._open
            # an index never seen, and no id: the head of this call came under another number
            if not call_id and self._open.waiting and self._lacks(self._open, name, arguments):
                return self._open
        return self._new()

    def _lacks(self, call: OpenCall, name: str, arguments: str) -> bool:
        """Whether a delta that says nothing of where it belongs can only be the next one of this call."""
        if not call.name:
            return not call.pieces or not arguments.lstrip().startswith("{")
        return not name or (name not in self._known and call.name + name in self._known)

    def _continues(self, call: OpenCall, call_id: str, name: str, arguments: str) -> bool:
        """Whether a delta with this id, name and arguments can be the next one of this call."""
        if name and call.name and self._joined(call, name) is None:
            return False
        if call_id and call.id and call_id != call.id:
            return not name and call.waiting  # a server that makes up a new id for every delta
        if call_id and not call.id and not name:
            return call.waiting or not arguments
        return True

    def _joined(self, call: OpenCall, new: str) -> str | None:
        """The name of the call after `new` arrived; None if `new` names another call."""
        old = call.name
        if new == old:
            return old
        if old + new in self._known:
            return old + new
        if new in self._known and old in self._known:
            return new if new.startswith(old) and not call.pieces else None
        if new.startswith(old):
            return new
        return None if old in self._known or call.pieces else old + new

    def _new(self) -> OpenCall:
        if len(self.calls) >= MAX_CALLS:
            raise StreamFault("The reply does not end; it was stopped.")
        call = OpenCall()
        self.calls.append(call)
        return call


def _number(value: object) -> int | None:
    if isinstance(value, str) and value.isdecimal():
        return int(value[:9])
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _text(arguments: object) -> str:
    if arguments is None:
        return ""
    return arguments if isinstance(arguments, str) else write_json(arguments)
