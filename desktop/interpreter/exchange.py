"""One request answered by one worker, under its limits: when to interrupt, when to kill, and what came of it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from desktop.interpreter import reasons
from desktop.interpreter.process import Worker
from desktop.interpreter.receipt import accepted, is_picture
from desktop.interpreter.usage import Processes, bytes_deleted, bytes_in
from desktop.vocabulary.runs import ErrorInfo, Limits, Status

GRACE = 0.45  # seconds of SIGINT before the kill; with the kill and a fresh worker: usable again at limit + 0.65 s
AGAIN = 0.1  # seconds between two SIGINTs: the first may fall into an `except`
LOOK = 0.25  # seconds between two looks at output and disk while a program runs
LOOK_OFTEN = 0.05  # and at processes and memory, where there is something to look at: both grow fast
REPORT = 2.0  # seconds from "finished" to the result; only a leftover thread that holds everything takes longer
OUTPUT_MIB, WORK_MIB = 64, 256
NONCES = 3  # times "finished" is answered: a program may have said it before its worker does
FORGED = 1_000  # wrong frames after which the worker is ended
FIGURES = 20

OnInput = Callable[[str], Awaitable[str | None]]


@dataclass
class Exchange:
    """The state of one request. `stop` may be called while `run` is awaited."""

    worker: Worker
    limits: Limits
    on_input: OnInput | None = None
    number: int = 1
    forged: int = 0
    why: str = ""
    hard: bool = False
    done: dict[str, Any] | None = None  # the fields of an Outcome
    figures: list[str] = field(default_factory=list[str])
    _stop_asked: bool = False
    _soft_since: float | None = None
    _by_limit: bool = False
    _next_strike: float = 0.0

    def stop(self) -> None:
        self._stop_asked = True
        self.worker.wake()

    def abandon(self) -> None:
        """Nobody wants the result any more: no grace."""
        self.why, self.hard = reasons.STOPPED, True
        self.worker.wake()

    async def run(self, message: dict[str, Any]) -> None:
        """Returns when the result is here (`done`), the worker was killed (`hard`) or died (neither)."""
        loop = asyncio.get_running_loop()
        self._nonce = secrets.token_hex(16)
        self._clock = Clock(self.worker, loop.time())
        self._processes = Processes(self.worker.pid, 1 + self.worker.helpers) if self.worker.forks else None
        self._memory_before = self.worker.memory()
        self._next_look = loop.time() + LOOK
        asking: asyncio.Task[str | None] | None = None
        report_by: float | None = None
        finished = 0
        await self.worker.send({**message, "id": self.number, "ask": self.on_input is not None})
        try:
            while self.done is None:
                now = loop.time()
                if report_by is None:
                    self._watch(now)
                elif now >= report_by:
                    self.why, self.hard = reasons.RESTLESS, True
                if self.hard:
                    return
                frame = await self.worker.frame(self._patience(now) if report_by is None else report_by - now)
                if frame is None:
                    if self.worker.gone:
                        return
                elif frame.get("ev") == "variables" and frame.get("id") in self.worker.late:
                    self.worker.late.discard(frame["id"])
                elif frame.get("id") != self.number:
                    self._forgery()
                elif frame.get("ev") == "done":
                    self._accept(frame)
                elif frame.get("ev") == "finished" and finished < NONCES:
                    finished += 1
                    report_by = report_by or loop.time() + REPORT
                    self._clock.pause(loop.time())
                    await self.worker.send({"op": "nonce", "id": self.number, "nonce": self._nonce})
                elif frame.get("ev") == "input" and asking is None and self.on_input is not None:
                    self._clock.pause(loop.time())
                    await self.worker.catch_up()
                    asking = asyncio.ensure_future(self.on_input(self._prompt()))
                    asking.add_done_callback(lambda _: self.worker.wake())
                elif frame.get("ev") == "figure":
                    self._picture(frame.get("png"))
                else:
                    self._forgery()
                if asking is not None and asking.done():
                    text = asking.result()
                    asking = None
                    self._clock.go_on(loop.time())
                    await self.worker.send({"op": "input", "id": self.number, "text": text})
        finally:
            if asking is not None:
                asking.cancel()

    def _watch(self, now: float) -> None:
        if self._soft_since is not None:
            self._strike(now)
            return
        if self._stop_asked:
            self.why = reasons.STOPPED
        elif self._clock.wall(now) >= self.limits.wall_seconds:
            self.why = reasons.WALL.format(seconds=f"{self.limits.wall_seconds:g}")
            self._by_limit = True
        elif self._clock.cpu(now) >= self.limits.cpu_seconds:
            self.why = reasons.COMPUTING.format(seconds=f"{self.limits.cpu_seconds:g}")
            self._by_limit = True
        elif self.worker.printed > OUTPUT_MIB << 20:
            self.why = reasons.OUTPUT.format(mib=OUTPUT_MIB)
            self._by_limit = True
        elif self._processes is not None and self._processes.more_than(self.limits.processes):
            self.why = reasons.PROCESSES.format(count=self.limits.processes)
            self.hard = True
        elif self._memory_before is not None and self._took() > self.limits.memory_mib << 20:
            self.why = reasons.MEMORY.format(mib=self.limits.memory_mib)
            self.hard = True
        elif now >= self._next_look and self._on_disk() > WORK_MIB << 20:
            self.why = reasons.FILES.format(mib=WORK_MIB)
            self._by_limit = True
        else:
            if now >= self._next_look:
                self._next_look = now + LOOK
            return
        self._soft_since = now
        self._strike(now)

    def _took(self) -> int:
        """Bytes of memory since the run began."""
        return (self.worker.memory() or 0) - (self._memory_before or 0)

    def _on_disk(self) -> int:
        return bytes_in(self.worker.work, WORK_MIB << 20) + bytes_deleted(self.worker.program)

    def _strike(self, now: float) -> None:
        """SIGINT again and again, until the grace is over."""
        assert self._soft_since is not None
        if now - self._soft_since >= GRACE:
            self.hard = True
        elif now >= self._next_strike:
            self._next_strike = now + AGAIN
            self.worker.interrupt()

    def _patience(self, now: float) -> float:
        """Until the next moment at which a limit could be reached; CPU time cannot run ahead of the clock by itself."""
        if self._soft_since is not None:
            return AGAIN / 4
        left = min(self.limits.wall_seconds - self._clock.wall(now), self.limits.cpu_seconds - self._clock.cpu(now))
        return min(max(left, 0.002), LOOK if self._processes is None and self._memory_before is None else LOOK_OFTEN)

    def _accept(self, frame: dict[str, Any]) -> None:
        if frame.get("nonce") == self._nonce:
            self.done = accepted(frame)
        if self.done is None:
            self._forgery()

    def _forgery(self) -> None:
        self.forged += 1
        if self.forged >= FORGED:
            self.worker.trouble = "too many forged messages"
            self.worker.gone = True

    def _picture(self, png: object) -> None:
        if len(self.figures) < FIGURES and is_picture(png):
            self.figures.append(str(png))
        else:
            self._forgery()

    def _prompt(self) -> str:
        """What the program printed last, on the line it is still in."""
        return self.worker.rings["stdout"].text()[-2_000:].rpartition("\n")[2]

    @property
    def status(self) -> Status:
        if self.done is None:
            return "killed" if self.hard else "died"
        if self._by_limit:
            return "timeout"  # however the program then ended: it may have swallowed the interruption
        status: Status = self.done["status"]
        if self._stop_asked and status == "error" and self._interrupted_inside():
            return "interrupted"
        return status

    def _interrupted_inside(self) -> bool:
        """The interruption struck in the report, not in the program."""
        error: ErrorInfo | None = (self.done or {}).get("error")
        return error is not None and error.type == "KeyboardInterrupt"


class Clock:
    """Time the program really had: the wall clock without the wait for input, and the worker's own CPU time."""

    def __init__(self, worker: Worker, now: float) -> None:
        self._worker = worker
        self._began, self._paused_at, self._paused = now, None, 0.0
        self._cpu_before = worker.cpu_seconds()

    def pause(self, now: float) -> None:
        if self._paused_at is None:
            self._paused_at = now

    def go_on(self, now: float) -> None:
        if self._paused_at is not None:
            self._paused += now - self._paused_at
            self._paused_at = None

    def wall(self, now: float) -> float:
        return (self._paused_at if self._paused_at is not None else now) - self._began - self._paused

    def cpu(self, now: float) -> float:
        """Where the system does not tell, the wall clock stands in for a third of it (see the limits table)."""
        used = self._worker.cpu_seconds()
        if used is None or self._cpu_before is None:
            return self.wall(now) / 3
        return used - self._cpu_before

    _paused_at: float | None
