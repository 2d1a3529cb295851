"""Right, loud or silently wrong: the zoo of broken streams, read by us and (where installed) by openai-python.

    python -m tests.benchmarks.faults [--all]

Right: what the case says. Loud: an error, where a reply could have been read. Silent: another reply, no error.
"""

import argparse
import asyncio
import importlib.util
import json
from collections import Counter

from desktop.llm.endpoint.attempt import TimeLimits
from desktop.llm.endpoint.examiner import EndpointExaminer
from desktop.llm.servers.ask import ask
from tests.fixtures import broken_streams as more
from tests.fixtures import faulty_endpoint as zoo
from tests.fixtures.loopback import TOOLS, FakeClock, serving

CALL = ("run_tests", zoo.ARGS)
ASK = ("ask", {"q": "why?"})
LOUD = {"error", "noexec", "stall"}
WANTED = {
    "talk": [],
    "ok2": [CALL, ASK],
    "ok2same": [CALL, ("run_tests", {"n": 4, "code": "x"})],
    "noargs": [("read_code", {})],
}


def judge(expect, calls, error):
    """`calls`: (name, arguments) of what would be run; arguments that are no object are not run."""
    if expect in LOUD:
        return "right" if error or (expect == "noexec" and not calls) else "silent"
    if error:
        return "loud"
    if expect == "invalid":
        return "right" if not calls else "silent"
    return "right" if calls == WANTED.get(expect, [CALL]) else "silent"


async def ours(url):
    limits = TimeLimits(idle=0.3, first=3)
    told = await ask(EndpointExaminer(url, "m", clock=FakeClock().clock, limits=limits), "go", TOOLS)
    done = [(call["name"], json.loads(call["arguments"])) for call in told["calls"] if call["complete"]]
    return done, told["error"]


async def openai_python(url):
    """As its documentation shows: deltas added up by index, arguments parsed at the end."""
    import openai

    slots = {}
    try:
        async with openai.AsyncOpenAI(base_url=url, api_key="x", timeout=2) as client:
            messages = [{"role": "user", "content": "go"}]
            stream = await client.chat.completions.create(
                model="m", messages=messages, tools=TOOLS, stream=True, temperature=0.2
            )
            async for chunk in stream:
                for call in chunk.choices[0].delta.tool_calls or () if chunk.choices else ():
                    slot = slots.setdefault(call.index, ["", ""])
                    slot[0] = slot[0] or call.function.name or ""
                    slot[1] += call.function.arguments or ""
        return [(name, json.loads(text)) for name, text in slots.values()], None
    except Exception as error:  # noqa: BLE001 - whatever a peer raises is loud
        return [], type(error).__name__


async def main(show_all):
    clients = [ours, openai_python] if importlib.util.find_spec("openai") else [ours]
    totals = {client.__name__: Counter() for client in clients}
    recorded = {name: (expect, doc) for name, (expect, doc, _) in zoo.CASES.items()}
    invented = {name: (case.expect, case.doc) for name, case in more.CASES.items()}
    for handle, cases in ((zoo.handle, recorded), (more.handle, invented)):
        async with serving(handle) as port:
            for name, (expect, doc) in cases.items():
                row = []
                for client in clients:
                    calls, error = await client(f"http://127.0.0.1:{port}/f/{name}/{client.__name__}")
                    row.append(judge(expect, calls, error))
                    totals[client.__name__][row[-1]] += 1
                if show_all or set(row) != {"right"}:
                    print(f"{name:24} {' '.join(f'{verdict:8}' for verdict in row)} {doc}")
    for name, counts in totals.items():
        print(f"{name:14} right {counts['right']}, loud {counts['loud']}, silently wrong {counts['silent']}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--all", action="store_true")
    asyncio.run(main(parser.parse_args().all))
