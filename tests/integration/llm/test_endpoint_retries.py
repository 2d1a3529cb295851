"""The examiner over loopback: what is tried again and when, what is learned, what is told, and how it stops."""

import asyncio
import itertools
import json
import logging
import socket
from contextlib import aclosing
from email.utils import formatdate

import pytest

from desktop.llm.endpoint.attempt import TimeLimits
from desktop.llm.endpoint.examiner import Manner
from desktop.llm.failures.retry import Patience
from desktop.llm.request.quirks import MemoryQuirks, QuirkFile
from desktop.vocabulary.chat import Delta, Reply
from desktop.vocabulary.request import ModelRequest
from tests.fixtures.loopback import (
    Answer,
    FakeClock,
    answering,
    called,
    chunk,
    event,
    examiner,
    listen,
    said,
    serving,
    tool,
)

NOW = 1_800_000_000.0
FINE = Answer(body=said())


def refusal(status, message="no", **more):
    headers = more.pop("headers", {})
    return Answer(status, {"error": {"message": message, **more}}, headers)


async def test_three_failures_end_in_words():
    async with answering(refusal(500, "boom")) as server:
        heard = await listen(examiner(server.url))
    assert len(server.asked) == 3
    assert heard.reply is None
    assert "boom" in heard.trouble.what
    assert heard.trouble.attempts == 3


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 504, 529])
async def test_one_failure_is_got_over(status):
    async with answering(refusal(status), FINE) as server:
        heard = await listen(examiner(server.url))
    assert heard.reply.content == "Hello."
    assert heard.reply.timing.attempts == 2
    assert "attempt 2 of 3" in heard.notices[0]


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 413, 422])
async def test_what_cannot_get_better_is_not_repeated(status):
    async with answering(refusal(status)) as server:
        heard = await listen(examiner(server.url))
    assert len(server.asked) == 1
    assert heard.trouble.advice


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7),
        ({"Retry-After": formatdate(NOW + 7, usegmt=True)}, 7),
        ({"retry-after-ms": "7000"}, 7),
        ({"Retry-After": "4000"}, 60),
    ],
)
async def test_retry_after_in_its_three_forms_and_capped(headers, seconds):
    fake = FakeClock(NOW, chance=0.0)
    async with answering(refusal(429, headers=headers), FINE) as server:
        heard = await listen(examiner(server.url, clock=fake))
    assert heard.reply
    assert sum(fake.slept) == pytest.approx(seconds)
    assert f"Trying again in {seconds} s" in heard.notices[0]


async def test_a_server_may_forbid_trying_again():
    async with answering(refusal(503, headers={"x-should-retry": "false"})) as server:
        assert (await listen(examiner(server.url))).trouble
    assert len(server.asked) == 1


async def test_a_loading_model_is_waited_for_without_using_up_a_try():
    loading = refusal(503, "Loading model")
    async with answering(*[loading] * 7, FINE) as server:
        heard = await listen(examiner(server.url))
    assert heard.reply.timing.attempts == 8
    assert heard.notices[0] == "The server is still loading the model."


async def test_a_refused_parameter_is_left_out_at_once_and_remembered(tmp_path):
    def answer(asked):
        for name in ("temperature", "stream_options", "parallel_tool_calls"):
            if name in asked:
                return Answer(400, {"error": {"message": f"Unsupported parameter: '{name}'", "param": name}})
        if "max_tokens" in asked:
            return Answer(400, {"error": {"message": "'max_tokens' is not supported. Use 'max_completion_tokens'."}})
        return FINE

    fake, path = FakeClock(), tmp_path / "quirks.json"
    async with answering(answer) as server:
        heard = await listen(examiner(server.url, clock=fake, quirks=QuirkFile(path)))
        assert heard.reply.timing.attempts == 5
        assert set(heard.reply.dropped_parameters) == {
            "temperature",
            "stream_options",
            "parallel_tool_calls",
            "max_tokens -> max_completion_tokens",
        }
        again = await listen(examiner(server.url, quirks=QuirkFile(path)))
        assert again.reply.timing.attempts == 1
        other = await listen(examiner(server.url, model="other", quirks=QuirkFile(path)))
        assert other.reply.timing.attempts == 5
    assert fake.slept == []
    assert "max_completion_tokens" in server.asked[4]


async def test_a_refusal_that_no_change_helps_is_not_asked_for_ever():
    async with answering(refusal(400, "The thinking of this server is broken.")) as server:
        heard = await listen(examiner(server.url))
    assert heard.trouble
    assert len(server.asked) == 2


