"""Frames between host and worker: four bytes of length (little-endian), then one JSON object in ASCII."""

from __future__ import annotations

import json
import struct
from typing import Any, cast

FROM_WORKER = 1 << 20  # bytes; a longer frame from the student's process ends that process
TO_WORKER = 16 << 20  # bytes; the host is trusted, and a program may carry a long table
HEADER = struct.Struct("<I")


class BadFrame(Exception):
    """The other side broke the protocol: too long, not JSON, or not an object."""


def pack(message: dict[str, Any]) -> bytes:
    body = json.dumps(message, separators=(",", ":")).encode("ascii")
    return HEADER.pack(len(body)) + body


class Splitter:
    """Bytes in as they come, whole messages out. `BadFrame` is final: the stream cannot be trusted after it."""

    def __init__(self, cap: int = FROM_WORKER) -> None:
        self._cap = cap
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[dict[str, Any]]:
        self._buffer += data
        messages: list[dict[str, Any]] = []
        while len(self._buffer) >= HEADER.size:
            (length,) = HEADER.unpack_from(self._buffer)
            if length > self._cap:
                raise BadFrame(f"a frame of {length} bytes")
            end = HEADER.size + length
            if len(self._buffer) < end:
                break
            body = bytes(self._buffer[HEADER.size : end])
            del self._buffer[:end]
            messages.append(_object(body))
        return messages


def _object(body: bytes) -> dict[str, Any]:
    try:
        message: Any = json.loads(body.decode("ascii"))
    except (ValueError, RecursionError):
        raise BadFrame("a frame that is not ASCII JSON") from None
    if not isinstance(message, dict):
        raise BadFrame("a frame that is not an object")
    return cast(dict[str, Any], message)
