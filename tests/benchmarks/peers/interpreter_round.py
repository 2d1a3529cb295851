"""One round of measures on another program's interpreter: `NAME LINES` -> one JSON object {measure: [seconds or MB]}.

`NAME`: ipykernel, thonny or idle. `LINES`: how many lines it prints; the time is given for 1e6 of them. What these
programs' windows add (Thonny's and IDLE's look for news every 10 to 50 ms) is left out: the figures favour them.
"""

import importlib
import json
import os
import sys
import time
from pathlib import Path

DRIVERS = {"ipykernel": "ipykernel_driver", "thonny": "thonny_driver", "idle": "idle_driver"}
STUCK_SECONDS = 1.0  # after this an interpreter stuck in C counts as never usable again
SECONDS = 120.0  # for anything else

WITH_NUMPY = "import numpy\n1+1"
PRINTS = "import time\nprint('x')\ntime.sleep(0.02)"
ENDLESS = "print('x', flush=True)\nwhile True: pass"
STUCK = "sum(range(10**12))"
LINES = "for i in range({lines}): print(i)"


def measure(peer, lines):
    """`peer`: a driver, see any of them for its eight methods."""
    now, times = time.perf_counter, {}

    def took(name, begun):
        times.setdefault(name, []).append(now() - begun)

    def run(source):
        peer.begin(source)
        peer.finish(SECONDS)

    try:
        begun = now()
        peer.start()
        run(WITH_NUMPY)
        took("cold start -> numpy imported, first result", begun)
        times["memory with numpy, PSS (MB)"] = [pss(peer.pid())]

        for _ in range(20):
            begun = now()
            run("1+1")
            took("round trip 1+1", begun)

        begun = now()
        peer.begin(PRINTS)
        times["first output visible"] = [peer.await_output(SECONDS) - begun]
        peer.finish(SECONDS)

        peer.begin(ENDLESS)
        peer.await_output(SECONDS)
        begun = now()
        peer.interrupt()
        peer.finish(SECONDS)
        took("stop while True", begun)

        before = resident()
        begun = now()
        run(LINES.format(lines=lines))
        times["1e6 printed lines"] = [(now() - begun) * 1e6 / lines]
        times["growth of the host in the lines (MB)"] = [resident() - before]

        peer.begin(STUCK)  # no print: what ipykernel prints before it holds the GIL never arrives
        time.sleep(0.3)  # inside the sum by now
        begun = now()
        peer.interrupt()
        if peer.finish(STUCK_SECONDS):
            run("1+1")
            took("stuck in C, stopped -> usable again", begun)
        else:
            times["stuck in C, stopped -> usable again"] = [float("inf")]

        begun = now()
        peer.restart()
        run("1+1")
        took("restart -> first result", begun)
        begun = now()
        peer.restart()
        run(WITH_NUMPY)
        took("restart -> numpy imported, first result", begun)
    finally:
        peer.close()
    return times


def resident():
    """MB of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 1e6


def pss(pid):
    """MB of memory, shared pages counted in part."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024 / 1e6
    return 0.0


def main():
    name, lines = sys.argv[1:3]
    driver = importlib.import_module(DRIVERS[name])
    print(json.dumps(measure(driver.Driver(), int(lines))))


if __name__ == "__main__":
    main()