async def test_nothing_is_learned_from_a_request_that_never_worked():
    store = MemoryQuirks()
    async with answering(refusal(400, "temperature is bad"), refusal(401)) as server:
        await listen(examiner(server.url, quirks=store))
        assert store.load(server.url, "m").shown == ()


async def test_reasoning_is_sent_back_where_it_is_missed():
    def answer(asked):
        turn = next(m for m in asked["messages"] if m["role"] == "assistant")
        fine = turn.get("reasoning_content") == "hm"
        return FINE if fine else refusal(400, "The reasoning_content in the thinking mode must be passed back.")

    turn = {"role": "assistant", "content": "x", "reasoning_content": "hm"}
    async with answering(answer) as server:
        heard = await listen(examiner(server.url), [{"role": "user", "content": "a"}, turn])
    assert heard.reply.dropped_parameters == ("reasoning sent back",)


async def test_a_call_the_server_could_not_read_goes_back_to_the_model():
    failed = refusal(400, "Failed to call a function.", code="tool_use_failed", failed_generation="<function=x{")
    async with answering(failed, Answer(body=called())) as server:
        heard = await listen(examiner(server.url))
    assert heard.reply.calls[0].name == "read_code"
    assert "<function=x{" in server.asked[1]["messages"][-1]["content"]


async def test_a_cut_reply_is_asked_for_again_shorter():
    cut = b"".join([event(chunk({"content": "Well, "})), event(chunk({}, "length"))])
    async with answering(Answer(body=cut), Answer(body=called())) as server:
        heard = await listen(examiner(server.url))
    assert heard.reply.calls
    assert "much shorter" in server.asked[1]["messages"][-1]["content"]
    assert "does not count" in heard.notices[0]


async def test_text_cut_by_length_is_a_reply_where_no_tool_was_offered():
    cut = b"".join([event(chunk({"content": "Well, "})), event(chunk({}, "length"))])
    async with answering(Answer(body=cut)) as server:
        heard = await listen(examiner(server.url), tools=[])
    assert (heard.reply.content, heard.reply.finish) == ("Well, ", "length")


async def test_nothing_listens():
    async with answering(FINE) as server:
        url = server.url
    heard = await listen(examiner(url))
    assert "Nothing answers at" in heard.trouble.what
    assert "Start the model server" in heard.trouble.advice


async def test_a_web_page_with_status_200():
    page = b"<!DOCTYPE html><html><head><title>Campus WiFi</title></head></html>"
    async with answering(Answer(body=page, headers={"Content-Type": "text/html"})) as server:
        heard = await listen(examiner(server.url))
    assert "Campus WiFi" in heard.trouble.what
    assert "/v1" in heard.trouble.advice
    assert len(server.asked) == 1


async def test_a_redirect_is_told_and_not_followed():
    async with answering(Answer(307, headers={"Location": "http://elsewhere/v1"})) as server:
        heard = await listen(examiner(server.url))
    assert "http://elsewhere/v1" in heard.trouble.what
    assert len(server.asked) == 1


async def test_a_plain_json_body_although_a_stream_was_asked_for():
    body = {"choices": [{"message": {"role": "assistant", "content": "Hi"}, "finish_reason": "stop"}], "model": "real"}
    async with answering(Answer(body=body, headers={"Content-Type": "application/json"})) as server:
        heard = await listen(examiner(server.url))
    assert (heard.reply.content, heard.reply.model, heard.text("content")) == ("Hi", "real", "Hi")


async def test_the_end_of_the_connection_is_not_waited_for_after_done():
    async with answering(Answer(body=said(), hold=True)) as server:
        heard = await asyncio.wait_for(listen(examiner(server.url)), 5)
    assert heard.reply.content == "Hello."


async def test_a_server_that_never_says_done_is_not_waited_for_long():
    body = b"".join([event(chunk({"content": "Hello."})), event(chunk({}, "stop"))])
    async with answering(Answer(body=body, hold=True)) as server:
        heard = await listen(examiner(server.url, limits=TimeLimits(grace=0.05, notice=0.02)))
    assert heard.reply.content == "Hello."


async def test_a_connection_torn_down_after_the_last_word_does_no_harm():
    body = b"".join([event(chunk({"content": "Hello."})), event(chunk({}, "stop"))])
    async with answering(Answer(body=body, abort=True)) as server:
        heard = await listen(examiner(server.url))
    assert (heard.reply.content, heard.reply.timing.attempts) == ("Hello.", 1)


async def test_a_connection_torn_down_before_it_is_a_failure():
    async with answering(Answer(body=event(chunk({"content": "Hel"})), abort=True), FINE) as server:
        heard = await listen(examiner(server.url))
    assert (heard.reply.content, heard.reply.timing.attempts) == ("Hello.", 2)


