"""A defense in a process of its own that kills itself (SIGKILL) where it is told to.

    python -m tests.support.crash_driver

reads orders from its input, each a line with a JSON list: DATA_DIR ANSWERS [--solution FILE | --resume ID]
[--die-after N | --die-in-run N]. For each it forks: the child holds the defense, in a process as new as one that
was started, but for the imports. Answered with a line of JSON: exit status, what was printed, what was complained of.

`--die-after N`: after the N-th record of this process was made durable. `--die-in-run N`: inside the N-th run or call
that the defense asks of the student interpreter (between a tool's intent and its result). Prints the session id.
"""

# ruff: noqa: F401 - what is opened late by the program is imported here once, before the forks

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

import desktop.embedded.examiner
import desktop.embedded.maker
import desktop.interpreter.host
import desktop.packs.loader
import desktop.packs.verdicts
import desktop.store.claim
import desktop.store.log
from desktop.session.drive import drive
from desktop.session.front import Answer, Asked, Decided, Proposal
from desktop.session.namespace import Namespace
from desktop.session.session import Session
from desktop.vocabulary.chat import Delta
from desktop.vocabulary.events import Event
from desktop.wiring import DefenseDesk


class DyingFront:
    """Agrees to everything, answers by the place of the question, and dies after its n-th record."""

    def __init__(self, session: Session, answers: list[str], die_after: int | None) -> None:
        self._session, self._answers, self._left = session, answers, die_after

    def show(self, event: Event) -> None:
        if isinstance(event, Delta) or self._left is None:
            return
        self._left -= 1
        if self._left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)

    async def ask(self, asked: Asked) -> Answer | None:
        return Answer(self._answers[self._session.state.answered], why="Because the loop stops there.")

    async def approve(self, proposal: Proposal) -> Decided | None:
        return Decided("once", by="test")

    async def offer_retry(self, reason: str, advice: str) -> None:
        raise AssertionError(reason)


class DyingNamespace(Namespace):
    """Dies inside its n-th request."""

    left = 0

    async def _send(self, interpreter: Any, request: Any) -> Any:
        self.left -= 1
        if self.left == 0:
            asyncio.get_running_loop().call_later(0.002, os.kill, os.getpid(), signal.SIGKILL)
        return await super()._send(interpreter, request)


async def defense(order: Sequence[str]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("data_dir", type=Path)
    parser.add_argument("answers")
    parser.add_argument("--solution", type=Path)
    parser.add_argument("--problem", default="kmeans")
    parser.add_argument("--resume")
    parser.add_argument("--die-after", type=int)
    parser.add_argument("--die-in-run", type=int)
    told = parser.parse_args(order)
    desk = DefenseDesk.open(told.data_dir)
    session = desk.resume(told.resume) if told.resume else desk.begin(desk.problem(told.problem), seed=11)
    print(session.id, flush=True)
    front = DyingFront(session, json.loads(told.answers), told.die_after)
    if told.die_in_run:
        session.namespace = DyingNamespace(desk.interpreters)
        session.namespace.left = told.die_in_run
    if told.solution and session.state.code != told.solution.read_text("utf-8"):
        front.show(session.history[-1])
        saved = session.save_code(told.solution.read_text("utf-8"))
        if saved:
            front.show(saved)
    if not session.state.submitted:
        front.show(session.submit())
    await drive(session, front)
    await session.close()
    await desk.close()


def child(order: Sequence[str], out: int, err: int) -> NoReturn:
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(out, 1)
    os.dup2(err, 2)
    status = 1
    try:
        asyncio.run(defense(order))
        status = 0
    except BaseException:  # noqa: BLE001 - the end of a process
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def main() -> None:
    for line in sys.stdin:
        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
            pid = os.fork()
            if pid == 0:
                child(json.loads(line), out.fileno(), err.fileno())
            _, status = os.waitpid(pid, 0)
            out.seek(0)
            err.seek(0)
            print(json.dumps([os.waitstatus_to_exitcode(status), out.read(), err.read()]), flush=True)


if __name__ == "__main__":
    main()
