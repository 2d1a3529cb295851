"""A defense as OpenTelemetry traces: OTLP JSON with the GenAI attributes, without the dependency.

Shape: OTLP/JSON `ExportTraceServiceRequest` (opentelemetry-proto 1.x); names: the semantic conventions for
generative AI (`gen_ai.*`, `invoke_agent`, `chat`, `execute_tool`). One trace a defense: a root span, under it a span
for each turn of the examiner and for each tool. Content is left out: a trace may leave the house, an answer may not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from desktop.vocabulary import events as ev
from desktop.vocabulary.chat import Reply

CLIENT, INTERNAL = 3, 1  # SpanKind
OK, ERROR = 1, 2  # StatusCode
Json = dict[str, Any]


def as_otlp(session_id: str, records: Sequence[ev.Stored], version: str) -> Json:
    """The whole request body, ready to be posted to a collector's `/v1/traces`."""
    spans = _spans(session_id, records)
    scope = {"name": "defense-desk", "version": version}
    resource = {"attributes": _attributes({"service.name": "defense-desk", "service.version": version})}
    return {"resourceSpans": [{"resource": resource, "scopeSpans": [{"scope": scope, "spans": spans}]}]}


def _spans(session_id: str, records: Sequence[ev.Stored]) -> list[Json]:
    opened = records[0].event
    assert isinstance(opened, ev.DefenseOpened)
    trace, root = _hex(session_id, 32), _hex(f"{session_id}:root", 16)
    started: dict[str, ev.Stored] = {}
    system = opened.examiner.kind if opened.examiner.kind != "endpoint" else "openai"
    about: Json = {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "examiner", "gen_ai.system": system}
    about |= {"gen_ai.conversation.id": session_id, "defense_desk.problem": opened.problem.id}
    spans = [_span(trace, root, "", "invoke_agent examiner", INTERNAL, records[0].at, records[-1].at, about)]
    for record in records:
        span_id = _hex(f"{session_id}:{record.seq}", 16)
        match record.event:
            case ev.ModelReplied(reply=reply):
                attributes = _chat(system, opened, reply) | {"gen_ai.response.finish_reasons": [reply.finish]}
                begun = record.at.timestamp() - reply.timing.total
                name = f"chat {reply.model}".strip()
                spans.append(_span(trace, span_id, root, name, CLIENT, begun, record.at, attributes))
            case ev.SecondReading() as reading:
                attributes = _chat(system, opened, reading) | {"defense_desk.purpose": "second_reading"}
                begun = record.at.timestamp() - reading.timing.total
                name = f"chat {reading.model}".strip()
                spans.append(_span(trace, span_id, root, name, CLIENT, begun, record.at, attributes, reading.failure))
            case ev.ModelFailed(reason=reason) as failure:
                told = _failed_chat(system, opened, failure)
                begun = record.at.timestamp() - (failure.timing.total if failure.timing else 0.0)
                spans.append(_span(trace, span_id, root, "chat", CLIENT, begun, record.at, told, reason))
            case ev.ToolStarted(call_id=call_id):
                started[call_id] = record
            case ev.ToolEnded(call_id=call_id) as ended if call_id in started:
                begin = started[call_id]
                assert isinstance(begin.event, ev.ToolStarted)
                told = {
                    "gen_ai.operation.name": "execute_tool",
                    "gen_ai.tool.name": begin.event.tool,
                    "gen_ai.tool.call.id": call_id,
                    "defense_desk.tests": len(ended.verdicts),
                }
                error = "refused" if ended.refused else ""
                name = f"execute_tool {begin.event.tool}"
                spans.append(_span(trace, span_id, root, name, INTERNAL, begin.at, record.at, told, error))
            case _:
                pass
    return spans


def _failed_chat(system: str, opened: ev.DefenseOpened, failure: ev.ModelFailed) -> Json:
    told: Json = {
        "gen_ai.operation.name": "chat",
        "gen_ai.system": system,
        "gen_ai.request.model": opened.examiner.model,
        "error.type": "waited" if failure.waited else "failed",
        "defense_desk.dropped_parameters": list(failure.dropped_parameters),
    }
    return told | ({"defense_desk.attempts": failure.timing.attempts} if failure.timing else {})


def _chat(system: str, opened: ev.DefenseOpened, heard: Reply | ev.SecondReading) -> Json:
    return {
        "gen_ai.operation.name": "chat",
        "gen_ai.system": system,
        "gen_ai.request.model": opened.examiner.model or heard.model,
        "gen_ai.response.model": heard.model,
        "gen_ai.usage.input_tokens": heard.usage.tokens_in,
        "gen_ai.usage.output_tokens": heard.usage.tokens_out,
        "gen_ai.server.time_to_first_token": heard.timing.first_token,
        "defense_desk.usage.reasoning_tokens": heard.usage.tokens_reasoning,
        "defense_desk.usage.estimated": heard.usage.estimated,
        "defense_desk.attempts": heard.timing.attempts,
        "defense_desk.dropped_parameters": list(heard.dropped_parameters),
    }


def _span(
    trace: str,
    span_id: str,
    parent: str,
    name: str,
    kind: int,
    start: datetime | float,
    end: datetime | float,
    attributes: Json,
    error: str = "",
) -> Json:
    return {
        "traceId": trace,
        "spanId": span_id,
        "parentSpanId": parent,
        "name": name,
        "kind": kind,
        "startTimeUnixNano": _nanoseconds(start),
        "endTimeUnixNano": _nanoseconds(end),
        "attributes": _attributes(attributes),
        "status": {"code": ERROR, "message": error} if error else {"code": OK},
    }


def _attributes(values: Json) -> list[Json]:
    return [{"key": key, "value": _value(value)} for key, value in values.items()]


def _value(value: Any) -> Json:
    match value:
        case bool():
            return {"boolValue": value}
        case int():
            return {"intValue": str(value)}  # OTLP JSON writes 64-bit integers as strings
        case float():
            return {"doubleValue": value}
        case list():
            return {"arrayValue": {"values": [_value(item) for item in value]}}  # pyright: ignore[reportUnknownVariableType]
        case _:
            return {"stringValue": str(value)}


def _nanoseconds(at: datetime | float) -> str:
    seconds = at.timestamp() if isinstance(at, datetime) else at
    return str(int(seconds * 1_000_000) * 1000)


def _hex(text: str, length: int) -> str:
    """Ids from the session, so that an export made twice is the same trace."""
    return hashlib.sha256(text.encode()).hexdigest()[:length]
