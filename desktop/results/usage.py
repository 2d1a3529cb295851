"""What the examiner's turns cost: tokens, seconds, tries, per call and for the whole defense."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from desktop.vocabulary import events as ev


@dataclass(frozen=True, slots=True)
class CallUsage:
    """One turn of the examiner. Seconds; `estimated` where the server sent no token counts."""

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
    replies = [(record, record.event) for record in records if isinstance(record.event, ev.ModelReplied)]
    return DefenseUsage(
        calls=tuple(
            CallUsage(
                at=record.at.isoformat(),
                model=event.reply.model,
                tokens_in=event.reply.usage.tokens_in,
                tokens_out=event.reply.usage.tokens_out,
                tokens_reasoning=event.reply.usage.tokens_reasoning,
                estimated=event.reply.usage.estimated,
                first_token=event.reply.timing.first_token,
                total=event.reply.timing.total,
                attempts=event.reply.timing.attempts,
                dropped_parameters=event.reply.dropped_parameters,
                tool=event.reply.calls[0].name if event.reply.calls else "",
            )
            for record, event in replies
        ),
        failures=_count(record.event for record in records),
    )


def _count(events: Iterable[ev.Recorded]) -> int:
    return sum(isinstance(event, ev.ModelFailed) for event in events)
