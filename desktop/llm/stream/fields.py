"""Reads single fields of a chunk, whichever shape a server gave them: errors, usage, text."""

from __future__ import annotations

from math import isfinite

from pydantic import JsonValue

from desktop.llm.stream.jsontext import Object, as_list, as_object, write_json
from desktop.vocabulary.chat import Usage


class StreamFault(Exception):
    """Something in the stream that makes the reply worthless; `code` as the server gave it."""

    def __init__(self, what: str, *, code: str = "", kind: str = "", said: bool = False) -> None:
        super().__init__(what)
        self.what, self.code, self.kind, self.said = what, code, kind, said


def read_error(error: object) -> StreamFault:
    """The server's own words for what went wrong, wherever it put them."""
    body = as_object(error)
    if body is None:
        text = error if isinstance(error, str) else write_json(error)
        return StreamFault(text[:500], said=True)
    inner = as_object(body.get("error")) or body
    metadata = as_object(inner.get("metadata")) or {}
    message = inner.get("message") or inner.get("detail") or inner.get("msg") or metadata.get("raw")
    code = inner.get("code") or inner.get("status") or inner.get("status_code")
    text = message if isinstance(message, str) else write_json(message or inner)
    return StreamFault(text[:500], code=str(code or ""), kind=str(inner.get("type") or ""), said=True)


def read_usage(usage: Object) -> Usage | None:
    """None where neither count is a number that can be one: then it is as if nothing had been sent."""
    details = as_object(usage.get("completion_tokens_details")) or as_object(usage.get("output_tokens_details")) or {}
    sent, written = (
        next((found for name in names if (found := _count(usage.get(name))) is not None), None)
        for names in (("prompt_tokens", "input_tokens"), ("completion_tokens", "output_tokens"))
    )
    if sent is None and written is None:
        return None
    thought = _count(details.get("reasoning_tokens") or usage.get("reasoning_tokens"))
    return Usage(tokens_in=sent or 0, tokens_out=written or 0, tokens_reasoning=thought or 0)


def _count(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if 0 <= value < 2**53 else None


def clean(value: object) -> JsonValue:
    """The same JSON, with texts any encoder takes and without numbers that JSON does not have."""
    if isinstance(value, str):
        return mended(value)
    if isinstance(value, float) and not isfinite(value):
        return None
    if (body := as_object(value)) is not None:
        return {mended(key): clean(item) for key, item in body.items()}
    if (items := as_list(value)) or value == []:
        return [clean(item) for item in items]
    return value if isinstance(value, bool | int | float) else None


def part_text(part: object) -> str:
    """The text of a content part, also of one that nests its text."""
    if isinstance(part, str):
        return part
    body = as_object(part) or {}
    for key in ("text", "thinking", "reasoning", "summary", "content", "refusal"):
        value = body.get(key)
        if isinstance(value, str):
            return value
        if items := as_list(value):
            return "".join(part_text(item) for item in items)
    return ""


def mended(text: str) -> str:
    """Surrogate pairs joined, lone surrogates replaced: text that any encoder takes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
