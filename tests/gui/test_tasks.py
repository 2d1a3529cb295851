"""A task that is dropped ends by itself, and its name is free at once."""

from __future__ import annotations

import asyncio

from desktop.ui.tasks import Tasks


async def test_a_dropped_task_is_cancelled_and_another_can_begin_under_its_name():
    ended = asyncio.Event()
    faults = []
    tasks = Tasks(faults.append)

    async def first():
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    assert tasks.start_once("check", first)
    await asyncio.sleep(0)
    assert not tasks.start_once("check", first)
    tasks.drop("check")
    assert tasks.start_once("check", asyncio.Event().wait)
    await ended.wait()
    assert tasks.running("check")
    await tasks.cancel()
    assert faults == []


async def test_what_ends_after_it_was_dropped_is_waited_for_at_the_end():
    tasks = Tasks(lambda error: None)
    done = []

    async def slow():
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.01)
            done.append(True)

    tasks.start_once("author", slow)
    await asyncio.sleep(0)
    tasks.drop("author")
    await asyncio.sleep(0)
    await asyncio.gather(*tasks._running, return_exceptions=True)
    assert done == [True]
