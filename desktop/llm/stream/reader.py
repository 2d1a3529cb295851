"""Bytes of an answer with status 200 in, deltas out: a stream of events, one JSON body, or a page that is neither."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from desktop.llm.stream.assemble import Assembled, Assembler
from desktop.llm.stream.fields import StreamFault, read_error
from desktop.llm.stream.jsontext import Object, as_list, as_object, read_chunk
from desktop.llm.stream.sse import BOM, EventSplitter, EventTooLarge, ServerEvent
from desktop.vocabulary.chat import Delta

MAX_BODY = 64 * 2**20
SAID_IN = ("detail", "message", "msg", "errors")  # where servers put their words in a body that is no reply
OURS = ("", "message", "error")


class PageInstead(Exception):
    """A web page came where a reply was expected."""

    def __init__(self, text: str) -> None:
        super().__init__("a web page came instead of a reply")
        self.text = text


class ReplyReader:
    """`feed` and `close` raise `StreamFault` for what makes the reply worthless, `PageInstead` for HTML.

    What kind of answer it is, is read off its first character: the content type is often wrong.

    `result` decides by what came, not by `finish_reason`. A call of which there is any trace (an entry in
    `tool_calls`, a `function_call`, a sign of a call or JSON written into the text) and which did not come whole makes
    the reply worthless: it is asked for again, and told if it stays so. The bare word `tool_calls` over whole, plain
    text is no trace: some servers write it under every reply, and then the text is the reply. Were a call lost there
    after all, nothing ran that should not have, and the examiner is asked for its call in the next turn. Without any
    text the bare word is a call that never came.
    """

    def __init__(self, tools: Mapping[str, Object] | None = None, messages: Sequence[Object] = ()) -> None:
        self._assembler = Assembler(tools, messages)
        self._splitter = EventSplitter()
        self._kind: Literal["", "events", "json", "page"] = ""
        self._body = bytearray()

    @property
    def done(self) -> bool:
        """`[DONE]` was read: the rest, and whether the connection is closed, does not matter."""
        return self._assembler.done

    @property
    def finished(self) -> bool:
        """The server said how the reply ended; usage and `[DONE]` may still follow."""
        return self._assembler.finished

    def feed(self, piece: bytes) -> list[Delta]:
        if self._kind != "events":
            self._body += piece
            if len(self._body) > MAX_BODY:
                raise StreamFault("The server's answer does not end; it was stopped.")
            if not self._kind:
                self._kind = _kind(self._body)
            if self._kind != "events":
                return []
            piece = bytes(self._body)
            self._body.clear()
        try:
            return self._take(self._splitter.feed(piece))
        except EventTooLarge:
            raise StreamFault("The server's answer does not end; it was stopped.") from None

    def close(self) -> list[Delta]:
        if self._kind == "events":
            return self._take(self._splitter.close())
        text = _decode(bytes(self._body))[0].lstrip("\ufeff \r\n\t")
        if self._kind == "page":
            raise PageInstead(text)
        return self._take_body(text) if text else []

    def result(self) -> Assembled:
        return self._assembler.result()

    def _take(self, events: list[ServerEvent]) -> list[Delta]:
        shown: list[Delta] = []
        for event in events:
            if self.done:
                break
            if event.data.strip(b' \t\r\n"').upper() == b"[DONE]":
                self._assembler.done = True
            else:
                shown += self._take_event(event)
        return shown

    def _take_event(self, event: ServerEvent) -> list[Delta]:
        text, exact = _decode(event.data)
        try:
            chunk = read_chunk(text)
        except ValueError:
            if self.finished and "[DONE]".startswith(text.strip().upper()):
                return []  # the connection ended inside the last word, and all was said before
            if event.name == "error":
                raise read_error(text.strip()) from None
            if event.name not in OURS or not any(sign in text for sign in '{["'):
                return []  # a keep-alive word; no chunk can hide in it
            raise StreamFault("A part of the reply arrived damaged.") from None
        body = as_object(chunk)
        if event.name not in OURS and not (body and ("choices" in body or "error" in body)):
            return []
        if not exact and body is not None and _has_calls(body):
            raise StreamFault("A part of the reply arrived damaged.")
        return self._assembler.chunk(chunk, event.name)

    def _take_body(self, text: str) -> list[Delta]:
        """One complete message, or, from careless servers, one chunk a line."""
        try:
            chunks = [read_chunk(text)]
        except ValueError:
            try:
                chunks = [read_chunk(line) for line in text.splitlines() if line.strip()]
            except ValueError:
                raise StreamFault("The server's answer broke off.") from None
        else:
            self._assembler.done = True
            chunks = as_list(chunks[0]) or chunks
            body = as_object(chunks[0])
            if body and "choices" not in body and any(body.get(key) for key in SAID_IN):
                raise read_error(body)
        return [delta for chunk in chunks for delta in self._assembler.chunk(chunk)]


def _kind(body: bytearray) -> Literal["", "events", "json", "page"]:
    head = bytes(body[:4096]).removeprefix(BOM).lstrip(b" \r\n\t")
    if not head:
        return "" if len(body) < 4096 else "events"
    if BOM.startswith(head):
        return ""
    return "json" if head[:1] in b"{[" else "page" if head[:1] == b"<" else "events"


def _decode(data: bytes) -> tuple[str, bool]:
    """The text, and whether every byte of it was UTF-8."""
    try:
        return data.decode(), True
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace"), False


def _has_calls(body: Object) -> bool:
    choices = [as_object(choice) or {} for choice in as_list(body.get("choices"))]
    turns = [as_object(choice.get("delta") or choice.get("message")) or {} for choice in choices]
    return any(turn.get("tool_calls") or turn.get("function_call") for turn in turns)
