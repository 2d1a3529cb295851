"""asyncio on Qt's loop keeps asyncio's promises."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
import threading
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from PySide6.QtCore import QEventLoop, QTimer

from desktop.ui.loop import QtLoop


def running() -> QtLoop:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, QtLoop)
    return loop


async def test_a_thousand_cancelled_timers_leave_nothing_behind() -> None:
    loop = running()
    before = loop.waiting
    for _ in range(1000):
        loop.call_later(3600, print).cancel()
    assert loop.waiting - before <= 66


async def test_a_thousand_awaits_with_a_timeout_leave_nothing_behind() -> None:
    loop = running()
    for _ in range(1000):
        async with asyncio.timeout(3600):
            await asyncio.sleep(0)
    assert loop.waiting <= 66


async def test_calls_run_in_the_order_they_were_asked_for() -> None:
    loop = running()
    seen: list[int] = []
    done = loop.create_future()
    for number in range(200):
        loop.call_soon(seen.append, number)
    loop.call_soon(done.set_result, None)
    await done
    assert seen == list(range(200))


async def test_equal_times_run_in_the_order_they_were_asked_for() -> None:
    loop = running()
    seen: list[int] = []
    done = loop.create_future()
    when = loop.time() + 0.001
    for number in range(100):
        loop.call_at(when, seen.append, number)
    loop.call_at(when, done.set_result, None)
    await done
    assert seen == list(range(100))


async def test_later_is_after_sooner() -> None:
    loop = running()
    seen: list[str] = []
    done = loop.create_future()
    loop.call_later(0.02, done.set_result, None)
    loop.call_later(0.01, seen.append, "second")
    loop.call_later(0.002, seen.append, "first")
    await done
    assert seen == ["first", "second"]


async def test_a_cancelled_call_does_not_run() -> None:
    loop = running()
    seen: list[str] = []
    loop.call_soon(seen.append, "soon").cancel()
    loop.call_later(0, seen.append, "later").cancel()
    await asyncio.sleep(0.005)
    assert seen == []


async def test_an_abandoned_generator_is_closed() -> None:
    closed = asyncio.Event()

    async def numbers() -> AsyncGenerator[int, None]:
        try:
            for number in range(10):
                yield number
        finally:
            closed.set()

    stream = numbers()
    assert await anext(stream) == 0
    del stream
    await asyncio.wait_for(closed.wait(), 5)


async def test_a_thread_wakes_a_sleeping_loop() -> None:
    loop = running()
    answered = loop.create_future()
    thread = threading.Thread(target=lambda: loop.call_soon_threadsafe(answered.set_result, threading.get_ident()))
    thread.start()
    assert await asyncio.wait_for(answered, 5) == thread.ident
    thread.join()


async def test_many_threads_lose_no_call() -> None:
    loop = running()
    seen: list[int] = []
    done = asyncio.Event()

    def arrived(number: int) -> None:
        seen.append(number)
        if len(seen) == 400:
            done.set()

    def send(start: int) -> None:
        for number in range(start, start + 100):
            loop.call_soon_threadsafe(arrived, number)

    threads = [threading.Thread(target=send, args=(start,)) for start in range(0, 400, 100)]
    for thread in threads:
        thread.start()
    await asyncio.wait_for(done.wait(), 10)
    for thread in threads:
        thread.join()
    assert sorted(seen) == list(range(400))


async def test_blocking_work_runs_in_a_thread() -> None:
    assert await asyncio.to_thread(threading.get_ident) != threading.get_ident()


async def test_a_dialog_inside_a_task_loses_no_wake_up_of_another() -> None:
    loop = running()
    woken: list[int] = []

    async def other() -> None:
        for number in range(5):
            await asyncio.sleep(0.001)
            woken.append(number)

    task = asyncio.create_task(other())
    await asyncio.sleep(0)
    dialog = QEventLoop()
    QTimer.singleShot(30, dialog.quit)
    loop.call_soon(lambda: None)
    dialog.exec()
    await asyncio.wait_for(task, 5)
    assert woken == list(range(5))


async def test_a_dialog_opened_from_a_slot_lets_tasks_and_timers_go_on() -> None:
    loop = running()
    dialog = QEventLoop()
    seen: list[str] = []

    async def other() -> None:
        await asyncio.sleep(0.002)
        seen.append("task")
        dialog.quit()

    closed = loop.create_future()

    def slot() -> None:
        dialog.exec()
        closed.set_result(list(seen))

    task = asyncio.create_task(other())
    await asyncio.sleep(0)
    loop.call_soon(slot)
    assert await asyncio.wait_for(closed, 5) == ["task"]
    await task


async def test_a_child_process_speaks_and_ends() -> None:
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "print(input()[::-1])", stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    out, _ = await asyncio.wait_for(child.communicate(b"desk\n"), 20)
    assert (out.strip(), child.returncode) == (b"ksed", 0)


async def test_sockets_work() -> None:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write((await reader.readline()).upper())
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(echo, "127.0.0.1", 0) as server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(b"hello\n")
        assert await asyncio.wait_for(reader.read(), 5) == b"HELLO\n"
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


PROGRAM = """
import asyncio, sys
from PySide6.QtWidgets import QApplication
from desktop.ui.loop import QtLoop

async def main():
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", "print(1)", stdout=asyncio.subprocess.PIPE)
    assert (await child.communicate())[0].strip() == b"1"
    await asyncio.to_thread(print, "from a thread", flush=True)
    {last}

app = QApplication([])
with asyncio.Runner(loop_factory=lambda: QtLoop(app)) as runner:
    runner.run(main())
print("over", flush=True)
"""


@pytest.mark.parametrize(("last", "code", "ends"), [("pass", 0, "over"), ("sys.exit(3)", 3, "from a thread")])
def test_a_program_with_a_child_ends_cleanly(last: str, code: int, ends: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-X", "dev", "-W", "error", "-c", PROGRAM.format(last=last)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ran.returncode, ran.stdout.splitlines()[-1], ran.stderr) == (code, ends, "")
