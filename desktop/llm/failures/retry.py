"""How often and when a failed request is sent again."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime


@dataclass(frozen=True, slots=True)
class Patience:
    """Three attempts, exponential back-off, a quarter of jitter to both sides: each wait is longer than the last.

    All times are in seconds. `longest` caps what a server may ask for with Retry-After. `spread` is the longest that
    the first request of a conversation waits: a class that submits at once does not ask at once.
    """

    attempts: int = 3
    first: float = 1.0
    longest: float = 60.0
    spread: float = 0.0

    def delay(self, failed: int, asked: float | None, chance: float) -> float:
        """Seconds to wait after the `failed`-th failure (from 1); `chance` is a random number in [0, 1).

        What the server asks for is a lower bound: up to half of it is added, or sixty stations come back at once.
        """
        if asked is not None:
            return min(asked, self.longest) * (1 + chance / 2)
        return min(self.first * 2.0 ** (failed - 1) * (0.75 + chance / 2), self.longest)


@dataclass(frozen=True, slots=True)
class Clock:
    """Time and chance, replaceable together; `now` is the wall clock (for dates), `tick` only measures."""

    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    tick: Callable[[], float] = time.monotonic
    now: Callable[[], float] = time.time
    chance: Callable[[], float] = random.random


def asked_delay(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds from `retry-after-ms`, or `Retry-After` in seconds or as a date; None where it says nothing useful."""
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    text = headers.get("retry-after", "").strip()
    seconds = _number(text)
    if seconds is not None:
        return seconds
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, TypeError, OverflowError):
        return None
    wait = date.timestamp() - now
    return wait if wait > 0 else None


async def count_down(seconds: float, clock: Clock) -> AsyncGenerator[int, None]:
    """Sleeps `seconds` in all and yields the whole seconds left, at most once a second."""
    left = seconds
    while left > 0:
        yield max(1, round(left))
        step = min(1.0, left)
        await clock.sleep(step)
        left -= step


def _number(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if value >= 0 else None  # however much: `Patience.longest` caps it
