"""What one step of a defense costs, disk aside, and how long a resumed question takes to appear in the terminal.

    python tests/benchmarks/loop.py

The step cost is loop + fold + journal on an in-memory database (no fsync), beside a peer in the same run: a bare
`while` loop that appends each event as a JSON row to the same kind of database and keeps its state in a list.
Goals: at most 0.15 ms a step; at most 0.35 s from process start to the resumed question.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncGenerator
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from desktop.session.loop import defend  # noqa: E402
from desktop.session.session import Session  # noqa: E402
from desktop.session.surroundings import Surroundings  # noqa: E402
from desktop.store.log import EventLog  # noqa: E402
from desktop.vocabulary.chat import Delta, Reply, ToolCall  # noqa: E402
from desktop.vocabulary.request import ModelRequest  # noqa: E402
from tests.support.sayings import CODE, FACTS, OPENED  # noqa: E402

ROUNDS = 30
REPEATS = 20


class Talks:
    """A turn with a call of `tell_student`, thirty times: three records a round."""

    def __init__(self) -> None:
        self.turn = 0

    async def reply(self, request: ModelRequest) -> AsyncGenerator[Delta | Reply, None]:
        self.turn += 1
        arguments = json.dumps({"message": f"step {self.turn}"})
        yield Reply(calls=(ToolCall(id=f"c{self.turn}", name="tell_student", arguments=arguments),))


class Ready:
    async def make_cases(self, *args: object) -> object:
        return FACTS

    async def make_questions(self, *args: object) -> object:
        return FACTS


class NoClaim:
    def take(self) -> None: ...
    def release(self) -> None: ...


async def ours() -> float:
    """Seconds a recorded step."""
    log = EventLog(Path(":memory:"))
    ready: object = Ready()
    around = Surroundings(log, NoClaim(), None, lambda choice: Talks(), ready, ready, None, "{code}")  # type: ignore[arg-type]
    session = Session.begin("s", OPENED, around)
    session.save_code(CODE)
    session.submit()
    before, start = len(session.stored), time.perf_counter()
    async for _ in defend(session):
        pass
    took = time.perf_counter() - start
    steps = len(session.stored) - before
    log.close()
    return took / steps


async def bare() -> float:
    """The peer: no pydantic, no fold, no hash; nothing but a row a step."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    db.execute("CREATE TABLE records(seq INTEGER PRIMARY KEY, body TEXT)")
    state: list[dict[str, object]] = []
    talks, start = Talks(), time.perf_counter()
    for _ in range(ROUNDS):
        async for part in talks.reply(ModelRequest(())):
            call = part.calls[0]  # type: ignore[union-attr]
            for kind in ("model_replied", "tool_started", "tool_ended"):
                event = {"kind": kind, "call": call.id, "arguments": json.loads(call.arguments)}
                db.execute("INSERT INTO records VALUES (?, ?)", (len(state), json.dumps(event)))
                state.append(event)
    took = time.perf_counter() - start
    db.close()
    return took / (3 * ROUNDS)


def resumed() -> list[float]:
    """Seconds from process start to the resumed question, by the last line of `resume --json`."""
    with tempfile.TemporaryDirectory() as folder:
        solution = ROOT / "tests" / "fixtures" / "solutions" / "kmeans.py"
        command = [sys.executable, "-m", "desktop", "--data-dir", folder]
        begun = subprocess.run(
            [*command, "defend", "kmeans", str(solution), "--approve", "all", "--json"],
            cwd=ROOT, capture_output=True, text=True, check=True,
        )  # fmt: skip
        session_id = json.loads(begun.stdout.splitlines()[-1])["session"]
        times: list[float] = []
        for _ in range(10):
            start = time.perf_counter()
            done = subprocess.run(
                [*command, "resume", session_id, "--json"], cwd=ROOT, capture_output=True, text=True, check=True
            )
            times.append(time.perf_counter() - start)
            assert json.loads(done.stdout.splitlines()[-1])["waiting"]["for"] == "answer"
        return times


def main() -> None:
    pairs = [(asyncio.run(ours()), asyncio.run(bare())) for _ in range(REPEATS)]
    mine, peer = (statistics.median(column) * 1e3 for column in zip(*pairs, strict=True))
    ratio = statistics.median(a / b for a, b in pairs)
    print(f"a step: {mine:.3f} ms; a bare row: {peer:.3f} ms; ratio {ratio:.1f}  (median of {REPEATS}; goal 0.15 ms)")
    bare_start = [_timed([sys.executable, "-c", "pass"]) for _ in range(10)]
    start = resumed()
    print(
        f"start to resumed question: {statistics.median(start):.3f} s; python -c pass: "
        f"{statistics.median(bare_start):.3f} s  (median of 10; goal 0.35 s)"
    )


def _timed(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
