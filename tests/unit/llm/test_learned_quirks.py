"""What a refusal teaches, and that it is remembered."""

import json

import pytest

from desktop.llm.failures.faults import read_refusal
from desktop.llm.request.quirks import MemoryQuirks, QuirkFile, Quirks, learn

SENT = {
    "model": "m",
    "messages": [],
    "stream": True,
    "stream_options": {},
    "temperature": 0.2,
    "max_tokens": 10,
    "parallel_tool_calls": False,
    "tool_choice": "auto",
}


def learned(body, quirks=None, sent=None, status=400):
    return learn(quirks or Quirks(), sent or SENT, read_refusal(status, json.dumps(body).encode()))


@pytest.mark.parametrize(
    ("body", "name"),
    [
        (
            {"error": {"message": "Unsupported value: 'temperature' does not support 0.2.", "param": "temperature"}},
            "temperature",
        ),
        ({"error": {"message": "bad", "param": "stream_options"}}, "stream_options"),
        (
            {
                "object": "error",
                "message": {"detail": [{"type": "extra_forbidden", "loc": ["body", "stream_options"]}]},
            },
            "stream_options",
        ),
        ({"detail": [{"loc": ["body", "parallel_tool_calls"], "msg": "Extra inputs"}]}, "parallel_tool_calls"),
        (
            {"error": {"message": "[{'type': 'extra_forbidden', 'loc': ('body', 'parallel_tool_calls')}]"}},
            "parallel_tool_calls",
        ),
        ({"error": "tool_choice is not supported"}, "tool_choice"),
        ({"error": {"message": 'Unknown name "parallel_tool_calls": Cannot find field.'}}, "parallel_tool_calls"),
        ({"message": "body.temperature: out of range"}, "temperature"),
        ({"error": {"message": "`temperature` is deprecated for this model"}}, "temperature"),
        ({"error": {"message": "Field 'max_tokens': Value must be between -1 and 10"}}, "max_tokens"),
    ],
)
def test_a_named_parameter_is_left_out(body, name):
    quirks = learned(body)
    assert quirks.dropped == (name,)
    assert name not in quirks.apply(SENT)


def test_the_two_names_of_the_output_limit():
    body = {
        "error": {
            "message": "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
            "param": "max_tokens",
        }
    }
    quirks = learned(body)
    assert quirks.apply({"max_tokens": 10}) == {"max_completion_tokens": 10}
    again = {"error": {"message": "Unknown parameter: 'max_completion_tokens'."}}
    last = learned(again, quirks, quirks.apply(SENT))
    assert last.apply({"max_tokens": 10}) == {}


def test_reasoning_and_blank_content():
    assert learned({"error": {"message": "Missing `reasoning_content` in the assistant message"}}).reasoning == "send"
    flipped = learned({"error": {"message": "reasoning_content must not be sent"}}, Quirks(reasoning="send"))
    assert flipped.reasoning == "omit"
    body = {"error": {"message": "messages.2.content: Input should be a valid string, got null"}}
    assert learned(body).blank == "empty"
    assert learned(body, Quirks(blank="empty")) is None


@pytest.mark.parametrize(
    "body",
    [
        {"error": {"message": "request (9030 tokens) exceeds the available context size (4096 tokens)"}},
        {"error": {"message": "Invalid model", "param": "model"}},
        {"error": {"message": "The temperatures of the server are too high"}},
        {},
        [],
        "no",
    ],
)
def test_nothing_to_learn(body):
    assert learned(body) is None


def test_shown_in_words_a_person_can_read():
    quirks = Quirks(
        dropped=("temperature",), renamed={"max_tokens": "max_completion_tokens"}, reasoning="send", blank="empty"
    )
    assert quirks.shown == ("temperature", "max_tokens -> max_completion_tokens", "reasoning sent back", 'content ""')


@pytest.mark.parametrize("kind", ["file", "memory"])
def test_remembered_and_forgotten(kind, tmp_path):
    path = tmp_path / "new" / "quirks.json"
    store = QuirkFile(path) if kind == "file" else MemoryQuirks()
    store.save("http://a/v1", "m", Quirks(dropped=("temperature",)))
    store.save("http://b/v1", "m", Quirks(blank="empty"))
    store = QuirkFile(path) if kind == "file" else store
    assert store.load("http://a/v1", "m").dropped == ("temperature",)
    assert store.load("http://a/v1", "other") == Quirks()
    store.forget("http://a/v1", "m")
    assert store.load("http://a/v1", "m") == Quirks()
    assert store.load("http://b/v1", "m").blank == "empty"


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"\xff", b'[{"base_url": "x"}]'])
def test_a_broken_file_counts_as_empty(content, tmp_path):
    path = tmp_path / "quirks.json"
    path.write_bytes(content)
    store = QuirkFile(path)
    assert store.load("x", "m") == Quirks()
    store.save("x", "m", Quirks(blank="empty"))
    assert store.load("x", "m").blank == "empty"
