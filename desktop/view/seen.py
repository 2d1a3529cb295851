"""The program as it stood at each step of the examiner, read from the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from desktop.view.tool_rows import title_of
from desktop.vocabulary import events as ev
from desktop.vocabulary.questions import Facts
from desktop.vocabulary.words import Words


@dataclass(frozen=True, slots=True)
class Seen:
    at: datetime
    title: str
    source: str


def seen(stored: Sequence[ev.Stored], words: Words) -> tuple[Seen, ...]:
    """One for each tool that started, in order."""
    found: list[Seen] = []
    source, facts = "", Facts()
    for record in stored:
        match record.event:
            case ev.DefenseOpened(problem=problem):
                source = problem.scaffold
            case ev.CodeSaved():
                source = record.event.source
            case ev.FactsGathered():
                facts = record.event.facts
            case ev.ToolStarted(tool=tool, arguments=arguments):
                found.append(Seen(record.at, title_of(tool, arguments, facts, words), source))
            case _:
                pass
    return tuple(found)
