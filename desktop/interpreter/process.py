"""One worker process as the host sees it: its frames, its two output pipes, its clock, and the end of it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
import time
from collections import deque
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Literal, Protocol

from desktop.interpreter.inside.frames import BadFrame, Splitter, pack
from desktop.interpreter.output import Live, Ring
from desktop.interpreter.usage import remove_tree

CHUNK = 1 << 18  # bytes read from a pipe at a time; then the event loop gets its turn
LAST_CHUNKS = 8  # after the end of a run: more than a full pipe, so leftover threads cannot hold us here
SEND_SECONDS = 10.0

OnOutput = Callable[[Literal["stdout", "stderr"], str], None]


class Reaper(Protocol):
    """Kills a worker with everything it made, and says how it ended."""

    def kill(self, pid: int) -> None: ...
    def ended(self, pid: int) -> Awaitable[int | None]:
        """Exit status as in `subprocess` (negative: the signal); None if it cannot be known."""
        ...


class Worker:
    """The control channel is watched from birth to `close`, output while a request runs."""

    def __init__(
        self, pid: int, control: socket.socket, out: int, err: int, work: Path, reaper: Reaper, *, forks: bool
    ) -> None:
        self.pid, self.work, self.forks = pid, work, forks
        self.about: dict[str, Any] = {}
        self.isolated = True  # as well as the probe found; False: this one did not get its sandbox
        self.used = False
        self.gone = False
        self.trouble = ""  # why the channel ended, if the worker broke the protocol
        self.rings = {"stdout": Ring(), "stderr": Ring()}
        self._lives: dict[str, Live] = {}
        self._control, self._fds = control, {"stdout": out, "stderr": err}
        self._reaper = reaper
        self._splitter = Splitter()
        self._frames: deque[dict[str, Any]] = deque()
        self._waiting: asyncio.Future[None] | None = None
        self._loop = asyncio.get_running_loop()
        control.setblocking(False)
        self._loop.add_reader(control.fileno(), self._read_control)
        for fd in self._fds.values():
            os.set_blocking(fd, False)

    async def frame(self, seconds: float) -> dict[str, Any] | None:
        """The next frame; None after so many seconds, when `wake` was called, or when the worker is gone."""
        if not self._frames and not self.gone:
            self._waiting = waiting = self._loop.create_future()
            timer = self._loop.call_later(max(0.0, seconds), self.wake)
            try:
                await waiting
            finally:
                timer.cancel()
                self._waiting = None
        return self._frames.popleft() if self._frames else None

    def wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def send(self, message: dict[str, Any]) -> None:
        data = pack(message)
        try:
            sent = self._control.send(data)
            if sent < len(data):
                await asyncio.wait_for(self._loop.sock_sendall(self._control, data[sent:]), SEND_SECONDS)
        except (OSError, TimeoutError):
            self._lost()

    def fresh_output(self, on_output: OnOutput | None) -> None:
        """Forget what was printed before; whatever still lies in the pipes came from leftover threads.

        Between two runs nobody reads: a thread that goes on printing waits at a full pipe, not we for it.
        """
        for stream, fd in self._fds.items():
            self._drain(stream)
            self._loop.add_reader(fd, self._read_output, stream)
        self.rings = {"stdout": Ring(), "stderr": Ring()}
        self._lives = {}
        if on_output is not None:
            self._lives = {
                "stdout": Live(lambda t: on_output("stdout", t)),
                "stderr": Live(lambda t: on_output("stderr", t)),
            }

    def last_output(self) -> None:
        for stream, fd in self._fds.items():
            self._drain(stream)
            self._loop.remove_reader(fd)
        for live in self._lives.values():
            live.end()
        self._lives = {}

    @property
    def printed(self) -> int:
        return sum(ring.total for ring in self.rings.values())

    def interrupt(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(self.pid, signal.SIGINT)

    def cpu_seconds(self) -> float | None:
        """CPU time of all threads of the worker so far; None where the system does not tell."""
        if sys.platform != "linux":
            return None
        try:
            return time.clock_gettime(~self.pid << 3 | 2)  # the clock id of another process, clock_getcpuclockid(3)
        except OSError:
            return None

    async def end(self) -> int | None:
        """Kill it with everything it made; its exit status."""
        self._reaper.kill(self.pid)
        status = await self._reaper.ended(self.pid)
        self.last_output()
        self.close()
        try:
            self.work.rmdir()
        except OSError:
            await asyncio.to_thread(remove_tree, self.work)
        return status

    def abandon(self) -> None:
        """Kill it and wait for nothing."""
        self._reaper.kill(self.pid)
        self.close()

    def close(self) -> None:
        """Stop watching and close the descriptors; the process sees the end of its channel and leaves."""
        self.gone = True
        if self._control.fileno() >= 0:
            self._loop.remove_reader(self._control.fileno())
            self._control.close()
        for fd in self._fds.values():
            self._loop.remove_reader(fd)
            os.close(fd)
        self._fds = {}
        self.wake()

    def _read_control(self) -> None:
        try:
            data = self._control.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._lost()
            return
        try:
            self._frames += self._splitter.feed(data)
        except BadFrame as error:
            self.trouble = str(error)
            self._lost()
        self.wake()

    def _lost(self) -> None:
        self.gone = True
        if self._control.fileno() >= 0:
            self._loop.remove_reader(self._control.fileno())
        self.wake()

    def _read_output(self, stream: str) -> None:
        if not self._take(stream):
            self._loop.remove_reader(self._fds[stream])

    def _drain(self, stream: str) -> None:
        for _ in range(LAST_CHUNKS):
            if not self._take(stream, last=True):
                return

    def _take(self, stream: str, last: bool = False) -> bool:
        """False at the end of the stream (or, with `last`, when nothing more is there now)."""
        try:
            data = os.read(self._fds[stream], CHUNK)
        except BlockingIOError:
            return not last
        except OSError:
            return False
        if data:
            self.rings[stream].add(data)
            if stream in self._lives:
                self._lives[stream].add(data, self._loop.time())
        return bool(data)
