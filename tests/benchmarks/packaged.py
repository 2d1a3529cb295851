"""The packaged program beside the source run: sizes, until the window stands, until a worker is ready.

    python3 packaging/build.py
    .venv/bin/python tests/benchmarks/packaged.py [--runs 7]

Window: from the start of the process until the first page is drawn on a screen of Xvfb, looked at from outside, the
same for both. Worker: from the start of its process until the first result of `1+1`, and until the template says that
it is ready, with the same host for both. Medians of interleaved runs; worthless on a busy machine but as a ratio.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "packaging")]

import contents  # noqa: E402 - of packaging/
import folder  # noqa: E402
from desktop.interpreter import nursery  # noqa: E402
from desktop.interpreter.host import InterpreterHost  # noqa: E402
from desktop.vocabulary.runs import RunRequest  # noqa: E402
from smoking.screens import COLOURS, Screen  # noqa: E402

PROGRAM = ROOT / "dist" / contents.PROGRAM
TARGETS = {"installed": 270.0, "download": 100.0, "window": 1.5, "worker": 0.15}
DISPLAY = ":78"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=7)
    runs = parser.parse_args().runs
    if not PROGRAM.exists():
        sys.exit("There is no dist/defense-desk: run packaging/build.py.")
    tell("installed", folder.size_of(PROGRAM) / 1e6, "MB")
    for file in sorted([*ROOT.glob("dist/*.tar.*"), *ROOT.glob("dist/*.deb")]):
        tell("download", file.stat().st_size / 1e6, "MB", file.name)
    windows = {"packaged": [str(PROGRAM / contents.PROGRAM)], "source": [sys.executable, "-P", "-m", "desktop"]}
    for name, pairs in interleaved(runs, {kind: lambda c=command: window(c) for kind, command in windows.items()}):
        tell("window", statistics.median(seconds for seconds, _ in pairs), "s", name)
        tell("window", statistics.median(cpu for _, cpu in pairs), "s", f"{name}, of processor time")
    plain = nursery.command
    workers: dict[str, Any] = {"packaged": packaged_command, "source": plain}
    timed: dict[str, list[tuple[float, float]]] = {name: [] for name in workers}
    for _ in range(runs):
        for name, command in workers.items():
            nursery.command = command
            timed[name].append(asyncio.run(worker()))
    for name, pairs in timed.items():
        tell("worker", statistics.median(first for first, _ in pairs), "s", f"{name}, template ready")
        tell("worker", statistics.median(second for _, second in pairs), "s", f"{name}, first result")
    return 0


def tell(what: str, value: float, unit: str, name: str = "") -> None:
    verdict = "" if value <= TARGETS[what] else "  OVER"
    print(f"{what:>10}  {value:8.3f} {unit:<2}  (at most {TARGETS[what]:g}){verdict}  {name}")


def interleaved(
    runs: int, works: Mapping[str, Callable[[], tuple[float, float]]]
) -> list[tuple[str, list[tuple[float, float]]]]:
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in works}
    with tempfile.TemporaryDirectory() as buffer:
        os.environ["BUFFER"] = buffer
        server = subprocess.Popen(
            ["Xvfb", DISPLAY, "-screen", "0", "1280x800x24", "-fbdir", buffer, "-nolisten", "tcp"],
            stderr=subprocess.DEVNULL,
        )
        try:
            time.sleep(2)
            for _ in range(runs + 1):
                for name, work in works.items():
                    times[name].append(work())
        finally:
            server.terminate()
            server.wait()
    return [(name, seconds[1:]) for name, seconds in times.items()]  # the first fills caches


def window(command: list[str]) -> tuple[float, float]:
    """Seconds until the first page stands on the screen, and those the processor worked on it."""
    screen = Screen(Path(os.environ["BUFFER"]) / "Xvfb_screen0")
    with tempfile.TemporaryDirectory() as data:
        environment = {**os.environ, "DISPLAY": DISPLAY, "QT_QPA_PLATFORM": "xcb", "PYTHONPATH": str(ROOT)}
        begun = time.monotonic()
        process = subprocess.Popen([*command, "--data-dir", data], env=environment, stderr=subprocess.DEVNULL)
        try:
            while screen.colours() <= COLOURS:
                if process.poll() is not None or time.monotonic() - begun > 60:
                    sys.exit(f"no window: {command}")
                time.sleep(0.02)
            seconds = time.monotonic() - begun
            told = Path(f"/proc/{process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
            return seconds, (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()
            while screen.colours() > COLOURS:  # the last picture is gone
                time.sleep(0.05)


async def worker() -> tuple[float, float]:
    host = InterpreterHost()
    begun = time.monotonic()
    async with host.interpreter("practice") as interpreter:
        outcome = await interpreter.run(RunRequest(source="1+1", fresh=True))
        first = time.monotonic() - begun
        assert outcome.repr == "2"
    await host.close()
    with tempfile.TemporaryDirectory():
        places = nursery.Places()
        template = nursery.Template(places)
        begun = time.monotonic()
        await template.start()
        ready = time.monotonic() - begun
        template.close()
        places.close()
    return ready, first


def packaged_command(mode: str, config: Mapping[str, Any], hash_seed: int | None = None) -> list[str]:
    return [str(PROGRAM / contents.WORKER), "worker", mode, json.dumps(config)]


if __name__ == "__main__":
    sys.exit(main())
