"""What one step of a defense costs, disk aside, and how long a resumed question takes to appear in the terminal.

    python tests/benchmarks/loop.py [--peers PYTHON]

`PYTHON` is the interpreter of an environment with `tests/benchmarks/peers/requirements.txt`: then LangGraph with its
SQLite checkpointer, pydantic-ai and openai-agents run the same canned turns in the same run.

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
HERE = Path(__file__).parent / "peers"
PEERS = ("with_langgraph", "with_pydantic_ai", "with_openai_agents")


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


async def ours(turns: int = ROUNDS) -> tuple[float, float]:
    """Seconds a recorded step, and seconds a turn of the examiner with its tool (three records)."""
    log = EventLog(Path(":memory:"))
    ready: object = Ready()
    around = Surroundings(log, NoClaim(), None, lambda choice: Talks(), ready, ready, None, "{code}")  # type: ignore[arg-type]
    rules = OPENED.rules.model_copy(update={"max_rounds": turns})
    session = Session.begin("s", OPENED.model_copy(update={"rules": rules}), around)
    session.save_code(CODE)
    session.submit()
    before, start = len(session.stored), time.perf_counter()
    async for _ in defend(session):
        pass
    took = time.perf_counter() - start
    steps = len(session.stored) - before
    log.close()
    return took / steps, took / turns


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
    pairs = [(asyncio.run(ours())[0], asyncio.run(bare())) for _ in range(REPEATS)]
    mine, peer = (statistics.median(column) * 1e3 for column in zip(*pairs, strict=True))
    ratio = statistics.median(a / b for a, b in pairs)
    print(f"a step: {mine:.3f} ms; a bare row: {peer:.3f} ms; ratio {ratio:.1f}  (median of {REPEATS}; goal 0.15 ms)")
    bare_start = [_timed([sys.executable, "-c", "pass"]) for _ in range(10)]
    start = resumed()
    print(
        f"start to resumed question: {statistics.median(start):.3f} s; python -c pass: "
        f"{statistics.median(bare_start):.3f} s  (median of 10; goal 0.35 s)"
    )
    if "--peers" in sys.argv:
        beside(sys.argv[sys.argv.index("--peers") + 1], statistics.median(start))


def beside(python: str, our_resume: float) -> None:
    """One line a peer, as ratios to ours in the same run."""
    for turns in (5, 30):
        mine = statistics.median(asyncio.run(ours(turns))[1] for _ in range(5))
        print(f"{turns} turns: ours {mine * 1e3:.2f} ms a turn")
        for peer in PEERS:
            times = [float(_said([python, str(HERE / f"{peer}.py"), "steps", str(turns)])) for _ in range(5)]
            theirs = statistics.median(times)
            print(f"  {peer}: {theirs * 1e3:.2f} ms a turn, {theirs / mine:.1f} times ours")
    print(f"pause, new process, resumed: ours {our_resume:.2f} s")
    for peer in PEERS:
        with tempfile.TemporaryDirectory() as folder:
            kept = f"{folder}/kept"
            _said([python, str(HERE / f"{peer}.py"), "pause", kept])
            # only the first resume resumes; the later ones cost the same start
            times = [_timed([python, str(HERE / f"{peer}.py"), "resume", kept]) for _ in range(3)]
        print(f"  {peer}: {statistics.median(times):.2f} s, {statistics.median(times) / our_resume:.1f} times ours")


def _said(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip().splitlines()[-1]


def _timed(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
