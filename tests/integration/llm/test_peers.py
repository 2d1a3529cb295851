"""Servers nobody here wrote: llmock breaks things on demand and judges the client, aimock streams three ways at once.

packaging/peers.py installs them, pinned, in a folder of their own.
"""

import asyncio
import json
import socket
from contextlib import asynccontextmanager

import httpx
import pytest

from desktop.llm.endpoint.attempt import TimeLimits
from desktop.llm.endpoint.examiner import EndpointExaminer
from desktop.llm.failures.retry import Patience
from desktop.llm.servers.check import check_connection
from desktop.llm.servers.models import list_models
from tests.fixtures.loopback import listen, tool
from tests.support.peers import setup_of_peers

peers = setup_of_peers()
LLMOCK, AIMOCK = peers.llmock_command(), peers.aimock_command()
NOT_HERE = "{} is not here: `bootstrap.py test` fetches it where a package index is reached"
needs_llmock = pytest.mark.skipif(LLMOCK is None, reason=NOT_HERE.format("llmock"))
needs_aimock = pytest.mark.skipif(AIMOCK is None, reason=NOT_HERE.format("aimock"))
SERVE = (*(LLMOCK or ()), "serve", "--port", "PORT", "--log-level", "error")
TOOLS = [tool("ask_student", {"question": {"type": "string"}}, ["question"])]


@asynccontextmanager
async def running(*command):
    """A server as a process of its own, asked for its models until it answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    quiet = asyncio.subprocess.DEVNULL
    arguments = [part.replace("PORT", str(port)) for part in command]
    process = await asyncio.create_subprocess_exec(*arguments, stdout=quiet, stderr=quiet)
    try:
        async with httpx.AsyncClient(trust_env=False, base_url=f"http://127.0.0.1:{port}") as client:
            for _ in range(300):
                try:
                    await client.get("/v1/models")
                    break
                except httpx.TransportError:
                    assert process.returncode is None, "the server ended"
                    await asyncio.sleep(0.1)
            yield client, f"http://127.0.0.1:{port}/v1"
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


def patient(url):
    limits = TimeLimits(idle=0.4, first=5, notice=0.2)
    return EndpointExaminer(url, "gpt-4o", "anything-goes", patience=Patience(first=0.2), limits=limits)


STORIES = {
    "two busy answers": [{"type": "fail", "status": 429, "retry_after": 0.4, "times": 2}],
    "two failures": [{"type": "fail", "status": 503, "times": 2}],
    "broken off": [{"type": "stream_fault", "kind": "disconnect", "after_chunks": 2, "times": 2}],
    "ended early": [{"type": "stream_fault", "kind": "truncate", "after_chunks": 2, "times": 2}],
    "damaged": [{"type": "stream_fault", "kind": "malformed", "after_chunks": 2, "times": 2}],
    "hanging": [{"type": "stream_fault", "kind": "stall", "after_chunks": 2, "stall_seconds": 20, "times": 2}],
    "slow first token": [{"type": "slow_first_token", "seconds": 0.5}],
    "bad arguments": [{"type": "tool_fault", "kind": "malformed_arguments"}],
}
HOPELESS = {
    "bad request": [{"type": "fail", "status": 400}],
    "wrong key": [{"type": "fail", "status": 401}],
    "not found": [{"type": "fail", "status": 404}],
    "down": [{"type": "fail", "status": 503, "times": None}],
    "busy for good": [{"type": "fail", "status": 429, "retry_after": 0.2, "times": None}],
    "always cut": [{"type": "stream_fault", "kind": "truncate", "after_chunks": 2, "times": None}],
    "always broken off": [{"type": "stream_fault", "kind": "disconnect", "after_chunks": 2, "times": None}],
}
# llmock takes every stream that was cut last for an accepted one: it cannot see that we said so and gave up
SEEN_FROM_OUTSIDE = {"always cut": ["truncated_stream_accepted"]}


@needs_llmock
async def test_llmock_finds_nothing_wrong_with_our_manners():
    # chunks with pauses, or all is sent before a damaged one is noticed, and llmock cannot see that we left
    async with running(*SERVE, "--stream-chunk-delay-ms", "20") as (client, url):
        for kind, stories in (("good", STORIES), ("hopeless", HOPELESS)):
            for name, behaviors in stories.items():
                await client.post("/_llmock/reset")
                (await client.post("/_llmock/scenario", json={"behaviors": behaviors})).raise_for_status()
                heard = await listen(patient(url), tools=TOOLS)
                verdict = (await client.get("/_llmock/verdict")).json()
                codes = [finding["code"] for finding in verdict["findings"]]
                assert codes == SEEN_FROM_OUTSIDE.get(name, []), name
                if kind == "good":
                    assert [call.name for call in heard.reply.calls] == ["ask_student"], name
                    assert json.loads(heard.reply.calls[0].arguments)["question"], name
                else:
                    assert heard.trouble is not None, name
                    assert heard.reply is None, name


@needs_llmock
async def test_llmock_passes_the_connection_check():
    async with running(*SERVE) as (_, url):
        assert "gpt-4o" in await list_models(url, "anything")
        report = await check_connection(url, "gpt-4o", "anything", long=False)
    assert report.usable, report
    assert report.tools == "native"


@needs_aimock
async def test_aimock_streams_three_ways_at_once(tmp_path):
    fixtures = {
        "fixtures": [
            {
                "match": {"userMessage": "go"},
                "response": {
                    "content": "I will ask now.",
                    "reasoning": "They should know.",
                    "toolCalls": [{"name": "ask_student", "arguments": '{"question": "Why k?"}'}],
                },
            }
        ]
    }
    (tmp_path / "fixtures.json").write_text(json.dumps(fixtures))
    config = {"llm": {"fixtures": str(tmp_path / "fixtures.json")}, "port": 0}
    (tmp_path / "aimock.json").write_text(json.dumps(config))
    command = [*AIMOCK, "--config", str(tmp_path / "aimock.json"), "--port", "PORT"]
    async with running(*command) as (_, url):
        heard = await asyncio.wait_for(listen(patient(url), tools=TOOLS), 20)
    assert (heard.reply.content, heard.reply.reasoning) == ("I will ask now.", "They should know.")
    assert [(call.name, call.arguments) for call in heard.reply.calls] == [("ask_student", '{"question": "Why k?"}')]
