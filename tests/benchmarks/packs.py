"""How long the packs take: reading one, making a problem's tests, testing a program, the whole check.

python -m tests.benchmarks.packs
"""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from desktop.interpreter.host import InterpreterHost
from desktop.packs.cases import CaseMaker
from desktop.packs.check import check_pack
from desktop.packs.loader import load_pack
from desktop.packs.testing import load_and_run
from desktop.vocabulary.cases import Comparator
from desktop.vocabulary.compare import difference
from desktop.vocabulary.runs import RunRequest
from desktop.vocabulary.values import to_wire

INTRO = Path(__file__).parents[2] / "resources" / "packs" / "intro-ml"


async def median(name: str, times: int, work: Callable[[], Awaitable[object]]) -> None:
    taken: list[float] = []
    for _ in range(times):
        start = time.perf_counter()
        await work()
        taken.append(time.perf_counter() - start)
    print(f"{name:45} {statistics.median(taken) * 1000:9.2f} ms   (median of {times})")


async def main() -> None:
    lab = InterpreterHost()
    pack = load_pack(INTRO)
    problem = pack.problems[0]
    facts = await CaseMaker(lab).make_cases(problem, 1)
    every = (*facts.baseline, *facts.edges)
    program = RunRequest(source=problem.solution, fresh=True)
    rows = to_wire([[float(x * y) for x in range(10)] for y in range(1000)])

    async def read() -> object:
        return load_pack(INTRO)

    async def compare() -> object:
        return difference(rows, rows, Comparator())

    await median("read the pack", 20, read)
    await median("make the tests of K-Means", 20, lambda: CaseMaker(lab).make_cases(problem, 1))
    await median(f"run its {len(every)} tests on the reference", 20, lambda: load_and_run(lab, program, every))
    await median("compare two tables of 10,000 floats", 20, compare)
    await median("check the whole pack", 3, lambda: check_pack(INTRO, lab))
    await lab.close()


asyncio.run(main())
