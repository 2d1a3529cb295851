"""Bytes between host and worker: watched by the event loop on Linux and macOS, read by threads on Windows.

Both carry a control channel (frames, both ways) and two streams of output (one way). Output is delivered only between
`listen` and `rest`, so that between two runs a program that goes on printing waits at a full pipe, not we for it.
"""

from __future__ import annotations

import asyncio
import os
import socket
import threading
from collections.abc import Callable
from typing import Protocol

CHUNK = 1 << 18  # bytes read at a time; then the event loop gets its turn
LAST_CHUNKS = 8  # after the end of a run: more than a full pipe, so leftover threads cannot hold us here
SEND_SECONDS = 10.0
SETTLE, SETTLE_STEPS = 0.002, 100  # seconds, times: until the reading threads have nothing more in their hands

Received = Callable[[bytes], None]  # from the control channel; empty: the end
Printed = Callable[[str, bytes], None]


class Transport(Protocol):
    def begin(self, received: Received, printed: Printed) -> None: ...
    async def send(self, data: bytes) -> None:
        """`OSError` or `TimeoutError` if the worker does not take it."""
        ...

    def listen(self) -> None:
        """Deliver output from now on, beginning with what lies in the pipes."""
        ...

    async def catch_up(self) -> None:
        """Deliver what lies in the pipes now."""
        ...

    async def rest(self) -> None:
        """The same, and nothing after it."""
        ...

    def deaf(self) -> None:
        """Nothing more from the control channel."""
        ...

    def close(self) -> None: ...


class Watched:
    """A socket and two pipes, watched with `add_reader` (works under qasync too)."""

    def __init__(self, control: socket.socket, out: int, err: int) -> None:
        self._control, self._pipes = control, {"stdout": out, "stderr": err}
        self._loop = asyncio.get_running_loop()
        control.setblocking(False)
        for pipe in self._pipes.values():
            os.set_blocking(pipe, False)

    def begin(self, received: Received, printed: Printed) -> None:
        self._received, self._printed = received, printed
        self._loop.add_reader(self._control.fileno(), self._read_control)

    async def send(self, data: bytes) -> None:
        sent = self._control.send(data)
        if sent < len(data):
            async with asyncio.timeout(SEND_SECONDS):
                await self._loop.sock_sendall(self._control, data[sent:])

    def listen(self) -> None:
        for stream, pipe in self._pipes.items():
            self._loop.add_reader(pipe, self._read_output, stream)

    async def rest(self) -> None:
        await self.catch_up()
        for pipe in self._pipes.values():
            self._loop.remove_reader(pipe)

    async def catch_up(self) -> None:
        for stream in self._pipes:
            for _ in range(LAST_CHUNKS):
                if not self._take(stream):
                    break

    def deaf(self) -> None:
        if self._control.fileno() >= 0:
            self._loop.remove_reader(self._control.fileno())

    def close(self) -> None:
        self.deaf()
        self._control.close()
        for pipe in self._pipes.values():
            self._loop.remove_reader(pipe)
            os.close(pipe)
        self._pipes = {}

    def _read_control(self) -> None:
        try:
            data = self._control.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self._received(data)

    def _read_output(self, stream: str) -> None:
        if self._take(stream) is False:
            self._loop.remove_reader(self._pipes[stream])

    def _take(self, stream: str) -> bool | None:
        """False at the end of the stream, None if nothing is there now."""
        try:
            data = os.read(self._pipes[stream], CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            return False
        if data:
            self._printed(stream, data)
        return bool(data)


class Threaded:
    """Four pipes and three reading threads, for an event loop that cannot watch pipes (Windows).

    Runs on Linux too, and is tested there; on Windows itself it has never run.
    """

    def __init__(self, control_in: int, control_out: int, out: int, err: int) -> None:
        self._control_out = control_out
        self._pipes = {"control": control_in, "stdout": out, "stderr": err}
        self._loop = asyncio.get_running_loop()
        self._open = threading.Event()
        self._closed = False
        self._delivered = 0

    def begin(self, received: Received, printed: Printed) -> None:
        self._received, self._printed = received, printed
        for stream in self._pipes:
            threading.Thread(target=self._read, args=(stream,), name=f"worker {stream}", daemon=True).start()

    async def send(self, data: bytes) -> None:
        async with asyncio.timeout(SEND_SECONDS):
            await asyncio.to_thread(self._write, data)

    def listen(self) -> None:
        self._open.set()

    async def rest(self) -> None:
        await self.catch_up()
        self._open.clear()

    async def catch_up(self) -> None:
        """The threads hold what they have read until the loop takes it: done when a while brought nothing new."""
        for _ in range(SETTLE_STEPS):
            before = self._delivered
            await asyncio.sleep(SETTLE)
            if self._delivered == before:
                break

    def deaf(self) -> None:
        self._closed = True

    def close(self) -> None:
        """Each thread closes its own pipe at the end of the stream, which comes with the end of the process."""
        if self._control_out >= 0:
            os.close(self._control_out)
        self._closed, self._control_out = True, -1
        self._open.set()

    def _write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._control_out, data) :]

    def _read(self, stream: str) -> None:
        pipe = self._pipes[stream]
        data = b"."
        while data:
            if stream != "control":
                self._open.wait()
            try:
                data = os.read(pipe, CHUNK)
            except OSError:
                data = b""
            taken = threading.Event()
            try:
                self._loop.call_soon_threadsafe(self._deliver, stream, data, taken)
            except RuntimeError:  # the loop is closed: nobody is interested any more
                break
            while not taken.wait(1.0) and not self._closed:
                pass
        os.close(pipe)

    def _deliver(self, stream: str, data: bytes, taken: threading.Event) -> None:
        self._delivered += 1
        taken.set()
        if self._closed:
            return
        if stream == "control":
            self._received(data)
        elif data:
            self._printed(stream, data)
