"""Measures the gaps of the UI thread, and tells the program's own from those of a machine that ran something else.

A timer ticks every 5 ms; what a tick is late by is a gap. Linux counts for every thread how long it computed and how
long it stood ready without a core (`/proc/thread-self/schedstat`): the gap less the latter is the program's own, and
still holds its waits for the disk, for locks and for Python's interpreter lock.
"""

from __future__ import annotations

import sys
import threading
import time
import traceback
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, QTimer

TICK_MS = 5
SCHEDSTAT = Path("/proc/thread-self/schedstat")
COUNTED = SCHEDSTAT.exists()


@dataclass(frozen=True, slots=True)
class Gap:
    """Milliseconds: by the clock; without the time the thread stood ready but had no core; of computing."""

    clock: float
    own: float
    computing: float


class Watchdog:
    """`start` and `stop` on the UI thread. `says_where`: the stacks of every own gap above that many ms are kept."""

    def __init__(self, says_where: float | None = None) -> None:
        self.gaps: list[Gap] = []
        self.where: list[tuple[Gap, Counter[str]]] = []
        self._seen: Counter[str] = Counter()
        self._says_where = says_where
        self._timer = QTimer(interval=TICK_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._last = _now()
        self._over = threading.Event()

    def start(self) -> None:
        self._last = _now()
        self._timer.start()
        if self._says_where is not None:
            threading.Thread(target=self._look, args=(threading.get_ident(),), daemon=True).start()

    def stop(self) -> None:
        self._timer.stop()
        self._over.set()

    def line(self) -> str:
        """What is printed: percentiles and the longest, in each of the three ways of counting."""
        parts: list[str] = []
        for name in ("clock", "own", "computing"):
            values = sorted(getattr(gap, name) for gap in self.gaps)
            longest = ", ".join(f"{value:.0f}" for value in values[-4:])
            parts.append(f"{name}: p99 {values[int(len(values) * 0.99)]:.0f}, longest {longest} ms")
        return "; ".join(parts)

    def _tick(self) -> None:
        now = _now()
        clock, computing, waited = (after - before for after, before in zip(now, self._last, strict=True))
        gap = Gap(clock - TICK_MS, max(0.0, clock - waited - TICK_MS), computing)
        self.gaps.append(gap)
        if self._says_where is not None and gap.own > self._says_where:
            self.where.append((gap, self._seen))
        self._seen = Counter()
        self._last = now

    def _look(self, thread: int) -> None:
        assert self._says_where is not None
        while not self._over.wait(0.004):
            if (time.perf_counter() * 1000 - self._last[0]) > 2 * TICK_MS and thread in sys._current_frames():
                stack = traceback.extract_stack(sys._current_frames()[thread])
                ours = [frame for frame in stack if "qasync" not in frame.filename][-7:]
                inner = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in reversed(ours)]
                self._seen[" < ".join(inner)] += 1


def _now() -> tuple[float, float, float]:
    """Milliseconds: the clock, this thread's computing, this thread's waiting for a core (0 where nobody counts it)."""
    waited = int(SCHEDSTAT.read_text().split()[1]) / 1e6 if COUNTED else 0.0
    return time.perf_counter() * 1000, time.thread_time() * 1000, waited
