"""Bytes to reply: any split gives the same, damage is loud, and cost grows with length and no faster."""

import itertools
import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.llm.failures.faults import fault_of_end
from desktop.llm.stream import assemble
from desktop.llm.stream.fields import StreamFault
from desktop.llm.stream.reader import PageInstead, ReplyReader
from tests.fixtures import faulty_endpoint as zoo

SCHEMAS = {
    "run_tests": {"properties": {"n": {"type": "integer"}, "code": {"type": "string"}}, "required": ["n"]},
    "ask": {"properties": {"q": {"type": "string"}}, "required": ["q"]},
    "read_code": {"properties": {}},
}
STREAMS = Path(__file__).parents[2] / "fixtures" / "streams"


def body_of(name):
    return b"".join(item for item in zoo.CASES[name][2]() if isinstance(item, bytes))


BODIES = {name: body_of(name) for name, (expect, _, make) in zoo.CASES.items() if make() is not None and name != "huge"}
BODIES |= {
    path.stem: path.read_bytes()
    for path in sorted(STREAMS.glob("aimock/*.sse")) + sorted(STREAMS.glob("*/*.json"))
    if "meta" not in path.name
}


def read(raw, cuts=()):
    reader = ReplyReader(SCHEMAS)
    shown, start = [], 0
    try:
        for cut in [*cuts, len(raw)]:
            shown += reader.feed(raw[start:cut])
            start = cut
        shown += reader.close()
    except StreamFault as fault:
        return "fault", fault.what
    except PageInstead:
        return ("page",)
    result = reader.result()
    texts = {s: "".join(d.text for d in shown if d.stream == s) for s in ("content", "reasoning", "call")}
    return result, texts


@pytest.mark.parametrize("name", sorted(BODIES))
def test_hundreds_of_random_splits_change_nothing(name):
    raw, chance = BODIES[name], random.Random(name)
    whole = read(raw)
    for _ in range(30):
        cuts = sorted(chance.randrange(len(raw) + 1) for _ in range(chance.choice([1, 3, 40])))
        assert read(raw, cuts) == whole
    if len(raw) < 8000:
        assert read(raw, range(len(raw))) == whole


@settings(max_examples=150)
@given(st.sampled_from(sorted(BODIES)), st.randoms(use_true_random=False), st.integers(1, 8))
def test_mutated_bytes_are_read_or_refused(name, chance, times):
    raw = bytearray(BODIES[name])
    for _ in range(times if raw else 0):
        place = chance.randrange(len(raw))
        match chance.randrange(4):
            case 0:
                raw[place] = chance.randrange(256)
            case 1:
                del raw[place : place + chance.randrange(20)]
            case 2:
                raw[place:place] = bytes(chance.randrange(256) for _ in range(5))
            case _:
                raw[place:place] = raw[: chance.randrange(200)]
        if not raw:
            break
    outcome = read(bytes(raw))
    if outcome[0] not in ("fault", "page"):
        result = outcome[0]
        json.dumps([result.content, result.reasoning], ensure_ascii=False).encode()
        for call in result.calls:
            if call.state == "complete":
                assert isinstance(json.loads(call.arguments), dict)


@pytest.mark.parametrize("name", ["baseline", "interleaved_two", "think_tags", "one_delta"])
def test_a_stream_that_stops_anywhere_runs_nothing_unfinished(name):
    raw = BODIES[name]
    whole = read(raw)[0]
    good = [(call.name, call.arguments) for call in whole.calls]
    for end in range(0, len(raw), 7):
        outcome = read(raw[:end])[0]
        if outcome == "fault" or fault_of_end(outcome, True) is not None:
            continue
        assert [(call.name, call.arguments) for call in outcome.calls] == good[: len(outcome.calls)]
        assert outcome.calls


def test_a_plain_json_body_is_one_whole_message():
    body = {
        "choices": [
            {
                "message": {
                    "content": "Hi",
                    "tool_calls": [{"id": "a", "function": {"name": "read_code", "arguments": "{}"}}],
                },
                "finish_reason": "tool_calls",
            }
        ]
    }
    result, texts = read(json.dumps(body, indent=2).encode())
    assert (result.content, result.calls[0].name, result.whole) == ("Hi", "read_code", True)
    assert texts["content"] == "Hi"


@pytest.mark.parametrize(
    "raw",
    [
        b'{"choices": [{"message": {"content": "Hi"',
        b'{"error": {"message": "no"}}',
        b'[{"error": {"message": "no"}}]',
        b'data: {"choices": [{"del\n\ndata: [DONE]\n\n',
        b'data: {"choices": 3,,}\n\n',
        b"event: error\ndata: upstream died\n\n",
        b'data: {"choices":[{"delta":{"tool_calls":[{"function":{"name":"ask","arguments":"\xff"}}]}}]}\n\n',
        b'data: "just a string"\n\n',
        b"data: " + b"[" * 100_000 + b"\n\n",
        b"[]",
        b'{"detail": "Not Found"}',
        b'{"object": "error", "message": "no", "code": 40001}',
    ],
    ids=itertools.count(),
)
def test_damage_is_a_fault(raw):
    assert read(raw)[0] == "fault"


def test_a_web_page_is_no_reply():
    for raw in (b"<!DOCTYPE html><title>Login</title>", b"\n\n  <html>", b"\xef\xbb\xbf<html>"):
        assert read(raw) == ("page",)


@pytest.mark.parametrize(
    "raw", [b"", b"\n\n", b": ping\n\n", b"data: [DONE]\n\n", b"Service started", b"\xef\xbb\xbf", b"{}"]
)
def test_nothing_is_no_reply(raw):
    assert fault_of_end(read(raw)[0], True) is not None


def test_a_reply_that_does_not_end_is_stopped(monkeypatch):
    monkeypatch.setattr(assemble, "MAX_TEXT", 1000)
    raw = b"".join(b'data: {"choices":[{"delta":{"content":"<think>' + b"x" * 90 + b'</thi"}}]}\n\n' for _ in range(30))
    assert read(raw) == ("fault", "The reply does not end; it was stopped.")
    reader = ReplyReader(SCHEMAS)
    with pytest.raises(StreamFault):
        reader.feed(raw)
    assert reader.result().reasoning.startswith("xxx")


def test_numbers_json_does_not_have_do_no_harm():
    raw = b'data: {"choices":[{"delta":{"content":"a"},"logprobs":[NaN,-Infinity],"finish_reason":"stop"}]}\n\n'
    assert read(raw)[0].content == "a"


def test_broken_bytes_in_text_are_shown_as_such():
    raw = b'data: {"choices":[{"delta":{"content":"a\xffb"},"finish_reason":"stop"}]}\n\n'
    assert read(raw)[0].content == "a\ufffdb"


def test_named_events_and_keep_alive_words_are_passed_over():
    raw = b"event: ping\ndata: {}\n\ndata: ping\n\nevent: x\ndata: hello\n\n" + BODIES["baseline"]
    assert read(raw) == read(BODIES["baseline"])


def test_after_done_nothing_is_read():
    reader = ReplyReader(SCHEMAS)
    reader.feed(BODIES["baseline"] + b'data: {"error": "late"}\n\n')
    assert reader.done
    assert reader.result().calls


@given(st.binary(max_size=300))
def test_random_bytes_are_no_reply(raw):
    outcome = read(raw)
    assert outcome[0] in ("fault", "page") or fault_of_end(outcome[0], False) is not None
