"""The one event loop: asyncio on Qt's own loop.

qasync 0.28 does the sockets, pipes and child processes; its timers, its wake-ups from other threads and its thread
pool are replaced here, because as they are

- every callback is a Qt timer that a cancel does not kill (994 were alive after a stream of 1,000 pieces),
- `call_soon` keeps no order,
- a wake-up from asyncio's waitpid thread emits a Qt signal there, which crashed 8 of 50 exits,
- abandoned async generators are never closed,
- a dialog's `exec()` inside a task swallows the wake-ups of all the others.
"""

# pyright: reportPrivateUsage=false
# An event loop runs asyncio's handles and installs its hooks; asyncio keeps both under names with an underscore.

from __future__ import annotations

import asyncio
import sys
from asyncio import BaseEventLoop, Future, Handle, TimerHandle
from collections import deque
from collections.abc import Awaitable, Callable, Generator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextvars import Context
from heapq import heapify, heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar, cast

from PySide6.QtCore import QCoreApplication, Qt, QTimer

if TYPE_CHECKING:

    class _QtLoop(asyncio.SelectorEventLoop):
        """What is used of qasync's loop, which has no types of its own."""

        def __init__(self, app: QCoreApplication | None = None) -> None: ...
        def _check_closed(self) -> None: ...
        def _write_to_self(self) -> None: ...
        def _read_from_self(self) -> None: ...
        def _asyncgen_firstiter_hook(self, agen: Any) -> None: ...
        def _asyncgen_finalizer_hook(self, agen: Any) -> None: ...
else:
    from qasync import QEventLoop as _QtLoop

T = TypeVar("T")
LONGEST_SLEEP_MS = 60_000  # the timer is set again after a minute at the latest: clocks drift, machines sleep
EARLY = 0.0005  # seconds a timer may fire early; Qt counts whole milliseconds
TURN = 0.008  # seconds of callbacks before Qt may paint and hear keys again; the rest keep their order
POSTPONED = 0.010  # seconds until the next look while a task sits inside a nested exec()


class QtLoop(_QtLoop):
    """asyncio's own scheduling (a queue and a heap) driven by a single Qt timer."""

    def __init__(self, app: QCoreApplication | None = None) -> None:
        self._ready_now: deque[Handle] = deque()
        self._later: list[tuple[float, int, TimerHandle]] = []
        self._order = count()  # equal times run in the order they were asked for
        self._cancelled_later = 0
        self._due: float | None = None
        self._stopped_by: BaseException | None = None
        self._alarm = QTimer()
        self._alarm.setSingleShot(True)
        self._alarm.setTimerType(Qt.TimerType.PreciseTimer)
        self._alarm.timeout.connect(self._run_ready)
        super().__init__(app)

    # -- asking for a call

    def call_soon(self, callback: Callable[..., object], *args: Any, context: Context | None = None) -> Handle:
        self._check_closed()
        handle = Handle(callback, args, self, context)
        self._ready_now.append(handle)
        self._wake_in(0.0)
        return handle

    def call_later(
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> TimerHandle:
        return self.call_at(self.time() + max(0.0, delay), callback, *args, context=context)

    def call_at(
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> TimerHandle:
        self._check_closed()
        handle = TimerHandle(when, callback, args, self, context)
        heappush(self._later, (when, next(self._order), handle))
        self._wake_in(when - self.time())
        return handle

    if sys.platform != "win32":

        def call_soon_threadsafe(
            self, callback: Callable[..., object], *args: Any, context: Context | None = None
        ) -> Handle:
            self._check_closed()
            handle = Handle(callback, args, self, context)
            self._ready_now.append(handle)
            self._write_to_self()  # a byte in a socket: no Qt code runs on the calling thread
            return handle

        def _read_from_self(self) -> None:
            super()._read_from_self()
            self._wake_in(0.0)

    def _timer_handle_cancelled(self, handle: TimerHandle) -> None:
        self._cancelled_later += 1
        if self._cancelled_later > 64 and self._cancelled_later * 2 > len(self._later):
            self._later = [entry for entry in self._later if not entry[2].cancelled()]
            heapify(self._later)
            self._cancelled_later = 0

    # -- running what is due

    def _wake_in(self, delay: float) -> None:
        due = self.time() + delay
        if self._due is None or due < self._due - EARLY:
            self._due = due
            whole_ms = -int(-delay * 1000 // 1)  # rounded up
            self._alarm.start(min(max(0, whole_ms), LONGEST_SLEEP_MS))

    def _wake_for_next(self) -> None:
        if self._ready_now:
            self._wake_in(0.0)
        elif self._later:
            self._wake_in(self._later[0][0] - self.time())

    def _run_ready(self) -> None:
        self._due = None
        if asyncio.current_task(self) is not None:
            # A task sits inside a nested exec(). Two tasks cannot be current: the others wait, none is forgotten.
            self._wake_in(POSTPONED)
            return
        self._collect_due()
        turn_over = self.time() + TURN
        for _ in range(len(self._ready_now)):
            if not self._ready_now:  # a nested loop inside the last call ran the rest
                break
            handle = self._ready_now.popleft()
            if handle.cancelled():
                continue
            self._wake_for_next()  # the call may open a nested loop of its own, which must go on running the others
            try:
                handle._run()
            except (SystemExit, KeyboardInterrupt) as end:
                self._stopped_by = end
                self.stop()
                break
            if self.time() > turn_over:
                break
        handle = None  # a task must not live until the next call
        self._collect_due()
        self._wake_for_next()

    def _collect_due(self) -> None:
        limit = self.time() + EARLY
        while self._later and (self._later[0][0] <= limit or self._later[0][2].cancelled()):
            handle = heappop(self._later)[2]
            if handle.cancelled():
                self._cancelled_later = max(0, self._cancelled_later - 1)
            else:
                self._ready_now.append(handle)

    # -- life

    def run_forever(self) -> None:
        hooks = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(firstiter=self._asyncgen_firstiter_hook, finalizer=self._asyncgen_finalizer_hook)
        try:
            super().run_forever()
        finally:
            sys.set_asyncgen_hooks(*hooks)
        if self._stopped_by is not None:
            end, self._stopped_by = self._stopped_by, None
            raise end

    def run_until_complete(self, future: Generator[Any, None, T] | Awaitable[T]) -> T:
        task = asyncio.ensure_future(cast("Awaitable[T]", future), loop=self)
        try:
            return super().run_until_complete(task)
        except (SystemExit, KeyboardInterrupt):
            if task.done() and not task.cancelled():
                task.exception()  # it goes on to the caller: asyncio need not complain that nobody asked
            raise

    def close(self) -> None:
        if not self.is_closed() and not self.is_running():
            self._alarm.stop()
            self._ready_now.clear()
            self._later.clear()
            executor: ThreadPoolExecutor | None = getattr(self, "_default_executor", None)
            if executor is not None:
                executor.shutdown(wait=True, cancel_futures=True)
        super().close()

    # -- threads: asyncio's pool, not qasync's ten QThreads

    def run_in_executor(self, executor: Executor | None, func: Callable[..., Any], *args: Any) -> Future[Any]:
        return BaseEventLoop.run_in_executor(self, executor, func, *args)

    def set_default_executor(self, executor: ThreadPoolExecutor) -> None:  # type: ignore[override]  # typeshed: any
        BaseEventLoop.set_default_executor(self, executor)

    @property
    def waiting(self) -> int:
        """How many calls are kept, those cancelled but not yet dropped included."""
        return len(self._ready_now) + len(self._later)
