"""Thonny's window: import to usable, and from a key to the end of its paint at 2,000 lines. Needs a display.

xvfb-run -a PYTHON_WITH_THONNY tests/benchmarks/peers/thonny_window.py
"""

import atexit
import os
import shutil
import statistics
import sys
import tempfile
import time

USER_DIR = tempfile.mkdtemp(prefix="thonny-peer-")
atexit.register(shutil.rmtree, USER_DIR, ignore_errors=True)
os.environ["THONNY_USER_DIR"] = USER_DIR  # before thonny is imported: it would write into the home directory
with open(os.path.join(USER_DIR, "configuration.ini"), "w") as file:
    file.write("[general]\nlanguage = en_US\nconfiguration_creation_time = '2026-01-01'\n")  # no first-run dialog
LINES = "    total = total + value_of(item)  # and so on\n" * 2_000


def measure(workbench):
    workbench.update()
    print(f"Thonny, import to usable window: {time.perf_counter() - BEGUN:.2f} s")
    workbench.get_editor_notebook().open_new_file()
    text = workbench.get_editor_notebook().get_current_editor().get_text_widget()
    text.insert("1.0", LINES)
    text.mark_set("insert", "1000.0")
    text.see("insert")
    text.focus_force()
    workbench.update()
    costs = []
    for letter in "abc xyz1 " * 40:
        begun = time.thread_time()
        text.event_generate("<Key>", keysym={" ": "space"}.get(letter, letter))
        workbench.update()
        costs.append((time.thread_time() - begun) * 1000)
    costs.sort()
    print(f"Thonny, key to paint at 2,000 lines: median {statistics.median(costs):.1f}, p99 {costs[-4]:.1f} ms of CPU")
    sys.stdout.flush()
    shutil.rmtree(USER_DIR, ignore_errors=True)
    os._exit(0)


BEGUN = time.perf_counter()
from thonny import launch, workbench  # noqa: E402 - the clock runs

workbench.Workbench.mainloop = lambda self, *_: measure(self)
sys.argv = ["thonny"]
launch()