async def test_usage_is_estimated_and_marked_where_the_server_sends_none():
    async with answering(Answer(body=said("Hello there."))) as server:
        assert (await listen(examiner(server.url))).reply.usage.estimated
    usage = {"prompt_tokens": 9, "completion_tokens": 3}
    async with answering(Answer(body=said(usage=usage))) as server:
        told = (await listen(examiner(server.url))).reply.usage
    assert (told.tokens_in, told.tokens_out, told.estimated) == (9, 3, False)


@pytest.mark.parametrize(("read", "told"), [(2048, True), (6000, False), (0, False)])
async def test_a_conversation_cut_by_the_server_is_told(read, told):
    usage = {"prompt_tokens": read, "completion_tokens": 3}
    async with answering(Answer(body=said(usage=usage))) as server:
        heard = await listen(examiner(server.url), [{"role": "user", "content": "word " * 5000}])
    assert heard.reply
    assert any("read only 2048 tokens" in notice for notice in heard.notices) == told


async def test_waiting_for_headers_is_told_and_is_no_failed_try():
    async with answering(Answer(body=said(), before=0.12)) as server:
        heard = await listen(examiner(server.url, limits=TimeLimits(notice=0.04)))
    assert heard.reply.timing.attempts == 1
    assert "place unknown" in heard.notices[0]


async def test_no_headers_at_all_ends_in_words_after_one_request():
    async with answering(Answer(body=said(), before=30)) as server:
        heard = await listen(examiner(server.url, limits=TimeLimits(first=0.1, notice=0.05)))
    assert "did not begin to answer" in heard.trouble.what
    assert len(server.asked) == 1


async def test_pings_are_no_first_token():
    pings = [b": ping\n\n", 0.03] * 20
    async with answering(Answer(body=pings, hold=True)) as server:
        heard = await listen(examiner(server.url, limits=TimeLimits(first=0.15, idle=5, notice=0.05)))
    assert "sent no word" in heard.trouble.what


async def test_pings_keep_a_stream_alive():
    body = [event(chunk({"content": "a"})), *[0.06, b": ping\n\n"] * 12, 0.06, event(chunk({"content": "b"}, "stop"))]
    async with answering(Answer(body=body)) as server:
        heard = await listen(examiner(server.url, limits=TimeLimits(idle=0.6, notice=0.1)))
    assert heard.reply.content == "ab"


async def test_silence_in_the_middle_is_retried_and_told():
    stalled = Answer(body=[event(chunk({"content": "Well"})), 30])
    async with answering(stalled, FINE) as server:
        heard = await listen(examiner(server.url, limits=TimeLimits(idle=0.12, notice=0.05)))
    assert heard.reply.content == "Hello."
    assert any("No data from the server" in notice for notice in heard.notices)
    assert any("fell silent" in notice and "does not count" in notice for notice in heard.notices)


async def test_an_endless_answer_is_stopped():
    body = [event(chunk({"content": "a"})), 0.02] * 50
    async with answering(Answer(body=body, hold=True)) as server:
        heard = await listen(examiner(server.url, limits=TimeLimits(total=0.2, notice=0.1)))
    assert "took longer" in heard.trouble.what


async def test_closing_in_the_middle_closes_the_socket():
    async with answering(Answer(body=[event(chunk({"content": "Well"}))], hold=True)) as server:
        someone = examiner(server.url)
        async with aclosing(someone.reply(ModelRequest(messages=[{"role": "user", "content": "go"}]))) as parts:
            assert isinstance(await anext(parts), Delta)
        await asyncio.wait_for(server.closed.wait(), 5)


@pytest.mark.parametrize("answer", [Answer(body=said(), before=30), refusal(503, headers={"Retry-After": "30"})])
async def test_cancelling_while_waiting_is_immediate(answer):
    async with answering(answer) as server:
        someone = examiner(server.url, limits=TimeLimits(notice=0.02))

        async def wait():
            async with aclosing(someone.reply(ModelRequest(messages=[{"role": "user", "content": "go"}]))) as parts:
                async for _ in parts:
                    started.set()
                    await asyncio.sleep(30)

        started = asyncio.Event()
        task = asyncio.create_task(wait())
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, 5)
        others = asyncio.all_tasks() - {asyncio.current_task()}
        assert not [task for task in others if task.get_name().startswith("llm")]


