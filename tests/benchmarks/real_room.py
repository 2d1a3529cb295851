"""Sixty stations on one real llama.cpp server: all end, whatever it makes them wait.

    python -m tests.benchmarks.real_room MODEL.gguf [--clients 60] [--calls 2] [--slots 4]

Needs the extra `local` (`xllamacpp`). llama.cpp queues without 429: who waits gets nothing, not even headers.
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import aclosing

from desktop.llm.endpoint.examiner import EndpointExaminer, Manner
from desktop.vocabulary.chat import Reply
from desktop.vocabulary.request import ModelRequest
from desktop.vocabulary.trouble import ModelTrouble

SAY = "You examine a student's K-Means program. Ask one short question about how its loop ends."


def serve(path: str, slots: int) -> None:
    """In a process of its own: prints the address, ends with its input."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = path
    params.hostnames, params.port = ["127.0.0.1"], 0
    params.n_parallel, params.n_ctx, params.n_batch, params.cache_ram_mib = slots, 1024 * slots, 256, 0
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = os.cpu_count() or 2
    params.ui, params.offline, params.verbosity = False, True, 1
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    threading.Event().wait()


async def station(url: str, number: int, calls: int, seen: Counter, firsts: list[float]) -> None:
    examiner = EndpointExaminer(url, "local", manner=Manner(max_tokens=48, temperature=0.7))
    for call in range(calls):
        request = ModelRequest(messages=[{"role": "user", "content": f"{SAY} (station {number}, call {call})"}])
        waited = False
        try:
            async with aclosing(examiner.reply(request)) as parts:
                async for part in parts:
                    if isinstance(part, Reply):
                        seen["answered"] += 1
                        seen[f"{part.timing.attempts} attempt(s)"] += 1
                        firsts.append(part.timing.first_token)
                    else:
                        waited = waited or part.stream == "notice"
        except ModelTrouble as trouble:
            seen[f"given up: {trouble.what}"] += 1
        seen["were told that they wait"] += waited
    seen["stations that ended"] += 1


async def room(url: str, clients: int, calls: int) -> None:
    seen: Counter = Counter()
    firsts: list[float] = []
    started = time.perf_counter()
    await asyncio.gather(*(station(url, number, calls, seen, firsts) for number in range(clients)))
    print(f"{clients} stations, {calls} calls each, {time.perf_counter() - started:.0f} s")
    for what, number in seen.most_common():
        print(f"  {number:>5}  {what}")
    firsts.sort()
    p95 = firsts[int(len(firsts) * 0.95) - 1]
    print(f"  first token: median {statistics.median(firsts):.1f} s, p95 {p95:.1f} s, longest {firsts[-1]:.1f} s")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("--clients", type=int, default=60)
    parser.add_argument("--calls", type=int, default=2)
    parser.add_argument("--slots", type=int, default=4)
    parser.add_argument("--serve", action="store_true")
    told = parser.parse_args()
    if told.serve:
        serve(told.model, told.slots)
        return
    command = [sys.executable, "-m", "tests.benchmarks.real_room", told.model, "--slots", str(told.slots), "--serve"]
    environment = {**os.environ, "OMP_WAIT_POLICY": "passive"}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True) as server:
        assert server.stdin
        assert server.stdout
        url = f"{server.stdout.readline().strip()}/v1"
        asyncio.run(room(url, told.clients, told.calls))
        server.stdin.close()


if __name__ == "__main__":
    main()
