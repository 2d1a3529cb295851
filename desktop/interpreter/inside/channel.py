"""The worker's end of the control channel. A result counts only with the nonce the host gives after the run.

While student code runs, the nonce does not exist in this process: the worker says "finished", the host answers with
the nonce, and only then the result is sent. So there is nothing to find in frames, locals or memory.
"""

from __future__ import annotations

import json
import os
import select
import signal
import threading
import time
from typing import Any

from desktop.interpreter.inside.frames import FROM_WORKER, HEADER

POLL = 0.05  # seconds between two looks whether the run that waits for input is still the current one


class Channel:
    """Reads and writes frames on descriptors. The end of the channel ends the process: it must not outlive its host."""

    def __init__(self, read_fd: int, write_fd: int) -> None:
        self._in, self._out = read_fd, write_fd
        self._buffer = b""
        self._lock = threading.Lock()
        self._read, self._write = os.read, os.write
        self._set_blocking: Any = getattr(os, "set_blocking", None)  # Windows: from 3.12 on, and not needed there
        self._getpid, self._exit, self._pid = os.getpid, os._exit, os.getpid()
        self._pack, self._unpack, self._header, self._cap = HEADER.pack, HEADER.unpack, HEADER.size, FROM_WORKER
        self._poll: Any = getattr(select, "poll", None)
        self._pollin = getattr(select, "POLLIN", 1)
        self._sleep = time.sleep
        self._signal, self._getsignal, self._sigint, self._ignore = (
            signal.signal,
            signal.getsignal,
            signal.SIGINT,
            signal.SIG_IGN,
        )
        self._me, self._main = threading.get_ident, threading.get_ident()
        self._dumps = _encoder()
        self._scan: Any = vars(json.JSONDecoder())["scan_once"]

    def forked(self) -> bool:
        """True in a child the student forked: it must never speak for the worker."""
        return self._getpid() != self._pid

    def send(self, message: dict[str, Any]) -> bool:
        """False if the message is longer than a frame may be."""
        if self.forked():
            self._exit(0)
        body = self._dumps(message).encode("ascii")
        if len(body) > self._cap:
            return False
        data = self._pack(len(body)) + body
        while data:
            try:
                data = data[self._write(self._out, data) :]
            except BlockingIOError:  # the student made it so
                self._set_blocking(self._out, True)
            except OSError:
                self._exit(0)
        return True

    def measure(self, message: dict[str, Any]) -> int:
        """Bytes a frame with it takes."""
        return len(self._dumps(message).encode("ascii")) + self._header

    def receive(self) -> dict[str, Any]:
        """The next whole frame. Not to be interrupted: SIGINT is ignored by the caller."""
        with self._lock:
            return self._receive()

    def wait_for_input(self, over: Any) -> dict[str, Any] | None:
        """A frame while student code waits; None once `over()`. A KeyboardInterrupt loses no byte."""
        while True:
            if over():
                return None
            if not self._readable():
                continue
            main = self._me() == self._main
            before = self._getsignal(self._sigint)
            if main:
                self._signal(self._sigint, self._ignore)
            try:
                with self._lock:
                    if not over() and (self._poll is None or self._readable()):
                        return self._receive()
            finally:
                if main:
                    self._signal(self._sigint, before)

    def _readable(self) -> bool:
        if self._poll is None:  # Windows: a read that blocks is all there is
            return True
        if len(self._buffer) >= self._header:
            return True
        poll = self._poll()
        poll.register(self._in, self._pollin)
        return bool(poll.poll(int(POLL * 1000)))

    def _receive(self) -> dict[str, Any]:
        self._fill(self._header)
        (length,) = self._unpack(self._buffer[: self._header])
        self._fill(self._header + length)
        body = self._buffer[self._header : self._header + length]
        self._buffer = self._buffer[self._header + length :]
        return self._scan(body.decode("ascii"), 0)[0]

    def _fill(self, length: int) -> None:
        parts, have = [self._buffer], len(self._buffer)
        while have < length:
            try:
                data = self._read(self._in, max(65536, length - have))
            except BlockingIOError:
                self._set_blocking(self._in, True)
                continue
            except OSError:
                data = b""
            if not data:
                self._exit(0)
            parts.append(data)
            have += len(data)
        self._buffer = b"".join(parts)


def _encoder() -> Any:
    """The C encoder itself where there is one: patching the `json` module later cannot reach it."""
    make: Any = getattr(json.encoder, "c_make_encoder", None)
    if make is None:
        return json.dumps
    encode = make(None, _refuse, json.encoder.encode_basestring_ascii, None, ":", ",", False, False, True)
    join = "".join

    def dumps(message: dict[str, Any]) -> str:
        return join(encode(message, 0))

    return dumps


def _refuse(value: object) -> Any:
    raise TypeError("not serialisable")