async def test_the_request_that_leaves():
    signature = {"google": {"thought_signature": "xyz"}}
    call = {
        "id": "a",
        "type": "function",
        "function": {"name": "read_code", "arguments": "{}"},
        "extra_content": signature,
    }
    messages = [
        {"role": "system", "content": "rules"},
        {"role": "user", "content": "lone \ud800 half"},
        {"role": "assistant", "content": "", "tool_calls": [call]},
    ]
    async with answering(FINE) as server:
        await listen(examiner(server.url, manner=Manner(tool_choice="auto")), messages, [tool("read_code")])
    body = server.asked[0]
    assert server.paths == ["/v1/chat/completions"]
    assert server.headers[0]["authorization"] == "Bearer sk-secret-1234567890"
    assert body["stream"] is True
    assert body["stream_options"] == {"include_usage": True}
    assert body["parallel_tool_calls"] is False
    assert body["tool_choice"] == "auto"
    assert [m["role"] for m in body["messages"]] == ["system", "user", "assistant", "tool"]
    assert body["messages"][2]["tool_calls"][0]["extra_content"] == signature


async def test_the_key_is_nowhere_to_be_read(caplog):
    caplog.set_level(logging.DEBUG)
    key = "sk-secret-1234567890"
    async with answering(refusal(500, f"Bad key {key}"), refusal(401, f"Incorrect API key provided: {key}")) as server:
        someone = examiner(server.url, key=key)
        heard = await listen(someone)
    assert heard.trouble
    told = [str(heard.trouble), repr(heard.trouble), repr(someone), *heard.notices, caplog.text]
    assert not [text for text in told if key in text]


async def test_ids_a_server_uses_again_get_one_of_their_own():
    call = {"id": "call_1", "type": "function", "function": {"name": "read_code", "arguments": "{}"}}
    history = [{"role": "user", "content": "a"}, {"role": "assistant", "content": "", "tool_calls": [call]}]
    async with answering(Answer(body=called(call_id="call_1"))) as server:
        heard = await listen(examiner(server.url), history)
    assert heard.reply.calls[0].id != "call_1"


async def test_a_proxy_of_the_system_is_not_asked_for_the_way_to_our_own_net(monkeypatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    async with answering(FINE) as server:
        assert (await listen(examiner(server.url))).reply.content == "Hello."


@pytest.mark.parametrize(("leads_to", "proxied"), [("127.0.0.1", False), ("9.9.9.9", True)])
async def test_a_name_that_leads_into_our_own_net_needs_no_proxy(leads_to, proxied, monkeypatch):
    real = socket.getaddrinfo

    def look_up(host, *rest, **more):
        return real(leads_to if host in ("models.school.example", b"models.school.example") else host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    async with answering(FINE) as server, answering(refusal(418, "I am the proxy.")) as proxy:
        for name in ("HTTP_PROXY", "http_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        heard = await listen(examiner(f"http://models.school.example:{server.port}/v1"))
    assert len(proxy.asked) == proxied
    assert ("I am the proxy" in str(heard.trouble)) == proxied


async def test_a_compressed_stream_is_read():
    import gzip

    body = gzip.compress(said("Hello, compressed."))
    async with answering(Answer(body=body, headers={"Content-Encoding": "gzip"})) as server:
        assert (await listen(examiner(server.url))).reply.content == "Hello, compressed."


async def test_a_class_that_submits_at_once_does_not_ask_at_once():
    fake = FakeClock(chance=0.25)
    async with answering(FINE) as server:
        someone = examiner(server.url, clock=fake, patience=Patience(spread=8))
        await listen(someone)
        await listen(someone, [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}])
    assert fake.slept == [2]


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"HTTP/9.9 what\r\n\r\n",
        b"not http at all\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\ndata: {}",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd",
        b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 30_000,
        b"HTTP/1.1 204 No Content\r\n\r\n",
    ],
    ids=itertools.count(),
)
async def test_whatever_else_answers_at_this_port_is_told_in_words(raw):
    async def answer(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(raw)
        await writer.drain()

    async with serving(answer) as port:
        heard = await listen(examiner(f"http://127.0.0.1:{port}/v1"))
    assert heard.reply is None
    assert heard.trouble.advice


async def test_a_whole_conversation_keeps_ids_and_order():
    async with answering(
        Answer(body=called("read_code", call_id="")), Answer(body=called("ask", json.dumps({"q": "?"}), ""))
    ) as server:
        someone = examiner(server.url)
        first = (await listen(someone)).reply
        made = first.calls[0]
        messages = [
            {"role": "user", "content": "go"},
            {
                "role": "assistant",
                "content": first.content,
                "tool_calls": [
                    {"id": made.id, "type": "function", "function": {"name": made.name, "arguments": made.arguments}}
                ],
            },
            {"role": "tool", "tool_call_id": made.id, "content": "code"},
        ]
        second = (await listen(someone, messages)).reply
    assert isinstance(second, Reply)
    assert second.calls[0].id != made.id
    assert server.asked[1]["messages"][2]["tool_call_id"] == made.id
