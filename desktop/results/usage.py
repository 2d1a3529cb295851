"""What the examiner's turns cost: tokens, seconds, tries, per call and for the whole defense."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from desktop.vocabulary import events as ev
from desktop.vocabulary.chat import Reply, Timing, Usage

SECOND_READING = "second_reading"  # stands where else the tool's name is


@dataclass(frozen=True, slots=True)
class CallUsage:
    """One turn of the examiner. Seconds; `estimated` where the server sent no token counts.

    `tool` is the tool it called, "" for text, `SECOND_READING` for the fresh call on the closed transcript.
    `called_nothing`: text over which the server wrote that it ended in a tool call.
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
    called_nothing: bool = False


@dataclass(frozen=True, slots=True)
class FailedCall:
    """A turn that ended in no reply. Seconds and tries are None where the record is older than their being kept."""

    at: str
    reason: str
    total: float | None
    attempts: int | None
    dropped_parameters: tuple[str, ...] = ()
    waited: bool = False


@dataclass(frozen=True, slots=True)
class DefenseUsage:
    """Turns with a reply and turns without; seconds and retries are those of both."""

    calls: tuple[CallUsage, ...]
    failed: tuple[FailedCall, ...] = ()

    @property
    def failures(self) -> int:
        return len(self.failed)

    @property
    def tokens_in(self) -> int:
        return sum(call.tokens_in for call in self.calls)

    @property
    def tokens_out(self) -> int:
        return sum(call.tokens_out for call in self.calls)

    @property
    def seconds(self) -> float:
        return sum(call.total for call in self.calls) + sum(call.total or 0.0 for call in self.failed)

    @property
    def retries(self) -> int:
        return sum(call.attempts - 1 for call in self.calls) + sum(max(0, (f.attempts or 1) - 1) for f in self.failed)


def usage_of(records: Sequence[ev.Stored]) -> DefenseUsage:
    """The examiner's turns in their order, and the second reading where there was one."""
    calls: list[CallUsage] = []
    failed: list[FailedCall] = []
    for record in records:
        match record.event:
            case ev.ModelReplied(reply=reply):
                called = reply.calls[0].name if reply.calls else ""
                calls.append(_call(record, reply, called))
            case ev.SecondReading() as reading if reading.usage != Usage():
                calls.append(_call(record, reading, SECOND_READING))
            case ev.ModelFailed(reason=reason) as event:
                failed.append(_failed(record, reason, event.timing, event.dropped_parameters, event.waited))
            case ev.SecondReading(failure=failure) as reading if failure:
                failed.append(_failed(record, failure, reading.timing))
            case _:
                pass
    return DefenseUsage(tuple(calls), tuple(failed))


def _failed(
    record: ev.Stored, reason: str, timing: Timing | None, dropped: tuple[str, ...] = (), waited: bool = False
) -> FailedCall:
    total, attempts = (timing.total, timing.attempts) if timing else (None, None)
    return FailedCall(record.at.isoformat(), reason, total, attempts, dropped, waited)


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
        called_nothing=isinstance(heard, Reply) and heard.called_nothing,
    )
