"""A defense in a terminal: cards as they come, questions at a prompt."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from typing import TypeVar

import click

from desktop.cli.answers import Answers, Nobody
from desktop.cli.machine import Approve, by_rule
from desktop.session.front import Answer, Asked, Decided, Proposal, RetryChoice
from desktop.session.session import Session
from desktop.view.present import present
from desktop.view.screen import Screen
from desktop.view.transcript import card_text, grade_text
from desktop.vocabulary.events import Decision, Event
from desktop.vocabulary.words import Words

T = TypeVar("T")


class TerminalFront:
    """Shows what is new on the screen since the last event; asks where a person sits at the keyboard."""

    def __init__(self, session: Session, answers: Answers, approve: Approve, words: Words) -> None:
        self._session, self._answers, self._words = session, answers, words
        self._approve: Approve = approve
        self._screen = Screen()
        self._person = sys.stdin is not None and sys.stdin.isatty()

    def show(self, event: Event) -> None:
        before, self._screen = self._screen, present(self._screen, event, words=self._words)
        for card in self._screen.cards[len(before.cards) :]:
            click.echo(card_text(card, self._words))
        if self._screen.grade and not before.grade:
            click.echo(grade_text(self._screen.grade, self._words))
        if self._screen.status != before.status:
            click.secho(f"-- {self._screen.status}", dim=True)

    async def ask(self, asked: Asked) -> Answer | None:
        if asked.note:
            click.echo(asked.note)
        answer = await self._answers.next(asked, self._session)
        if answer is not None:
            click.echo(f"> {answer.text}")
            return answer
        if not self._person or not isinstance(self._answers, Nobody):
            return None
        text = await _prompt(self._words("Your answer: "))
        if text is None:
            return None
        why = ""
        if asked.question and asked.question.why:
            click.echo(asked.question.why)
            why = await _prompt(self._words("Why: ")) or ""
        return Answer(text, why)

    async def approve(self, proposal: Proposal) -> Decided | None:
        if decided := by_rule(self._approve):
            return decided
        if not self._person:
            return None
        if proposal.interrupted:
            click.echo(self._words("The program ended while this was running. Only you know whether it took effect."))
        click.echo(self._words("The examiner wants to use {tool}:", tool=proposal.tool))
        click.echo(f"  {proposal.arguments}")
        asked = self._words("Allow [o]nce, for this [d]efense, or [r]efuse? ")
        choices: dict[str, Decision] = {"o": "once", "d": "defense", "r": "refuse"}
        choice = await _choose(asked, choices)
        if choice is None:
            return None
        reason = await _prompt(self._words("Reason: ")) or "" if choice == "refuse" else ""
        return Decided(choice, reason=reason)

    async def offer_retry(self, reason: str, advice: str) -> RetryChoice | None:
        click.echo(f"{reason} {advice}".strip())
        if not self._person:
            return None
        asked = self._words("[t]ry again, go on with the [e]mbedded examiner, or [l]eave? ")
        choices: dict[str, RetryChoice | None] = {"t": "again", "e": "embedded", "l": None}
        return await _choose(asked, choices)


async def _choose(asked: str, choices: Mapping[str, T]) -> T | None:
    """Until one of the letters is typed; None at the end of the input."""
    while True:
        typed = await _prompt(asked)
        if typed is None:
            return None
        letter = typed.strip().lower()[:1]
        if letter in choices:
            return choices[letter]


async def _prompt(asked: str) -> str | None:
    """A typed line; None at the end of the input."""
    try:
        return await asyncio.to_thread(input, asked)
    except EOFError:
        return None
