"""One worker process as the host sees it: its frames, what it prints, its clock, and the end of it."""

from __future__ import annotations

import asyncio
import sys
import time
from collections import deque
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Literal, Protocol

from desktop.interpreter.inside.frames import BadFrame, Splitter, pack
from desktop.interpreter.output import Live, Ring
from desktop.interpreter.transport import Transport
from desktop.interpreter.usage import remove_tree

# What may wait to be read, in bytes and frames: all the figures of a run fit, a thread that never stops does not.
UNREAD, WAITING = 32 << 20, 10_000

OnOutput = Callable[[Literal["stdout", "stderr"], str], None]


class Keeper(Protocol):
    """Whoever made the worker: interrupts it, kills it with everything it made, and says how it ended."""

    def interrupt(self, pid: int) -> None: ...
    def kill(self, pid: int) -> None: ...
    async def settle(self, pid: int) -> None:
        """Wait a moment for who is around the worker to pass on how it ended."""
        ...

    def cpu_seconds(self, pid: int) -> float | None:
        """None where it is not known."""
        ...

    def memory(self, pid: int) -> int | None:
        """Bytes in use; None where the system itself holds the limit."""
        ...

    def ended(self, pid: int) -> Awaitable[int | None]:
        """Exit status as in `subprocess` (negative: the signal); None if it cannot be known."""
        ...


class Worker:
    """The control channel is read from birth to `close`, output while a request runs."""

    def __init__(self, pid: int, transport: Transport, work: Path, keeper: Keeper, *, forks: bool) -> None:
        self.pid, self.work, self.forks = pid, work, forks
        self.program, self.helpers = pid, 0  # the Python itself, and who else is in its group, if it is in a box
        self.about: dict[str, Any] = {}
        self.isolated = True  # as well as the probe found; False: this one did not get its sandbox
        self.used = False
        self.late: set[object] = set()  # numbers of answers nobody waited for any longer
        self.gone = False
        self.trouble = ""  # why the channel ended, if the worker broke the protocol
        self.rings = {"stdout": Ring(), "stderr": Ring()}
        self._lives: dict[str, Live] = {}
        self._transport, self._keeper = transport, keeper
        self._splitter = Splitter()
        self._frames: deque[dict[str, Any]] = deque()
        self._unread = 0  # bytes received since nothing was waiting to be read
        self._waiting: asyncio.Future[None] | None = None
        self._loop = asyncio.get_running_loop()
        transport.begin(self._received, self._printed)

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
        if not self._frames:
            self._unread = 0
            return None
        return self._frames.popleft()

    def wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def send(self, message: dict[str, Any]) -> None:
        try:
            await self._transport.send(pack(message))
        except (OSError, TimeoutError):
            self._lost()

    async def fresh_output(self, on_output: OnOutput | None) -> None:
        """Forget what was printed before; whatever still lies in the pipes came from leftover threads."""
        await self._transport.rest()
        self.rings = {"stdout": Ring(), "stderr": Ring()}
        self._lives = {}
        if on_output is not None:
            self._lives = {
                "stdout": Live(lambda t: on_output("stdout", t)),
                "stderr": Live(lambda t: on_output("stderr", t)),
            }
        self._transport.listen()

    async def catch_up(self) -> None:
        """What the program printed before it sent the last frame is in the rings after this."""
        await self._transport.catch_up()

    async def last_output(self) -> None:
        await self._transport.rest()
        for live in self._lives.values():
            live.end()
        self._lives = {}

    @property
    def printed(self) -> int:
        return sum(ring.total for ring in self.rings.values())

    def interrupt(self) -> None:
        self._keeper.interrupt(self.program)

    def cpu_seconds(self) -> float | None:
        """CPU time of all threads of the worker so far; None where the system does not tell."""
        if sys.platform != "linux":
            return self._keeper.cpu_seconds(self.pid)
        try:
            return time.clock_gettime(~self.program << 3 | 2)  # the clock id of another process, clock_getcpuclockid(3)
        except OSError:
            return None

    def memory(self) -> int | None:
        """Bytes in use now; None where the system itself holds the limit, so that nobody needs to look."""
        return self._keeper.memory(self.pid)

    async def end(self) -> int | None:
        """Kill it with everything it made; its exit status. The channel is closed even if this is cancelled."""
        try:
            if self.gone and self.helpers:
                await self._keeper.settle(self.pid)
            self._keeper.kill(self.pid)
            status = await self._keeper.ended(self.pid)
            await self.last_output()
        finally:
            self.close()
        try:
            self.work.rmdir()
        except OSError:
            await asyncio.to_thread(remove_tree, self.work)
        return status

    def abandon(self) -> None:
        """Kill it and wait for nothing."""
        self._keeper.kill(self.pid)
        self.close()

    def close(self) -> None:
        """Close the channel; the process sees its end and leaves."""
        self.gone = True
        self._transport.close()
        self.wake()

    def _received(self, data: bytes) -> None:
        if not data:
            self._lost()
            return
        self._unread += len(data)
        try:
            self._frames += self._splitter.feed(data)
            if self._unread > UNREAD or len(self._frames) > WAITING:
                raise BadFrame("more messages than anybody reads")
        except BadFrame as error:
            self.trouble = str(error)
            self._lost()
        self.wake()

    def _lost(self) -> None:
        self.gone = True
        self._transport.deaf()
        self.wake()

    def _printed(self, stream: str, data: bytes) -> None:
        self.rings[stream].add(data)
        if stream in self._lives:
            self._lives[stream].add(data, self._loop.time())
