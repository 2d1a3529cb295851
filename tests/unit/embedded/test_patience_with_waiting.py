"""Who is called back: a program that waits for what does not come, and never one that the machine keeps from computing.

The instruments run here as they are sent into a worker, in a process that is stopped and let go on from outside.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time

import pytest

from desktop.embedded.instruments import SOURCE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no timer signals there")
BESIDE = """
class Nothing:
    over = False
    def insist(self, number, frame): pass
    def end(self): pass
PATIENCE__[0] = 0.25
print("begun", flush=True)
"""
TOLD = "\nprint(guarded__(Nothing(), action)[0][0], flush=True)\n"
COMPUTE = """
def {name}():
    import time
    end = time.process_time() + {seconds}
    while time.process_time() < end:
        pass
"""
THREAD = """
import threading
def action():
    it = threading.Thread(target=work)
    it.start()
    it.join()
"""


def started(action: str) -> subprocess.Popen[str]:
    program = subprocess.Popen(
        [sys.executable, "-c", SOURCE + BESIDE + action + TOLD], stdout=subprocess.PIPE, text=True
    )
    assert program.stdout is not None
    assert program.stdout.readline() == "begun\n"
    return program


def ended(program: subprocess.Popen[str]) -> str:
    said, _ = program.communicate(timeout=60)
    return said.strip()


def test_a_program_that_is_kept_from_computing_is_not_called_back():
    program = started(COMPUTE.format(name="action", seconds=0.3))
    for _ in range(3):  # each time for longer than anybody may wait
        os.kill(program.pid, signal.SIGSTOP)
        time.sleep(0.4)
        os.kill(program.pid, signal.SIGCONT)
        select.select([], [], [], 0.03)
    assert ended(program) == "returns"


def test_one_that_waits_for_what_does_not_come_is_called_back():
    assert ended(started("import threading\naction = threading.Event().wait\n")) == "varies"


def test_one_that_waits_for_its_own_thread_to_compute_is_not():
    assert ended(started(COMPUTE.format(name="work", seconds=0.8) + THREAD)) == "returns"
