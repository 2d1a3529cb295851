"""Whenever a task is cancelled while it takes, gets or ends a worker, nothing of that worker stays open here."""

import asyncio
import contextlib
import os
import random

import pytest

from desktop.interpreter.host import InterpreterHost
from desktop.interpreter.nursery import Template
from desktop.interpreter.process import Worker
from desktop.vocabulary.runs import PRACTICE_RUN, RunRequest
from desktop.vocabulary.trouble import InterpreterTrouble


def channels():
    """Sockets and pipes of this process."""
    found = set()
    for number in os.listdir("/proc/self/fd"):
        with contextlib.suppress(OSError):
            found.add(os.readlink(f"/proc/self/fd/{number}"))
    return {name for name in found if name.startswith(("socket:", "pipe:"))}


@pytest.fixture
async def lab():
    """A lab, and the claim that closing it leaves nothing open."""
    before = channels()
    host = InterpreterHost()
    yield host
    await host.close()
    assert channels() - before == set()


def order_of(host):
    return host._order(PRACTICE_RUN, forks=True)


async def until(said):
    async with asyncio.timeout(20):
        while not said():  # noqa: ASYNC110 - looked at from outside
            await asyncio.sleep(0.001)


async def test_who_waits_for_a_spare_is_cancelled_at_the_moment_it_is_born(lab):
    order = order_of(lab)
    await (await lab.worker(order)).end()
    spare = lab._spares[order]
    spare.add_done_callback(lambda _: taker.cancel())
    taker = asyncio.create_task(lab.worker(order))
    with pytest.raises(asyncio.CancelledError):
        await taker
    assert not (await lab._spares[order]).gone, "it is a spare as before"


async def test_who_waits_for_a_spare_may_leave_it_to_the_next(lab):
    order = order_of(lab)
    await (await lab.worker(order)).end()
    spare = lab._spares[order]
    taker = asyncio.create_task(lab.worker(order))
    await until(lambda: order not in lab._spares)
    taker.cancel()
    with pytest.raises(asyncio.CancelledError):
        await taker
    assert lab._spares[order] is spare
    worker = await lab.worker(order)
    assert worker is spare.result()
    await worker.end()


async def test_a_spare_given_back_beside_another_ends(lab):
    order = order_of(lab)
    late = asyncio.Event()
    lab._spares[order] = given_back = asyncio.create_task(late.wait())
    taker = asyncio.create_task(lab.worker(order))
    await until(lambda: order not in lab._spares)
    await (await lab.worker(order)).end()  # begins a spare of its own
    taker.cancel()
    await asyncio.wait([taker, given_back])
    assert given_back.cancelled()
    assert lab._spares[order] is not given_back


class Births(dict):
    """The births a template was asked for; every one comes together with the end of a task."""

    def __init__(self, task):
        super().__init__()
        self._task = task

    def __setitem__(self, number, born):
        self.last = born
        born.add_done_callback(lambda _: self._task.cancel())
        super().__setitem__(number, born)


async def test_cancelled_at_the_moment_the_template_answers(lab):
    """`asyncio.wait_for` of Python 3.11 would swallow this, and a run cancelled here would go on."""
    await (await lab.worker(order_of(lab))).end()
    await next(iter(lab._spares.values()))
    taker = asyncio.create_task(lab._start(order_of(lab)))
    lab._template._forks = births = Births(taker)
    with pytest.raises(asyncio.CancelledError):
        await taker
    assert births.last.result() not in lab._template._ends


async def test_a_run_cancelled_while_its_worker_is_born_does_not_run(lab):
    await lab.sandbox_report()
    living = lab.interpreter()
    printed = []
    request = RunRequest(source="print('here', flush=True)\nwhile True:\n    pass\n", limits=PRACTICE_RUN)
    run = asyncio.create_task(living.run(request, lambda stream, text: printed.append(text)))
    lab._template._forks = births = Births(run)
    with pytest.raises(asyncio.CancelledError):
        await run
    assert births.last.result()
    assert printed == []


async def test_an_end_that_is_cancelled_closes_the_channel_all_the_same(lab):
    before = channels()
    worker = await lab._start(order_of(lab))
    ending = asyncio.create_task(worker.end())
    await asyncio.sleep(0)
    ending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await ending
    assert worker.gone
    assert len(channels() - before) == 1, "the template's own"


async def test_a_closed_lab_starts_nothing(lab):
    living = lab.interpreter()
    await lab.close()
    with pytest.raises(InterpreterTrouble):
        await lab.worker(order_of(lab))
    await living.restart()
    assert lab._template is None


async def test_a_template_that_cannot_be_launched_leaves_nothing_open(tmp_path):
    before = channels()

    class Gone:
        root = tmp_path / "gone"

    with pytest.raises(InterpreterTrouble):
        await Template(Gone()).start()
    assert channels() == before


async def test_closed_and_cancelled_at_any_moment():
    before, chance = channels(), random.Random(3)
    for _ in range(12):
        host = InterpreterHost()
        living = [host.interpreter() for _ in range(2)]
        request = RunRequest(source="x = 1", limits=PRACTICE_RUN, fresh=True)
        tasks = [asyncio.create_task(one.run(request)) for one in living]
        tasks.append(asyncio.create_task(host.sandbox_report()))
        await asyncio.sleep(chance.random() * 0.4)
        for task in chance.sample(tasks, chance.randint(0, 3)):
            task.cancel()
        await host.close()
        await asyncio.wait(tasks)
        for task in tasks:
            assert task.cancelled() or isinstance(task.exception(), InterpreterTrouble | None)
        assert not any(isinstance(one._worker, Worker) for one in living)
    assert channels() - before == set()
