"""`doctor --self-check`: the program does once, in a directory of its own, everything that people will want of it."""

from __future__ import annotations

import secrets
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from desktop.session.drive import drive
from desktop.session.front import Answer, Asked, Decided, Proposal, RetryChoice
from desktop.station.doctor import Check
from desktop.station.keys import Keys, KeyTrouble
from desktop.station.policy.rules import StationPolicy
from desktop.vocabulary.events import Event, ExaminerChoice
from desktop.vocabulary.problem import Rules
from desktop.vocabulary.runs import RunRequest
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.values import render
from desktop.wiring import DefenseDesk

SEED = 7
ADDRESS = "https://self-check.invalid/v1"  # of the key that is stored, read and forgotten
FIGURE = """
import numpy
print(numpy.linalg.norm(numpy.array([3.0, 4.0])))
import matplotlib.pyplot as plt
plt.plot([1, 2, 3], [1, 4, 9])
plt.title("self-check")
plt.show()
"""


async def check_self() -> list[Check]:
    """Three checks that take some seconds: a defense, a figure, a key. Nothing of a person's is touched."""
    with tempfile.TemporaryDirectory(prefix="defense-desk-self-check-", ignore_cleanup_errors=True) as folder:
        desk = DefenseDesk.open(Path(folder), StationPolicy())  # what a lab allows is not what is tried
        try:
            return [
                await _tried("self-check: a defense", lambda: _defend(desk)),
                await _tried("self-check: numpy and a figure", lambda: _draw(desk)),
                await _key(),
            ]
        finally:
            await desk.close()


async def _tried(name: str, work: Callable[[], Awaitable[str]]) -> Check:
    begun = time.monotonic()
    try:
        detail = await work()
    except ModuleNotFoundError as missing:  # the student's Python here is the one that runs us
        return Check(name, None, str(missing), "Only for figures: pip install matplotlib")
    except Trouble as trouble:
        return Check(name, False, trouble.what, trouble.advice or "Install Defense Desk again.")
    return Check(name, True, f"{detail}, in {time.monotonic() - begun:.1f} s")


async def _defend(desk: DefenseDesk) -> str:
    """The reference solution of a problem that came with the program, defended with the right answers."""
    problem = min(desk.problems(), key=lambda one: len(one.solution))
    session = desk.begin(problem, Rules.for_mode("practice", "en"), ExaminerChoice(), SEED)
    try:
        session.save_code(problem.solution)
        session.submit()
        await drive(session, _Knowing())
        grade = session.state.grade
        if not session.state.closed or grade is None:
            raise Trouble("The defense did not come to its end.", "Send what `sessions` and this say to the makers.")
        return f"{problem.id}: {grade.points:g} of {grade.out_of:g} points, {len(session.stored)} records"
    finally:
        await session.close()


async def _draw(desk: DefenseDesk) -> str:
    async with desk.interpreters.interpreter("practice") as interpreter:
        outcome = await interpreter.run(RunRequest(source=FIGURE, name="figure.py", fresh=True))
    if outcome.error and outcome.error.type == "ModuleNotFoundError":
        raise ModuleNotFoundError(outcome.error.message)
    if outcome.status != "ok":
        raise Trouble(f"The program stopped: {outcome.error.message if outcome.error else outcome.why}.")
    if outcome.stdout.strip() != "5.0" or not outcome.figures:
        raise Trouble(f"It printed {outcome.stdout!r} and drew {len(outcome.figures)} figures.")
    return f"{len(outcome.figures)} figure of {len(outcome.figures[0]) * 3 // 4:,} bytes"


async def _key() -> Check:
    name, key = "self-check: a key in the keyring", secrets.token_hex(8)
    try:
        await Keys().store(ADDRESS, key)
        found = await Keys().read(ADDRESS)
        await Keys().forget(ADDRESS)
    except KeyTrouble as trouble:
        return Check(name, None, trouble.what, trouble.advice)
    if found != key:
        return Check(name, False, "it came back changed", "Look at the keyring of your system.")
    return Check(name, True, "stored, read by its address, and removed")


class _Knowing:
    """A student who agrees to everything and knows every answer that was prepared."""

    def show(self, event: Event) -> None:
        return

    async def ask(self, asked: Asked) -> Answer | None:
        question = asked.question
        known = question is not None and question.key is not None
        return Answer(render(question.key) if question and known else "0", "It follows from the code.")

    async def approve(self, proposal: Proposal) -> Decided | None:
        return Decided("defense", by="self-check")

    async def offer_retry(self, reason: str, advice: str) -> RetryChoice | None:
        return None
