"""Whatever a program does, it can be stopped, and the next run answers."""

import asyncio
import os
from pathlib import Path

import pytest

from desktop.interpreter.process import Worker
from desktop.vocabulary.runs import CallRequest, Limits, RunRequest

ENDLESS = "x = 5\nprint('started', flush=True)\nwhile True: pass"
DEAF = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n" + ENDLESS


async def started(interpreter, source):
    """The task of a run that has printed something."""
    begun = asyncio.Event()
    run = asyncio.create_task(interpreter.run(RunRequest(source=source), lambda *_: begun.set()))
    await begun.wait()
    return run


async def test_stop_interrupts_and_the_variables_stay(interpreter):
    run = await started(interpreter, ENDLESS)
    await interpreter.stop()
    outcome = await run
    assert (outcome.status, outcome.error.type, outcome.namespace_kept) == ("interrupted", "KeyboardInterrupt", True)
    assert (await interpreter.run(RunRequest(source="x"))).repr == "5"


async def test_what_does_not_listen_is_ended_and_said_so(interpreter):
    run = await started(interpreter, DEAF)
    await interpreter.stop()
    outcome = await run
    assert (outcome.status, outcome.namespace_kept) == ("killed", False)
    assert "variables are gone" in outcome.why
    assert (await interpreter.run(RunRequest(source="'x' in globals()"))).repr == "False"


async def test_stop_with_nothing_running_does_nothing(interpreter):
    await interpreter.stop()
    await interpreter.run(RunRequest(source="a = 1"))
    await interpreter.stop()
    assert (await interpreter.run(RunRequest(source="a"))).repr == "1"


async def test_stop_before_the_worker_is_there(interpreter):
    run = asyncio.create_task(interpreter.run(RunRequest(source="while True: pass")))
    await asyncio.sleep(0)
    await interpreter.stop()
    assert (await run).status == "interrupted"


async def test_stop_while_a_person_is_asked(interpreter):
    asked = asyncio.Event()

    async def nobody_answers(prompt):
        asked.set()
        await asyncio.Event().wait()

    run = asyncio.create_task(interpreter.run(RunRequest(source="a = 1\ninput()"), None, nobody_answers))
    await asked.wait()
    await interpreter.stop()
    outcome = await run
    assert (outcome.status, outcome.error.line) == ("interrupted", 2)
    assert (await interpreter.run(RunRequest(source="a"))).repr == "1"


async def test_the_limit_on_computing_does_not_count_waiting(interpreter):
    limits = Limits(cpu_seconds=0.3, wall_seconds=30)
    outcome = await interpreter.run(RunRequest(source="import time\ntime.sleep(0.5)\n1", limits=limits))
    assert (outcome.status, outcome.repr) == ("ok", "1")
    outcome = await interpreter.run(RunRequest(source="while True: pass", limits=limits))
    assert outcome.status == "timeout"
    assert outcome.why == "Stopped after 0.3 seconds of computing."


async def test_a_call_has_limits_too(interpreter):
    await interpreter.run(RunRequest(source="def f():\n    while True: pass"))
    outcome = await interpreter.call(CallRequest(function="f", limits=Limits(cpu_seconds=0.3)))
    assert (outcome.status, outcome.error.line) == ("timeout", 2)


async def test_memory_is_an_error_inside_the_program(interpreter):
    limits = Limits(memory_mib=200)
    source = "try:\n    bytearray(300 << 20)\nexcept MemoryError:\n    print('caught')\nlen(bytearray(100 << 20))"
    outcome = await interpreter.run(RunRequest(source=source, limits=limits))
    assert (outcome.stdout, outcome.repr) == ("caught\n", str(100 << 20))
    assert (await interpreter.run(RunRequest(source="len(bytearray(300 << 20))"))).repr == str(300 << 20)


async def test_memory_is_watched_from_outside_where_no_limit_holds(interpreter, monkeypatch):
    def fiftyfold(worker):
        return 50 * int(Path(f"/proc/{worker.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")

    monkeypatch.setattr(Worker, "memory", fiftyfold)
    outcome = await interpreter.run(RunRequest(source="x = bytearray(60 << 20)\nwhile True: pass"))
    assert (outcome.status, outcome.namespace_kept) == ("killed", False)
    assert outcome.why.startswith("Stopped: it used more than 1024 MiB of memory.")
    assert (await interpreter.run(RunRequest(source="5"))).repr == "5"


async def test_restart_empties_the_namespace_even_of_something_running(interpreter):
    run = await started(interpreter, DEAF)
    await interpreter.restart()
    assert (await run).status == "killed"
    assert (await interpreter.run(RunRequest(source="'x' in globals()"))).repr == "False"


async def test_close_ends_what_runs(host):
    interpreter = host.interpreter()
    run = await started(interpreter, DEAF)
    await interpreter.close()
    assert (await run).status == "killed"


async def test_a_cancelled_run_leaves_a_working_interpreter(interpreter):
    run = await started(interpreter, ENDLESS)
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert (await interpreter.run(RunRequest(source="6 * 7"))).repr == "42"


async def test_two_requests_wait_for_each_other(interpreter):
    outcomes = await asyncio.gather(*(interpreter.run(RunRequest(source=f"a = {n}\na")) for n in range(5)))
    assert [outcome.repr for outcome in outcomes] == ["0", "1", "2", "3", "4"]


async def test_a_fork_bomb_is_ended_whole(interpreter):
    source = "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass"
    outcome = await interpreter.run(RunRequest(source=source))
    assert outcome.status == "killed"
    assert "64 processes" in outcome.why
    assert (await interpreter.run(RunRequest(source="1"))).repr == "1"


async def test_a_full_disk_is_prevented(interpreter):
    source = "for n in range(100):\n    with open(f'{n}', 'wb') as f: f.write(bytes(20 << 20))"
    outcome = await interpreter.run(RunRequest(source=source))
    assert outcome.status == "timeout"
    assert "256 MiB of files" in outcome.why
