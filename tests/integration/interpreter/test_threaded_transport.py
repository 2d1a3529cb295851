"""The way of Windows (pipes and threads instead of a watched socket), tried with a worker on this system."""

import asyncio
import os
import subprocess
import sys

import pytest

from desktop.interpreter.exchange import Exchange
from desktop.interpreter.nursery import Order, Places, command, environment, first_words, settings
from desktop.interpreter.process import Worker
from desktop.interpreter.spawner import Spawner
from desktop.interpreter.transport import Threaded
from desktop.vocabulary.runs import Limits

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the descriptors of this test are handed down by fork")


@pytest.fixture
async def worker():
    places, keeper = Places(), Spawner()
    order, work = Order(512, forks=False), places.new()
    to_worker, from_worker, out, err = os.pipe(), os.pipe(), os.pipe(), os.pipe()
    config = settings(work, order, places.root) | {"read": to_worker[0], "write": from_worker[1]}
    process = subprocess.Popen(  # noqa: ASYNC220 - the worker
        command("spawn", config),
        env=environment(None),
        stdout=out[1],
        stderr=err[1],
        pass_fds=[to_worker[0], from_worker[1]],
        start_new_session=True,
    )
    for fd in (to_worker[0], from_worker[1], out[1], err[1]):
        os.close(fd)
    keeper._processes[process.pid] = process
    worker = Worker(process.pid, Threaded(from_worker[0], to_worker[1], out[0], err[0]), work, keeper, forks=False)
    await first_words(worker)
    yield worker
    await worker.end()
    places.close()


async def run(worker, number, source, **options):
    await worker.fresh_output(None)
    exchange = Exchange(worker, Limits(cpu_seconds=20, wall_seconds=60), number=number, **options)
    await exchange.run({"op": "run", "source": source, "name": "<student>", "memory_mib": 400})
    await worker.last_output()
    return exchange


async def test_values_output_input_and_stop(worker):
    async def answer(prompt):
        return prompt + "!"

    assert (await run(worker, 1, "1 + 1")).done["repr"] == "2"
    flood = await run(worker, 2, "for n in range(200_000): print(n)\ninput('who? ')", on_input=answer)
    assert flood.done["repr"] == "'who? !'"
    assert worker.rings["stdout"].total == sum(len(f"{n}\n") for n in range(200_000)) + len("who? ")
    await worker.fresh_output(None)
    endless = Exchange(worker, Limits(), number=3)
    task = asyncio.create_task(endless.run({"op": "run", "source": "while True: pass", "name": "x", "memory_mib": 400}))
    await asyncio.sleep(0.05)
    endless.stop()
    await task
    assert endless.status == "interrupted"


async def test_its_death_is_noticed(worker):
    exchange = await run(worker, 1, "import os\nprint('bye', flush=True)\nos._exit(3)")
    assert exchange.status == "died"
    assert worker.rings["stdout"].text() == "bye\n"
    assert await worker.end() == 3
