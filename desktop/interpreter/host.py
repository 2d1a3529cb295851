"""The lab: makes student interpreters, keeps one warm worker ready, and knows how well they are isolated."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import sys
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

from desktop.interpreter.exchange import Exchange
from desktop.interpreter.living import LivingInterpreter, Mode
from desktop.interpreter.nursery import Order, Places, Template, first_words
from desktop.interpreter.packaged import packaged
from desktop.interpreter.probe import SandboxReport, try_to_escape
from desktop.interpreter.process import Worker
from desktop.interpreter.sandbox import bubblewrap
from desktop.interpreter.sandbox.landlock import landlock_abi
from desktop.interpreter.spawner import Spawner
from desktop.vocabulary.runs import PRACTICE_RUN, TEST_RUN, Limits, SandboxLevel
from desktop.vocabulary.trouble import InterpreterTrouble

FONTS = Limits(cpu_seconds=60.0, wall_seconds=120.0, processes=0)
LATER = 0.02  # seconds: first the run that took the last spare, then the next spare and the end of the last worker


class InterpreterHost:
    """Fits `desktop.session.ports.Lab`. Nothing is started before the first use, which must be under a running loop.

    `cache`: a directory of the user's where matplotlib's list of fonts is kept from one start to the next.
    `sandboxed=False` and `landlock=False` are for finding out what a system without them looks like.
    """

    def __init__(self, *, cache: Path | None = None, sandboxed: bool = True, landlock: bool = True) -> None:
        self._cache, self._sandboxed, self._landlock = cache, sandboxed, landlock
        self._box: asyncio.Task[SandboxReport | None] | None = None
        self._places: Places | None = None
        self._template: Template | None = None
        self._spawner = Spawner()
        self._spares: dict[Order, asyncio.Task[Worker]] = {}
        self._hurry = asyncio.Event()
        self._report: asyncio.Task[SandboxReport] | None = None
        self._fonts: asyncio.Task[None] | None = None
        self._sweep: asyncio.Task[None] | None = None
        self._leaving: set[asyncio.Task[object]] = set()
        self._living: list[LivingInterpreter] = []
        self._closed = False

    def interpreter(self, mode: Mode = "practice", *, hash_seed: int | None = None) -> LivingInterpreter:
        """A namespace of its own. With `hash_seed` it runs in a Python started for it (about 0.1 s a worker)."""
        order = self._order(TEST_RUN if mode == "exam" else PRACTICE_RUN, forks=mode == "practice", hash_seed=hash_seed)
        living = LivingInterpreter(_Supply(self, order), mode)
        self._living = [one for one in self._living if not one.closed]
        self._living.append(living)
        return living

    async def sandbox_report(self) -> SandboxReport:
        """Found out once, by really trying to get out of a worker."""
        if self._report is None or (self._report.done() and self._report.cancelled()):
            self._report = asyncio.create_task(self._probe(), name="sandbox report")
        return await asyncio.shield(self._report)

    async def close(self) -> None:
        self._closed = True
        for living in self._living:
            await living.close()
        for spare in self._spares.values():
            self._drop(spare)
        self._spares.clear()
        for task in (self._report, self._box, self._fonts, self._sweep):
            if task is not None:
                task.cancel()
                await asyncio.wait([task])
                if not task.cancelled():
                    task.exception()  # seen; nobody can do anything about it any more
        while self._leaving:
            await asyncio.wait(self._leaving)
        self._spawner.close()
        if self._template is not None:
            self._template.close()
        if self._places is not None:
            await asyncio.to_thread(self._places.close)

    async def worker(self, order: Order) -> Worker:
        """The spare one if it fits; either way the next spare is begun (not for a hash seed: it is wanted once)."""
        worker = await self._from_spares(order)
        orphaned = self._template is not None and not self._template.alive
        if worker is not None and (worker.gone or orphaned):  # somebody killed it while it waited, or is about to
            await worker.end()
            worker = None
        if worker is None:
            worker = await self._start(order)
        if not self._closed and order not in self._spares and order.hash_seed is None:
            self._hurry.clear()
            self._spares[order] = asyncio.create_task(self._spare(order), name="spare worker")
        return worker

    def bury(self, worker: Worker) -> None:
        self._in_background(self._end_later(worker), "end of a worker")

    async def prepare_matplotlib(self) -> None:
        # packaged, matplotlib is the worker's alone
        if self._fonts is None and (packaged() or importlib.util.find_spec("matplotlib") is not None):
            self._fonts = asyncio.create_task(self._list_fonts(), name="list of fonts")
        if self._fonts is not None:
            await asyncio.shield(self._fonts)

    def _order(self, limits: Limits, *, forks: bool = False, hash_seed: int | None = None) -> Order:
        return Order(limits.memory_mib, forks, hash_seed, self._sandboxed, self._landlock)

    async def _from_spares(self, order: Order) -> Worker | None:
        """Who waits for a spare may be cancelled at any moment, even at that of its birth: then it is spare again."""
        spare = self._spares.pop(order, None)
        if spare is None:
            return None
        self._hurry.set()
        try:
            return await asyncio.shield(spare)
        except InterpreterTrouble:
            return None
        except asyncio.CancelledError:
            if self._closed or order in self._spares:
                self._drop(spare)
            else:
                self._spares[order] = spare
            raise

    def _drop(self, spare: asyncio.Task[Worker]) -> None:
        spare.cancel()
        self._in_background(_end_unborn(spare), "end of a spare worker")

    def _in_background(self, end: Coroutine[Any, Any, object], name: str) -> None:
        leaving = asyncio.create_task(end, name=name)
        self._leaving.add(leaving)
        leaving.add_done_callback(self._leaving.discard)

    async def _spare(self, order: Order) -> Worker:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._hurry.wait(), LATER)
        return await self._start(order)

    async def _end_later(self, worker: Worker) -> int | None:
        if not self._closed:
            await asyncio.sleep(LATER)
        return await worker.end()

    async def _start(self, order: Order) -> Worker:
        return await self._birth(replace(order, boxed=await self._in_the_box() is not None))

    async def _in_the_box(self) -> SandboxReport | None:
        """What the probe found in the box, on a system where a worker needs one; None if it has to do without."""
        if not self._sandboxed or not self._has_box():
            return None
        if self._box is None or (self._box.done() and self._box.cancelled()):
            self._box = asyncio.create_task(self._try_the_box(), name="the box")
        return await asyncio.shield(self._box)

    def _has_box(self) -> bool:
        if sys.platform == "linux":
            return not (self._landlock and landlock_abi()) and bubblewrap.available()
        return sys.platform in ("darwin", "win32")

    async def _try_the_box(self) -> SandboxReport | None:
        try:
            report = await self._try_to_escape(await self._birth(replace(self._order(TEST_RUN), boxed=True)))
        except InterpreterTrouble:  # user namespaces are forbidden here, or the profile is not understood
            return None
        return None if report.level == "D" and sys.platform != "darwin" else report  # there half a box is all there is

    async def _birth(self, order: Order) -> Worker:
        if self._closed:
            raise InterpreterTrouble("The student's Python could not be started.", "It was closed.")
        if self._places is None:
            self._places = Places()
            self._sweep = asyncio.create_task(asyncio.to_thread(self._places.remove_abandoned), name="old directories")
        work = self._places.new()
        if sys.platform == "linux" and order.hash_seed is None and not order.boxed:
            self._template = self._template or Template(self._places)
            worker = await self._template.worker(order, work, self._shared())
        else:
            worker = await self._spawner.worker(order, work, self._shared())
        await first_words(worker, boxed=order.boxed)
        worker.isolated = self._sandboxed and (sys.platform != "linux" or bool(worker.about["sandbox"]["seccomp"]))
        return worker

    def _shared(self) -> Path:
        assert self._places is not None
        shared = (self._cache or self._places.root) / "matplotlib"
        shared.mkdir(mode=0o700, parents=True, exist_ok=True)
        return shared

    async def _probe(self) -> SandboxReport:
        boxed = await self._in_the_box()
        return boxed or await self._try_to_escape(await self._birth(self._order(TEST_RUN)))

    async def _try_to_escape(self, worker: Worker) -> SandboxReport:
        try:
            assert self._places is not None
            return await try_to_escape(worker, self._places.new())
        finally:
            await worker.end()

    async def _list_fonts(self) -> None:
        """Our own code in a worker that may write into the shared directory, and is then thrown away."""
        worker = await self._start(replace(self._order(FONTS), fills_cache=True))
        try:
            await worker.fresh_output(None)
            source = "import matplotlib.font_manager"
            message = {"op": "run", "source": source, "name": "<fonts>", "memory_mib": FONTS.memory_mib}
            await Exchange(worker, FONTS).run(message)
        finally:
            await worker.end()


async def _end_unborn(spare: asyncio.Task[Worker]) -> None:
    """It was cancelled; but it may have been born all the same."""
    await asyncio.wait([spare])
    if not spare.cancelled() and spare.exception() is None:
        await spare.result().end()


class _Supply:
    """The lab as one kind of interpreter sees it."""

    def __init__(self, host: InterpreterHost, order: Order) -> None:
        self._host, self._order = host, order

    async def worker(self) -> Worker:
        return await self._host.worker(self._order)

    async def level(self) -> SandboxLevel:
        return (await self._host.sandbox_report()).level

    def bury(self, worker: Worker) -> None:
        self._host.bury(worker)

    async def prepare_matplotlib(self) -> None:
        await self._host.prepare_matplotlib()
