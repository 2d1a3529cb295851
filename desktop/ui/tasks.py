"""Owns every task the window starts: none is lost, none fails unseen, all end with the window."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class Tasks:
    """`on_error` is told of what a task could not finish for; a cancelled task is no error."""

    def __init__(self, on_error: Callable[[BaseException], None]) -> None:
        self._running: set[asyncio.Task[Any]] = set()
        self._on_error = on_error

    def start_once(self, name: str, work: Callable[[], Coroutine[Any, Any, Any]]) -> bool:
        """Start `work` unless one of that name is at work: two drivers would answer each other's questions."""
        if self.running(name):
            return False
        task = asyncio.get_running_loop().create_task(work(), name=name)
        self._running.add(task)
        task.add_done_callback(self._done)
        return True

    def running(self, name: str) -> bool:
        return any(task.get_name() == name and not task.done() for task in self._running)

    def drop(self, *names: str) -> None:
        """Cancel those named without waiting: whoever began them is gone or wants something else now."""
        for task in self._running:
            if task.get_name() in names and not task.done():
                task.cancel()
                task.set_name(f"{task.get_name()} (dropped)")  # its name is free again

    async def cancel(self, *names: str) -> None:
        """Cancel those named, or all, and wait until they are gone."""
        me = asyncio.current_task()
        ending = [task for task in self._running if task is not me and (not names or task.get_name() in names)]
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self._on_error(error)
