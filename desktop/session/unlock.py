"""A decision that needs the invigilator's PIN: tried off the loop, slowed after wrong ones, never written down."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

from desktop.session.session import Session
from desktop.vocabulary import events as ev
from desktop.vocabulary.trouble import Trouble

TRIES, PAUSE = 5, timedelta(seconds=60)


class PinUnlock:
    """For one decision. That a wrong PIN was typed is a record: a new start of the program does not bring new tries."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.given = False

    async def give(self, pin: str) -> None:
        """`Trouble` says that it is wrong, or how long to wait. Afterwards `given` is true."""
        if seconds_left(self._session.stored, datetime.now(UTC)):
            what = "A PIN that was not right was typed five times in a row."
            raise Trouble(what, "Wait a minute, then try again. The defense waits, too; nothing is lost.")
        right = await asyncio.to_thread(self._session.around.pin_fits, pin, self._session.state.rules.pin)
        if not right:
            self._session.record(ev.PinRefused())
            raise Trouble("This PIN is not right.", "Nothing was decided. Try again.")
        self.given = True


def seconds_left(stored: list[ev.Stored], now: datetime) -> int:
    """0 if the PIN may be tried. After each five wrong ones in a row a minute must pass."""
    wrong: list[datetime] = []
    for record in reversed(stored):
        if isinstance(record.event, ev.PinRefused):
            wrong.append(record.at)
        elif isinstance(record.event, ev.CallDecided) and record.event.proof == "pin":
            break
    if not wrong or len(wrong) % TRIES:
        return 0
    left = min(PAUSE, wrong[0] + PAUSE - now)  # a clock that was set back must not lock for hours
    return max(0, -int(-left.total_seconds() // 1))


def unlock_for(session: Session) -> PinUnlock | None:
    """None where a decision needs no PIN: in practice, and in an exam for which none was set."""
    rules = session.state.rules
    return PinUnlock(session) if rules.mode == "exam" and rules.pin else None
