"""Each thing that goes wrong has its sentence, and is retried only where that can help."""

import json

import pytest

from desktop.llm.failures.faults import fault_of_status, fault_of_stream, page_fault, read_refusal
from desktop.llm.stream.fields import StreamFault
from desktop.llm.wire.key import Key
from desktop.vocabulary.trouble import ModelTrouble
from desktop.vocabulary.words import Words


def fault(status, body="", content_type="application/json", **more):
    raw = body if isinstance(body, bytes) else body.encode() if isinstance(body, str) else json.dumps(body).encode()
    return fault_of_status(read_refusal(status, raw, content_type), **more)


def tell(found):
    return found.tell(Words())


@pytest.mark.parametrize(
    ("status", "body", "course", "words"),
    [
        (400, {"error": {"message": "Bad request."}}, "stop", "refused the request"),
        (401, {"error": {"message": "Incorrect key"}}, "stop", "does not accept the key"),
        (402, {"error": "Insufficient balance"}, "stop", "no credit"),
        (403, {"error": {"message": "Forbidden."}}, "stop", "does not accept the key"),
        (404, {"error": {"message": "model 'x' not found"}}, "stop", "knows no such model"),
        (408, "", "again", "has a problem"),
        (409, "", "again", "has a problem"),
        (413, {"error": {"message": "Payload too large."}}, "stop", "refused"),
        (429, {"error": {"message": "slow down"}}, "again", "busy"),
        (429, {"error": {"message": "You exceeded your quota", "code": "insufficient_quota"}}, "stop", "no credit"),
        (500, {"error": {"message": "oops"}}, "again", "has a problem"),
        (500, {"error": {"message": "Failed to parse tools: Missing tool function"}}, "stop", "cannot take"),
        (503, {"error": {"message": "Loading model", "code": 503}}, "loading", "loading"),
        (503, {"error": {"message": "overloaded"}}, "again", "has a problem"),
        (529, "", "again", "has a problem"),
        (302, "", "stop", "has moved"),
        (
            400,
            {
                "error": {
                    "code": 400,
                    "message": "request (9030 tokens) exceeds the available context size (4096 tokens)",
                }
            },
            "stop",
            "longer than this model can read",
        ),
        (
            400,
            {"error": {"code": "context_length_exceeded", "message": "too long"}},
            "stop",
            "longer than this model can read",
        ),
        (
            400,
            {"error": {"code": "tool_use_failed", "message": "Failed", "failed_generation": "<function=x>"}},
            "correct",
            "could not read",
        ),
        (500, b"\xff\xfe", "again", "has a problem"),
        (500, "[" * 5000, "again", "has a problem"),
        (418, [1, 2], "stop", "refused"),
    ],
)
def test_a_status_is_classified(status, body, course, words):
    found = fault(status, body)
    assert found.course == course
    assert words in found.what
    assert found.advice


def test_a_page_is_told_by_its_title():
    assert "Bad gateway" in tell(fault(502, "<html><body><h1>Bad gateway</h1>" + "<p>x</p>" * 9000, "text/html"))
    page = page_fault("<html><head><title>Campus \n login</title>")
    assert page.tell(Words()) == 'Instead of a reply a web page came. It said: "Campus login"'
    assert "/v1" in page.advice
    assert page.course == "stop"


def test_where_it_moved_is_told_without_secrets():
    told = tell(fault(308, "", location="https://new.example/v1?key=secret"))
    assert "https://new.example/v1" in told
    assert "secret" not in told


@pytest.mark.parametrize(
    ("inside", "course"),
    [
        (StreamFault("quota", code="429", said=True), "again"),
        (StreamFault("down", code="502", said=True), "again"),
        (StreamFault("down", said=True), "again"),
        (StreamFault("slow down", code="rate_limit_exceeded", said=True), "again"),
        (StreamFault("bad", code="400", said=True), "stop"),
        (StreamFault("bad key", code="401", said=True), "stop"),
        (StreamFault("bad", kind="invalid_request_error", said=True), "stop"),
        (StreamFault("no money", code="insufficient_quota", said=True), "stop"),
        (StreamFault("the context_length was exceeded", said=True), "stop"),
        (StreamFault("A part of the reply arrived damaged."), "again"),
    ],
)
def test_an_error_inside_a_stream_is_classified(inside, course):
    assert fault_of_stream(inside).course == course


def test_the_code_of_an_error_in_a_stream_is_told():
    assert tell(fault_of_stream(StreamFault("overloaded", code="502", said=True))).endswith('"overloaded (502)"')


def test_a_long_message_is_cut():
    assert len(tell(fault(500, {"error": {"message": "x" * 5000}}))) < 400


def test_a_key_is_in_no_repr_and_no_sentence():
    key = Key(" sk-1234567890 \n")
    assert key.headers()["Authorization"] == "Bearer sk-1234567890"
    assert "1234" not in repr(key)
    scrubbed = key.scrubbed(fault(400, {"error": {"message": "Wrong key sk-1234567890."}}))
    assert tell(scrubbed).endswith('"Wrong key [key]."')
    assert "Authorization" not in Key("").headers()


@pytest.mark.parametrize("value", ["sk-12345678\nX-Evil: 1", "schlüssel-1234", "a\x00b"])
def test_a_key_that_cannot_be_sent_is_refused_without_being_shown(value):
    with pytest.raises(ModelTrouble) as raised:
        Key(value).headers()
    assert value not in str(raised.value)
