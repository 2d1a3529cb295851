"""Microseconds per event of the stream reader, and whether cost grows faster than length.

    python -m tests.benchmarks.stream [--peers]

Parser: bytes in memory through `ReplyReader`, beside the floor (split on blank lines, `json.loads`, nothing else).
Client: a loopback server in a process of its own, read with `EndpointExaminer`, beside plain `httpx` and, with
`--peers`, beside `openai` and `httpx-sse` where they are installed. Best of five each.
"""

import argparse
import asyncio
import json
import multiprocessing
import socket
import time

import httpx

from desktop.llm.endpoint.examiner import EndpointExaminer
from desktop.llm.stream.reader import ReplyReader
from desktop.vocabulary.chat import Delta, Reply
from desktop.vocabulary.request import ModelRequest

SCHEMAS = {"ask_student": {"type": "object", "properties": {"question": {"type": "string"}}, "required": ["question"]}}
TOOLS = [{"type": "function", "function": {"name": name, "parameters": schema}} for name, schema in SCHEMAS.items()]
SIZES = (200, 2_000, 20_000)


def chunk(delta, finish=None):
    choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
    head = {"id": "chatcmpl-0123456789", "object": "chat.completion.chunk", "created": 1, "model": "some-model"}
    return f"data: {json.dumps({**head, 'choices': [choice]})}\n\n".encode()


def stream(events):
    """A third each of reasoning, content and call arguments, as a model writes them."""
    third = events // 3
    arguments = json.dumps({"question": "why " * (third // 2)})
    step = max(1, len(arguments) // third)
    parts = [chunk({"reasoning_content": " hmm"})] * third + [chunk({"content": " word"})] * third
    function = {"name": "ask_student", "arguments": ""}
    parts.append(chunk({"tool_calls": [{"index": 0, "id": "call_1", "type": "function", "function": function}]}))
    for at in range(0, len(arguments), step):
        parts.append(chunk({"tool_calls": [{"index": 0, "function": {"arguments": arguments[at : at + step]}}]}))
    parts += [chunk({}, "tool_calls"), b"data: [DONE]\n\n"]
    return parts


def best(work, times=5):
    found = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return min(found)


def read_all(parts):
    reader = ReplyReader(SCHEMAS)
    for part in parts:
        reader.feed(part)
    reader.close()
    assert reader.result().calls[0].state == "complete"


def read_floor(parts):
    buffer = b""
    for part in parts:
        buffer += part
        while (end := buffer.find(b"\n\n")) >= 0:
            line, buffer = buffer[:end], buffer[end + 2 :]
            if line != b"data: [DONE]":
                json.loads(line[6:])


def serve(port, bodies):
    async def handle(reader, writer):
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
                await reader.readexactly(int(head.split(b"content-length: ")[1].split(b"\r\n")[0]))
                parts = bodies[int(head.split(b"/")[1])]
                writer.write(
                    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
                )
                for part in parts:
                    writer.write(b"%x\r\n%b\r\n" % (len(part), part))
                    await writer.drain()
                writer.write(b"0\r\n\r\n")
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def run():
        server = await asyncio.start_server(handle, "127.0.0.1", port)
        await server.serve_forever()

    asyncio.run(run())


MESSAGES = [{"role": "user", "content": "go"}]


async def by_examiner(url):
    async for part in EndpointExaminer(url, "m").reply(ModelRequest(messages=MESSAGES, tools=TOOLS)):
        assert isinstance(part, Delta | Reply)


async def by_httpx(url):
    body = {"messages": MESSAGES}
    async with (
        httpx.AsyncClient(trust_env=False) as client,
        client.stream("POST", f"{url}/chat/completions", json=body) as response,
    ):
        async for line in response.aiter_lines():
            if line.startswith("data: {"):
                json.loads(line[6:])


async def by_httpx_sse(url):
    from httpx_sse import aconnect_sse

    async with (
        httpx.AsyncClient(trust_env=False) as client,
        aconnect_sse(client, "POST", f"{url}/chat/completions", json={}) as source,
    ):
        async for event in source.aiter_sse():
            if event.data != "[DONE]":
                json.loads(event.data)


async def by_openai(url):
    import openai

    async with openai.AsyncOpenAI(base_url=url, api_key="x") as client:
        async for _ in await client.chat.completions.create(model="m", messages=MESSAGES, stream=True):
            pass


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--peers", action="store_true")
    peers = [by_openai, by_httpx_sse] if options.parse_args().peers else []
    bodies = {size: stream(size) for size in SIZES}
    print("parser alone: us/event")
    for parts in bodies.values():
        count = len(parts)
        ours, floor = (best(lambda w=work, p=parts: w(p)) / count * 1e6 for work in (read_all, read_floor))
        print(f"  {count:6} events  ours {ours:6.2f}  json only {floor:6.2f}  ratio {ours / floor:.2f}")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = multiprocessing.Process(target=serve, args=(port, bodies), daemon=True)
    server.start()
    time.sleep(0.5)
    print("through the client over loopback: us/event")
    for client in [by_examiner, by_httpx, *peers]:
        row = []
        for size, parts in bodies.items():
            url = f"http://127.0.0.1:{port}/{size}/v1"
            row.append(f"{best(lambda u=url, c=client: asyncio.run(c(u)), 3) / len(parts) * 1e6:8.1f}")
        print(f"  {client.__name__[3:]:10}", *row)
    server.terminate()


if __name__ == "__main__":
    main()
