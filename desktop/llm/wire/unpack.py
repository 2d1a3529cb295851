"""Unpacks a body by what it is, not by what its header says: some proxies compress unasked, some only say so."""

from __future__ import annotations

import codecs
import re
import zlib
from collections.abc import Iterator

from desktop.llm.failures.faults import Damaged, Unreadable

GZIP, ZLIB, ZSTD = b"\x1f\x8b", b"\x78", b"\x28\xb5\x2f\xfd"
READABLE = frozenset({"", "identity", "gzip", "x-gzip", "deflate"})
LOOKED_AT = 16  # bytes: brotli has no mark of its own, but it is no text
_CONTROLS = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
PIECE = 2**20  # bytes unpacked at once: a few kilobytes may hold gigabytes


class Unpacker:
    """`feed` the bytes as they come; `told` is what the header says, for what has no sure mark of its own.

    Raises `Damaged`, also `Unreadable` for brotli, zstd and whatever else is not text. A compressed body that breaks
    off gives what came of it; whether that is whole is for the reader of it to say.
    """

    def __init__(self, told: str = "") -> None:
        names = [name.strip() for name in told.lower().split(",")]
        self._deflate = names == ["deflate"]
        self._strange = next((name for name in names if name not in READABLE), "")
        self._known = False
        self._head = b""
        self._inside = zlib.decompressobj(zlib.MAX_WBITS | 32)  # gzip and zlib, by their heads
        self._packed = False

    def feed(self, piece: bytes) -> Iterator[bytes]:
        if not self._known:
            piece = self._head = self._head + piece
            least = LOOKED_AT if self._strange else 1
            if len(piece) < least or any(len(piece) < len(mark) and mark.startswith(piece) for mark in (GZIP, ZSTD)):
                return
            self._known = True
            self._refuse_strange(piece)
            self._packed = piece.startswith(GZIP) or (self._deflate and piece.startswith(ZLIB))
        if not self._packed:
            yield piece
            return
        while piece and not self._inside.eof:
            try:
                unpacked = self._inside.decompress(piece, PIECE)
            except zlib.error as error:
                raise Damaged from error
            piece = self._inside.unconsumed_tail
            if unpacked:
                yield unpacked

    def rest(self) -> bytes:
        """A body of a few bytes, which might have been the beginning of more."""
        if self._known:
            return b""
        self._refuse_strange(self._head)
        return self._head

    def _refuse_strange(self, head: bytes) -> None:
        if head.startswith(ZSTD):
            raise Unreadable("zstd")
        if self._strange and not head.startswith(GZIP) and not _is_text(head[:LOOKED_AT]):
            raise Unreadable("".join(char for char in self._strange[:20] if char.isalnum() or char == "-"))


def _is_text(head: bytes) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)  # its last character may be cut
    except UnicodeDecodeError:
        return False
    return _CONTROLS.search(head) is None
