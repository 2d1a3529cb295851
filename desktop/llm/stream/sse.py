"""Cuts a byte stream into server-sent events, however the network split it."""

from __future__ import annotations

from dataclasses import dataclass

BOM = b"\xef\xbb\xbf"
MAX_EVENT = 32 * 2**20  # bytes; the largest seen in the wild is a 2 MB reasoning delta


class EventTooLarge(Exception):
    """One event grew past `MAX_EVENT`; no model says that much in one breath."""


@dataclass(frozen=True, slots=True)
class ServerEvent:
    """`name` is the `event:` field or ""; `data` the joined `data:` lines, undecoded."""

    name: str
    data: bytes


class EventSplitter:
    """`feed` bytes as they come, `close` at the end; both return the events completed by it.

    Lines end at CR, LF or CRLF and are cut before decoding, so U+2028 or a half character cannot end one. Forgiven:
    a BOM, comments, no space after the colon, no blank line between two JSON events or after the last one, and a
    bare JSON object on a line of its own (some proxies write their error like that).
    """

    def __init__(self) -> None:
        self._pending = bytearray()  # an unfinished line
        self._data: list[bytes] = []
        self._size = 0
        self._name = ""
        self._after_cr = False  # a line ended with CR at the end of a chunk: a LF may still belong to it
        self._at_start = True

    def feed(self, chunk: bytes) -> list[ServerEvent]:
        if self._at_start:
            chunk = self._without_bom(chunk)
        if self._after_cr and chunk:
            self._after_cr = False
            chunk = chunk.removeprefix(b"\n")
        if not chunk:
            return []
        end = max(chunk.rfind(b"\n"), chunk.rfind(b"\r")) + 1
        if not end:
            self._pending += chunk
            self._guard(len(self._pending))
            return []
        if self._pending:
            whole = bytes(self._pending) + chunk[:end]
            self._pending.clear()
        else:
            whole = chunk[:end]
        self._pending += chunk[end:]
        self._after_cr = end == len(chunk) and whole.endswith(b"\r")
        events: list[ServerEvent] = []
        for line in whole.splitlines():
            self._take(line, events)
        return events

    def close(self) -> list[ServerEvent]:
        events: list[ServerEvent] = []
        for line in bytes(self._pending).splitlines():
            self._take(line, events)
        self._pending.clear()
        self._dispatch(events)
        return events

    def _without_bom(self, chunk: bytes) -> bytes:
        self._pending += chunk
        if len(self._pending) < len(BOM) and BOM.startswith(self._pending):
            return b""
        whole = bytes(self._pending)
        self._pending.clear()
        self._at_start = False
        return whole.removeprefix(BOM)

    def _take(self, line: bytes, events: list[ServerEvent]) -> None:
        if not line:
            self._dispatch(events)
        elif line.startswith(b"data:"):
            self._add(line[6:] if line[5:6] == b" " else line[5:], events)
        elif line.startswith(b"event:"):
            self._name = line[6:].strip().decode("utf-8", "replace")
        elif line.startswith(b"{"):
            self._dispatch(events)
            self._add(line, events)
            self._dispatch(events)

    def _add(self, payload: bytes, events: list[ServerEvent]) -> None:
        # "}" followed by "{" or "[DONE]" is never JSON: this server puts no blank line between its events
        if self._data and self._data[-1].endswith(b"}") and payload.startswith((b"{", b"[DONE]")):
            self._dispatch(events)
        self._data.append(payload)
        self._size += len(payload)
        self._guard(self._size)

    def _dispatch(self, events: list[ServerEvent]) -> None:
        if self._data:
            data = self._data[0] if len(self._data) == 1 else b"\n".join(self._data)
            if data and not data.isspace():
                events.append(ServerEvent(self._name, data))
            self._data.clear()
            self._size = 0
        self._name = ""

    def _guard(self, size: int) -> None:
        if size > MAX_EVENT:
            raise EventTooLarge
