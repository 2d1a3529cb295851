"""Unpacks a body by what it is, not by what its header says: some proxies compress unasked, some only say so."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

GZIP, ZLIB = b"\x1f\x8b", b"\x78"
PIECE = 2**20  # bytes unpacked at once: a few kilobytes may hold gigabytes


class Damaged(Exception):
    """What was compressed cannot be unpacked."""


class Unpacker:
    """`feed` the bytes as they come; `deflate` says that the header spoke of it, since it has no sure mark of its own.

    A compressed body that breaks off gives what came of it; whether that is whole is for the reader of it to say.
    """

    def __init__(self, deflate: bool = False) -> None:
        self._deflate = deflate
        self._known = False
        self._head = b""
        self._inside = zlib.decompressobj(zlib.MAX_WBITS | 32)  # gzip and zlib, by their heads
        self._packed = False

    def feed(self, piece: bytes) -> Iterator[bytes]:
        if not self._known:
            piece = self._head = self._head + piece
            if len(piece) < len(GZIP) and GZIP.startswith(piece):
                return
            self._known = True
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
        """A body of one byte, which might have been the beginning of more."""
        return b"" if self._known else self._head
