"""The states of a program worth going back to, read from the log: nothing is stored for it."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from desktop.vocabulary import events as ev

IDLE = timedelta(seconds=60)  # a rest of typing that makes the state before it one to go back to
MOST = 300  # the newest
MUCH = 0.4  # share of the lines that went at once: what was before is kept, however short the rest

Why = Literal["start", "run", "submitted", "idle", "before", "now"]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """`why`: the scaffold, a run, the submission, a minute of rest, before much was taken out, the last one saved."""

    at: datetime
    source: str
    why: Why


def snapshots(stored: Sequence[ev.Stored]) -> tuple[Snapshot, ...]:
    """Newest first; the same text twice in a row is one."""
    found: list[Snapshot] = []
    last: Snapshot | None = None
    for record in stored:
        event = record.event
        match event:
            case ev.DefenseOpened():
                _keep(found, Snapshot(record.at, event.problem.scaffold, "start"))
                last = found[-1]
            case ev.CodeSaved():
                if last is not None and record.at - last.at >= IDLE:
                    _keep(found, last)
                elif last is not None and _much_gone(last.source, event.source):
                    _keep(found, Snapshot(last.at, last.source, "before"))
                last = Snapshot(record.at, event.source, "idle")
            case ev.CodeRan():
                last = Snapshot(record.at, event.source, "run")
                _keep(found, last)
            case ev.Submitted() if last is not None:
                last = Snapshot(record.at, last.source, "submitted")
                _keep(found, last, again=True)
            case _:
                pass
    if last is not None:
        _keep(found, Snapshot(last.at, last.source, "now"))
    return tuple(reversed(found[-MOST:]))


def difference(before: str, after: str) -> str:
    """What would be taken out of `before` (-) and put in (+) to get `after`; empty where they are the same."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=2)
    return "\n".join(list(lines)[2:])


def _keep(found: list[Snapshot], one: Snapshot, *, again: bool = False) -> None:
    if not found or found[-1].source != one.source or again:
        found.append(one)


def _much_gone(before: str, after: str) -> bool:
    lines = before.count("\n") + 1
    return lines >= 5 and (lines - after.count("\n") - 1) / lines >= MUCH
