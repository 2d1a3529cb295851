"""Figures and traces of a defense, from its records alone."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

from desktop.results.otel import as_otlp
from desktop.results.usage import usage_of
from desktop.vocabulary import events as ev
from desktop.vocabulary.chat import Reply, Timing, Usage
from tests.support.sayings import READY, call, ended

START = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
REPLY = call(0, "read_code").model_copy(
    update={
        "usage": Usage(tokens_in=100, tokens_out=7, tokens_reasoning=3),
        "timing": Timing(first_token=0.4, total=1.5, attempts=2),
        "dropped_parameters": ("temperature",),
        "model": "m",
        "content": "Secret words of a student.",
    }
)
EVENTS: list[ev.Recorded] = [
    *READY,
    ev.ModelReplied(reply=REPLY),
    ev.ToolStarted(call_id="c0", tool="read_code", arguments="{}", code_hash="x"),
    ended(0),
    ev.ModelFailed(reason="No answer."),
    ev.ModelReplied(reply=Reply(content="x", usage=Usage(tokens_in=1, tokens_out=2, estimated=True))),
]
RECORDS = [ev.Stored(n, START + timedelta(seconds=n), event, f"{n:064}") for n, event in enumerate(EVENTS)]


def test_usage_adds_up():
    usage = usage_of(RECORDS)
    assert (usage.tokens_in, usage.tokens_out, usage.retries, usage.failures) == (101, 9, 1, 1)
    assert (usage.calls[0].tool, usage.calls[0].dropped_parameters) == ("read_code", ("temperature",))
    assert usage.calls[1].estimated


BUSY = ev.ModelFailed(
    reason="Busy.", waited=True, timing=Timing(total=93.0, attempts=3), dropped_parameters=("temperature",)
)


def test_a_call_that_failed_took_its_time_and_its_tries_too():
    usage = usage_of([*RECORDS, later(BUSY)])
    assert (usage.failures, usage.retries, usage.seconds) == (2, 3, 94.5)
    old, new = usage.failed
    assert (old.total, old.attempts) == (None, None), "an older record says nothing of it"
    assert (new.total, new.attempts, new.waited, new.dropped_parameters) == (93.0, 3, True, ("temperature",))
    span = as_otlp("s", [*RECORDS, later(BUSY)], "0.1.0")["resourceSpans"][0]["scopeSpans"][0]["spans"][-1]
    told = {item["key"]: item["value"] for item in span["attributes"]}
    assert told["defense_desk.attempts"] == {"intValue": "3"}
    assert told["error.type"] == {"stringValue": "waited"}
    assert int(span["endTimeUnixNano"]) - int(span["startTimeUnixNano"]) == 93_000_000_000


def test_a_record_of_an_older_program_is_read():
    told = ev.RECORDED.validate_json('{"kind": "model_failed", "reason": "No answer.", "advice": ""}')
    assert told == ev.ModelFailed(reason="No answer.")


def test_text_that_ended_as_if_it_were_a_call_is_marked():
    words = ev.ModelReplied(reply=Reply(content="x", finish="tool_calls"))
    assert [c.called_nothing for c in usage_of([*RECORDS, later(words)]).calls] == [False, False, True]


def test_a_trace_has_a_span_for_each_turn_and_tool_under_one_root():
    body = as_otlp("s", RECORDS, "0.1.0")
    spans = body["resourceSpans"][0]["scopeSpans"][0]["spans"]
    root, *others = spans
    assert [span["name"] for span in others] == ["chat m", "execute_tool read_code", "chat", "chat"]
    assert {span["parentSpanId"] for span in others} == {root["spanId"]}
    assert {span["traceId"] for span in spans} == {root["traceId"]}
    assert all(len(span["spanId"]) == 16 and len(span["traceId"]) == 32 for span in spans)
    chat = {item["key"]: item["value"] for item in others[0]["attributes"]}
    assert chat["gen_ai.usage.input_tokens"] == {"intValue": "100"}
    assert int(others[0]["endTimeUnixNano"]) - int(others[0]["startTimeUnixNano"]) == 1_500_000_000
    assert others[2]["status"] == {"code": 2, "message": "No answer."}


def test_no_content_leaves_the_house_in_a_trace():
    assert "Secret words" not in json.dumps(as_otlp("s", RECORDS, "0.1.0"))


def test_the_same_defense_is_the_same_trace():
    assert as_otlp("s", RECORDS, "1") == as_otlp("s", RECORDS, "1")


READING = ev.SecondReading(
    usage=Usage(tokens_in=50, tokens_out=5),
    timing=Timing(first_token=0.2, total=2.0, attempts=3),
    model="m",
    dropped_parameters=("stream_options",),
)


def later(event: ev.Recorded) -> ev.Stored:
    return ev.Stored(len(RECORDS), START + timedelta(seconds=60), event, "f" * 64)


def test_the_second_reading_counts_like_any_call():
    usage = usage_of([*RECORDS, later(READING)])
    assert (usage.tokens_in, usage.tokens_out, usage.retries, usage.failures) == (151, 14, 3, 1)
    last = usage.calls[-1]
    assert (last.tool, last.model, last.first_token) == ("second_reading", "m", 0.2)
    assert last.dropped_parameters == ("stream_options",)


def test_a_second_reading_that_got_no_answer_is_a_call_without_a_reply():
    usage = usage_of([*RECORDS, later(ev.SecondReading(failure="Nothing answers."))])
    assert (len(usage.calls), usage.failures) == (2, 2)


def test_the_second_reading_is_a_span_of_its_own():
    spans = as_otlp("s", [*RECORDS, later(READING)], "0.1.0")["resourceSpans"][0]["scopeSpans"][0]["spans"]
    chat = {item["key"]: item["value"] for item in spans[-1]["attributes"]}
    assert spans[-1]["name"] == "chat m"
    assert chat["defense_desk.purpose"] == {"stringValue": "second_reading"}
    assert chat["gen_ai.usage.input_tokens"] == {"intValue": "50"}
    assert int(spans[-1]["endTimeUnixNano"]) - int(spans[-1]["startTimeUnixNano"]) == 2_000_000_000


def test_a_failed_second_reading_is_a_failed_span():
    failed = as_otlp("s", [*RECORDS, later(ev.SecondReading(failure="No."))], "0.1.0")
    assert failed["resourceSpans"][0]["scopeSpans"][0]["spans"][-1]["status"] == {"code": 2, "message": "No."}
