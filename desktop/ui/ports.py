"""What the window asks of the parts that `wiring` puts together; they fit by shape, unseen."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from desktop.session.session import Session
from desktop.vocabulary.events import ExaminerChoice
from desktop.vocabulary.problem import Problem, Rules
from desktop.vocabulary.words import Words


class Summary(Protocol):
    """A defense in the list; times are UTC, `step`: writing, submitted, examined, answering or closed."""

    @property
    def id(self) -> str: ...
    @property
    def problem_id(self) -> str: ...
    @property
    def title_en(self) -> str: ...
    @property
    def title_zh(self) -> str: ...
    @property
    def opened_at(self) -> datetime: ...
    @property
    def changed_at(self) -> datetime: ...
    @property
    def closed(self) -> str | None: ...
    @property
    def step(self) -> str: ...


class Desk(Protocol):
    """All that the window can reach (provisional until the wiring is there)."""

    @property
    def words(self) -> Words: ...
    def problems(self) -> Sequence[Problem]: ...
    def sessions(self) -> Sequence[Summary]: ...
    def begin(
        self,
        problem: Problem,
        *,
        rules: Rules | None = None,
        examiner: ExaminerChoice | None = None,
        seed: int | None = None,
    ) -> Session: ...
    def resume(self, session_id: str) -> Session: ...
    async def close(self) -> None: ...
