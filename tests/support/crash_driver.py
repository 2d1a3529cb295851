"""A defense in a process of its own that kills itself (SIGKILL) where it is told to.

    python -m tests.support.crash_driver DATA_DIR ANSWERS [--solution FILE | --resume ID] [--die-after N]

`--die-after N`: after the N-th record of this process was made durable. `--die-in-run N`: inside the N-th run or call
that the defense asks of the student interpreter (between a tool's intent and its result). Prints the session id.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
from pathlib import Path
from typing import Any

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


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("data_dir", type=Path)
    parser.add_argument("answers")
    parser.add_argument("--solution", type=Path)
    parser.add_argument("--problem", default="kmeans")
    parser.add_argument("--resume")
    parser.add_argument("--die-after", type=int)
    parser.add_argument("--die-in-run", type=int)
    told = parser.parse_args()
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


if __name__ == "__main__":
    asyncio.run(main())
