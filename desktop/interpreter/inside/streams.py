"""The student's standard streams: fresh for every run, soon on the screen, and `input()` answered by the host."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

LINE_BY_LINE = 0.05  # seconds a run is shown line by line; after that its output is sent in blocks, as often as this
Ask = Callable[[], str | None]  # the next line without its newline; None at the end of input


class Streams:
    """Owns duplicates of the two pipes, so that a program may close or replace its own streams as it likes."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._keep = (os.dup(1), os.dup(2))
        self._dup2 = os.dup2
        self._make = (io.TextIOWrapper, io.BufferedWriter, io.FileIO)
        self._running = threading.Event()
        self._sleep, self._thread = time.sleep, threading.Thread
        self._flusher: threading.Thread | None = None
        self._sys: Any = sys.__dict__  # not the module: a program may give it another class
        self._quiet = contextlib.suppress(BaseException)
        self.renew()

    def renew(self) -> None:
        for number, kept in zip((1, 2), self._keep, strict=True):
            self._dup2(kept, number)
        self.out = self._sys["stdout"] = self._sys["__stdout__"] = self._writer(1, 1 << 16)
        self.err = self._sys["stderr"] = self._sys["__stderr__"] = self._writer(2, 1 << 13)
        self._sys["stdin"] = self._sys["__stdin__"] = Stdin(self._ask)

    def start(self) -> None:
        if self._flusher is None:
            self._flusher = self._thread(target=self._flush_often, daemon=True, name="output")
            self._flusher.start()
        self._running.set()

    def finish(self) -> None:
        """Everything the program printed, wherever it is buffered in Python, is in the pipes after this.

        Only real text streams are asked: `flush` of anything else is student code. Ours are left line by line, because
        the program may hold on to them (a logging handler does).
        """
        self._running.clear()
        wrapper = self._make[0]
        for stream in (self._sys.get("stdout"), self._sys.get("stderr")):
            if type(stream) is wrapper:
                with self._quiet:
                    stream.flush()
        for stream in (self.out, self.err):
            try:
                stream.flush()
                stream.reconfigure(line_buffering=True)
            except (OSError, ValueError):  # its descriptor was closed: what it still holds must not come out later
                buffer: Any = stream.buffer
                with self._quiet:
                    buffer.raw.close()

    def _writer(self, number: int, size: int) -> io.TextIOWrapper:
        wrapper, buffered, raw = self._make
        return wrapper(
            buffered(raw(number, "w", closefd=False), size),
            encoding="utf-8",
            errors="backslashreplace",
            newline="\n",
            line_buffering=True,
        )

    def _flush_often(self) -> None:
        while True:
            self._running.wait()
            out = self.out
            self._sleep(LINE_BY_LINE)
            if out is not self.out:  # another run has begun meanwhile, with first moments of its own
                continue
            with self._quiet:
                if self._running.is_set():
                    out.reconfigure(line_buffering=False)
            while self._running.is_set() and out is self.out:
                self._sleep(LINE_BY_LINE)
                with self._quiet:
                    out.flush()


class Stdin(io.TextIOBase):
    """Standard input as a text stream; every line is asked of the host."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._rest = ""

    @property
    def encoding(self) -> str:  # type: ignore[override]  # TextIOBase declares an attribute; a property fits it
        return "utf-8"

    @property
    def errors(self) -> str:  # type: ignore[override]  # as above
        return "strict"

    def readable(self) -> bool:
        return True

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # the base class names it __size
        line = self._rest or self._next()
        if 0 <= size < len(line):
            self._rest = line[size:]
            return line[:size]
        self._rest = ""
        return line

    def read(self, size: int | None = -1, /) -> str:
        text = self._rest
        self._rest = ""
        while size is None or size < 0 or len(text) < size:
            line = self._next()
            if not line:
                return text
            text += line
        self._rest = text[size:]
        return text[:size]

    def __iter__(self) -> Iterator[str]:  # type: ignore[override]  # an iterator of str, as the base class is at run time
        return self

    def __next__(self) -> str:
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def _next(self) -> str:
        if self.closed:
            raise ValueError("I/O operation on closed file.")
        line = self._ask()
        return "" if line is None else line + "\n"
