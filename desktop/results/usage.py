"""What the examiner's turns cost: tokens, seconds, tries, per call and for the whole defense."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from desktop.vocabulary import events as ev
from desktop.vocabulary.chat import Reply, Usage

SECOND_READING = "second_reading"  # stands where else the tool's name is


@dataclass(frozen=True, slots=True)
class CallUsage:
    """One turn of the examiner. Seconds; `estimated` where the server sent no token counts.

    `tool` is the tool it called, "" for text, `SECOND_READING` for the fresh call on the closed transcript.
    """

    at: str
    model: str
    tokens_in: int
    tokens_out: int
    tokens_reasoning: int
    estimated: bool
    first_token: float
    total: float
    attempts: int
    dropped_parameters: tuple[str, ...]
    tool: str


@dataclass(frozen=True, slots=True)
class DefenseUsage:
    """`failures` are turns that ended in no reply at all."""

    calls: tuple[CallUsage, ...]
    failures: int

    @property
    def tokens_in(self) -> int:
        return sum(call.tokens_in for call in self.calls)

    @property
    def tokens_out(self) -> int:
        return sum(call.tokens_out for call in self.calls)

    @property
    def seconds(self) -> float:
        return sum(call.total for call in self.calls)

    @property
    def retries(self) -> int:
        return sum(call.attempts - 1 for call in self.calls)


def usage_of(records: Sequence[ev.Stored]) -> DefenseUsage:
    """The examiner's turns in their order, and the second reading where there was one."""
    calls: list[CallUsage] = []
    failures = 0
    for record in records:
        match record.event:
            case ev.ModelReplied(reply=reply):
                called = reply.calls[0].name if reply.calls else ""
                calls.append(_call(record, reply, called))
            case ev.SecondReading() as reading if reading.usage != Usage():
                calls.append(_call(record, reading, SECOND_READING))
            case ev.ModelFailed():
                failures += 1
            case ev.SecondReading(failure=failure) if failure:
                failures += 1
            case _:
                pass
    return DefenseUsage(tuple(calls), failures)


def _call(record: ev.Stored, heard: Reply | ev.SecondReading, tool: str) -> CallUsage:
    return CallUsage(
        at=record.at.isoformat(),
        model=heard.model,
        tokens_in=heard.usage.tokens_in,
        tokens_out=heard.usage.tokens_out,
        tokens_reasoning=heard.usage.tokens_reasoning,
        estimated=heard.usage.estimated,
        first_token=heard.timing.first_token,
        total=heard.timing.total,
        attempts=heard.timing.attempts,
        dropped_parameters=heard.dropped_parameters,
        tool=tool,
    )
