"""A session on a real log with an examiner that says what a test wants, for tests of controller and panes.

The interpreter answers at once and runs nothing: what a real one does is the matter of the stories.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Any, Self

from desktop.packs.verdicts import judge
from desktop.session.ports import OnInput, OnOutput
from desktop.session.session import Session
from desktop.session.surroundings import Surroundings
from desktop.store.claim import FileClaim
from desktop.store.drafts import DraftShelf
from desktop.store.log import EventLog
from desktop.vocabulary.chat import Delta, Reply
from desktop.vocabulary.problem import Problem, Rules
from desktop.vocabulary.questions import Facts, Mark, Question
from desktop.vocabulary.request import ModelRequest
from desktop.vocabulary.runs import CallRequest, Outcome, RunRequest
from desktop.vocabulary.trouble import ModelTrouble
from tests.support.sayings import FACTS, OPENED


class Prepared:
    """`3` is right; a word is unreadable until it is final."""

    async def make_cases(self, problem: Problem, seed: int) -> Facts:
        return FACTS

    async def make_questions(self, problem: Problem, code: str, seed: int, rules: Rules, cases: Facts) -> Facts:
        return cases

    async def mark(self, problem: Problem, code: str, question: Question, answer: str, final: bool) -> Mark:
        if answer.isalpha() and not final:
            return Mark(question_id=question.id, verdict="unreadable", why="That is no number.")
        return Mark(question_id=question.id, verdict="right" if answer == "3" else "wrong")


class Says:
    """One turn after the other; an event is waited for, a `ModelTrouble` raised, deltas come before the reply."""

    def __init__(self, *turns: Reply | ModelTrouble | asyncio.Event | list[Delta]) -> None:
        self.turns = list(turns)

    async def reply(self, request: ModelRequest) -> AsyncGenerator[Delta | Reply, None]:
        while True:
            turn = self.turns.pop(0)
            if isinstance(turn, ModelTrouble):
                raise turn
            if isinstance(turn, asyncio.Event):
                await turn.wait()
            elif isinstance(turn, list):
                for delta in turn:
                    yield delta
            else:
                yield turn
                return


class QuickInterpreter:
    """`until` holds a run until it is set or stopped; `prints` is what a run prints, piece by piece."""

    until: asyncio.Event | None = None
    prints: tuple[str, ...] = ("hello\n",)

    async def run(
        self, request: RunRequest, on_output: OnOutput | None = None, on_input: OnInput | None = None
    ) -> Outcome:
        if on_output:
            for text in self.prints:
                on_output("stdout", text)
        if "input(" in request.source and on_input:
            line = await on_input("name? ")
            if on_output:
                on_output("stdout", f"hello {line}\n")
        if self.until is not None:
            await self.until.wait()
            return Outcome(status="interrupted")
        return Outcome(status="ok")

    async def call(self, request: CallRequest) -> Outcome:
        return Outcome(status="ok", value=5 if len(request.args) and request.args[0] == [1, 5] else 3)

    async def variables(self) -> tuple[()]:
        return ()

    async def stop(self) -> None:
        if self.until is not None:
            self.until.set()

    async def restart(self) -> None:
        return None

    async def close(self) -> None:
        return None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        return None


class Stage:
    """Where sessions of one defense are opened, as several windows would."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.interpreter_made = QuickInterpreter()
        self.log = EventLog(folder / "defenses.db")

    def interpreter(self) -> QuickInterpreter:
        return self.interpreter_made

    def begin(self, examiner: Says, **opened: Any) -> Session:
        return Session.begin("s", OPENED.model_copy(update=opened), self._around(examiner))

    def again(self, examiner: Says) -> Session:
        return Session("s", self._around(examiner))

    def close(self) -> None:
        self.log.close()

    def _around(self, examiner: Says) -> Surroundings:
        prepared = Prepared()
        return Surroundings(
            log=self.log,
            claim=FileClaim(self.folder, "s"),
            lab=self,
            make_examiner=lambda choice: examiner,
            cases=prepared,
            questions=prepared,
            judge=judge,
            prompt="{problem} {code}",
            drafts=DraftShelf(self.log),
        )


async def until(said: Callable[[], object], seconds: float = 20.0) -> None:
    """Look every few milliseconds; never `qtbot.wait`, which would run a second loop inside this one."""
    async with asyncio.timeout(seconds):
        while not said():  # noqa: ASYNC110 - a test looks at the window from outside, as a person would
            await asyncio.sleep(0.005)
