"""What people decided in a defense: about which call, how, who, and with what reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from desktop.view.tool_rows import title_of
from desktop.vocabulary import events as ev
from desktop.vocabulary.chat import ToolCall
from desktop.vocabulary.questions import Facts
from desktop.vocabulary.words import Words


@dataclass(frozen=True, slots=True)
class Decided:
    """`how` is a word or two; `by` who decided; `more` the reason, or that the PIN was given. Times are UTC."""

    at: datetime
    what: str
    how: str
    by: str
    more: str = ""


def decisions(stored: Sequence[ev.Stored], words: Words) -> tuple[Decided, ...]:
    """Oldest first. A PIN that was refused is a line, too."""
    facts: Facts | None = None
    calls: dict[str, ToolCall] = {}
    found: list[Decided] = []
    for record in stored:
        match record.event:
            case ev.FactsGathered() as event:
                facts = event.facts
            case ev.ModelReplied() as event:
                calls |= {call.id: call for call in event.reply.calls}
            case ev.CallDecided() as event:
                call = calls.get(event.call_id)
                what = title_of(call.name, call.arguments, facts, words) if call else event.call_id
                with_pin = words("with the PIN") if event.proof == "pin" else ""
                more = " · ".join(part for part in (event.reason, with_pin) if part)
                found.append(Decided(record.at, what, _how(event.decision, words), _by(event.by, words), more))
            case ev.PinRefused():
                what = words("A PIN that was not right was typed.")
                found.append(Decided(record.at, what, words("nothing decided"), ""))
            case _:
                continue
    return tuple(found)


def _how(decision: ev.Decision, words: Words) -> str:
    match decision:
        case "once":
            return words("allowed once")
        case "defense":
            return words("allowed until the end")
        case "edit":
            return words("changed, then run")
        case "refuse":
            return words("refused")
        case _:
            assert_never(decision)


def _by(by: str, words: Words) -> str:
    known = {
        "student": words("student"),
        "station": words("at this station"),
        "command line": words("a rule of the command line"),
    }
    return known.get(by, by)
