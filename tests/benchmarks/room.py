"""Sixty stations on one lab server: all end, none is lost, nobody asks more than three times.

    python -m tests.benchmarks.room [--clients 60] [--calls 3] [--scale 0.1]

The server has 8 slots, takes 6 s a call, answers 429 with an honest Retry-After above 16 waiting, and 5 % of its
calls hang before the first token. `--scale` makes all times shorter. A station whose model gives up goes on with
the built-in examiner, and says so.
"""

import argparse
import asyncio
import random
import statistics
import time
from collections import Counter
from contextlib import aclosing

from desktop.llm.endpoint.attempt import TimeLimits
from desktop.llm.endpoint.examiner import EndpointExaminer
from desktop.llm.failures.retry import Patience
from desktop.vocabulary.chat import Reply
from desktop.vocabulary.request import ModelRequest
from desktop.vocabulary.trouble import ModelTrouble
from tests.fixtures.loopback import TOOLS, Answer, Server, called, serving

SLOTS, QUEUE, SECONDS, HANGS = 8, 16, 6.0, 0.05


class Lab(Server):
    """As a server with slots behaves: who waits gets nothing, not even headers."""

    def __init__(self, scale, seed):
        super().__init__([])
        self.scale, self.chance = scale, random.Random(seed)
        self.slots = asyncio.Semaphore(SLOTS)
        self.waiting = 0
        self.turned_away = 0

    async def _give(self, answer, reader, writer):
        if self.slots.locked() and self.waiting >= QUEUE:
            self.turned_away += 1
            wait = (self.waiting + SLOTS) / SLOTS * SECONDS * self.scale
            return await super()._give(
                Answer(429, {"error": {"message": "busy"}}, {"Retry-After": f"{wait:.3f}"}), reader, writer
            )
        self.waiting += 1
        gone = asyncio.ensure_future(reader.read(1))
        place = asyncio.ensure_future(self.slots.acquire())
        try:
            await asyncio.wait({gone, place}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.waiting -= 1
        if not place.done():
            place.cancel()
            return None
        try:
            if self.chance.random() < HANGS:
                await gone
                return None
            await asyncio.wait({gone}, timeout=SECONDS * self.scale)
            if not gone.done():
                gone.cancel()
                await super()._give(Answer(body=called(call_id="")), reader, writer)
        finally:
            self.slots.release()
        writer.close()
        return None

    async def handle(self, reader, writer):
        self.answers = [Answer()]
        await super().handle(reader, writer)


async def station(url, number, calls, scale, results):
    limits = TimeLimits(first=60 * scale, idle=75 * scale, notice=5 * scale)
    examiner = EndpointExaminer(url, "m", limits=limits, patience=Patience(first=1 * scale))
    await asyncio.sleep(random.Random(number).uniform(0, 3) * scale)
    said, waited = 0, []
    for _ in range(calls):
        start = time.perf_counter()
        request = ModelRequest(messages=[{"role": "user", "content": f"station {number}"}], tools=TOOLS)
        try:
            async with aclosing(examiner.reply(request)) as parts:
                async for part in parts:
                    if isinstance(part, Reply):
                        results["attempts"].append(part.timing.attempts)
                    else:
                        said += part.stream == "notice"
        except ModelTrouble as trouble:
            results["attempts"].append(trouble.attempts)
            results["ended"]["with the built-in examiner, and said so"] += 1
            results["notices"] += said
            return
        waited.append(time.perf_counter() - start)
    results["waits"] += waited
    results["notices"] += said
    results["ended"]["with the model"] += 1


async def main(options):
    lab = Lab(options.scale, options.seed)
    results = {"attempts": [], "ended": Counter(), "waits": [], "notices": 0}
    start = time.perf_counter()
    async with serving(lab.handle) as port:
        url = f"http://127.0.0.1:{port}/v1"
        stations = (station(url, n, options.calls, options.scale, results) for n in range(options.clients))
        await asyncio.gather(*stations)
    waits = sorted(wait / options.scale for wait in results["waits"]) or [0.0]
    print(f"{options.clients} stations, {options.calls} calls each, in {time.perf_counter() - start:.1f} s")
    for how, count in results["ended"].items():
        print(f"  ended {how}: {count}")
    print(f"  lost: {options.clients - sum(results['ended'].values())}")
    print(f"  requests a call: at most {max(results['attempts'])}; turned away with 429: {lab.turned_away}")
    print(
        f"  seconds a call (unscaled): median {statistics.median(waits):.0f}, p95 {waits[int(len(waits) * 0.95)]:.0f}"
    )
    print(f"  notices of waiting shown: {results['notices']}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--clients", type=int, default=60)
    parser.add_argument("--calls", type=int, default=3)
    parser.add_argument("--scale", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=1)
    asyncio.run(main(parser.parse_args()))
