"""Faults of the same kinds as the recorded zoo that nobody sent us yet, through the real client: right, or loud."""

import json

import pytest

from desktop.llm.endpoint.attempt import TimeLimits
from tests.fixtures import broken_streams as more
from tests.fixtures import faulty_endpoint as zoo
from tests.fixtures.loopback import TOOLS, FakeClock, answering, examiner, listen, said, serving

CALL = ("run_tests", zoo.ARGS)
WANTED = {"ok": [CALL], "ok2": [CALL, ("ask", {"q": "why?"})], "talk": []}


async def hear(name, clock=None):
    more.SEEN.clear()
    async with serving(more.handle) as port:
        limits = TimeLimits(idle=0.5, first=5)
        return await listen(examiner(f"http://127.0.0.1:{port}/f/{name}/v1", limits=limits, clock=clock), tools=TOOLS)


def is_object(text):
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False


def cases(*kinds):
    return [name for name, case in more.CASES.items() if case.expect in kinds]


@pytest.mark.parametrize("name", cases("ok", "ok2", "talk"))
async def test_read_right(name):
    case, heard = more.CASES[name], await hear(name)
    assert heard.trouble is None
    assert [(call.name, json.loads(call.arguments)) for call in heard.reply.calls] == WANTED[case.expect]
    assert case.content is None or heard.reply.content == case.content
    assert case.reasoning is None or heard.reply.reasoning == case.reasoning


@pytest.mark.parametrize("name", cases("error", "noexec"))
async def test_loud_and_nothing_to_run(name):
    heard = await hear(name)
    assert heard.reply is None
    assert heard.trouble.advice


@pytest.mark.parametrize("name", cases("invalid"))
async def test_what_is_no_object_reaches_no_tool_as_one(name):
    [call] = (await hear(name)).reply.calls
    assert not is_object(call.arguments)


async def test_words_of_the_server_are_passed_on():
    assert "sensitive words" in (await hear("error_as_message_code")).trouble.what
    assert "field required" in (await hear("error_as_detail")).trouble.what
    assert "model is not here" in (await hear("error_as_text")).trouble.what
    assert "out of memory" in (await hear("error_event_as_text")).trouble.what


async def test_a_body_compressed_against_our_wish_is_named_and_not_asked_for_again():
    for way in ("br", "zstd"):
        heard = await hear(f"packed_as_{way}")
        assert f"compressed ({way})" in heard.trouble.what
        assert "compression" in heard.trouble.advice
        assert heard.trouble.attempts == 1
    assert "compressed (zstd)" in (await hear("packed_as_zstd_not_told")).trouble.what
    assert "damaged" in (await hear("gzip_damaged")).trouble.what


async def test_counts_that_are_none_are_estimated():
    usage = (await hear("usage_null_and_negative")).reply.usage
    assert usage.estimated
    assert usage.tokens_in > 0


@pytest.mark.parametrize("name", [name for name in more.CASES if name.startswith("retry_after")])
async def test_no_word_of_a_server_makes_us_wait_for_ever(name):
    clock = FakeClock()
    assert (await hear(name, clock)).reply
    assert 0.5 < sum(clock.slept) <= 90


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_key_never_follows_to_another_place(status):
    async with answering(said()) as other:
        moved = more.http(b"", f"Location: {other.url}/chat/completions", status=f"{status} X", framing="length")
        more.CASES["moved"] = more.Case("error", "", [moved])
        try:
            heard = await hear("moved")
        finally:
            del more.CASES["moved"]
    assert other.headers == []
    assert other.url in heard.trouble.what


def test_no_kind_of_case_is_left_out():
    assert {case.expect for case in more.CASES.values()} == {"ok", "ok2", "talk", "error", "noexec", "invalid"}
