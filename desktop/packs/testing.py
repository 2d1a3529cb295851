"""Runs tests in an interpreter, one call after another; what an interpreter must offer for that is said here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, Self

from desktop.packs.verdicts import judge
from desktop.vocabulary.cases import TestCase, Verdict
from desktop.vocabulary.runs import TEST_RUN, CallRequest, Limits, Outcome, RunRequest
from desktop.vocabulary.words import ENGLISH, Words


class Interpreter(Protocol):
    """One living namespace; a death is an `Outcome` with `namespace_kept` False, never an exception."""

    async def run(self, request: RunRequest) -> Outcome: ...
    async def call(self, request: CallRequest) -> Outcome: ...
    async def __aenter__(self) -> Self: ...
    async def __aexit__(self, *error: object) -> None: ...


class Lab(Protocol):
    """Where interpreters come from; each is a process of its own."""

    def interpreter(self) -> Interpreter: ...


@dataclass(frozen=True, slots=True)
class Trial:
    """How loading a program went, and the verdicts on it."""

    loaded: Outcome
    verdicts: tuple[Verdict, ...]

    @property
    def failed(self) -> tuple[Verdict, ...]:
        return tuple(verdict for verdict in self.verdicts if verdict.passed is False)


async def run_cases(
    interpreter: Interpreter,
    cases: Sequence[TestCase],
    limits: Limits = TEST_RUN,
    reload: RunRequest | None = None,
    until_failed: bool = False,
    words: Words = ENGLISH,
) -> list[Verdict]:
    """The verdicts in order, up to the first failed one if `until_failed`; the caller loaded the program under test.

    A test may kill the worker: then `reload`, if given, loads the program again before the next test.
    """
    verdicts: list[Verdict] = []
    lost = False
    for case in cases:
        if lost and reload is not None:
            await interpreter.run(reload)
        outcome = await interpreter.call(call_of(case, limits))
        lost = not outcome.namespace_kept
        verdicts.append(judge(case, outcome, words))
        if until_failed and verdicts[-1].passed is False:
            break
    return verdicts


async def load_and_run(
    lab: Lab,
    program: RunRequest,
    cases: Sequence[TestCase],
    limits: Limits = TEST_RUN,
    until_failed: bool = False,
    words: Words = ENGLISH,
) -> Trial:
    """Load `program` in an interpreter of its own and run `cases`.

    A program that raises while it loads is tested all the same: what it defined before counts.
    """
    async with lab.interpreter() as interpreter:
        loaded = await interpreter.run(program)
        return Trial(loaded, tuple(await run_cases(interpreter, cases, limits, program, until_failed, words)))


def call_of(case: TestCase, limits: Limits = TEST_RUN) -> CallRequest:
    """The request that runs a test; the worker builds fresh inputs from it each time."""
    return CallRequest(function=case.function, args=case.args, kwargs=case.kwargs, seed=case.seed, limits=limits)
