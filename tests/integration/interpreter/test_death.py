"""A program that is killed leaves no process behind; five hundred workers leave nothing in a living one."""

import asyncio
import gc
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from desktop.interpreter.host import InterpreterHost
from desktop.vocabulary.runs import RunRequest

PROJECT = Path(__file__).resolve().parents[3]

PROGRAM = """
import asyncio, sys
sys.path.insert(0, {project!r})
from desktop.interpreter.host import InterpreterHost
from desktop.vocabulary.runs import RunRequest

STUBBORN = '''
import os, signal, time
signal.signal(signal.SIGINT, signal.SIG_IGN)
for _ in range(3):
    if os.fork() == 0:
        if os.fork() == 0:
            while True: time.sleep(1)
        while True: time.sleep(1)
print("started", flush=True)
while True: pass
'''

async def main():
    host = InterpreterHost(landlock={landlock})
    await host.sandbox_report()
    running = [host.interpreter(), host.interpreter("exam")]
    await running[1].run(RunRequest(source="1"))
    spawned = host.interpreter(hash_seed=1)
    await asyncio.gather(*(
        one.run(RunRequest(source=STUBBORN), lambda stream, text: print("started", flush=True))
        for one in (running[0], spawned)
    ))

asyncio.run(main())
"""


def descendants(pid):
    found, queue = [], [pid]
    while queue:
        for task in Path(f"/proc/{queue.pop()}/task").glob("*"):
            children = [int(child) for child in (task / "children").read_text().split()]
            found += children
            queue += children
    return found


def alive(pids):
    states = [Path(f"/proc/{pid}/stat") for pid in pids]
    return [path for path in states if path.exists() and path.read_text().rpartition(")")[2].split()[0] != "Z"]


@pytest.mark.parametrize("landlock", [True, False])
async def test_after_kill_nothing_is_left_within_half_a_second(landlock):
    """Without Landlock each worker is in a box of its own, if bubblewrap is there."""
    program = subprocess.Popen(  # noqa: ASYNC220 - the program to be killed
        [sys.executable, "-c", PROGRAM.format(project=str(PROJECT), landlock=landlock)], stdout=subprocess.PIPE
    )
    try:
        assert program.stdout is not None
        assert [program.stdout.readline(), program.stdout.readline()] == [b"started\n"] * 2
        family = descendants(program.pid)
        assert len(family) >= 8
        program.send_signal(signal.SIGKILL)
        for _ in range(50):
            if not alive(family):
                break
            await asyncio.sleep(0.01)
        assert [(path.read_text(), (path.parent / "cmdline").read_text()) for path in alive(family)] == []
    finally:
        program.kill()
        program.wait()
        program.stdout.close()


async def test_the_directories_of_a_killed_program_are_removed_by_the_next():
    import tempfile

    from desktop.interpreter.nursery import PREFIX

    gone = await asyncio.create_subprocess_exec("true")
    await gone.wait()
    left = Path(tempfile.gettempdir()) / f"{PREFIX}{gone.pid}-left"
    (left / "work0").mkdir(parents=True)
    host = InterpreterHost()
    await host.interpreter().run(RunRequest(source="1"))
    for _ in range(200):
        if not left.exists():
            break
        await asyncio.sleep(0.01)
    await host.close()
    assert not left.exists()


async def test_many_workers_leak_nothing(host):
    several = [host.interpreter() for _ in range(4)]

    async def cycle(times):
        await asyncio.gather(*(turns(one, times // len(several)) for one in several))

    async def turns(interpreter, times):
        for number in range(times):
            source = "import os\nos._exit(0)" if number % 3 == 0 else f"open('f', 'w').write('x')\n{number}"
            await interpreter.run(RunRequest(source=source, fresh=True))

    async def rest():
        for one in several:
            await one.run(RunRequest(source="1"))
            await one.run(RunRequest(source="1"))
        while host._leaving:
            await asyncio.wait(host._leaving)

    def held():
        gc.collect()
        root = host._places.root
        return len(os.listdir("/proc/self/fd")), len(descendants(os.getpid())), len(list(root.glob("work*")))

    def resident():
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")

    await cycle(20)
    await rest()
    before, memory = held(), resident()
    await cycle(500)
    await rest()
    assert max(a - b for a, b in zip(held(), before, strict=True)) <= 3  # a spare more or less
    assert resident() - memory < 4 << 20


async def test_a_killed_template_is_replaced(host):
    interpreter = host.interpreter()
    await interpreter.run(RunRequest(source="a = 1"))
    os.kill(host._template._process.pid, signal.SIGKILL)
    host._template._process.wait()
    outcome = await interpreter.run(RunRequest(source="a"))
    again = await interpreter.run(RunRequest(source="2"))
    assert outcome.status in ("died", "error")
    assert again.repr == "2"
