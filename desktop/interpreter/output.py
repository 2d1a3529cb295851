"""What a program prints, bounded: the first and the last 64 KiB of a stream, the count of the rest, and a live view."""

from __future__ import annotations

import codecs
from collections import deque
from collections.abc import Callable

HEAD, TAIL = 64 << 10, 64 << 10  # bytes kept of each stream
LIVE_BYTES, LIVE_SECONDS = 32 << 10, 0.1  # at most so many bytes in so much time reach the live view

Show = Callable[[str], None]


class Ring:
    """Head and tail of a stream of bytes; memory does not grow with what is added."""

    def __init__(self, head: int = HEAD, tail: int = TAIL) -> None:
        self._head_size, self._tail_size = head, tail
        self._head = bytearray()
        self._tail: deque[bytes] = deque()
        self._in_tail = 0
        self.total = 0

    def add(self, data: bytes) -> None:
        self.total += len(data)
        room = self._head_size - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        if data:
            self._tail.append(data)
            self._in_tail += len(data)
            while self._in_tail - len(self._tail[0]) >= self._tail_size:
                self._in_tail -= len(self._tail.popleft())

    @property
    def dropped(self) -> int:
        return max(0, self._in_tail - self._tail_size) + (self.total - len(self._head) - self._in_tail)

    def text(self) -> str:
        """Head, a line that says how much is missing, tail. Bytes that are not UTF-8 are shown as escapes."""
        tail = b"".join(self._tail)[-self._tail_size :] if self._tail else b""
        if not self.dropped:
            return _decoded(bytes(self._head) + tail)
        # a character cut in two at either edge is left out
        return f"{_whole(bytes(self._head))}\n... {self.dropped:,} bytes not shown ...\n{_decoded(_from_start(tail))}"


class Live:
    """Passes text on as it comes, but never more than a window can paint; what is skipped is said."""

    def __init__(self, show: Show) -> None:
        self._show = show
        self._decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")
        self._window_began = float("-inf")
        self._in_window = 0
        self._skipped = 0

    def add(self, data: bytes, now: float) -> None:
        if now - self._window_began >= LIVE_SECONDS:
            self._window_began, self._in_window = now, 0
        room = LIVE_BYTES - self._in_window
        if room <= 0:
            self._skipped += len(data)
            return
        shown, rest = data[:room], data[room:]
        self._in_window += len(shown)
        text = self._decoder.decode(shown)
        if self._skipped:
            text = f"\n... {self._skipped:,} bytes not shown ...\n{text}"
            self._skipped = 0
        self._skipped += len(rest)
        if text:
            self._show(text)

    def end(self) -> None:
        text = self._decoder.decode(b"", True)
        if self._skipped:
            text += f"\n... {self._skipped:,} bytes not shown ...\n"
            self._skipped = 0
        if text:
            self._show(text)


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "backslashreplace")


def _whole(data: bytes) -> str:
    return codecs.getincrementaldecoder("utf-8")("backslashreplace").decode(data)


def _from_start(data: bytes) -> bytes:
    start = 0
    while start < min(4, len(data)) and data[start] & 0xC0 == 0x80:
        start += 1
    return data[start:]
