"""How fast the student interpreter is, in one interleaved run beside `python -c` and, where installed, ipykernel.

    python tests/benchmarks/interpreter.py [--rounds 20]

Prints medians in milliseconds and ratios. Peers are no dependencies: install `ipykernel` and `jupyter_client` into an
environment of their own, and run this file with its Python and this project on PYTHONPATH.
"""

import argparse
import asyncio
import importlib.util
import os
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from desktop.interpreter.host import InterpreterHost
from desktop.vocabulary.runs import Limits, RunRequest

FAST = Limits(cpu_seconds=60, wall_seconds=120)
LINES = "for i in range(10**6): print(i)"


async def ours(times):
    """One round of everything; appends seconds to `times[measure]`."""
    now = time.perf_counter
    begun = now()
    host = InterpreterHost()
    interpreter = host.interpreter()
    await interpreter.run(RunRequest(source="import numpy\n1+1"))
    times["cold start -> first result"].append(now() - begun)

    for _ in range(3):
        begun = now()
        await interpreter.run(RunRequest(source="1+1", fresh=True))
        times["fresh run with the spare"].append(now() - begun)
        await asyncio.sleep(0.05)  # the next spare

    order = interpreter._supply._order
    begun = now()
    worker = await host._start(order)
    times["a worker without a spare"].append(now() - begun)
    times["memory of a worker, PSS (MB)"].append(pss(worker.pid) / 1e6)
    await worker.end()

    for _ in range(20):
        begun = now()
        await interpreter.run(RunRequest(source="1+1"))
        times["round trip 1+1"].append(now() - begun)

    started = asyncio.Event()
    run = asyncio.create_task(
        interpreter.run(
            RunRequest(source="print('x', flush=True)\nwhile True: pass", limits=FAST), lambda *_: started.set()
        )
    )
    await started.wait()
    begun = now()
    await interpreter.stop()
    await run
    times["stop while True"].append(now() - begun)

    begun = now()
    first = []
    await interpreter.run(
        RunRequest(source="import time\nprint('x')\ntime.sleep(0.02)"), lambda *_: first.append(now() - begun)
    )
    times["first output visible"].append(first[0])

    before = resident()
    begun = now()
    await interpreter.run(RunRequest(source=LINES, limits=FAST))
    times["1e6 lines"].append(now() - begun)
    times["growth of the host in 1e6 lines (MB)"].append((resident() - before) / 1e6)

    stuck = "import numpy as np\na = np.full((3000, 3000), 1.5)\nprint('x', flush=True)\nb = a @ a @ a @ a @ a"
    started.clear()
    run = asyncio.create_task(interpreter.run(RunRequest(source=stuck, limits=FAST), lambda *_: started.set()))
    await started.wait()
    await asyncio.sleep(0.05)  # inside the product by now
    begun = now()
    await interpreter.stop()
    await run
    await interpreter.run(RunRequest(source="1+1"))
    times["stuck in C, stopped -> usable again"].append(now() - begun)
    begun = now()
    await host.close()
    times["close"].append(now() - begun)


def plain(times):
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import numpy\nprint(1+1)"], capture_output=True, env=environment, check=True)
    times["cold start -> first result"].append(time.perf_counter() - begun)
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-u", "-c", LINES], capture_output=True, check=True)
    times["1e6 lines"].append(time.perf_counter() - begun)


def kernel(times):
    from jupyter_client.manager import start_new_kernel

    begun = time.perf_counter()
    manager, client = start_new_kernel(kernel_name="python3")
    client.execute_interactive("import numpy\n1+1", output_hook=lambda _: None)
    times["cold start -> first result"].append(time.perf_counter() - begun)
    for _ in range(20):
        begun = time.perf_counter()
        client.execute_interactive("1+1", output_hook=lambda _: None)
        times["round trip 1+1"].append(time.perf_counter() - begun)
    begun = time.perf_counter()
    client.execute("while True: pass")
    time.sleep(0.3)
    begun = time.perf_counter()
    manager.interrupt_kernel()
    client.get_shell_msg(timeout=10)
    times["stop while True"].append(time.perf_counter() - begun)
    begun = time.perf_counter()
    client.execute_interactive(LINES, output_hook=lambda _: None)
    times["1e6 lines"].append(time.perf_counter() - begun)
    begun = time.perf_counter()
    manager.restart_kernel(now=True)
    client.wait_for_ready(timeout=30)
    client.execute_interactive("1+1", output_hook=lambda _: None)
    times["fresh run with the spare"].append(time.perf_counter() - begun)
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def resident():
    """kB of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 1024


def pss(pid):
    """kB of memory, shared pages counted in part."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1])
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    peers = {"ours": lambda times: asyncio.run(ours(times)), "python -c": plain}
    if importlib.util.find_spec("ipykernel") and importlib.util.find_spec("jupyter_client"):
        peers["ipykernel"] = kernel
    measured = {name: defaultdict(list) for name in peers}
    for _ in range(rounds):
        for name, play in peers.items():
            play(measured[name])
    print(f"{'median of ' + str(rounds) + ' rounds, ms':42}" + "".join(f"{name:>12}" for name in peers) + "   ratios")
    for measure in measured["ours"]:
        medians = [
            statistics.median(measured[name][measure]) * 1000 if measured[name][measure] else None for name in peers
        ]
        cells = "".join(f"{'-':>12}" if one is None else f"{one:12.2f}" for one in medians)
        ratios = [f"{one / medians[0]:.1f}x" for one in medians[1:] if one is not None]
        print(f"{measure:42}{cells}   {' '.join(ratios)}")


if __name__ == "__main__":
    main()
