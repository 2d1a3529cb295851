"""The lab: makes student interpreters, keeps one warm worker ready, and knows how well they are isolated."""

from __future__ import annotations

import asyncio
import contextlib
import sys

from desktop.interpreter.living import LivingInterpreter, Mode
from desktop.interpreter.nursery import Order, Places, Spawner, Template, first_words
from desktop.interpreter.probe import SandboxReport, try_to_escape
from desktop.interpreter.process import Worker
from desktop.vocabulary.runs import PRACTICE_RUN, TEST_RUN, SandboxLevel
from desktop.vocabulary.trouble import InterpreterTrouble

MOST_SPAWNED = 600  # seconds are not counted here: see Spawner


class InterpreterHost:
    """Fits `desktop.session.ports.Lab`. Nothing is started before the first use, which must be under a running loop."""

    def __init__(self, *, sandboxed: bool = True) -> None:
        self._sandboxed = sandboxed
        self._places: Places | None = None
        self._template: Template | None = None
        self._spawner = Spawner()
        self._spares: dict[Order, asyncio.Task[Worker]] = {}
        self._report: asyncio.Task[SandboxReport] | None = None
        self._living: list[LivingInterpreter] = []
        self._closed = False

    def interpreter(self, mode: Mode = "practice", *, hash_seed: int | None = None) -> LivingInterpreter:
        """A namespace of its own. With `hash_seed` it runs in a Python started for it (about 0.1 s a worker)."""
        limits = TEST_RUN if mode == "exam" else PRACTICE_RUN
        order = Order(limits.memory_mib, mode == "practice", hash_seed, self._sandboxed)
        living = LivingInterpreter(lambda: self._worker(order), self._level, mode)
        self._living.append(living)
        return living

    async def sandbox_report(self) -> SandboxReport:
        """Found out once, by really trying to get out of a worker."""
        if self._report is None:
            self._report = asyncio.create_task(self._probe(), name="sandbox report")
        return await asyncio.shield(self._report)

    async def close(self) -> None:
        self._closed = True
        for living in self._living:
            await living.close()
        for task in [*self._spares.values(), *([self._report] if self._report is not None else [])]:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, InterpreterTrouble):
                worker = await task
                if isinstance(worker, Worker):
                    await worker.end()
        self._spares.clear()
        if self._template is not None:
            self._template.close()
        if self._places is not None:
            await asyncio.to_thread(self._places.close)

    async def _worker(self, order: Order) -> Worker:
        """The spare one if it fits; either way the next spare is begun."""
        spare = self._spares.pop(order, None)
        worker: Worker | None = None
        if spare is not None:
            with contextlib.suppress(InterpreterTrouble):
                worker = await spare
        if worker is None or worker.gone:
            worker = await self._start(order)
        if not self._closed:
            self._spares[order] = asyncio.create_task(self._start(order), name="spare worker")
        return worker

    async def _start(self, order: Order) -> Worker:
        places = self._places = self._places or Places()
        work = places.new()
        if sys.platform == "linux" and order.hash_seed is None:
            self._template = self._template or Template(places)
            worker = await self._template.worker(order, work, places.root / "matplotlib")
        else:
            worker = await self._spawner.worker(order, work, places.root / "matplotlib")
        return await first_words(worker)

    async def _level(self) -> SandboxLevel:
        return (await self.sandbox_report()).level

    async def _probe(self) -> SandboxReport:
        order = Order(TEST_RUN.memory_mib, forks=False, sandboxed=self._sandboxed)
        worker = await self._start(order)
        try:
            return await try_to_escape(worker)
        finally:
            await worker.end()
