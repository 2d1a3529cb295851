"""A session on real parts (log, lock, interpreter, judge), with prepared material and an examiner given by the test."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from pathlib import Path

from desktop.interpreter.host import InterpreterHost
from desktop.packs.verdicts import judge
from desktop.session.front import Answer, Asked, Decided, Proposal, RetryChoice
from desktop.session.ports import Examiner
from desktop.session.session import Session
from desktop.session.surroundings import Surroundings
from desktop.store.claim import FileClaim
from desktop.store.log import EventLog
from desktop.vocabulary import events as ev
from desktop.vocabulary.chat import Delta, Reply
from desktop.vocabulary.problem import Problem, Rules
from desktop.vocabulary.questions import Facts, Mark, Question
from desktop.vocabulary.request import ModelRequest
from desktop.vocabulary.trouble import ModelTrouble
from tests.support.sayings import FACTS, OPENED


class Prepared:
    """Facts made beforehand; `3` is the right answer to everything, and a word is unreadable until it is final."""

    async def make_cases(self, problem: Problem, seed: int) -> Facts:
        return FACTS

    async def make_questions(self, problem: Problem, code: str, seed: int, rules: Rules, cases: Facts) -> Facts:
        return cases

    async def mark(self, problem: Problem, code: str, question: Question, answer: str, final: bool) -> Mark:
        if answer.isalpha() and not final:
            return Mark(question_id=question.id, verdict="unreadable", why="That is no number.")
        return Mark(question_id=question.id, verdict="right" if answer == "3" else "wrong")


class Says:
    """An examiner that says these, one a turn; a `ModelTrouble` is raised."""

    def __init__(self, *turns: Reply | ModelTrouble) -> None:
        self.turns = list(turns)
        self.requests: list[ModelRequest] = []

    async def reply(self, request: ModelRequest) -> AsyncGenerator[Delta | Reply, None]:
        self.requests.append(request)
        turn = self.turns.pop(0)
        if isinstance(turn, ModelTrouble):
            raise turn
        yield Delta("content", turn.content)
        yield turn


class Person:
    """A front that answers from a list and decides by a function; counts what it was asked."""

    def __init__(
        self,
        answers: Sequence[str] = (),
        decide: Callable[[Proposal], Decided | None] = lambda proposal: Decided("once"),
        retry: RetryChoice | None = "again",
    ) -> None:
        self.answers, self.decide, self.retry = list(answers), decide, retry
        self.shown: list[ev.Event] = []
        self.proposals: list[Proposal] = []
        self.asked: list[Asked] = []
        self.retries = 0

    def show(self, event: ev.Event) -> None:
        self.shown.append(event)

    async def ask(self, asked: Asked) -> Answer | None:
        self.asked.append(asked)
        return Answer(self.answers.pop(0)) if self.answers else None

    async def approve(self, proposal: Proposal) -> Decided | None:
        self.proposals.append(proposal)
        return self.decide(proposal)

    async def offer_retry(self, reason: str, advice: str) -> RetryChoice | None:
        self.retries += 1
        return self.retry


class Bench:
    """Where sessions are opened on one folder, as several windows or processes would."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.host = folder, InterpreterHost()
        self.logs: list[EventLog] = []

    def around(self, examiner: Examiner) -> Surroundings:
        log = EventLog(self.folder / "defenses.db")
        self.logs.append(log)
        prepared = Prepared()
        return Surroundings(
            log=log,
            claim=FileClaim(self.folder, "s"),
            lab=self.host,
            make_examiner=lambda choice: examiner,
            cases=prepared,
            questions=prepared,
            judge=judge,
            prompt="{problem} {code}",
        )

    def begin(self, examiner: Examiner, code: str, rules: Rules | None = None) -> Session:
        opened = OPENED.model_copy(update={"rules": rules}) if rules else OPENED
        session = Session.begin("s", opened, self.around(examiner))
        session.save_code(code)
        session.submit()
        return session

    def again(self, examiner: Examiner) -> Session:
        return Session("s", self.around(examiner))

    async def close(self) -> None:
        await self.host.close()
        for log in self.logs:
            log.close()
