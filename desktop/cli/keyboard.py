"""Reads typed lines without holding the program: Ctrl-C ends a defense that waits at a prompt."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress

from desktop.cli.output import say

PIECE = 65_536  # bytes


class Keyboard:
    """Standard input, line by line. `asyncio.to_thread` would not do: the loop waits for such a thread at its end.

    The descriptor is read, not `sys.stdin`: a thread left behind in a buffered read aborts Python at its exit.
    """

    def __init__(self) -> None:
        self._typed = b""
        self._reading: asyncio.Future[str | None] | None = None

    @property
    def person(self) -> bool:
        """Whether somebody sits there."""
        return sys.stdin is not None and sys.stdin.isatty()

    async def line(self, prompt: str = "") -> str | None:
        """The next line without its end; None at the end of the input. Bytes that are no text are replaced."""
        if sys.stdin is None:
            return None
        if prompt:
            print(prompt, end="", flush=True, file=sys.stdout if sys.stdout.isatty() else sys.stderr)
        if self._reading is None:  # else an earlier wait was given up, and its line is still to come
            self._reading = _in_a_thread(self._next)
        line = await asyncio.shield(self._reading)
        self._reading = None
        if line is None and prompt:
            _show("\n")  # Ctrl-D leaves the cursor behind the prompt
        return line

    async def secret(self, prompt: str) -> str | None:
        """A line that is not shown while it is typed; None at the end of the input."""
        with _no_echo():
            line = await self.line(prompt)
        _show("\n")
        return line

    def _next(self) -> str | None:
        while b"\n" not in self._typed:
            piece = os.read(sys.stdin.fileno(), PIECE)
            if not piece:
                last, self._typed = self._typed, b""
                return _text(last) if last else None
            self._typed += piece
        line, _, self._typed = self._typed.partition(b"\n")
        return _text(line)


@contextmanager
def _no_echo() -> Generator[None]:
    """The terminal shows nothing of what is typed; where it cannot be told so, nothing changes."""
    if sys.stdin is None or not sys.stdin.isatty() or sys.platform == "win32":
        yield
        return
    import termios

    number = sys.stdin.fileno()
    before = termios.tcgetattr(number)
    hidden = [*before]
    hidden[3] = before[3] & ~termios.ECHO
    termios.tcsetattr(number, termios.TCSADRAIN, hidden)
    try:
        yield
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)


def _show(prompt: str) -> None:
    """Where the person looks, also if the output goes to a file."""
    say(prompt, nl=False, err=not sys.stdout.isatty())


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").rstrip("\r")


def _in_a_thread(read: Callable[[], str | None]) -> asyncio.Future[str | None]:
    loop = asyncio.get_running_loop()
    told: asyncio.Future[str | None] = loop.create_future()

    def settle(line: str | None) -> None:
        if not told.done():
            told.set_result(line)

    def run() -> None:
        line = None
        with suppress(OSError, ValueError):  # closed, or not to be read: nobody is there
            line = read()
        with suppress(RuntimeError):  # the loop ended meanwhile
            loop.call_soon_threadsafe(settle, line)

    threading.Thread(target=run, name="keyboard", daemon=True).start()
    return told
