"""Workers with the instruments in them: one a route, asked side by side."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Literal, Protocol, Self

from pydantic import ValidationError

from desktop.embedded.instruments import SOURCE
from desktop.embedded.study import Agreed, Call, End, Outline, Ran, RouteReply, agree, as_read, read_end
from desktop.vocabulary.runs import CallRequest, Limits, Outcome, RunRequest
from desktop.vocabulary.values import Wire

Route = Literal["tracer", "probe"]
ROUTES: tuple[Route, Route] = ("tracer", "probe")
SEEDS = 8  # for each route, and never the same ones: sixteen in all
MOST_CHANGED = 1_000  # changes of one token that are tried; no program has as many
CAP = 20_000  # steps of one run; a question about more would be too much head work anyway
CONFIRM_CAP = 300_000  # "does not finish" is said only after this many steps by both routes
PATIENCE = 2  # calls that may bring a worker down before the rest is left unmeasured
BATCH = Limits(cpu_seconds=5.0, wall_seconds=25.0, memory_mib=512, processes=0)
SINGLE = Limits(cpu_seconds=3.0, wall_seconds=15.0, memory_mib=512, processes=0)


class Interpreter(Protocol):
    async def run(self, request: RunRequest) -> Outcome: ...
    async def call(self, request: CallRequest) -> Outcome: ...
    async def restart(self) -> None: ...
    async def close(self) -> None: ...


class Lab(Protocol):
    """`hash_seed` decides how strings hash in that process, and with it the order of sets."""

    def interpreter(self, *, hash_seed: int | None = None) -> Interpreter: ...


class Bench:
    """An async context manager. `outline` and `syntax` are known after the first measurement."""

    def __init__(self, lab: Lab, code: str) -> None:
        self._lab, self._code = lab, as_read(code)
        self.outline = Outline()
        self.syntax: tuple[str, int | None] | None = None
        self.mutants: tuple[tuple[int, str], ...] = ()
        self.swaps: tuple[tuple[str, str], ...] = ()
        self._workers: list[_Worker] = [_Worker(lab, route, number) for number, route in enumerate(ROUTES)]

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await asyncio.gather(*(worker.close() for worker in self._workers))

    def add_hash_seeds(self, count: int) -> None:
        """More tracers, each with a hash seed of its own, join every later measurement."""
        start = len(self._workers)
        self._workers += [_Worker(self._lab, "tracer", start + number, hash_seed=number + 1) for number in range(count)]

    async def measure(self, calls: Sequence[Call], *, cap: int = CAP, seeds: int = SEEDS) -> tuple[Agreed, ...]:
        """One answer for each call; a call that brought a worker down is measured by itself."""
        if not calls:
            return ()
        if len(calls) > 1:
            replies = await self._ask(calls, cap, seeds, BATCH)
            if all(reply is not None for reply in replies):
                whole = [reply for reply in replies if reply is not None]
                return await asyncio.to_thread(_agreed, calls, whole)
        found: list[Agreed] = []
        deaths = 0
        for call in calls:
            single = await self._ask([call], cap, seeds, SINGLE) if deaths < PATIENCE else [None]
            if all(reply is not None for reply in single):
                found += _agreed([call], [reply for reply in single if reply is not None])
            else:
                found.append(unknown(call))  # no answer is neither a result nor a proof of endlessness
                deaths += 1
        return tuple(found)

    async def draw(self, source: str, seeds: Sequence[int]) -> tuple[tuple[Wire, ...], ...]:
        """Arguments from the author's `draw`, in the first worker; nothing where it does not work."""
        reply = await self._workers[0].ask({"draw": source, "seeds": list(seeds)}, BATCH)
        return reply.drawn if reply else ()

    async def sweep(self, calls: Sequence[Call]) -> tuple[End, ...]:
        """How each call ends, of the program as written and as rewritten; `unknown` where these differ."""
        replies = await asyncio.gather(*(worker.sweep(self._code, calls) for worker in self._workers[:2]))
        if any(reply is None or len(reply.ends) != len(calls) for reply in replies):
            return tuple(End("unknown") for _ in calls)
        ends = [[read_end(end) for end in reply.ends] for reply in replies if reply is not None]
        return tuple(one if one == other else End("unknown") for one, other in zip(*ends, strict=True))

    async def repairs(self, call: Call, most: int = MOST_CHANGED) -> tuple[tuple[int, str, str, str, End], ...]:
        """Line, that line with one token changed, the token before and after, how the call ends then: unproved."""
        replies = await asyncio.gather(
            *(worker.repair(self._code, call, part, most) for part, worker in enumerate(self._workers[:2]))
        )
        rows = [row for reply in replies if reply is not None for row in reply.repairs]
        return tuple((change[0], line, change[2], change[3], read_end(end)) for change, line, end in rows)

    async def _ask(self, calls: Sequence[Call], cap: int, seeds: int, limits: Limits) -> list[RouteReply | None]:
        workers = self._workers if seeds == SEEDS else self._workers[:2]
        replies = await asyncio.gather(
            *(worker.study(self._code, calls, limits, cap=cap, seeds=seeds) for worker in workers)
        )
        if replies[0] is not None:
            self.outline, self.syntax = replies[0].outline, replies[0].syntax
            self.mutants = tuple(change[:2] for change in replies[0].mutants)
            self.swaps = tuple(change[2:] for change in replies[0].mutants)
        return list(replies)


class _Worker:
    def __init__(self, lab: Lab, route: Route, number: int, hash_seed: int | None = None) -> None:
        self._interpreter = lab.interpreter(hash_seed=hash_seed)
        self._route, self._first_seed = route, number * SEEDS
        self._most_seeds = SEEDS if hash_seed is None else 2  # eight processes with a hash seed of their own are many
        self._ready = False

    async def study(
        self, code: str, calls: Sequence[Call], limits: Limits, *, cap: int = CAP, seeds: int = SEEDS
    ) -> RouteReply | None:
        first = self._first_seed
        task: dict[str, object] = {
            "code": code,
            "route": self._route,
            "cap": cap,
            "seeds": list(range(first, first + min(seeds, self._most_seeds))),
            "jobs": [call.job for call in calls],
        }
        reply = await self.ask(task, limits)
        if reply is not None and reply.syntax is None and len(reply.runs) != len(calls):
            return None
        return reply

    async def sweep(self, code: str, calls: Sequence[Call]) -> RouteReply | None:
        jobs = [call.job for call in calls]
        return await self.ask(
            {"code": code, "route": self._route, "cap": CAP, "seeds": [self._first_seed + 1], "sweep": jobs}, BATCH
        )

    async def repair(self, code: str, call: Call, part: int, most: int) -> RouteReply | None:
        return await self.ask({"code": code, "cap": CAP, "part": part, "most": most, "repair": call.job}, BATCH)

    async def ask(self, task: dict[str, object], limits: Limits) -> RouteReply | None:
        """None where the worker died, timed out or answered nonsense; it is fresh again afterwards."""
        if not self._ready:
            loaded = await self._interpreter.run(
                RunRequest(source=SOURCE, name="<instruments>", fresh=True, limits=BATCH)
            )
            self._ready = loaded.status == "ok"
        outcome = await self._interpreter.call(CallRequest(function="study__", args=(json.dumps(task),), limits=limits))
        reply = await asyncio.to_thread(_read, outcome)  # a megabyte takes longer than a frame of the window
        if reply is None:
            await self._interpreter.restart()
            self._ready = False
        return reply

    async def close(self) -> None:
        await self._interpreter.close()


def _read(outcome: Outcome) -> RouteReply | None:
    if outcome.status != "ok" or not isinstance(outcome.value, list):
        return None
    pieces = [piece for piece in outcome.value if isinstance(piece, str)]
    try:
        reply = json.loads("".join(pieces))
        runs = [Ran.model_validate(run) for run in reply.pop("runs", ())]  # one by one: other threads get their turn
        return RouteReply.model_validate({**reply, "runs": runs})
    except (ValidationError, ValueError, TypeError, AttributeError, RecursionError):
        return None


def _agreed(calls: Sequence[Call], replies: Sequence[RouteReply]) -> tuple[Agreed, ...]:
    if any(reply.syntax is not None for reply in replies):
        return tuple(unknown(call) for call in calls)
    rows = zip(calls, *(reply.runs for reply in replies), strict=True)
    return tuple(agree(call, *ran) for call, *ran in rows)


def unknown(call: Call) -> Agreed:
    """Nothing is known about this call."""
    return Agreed(call, End("unknown"), None, {}, {}, {}, {}, {}, frozenset(), frozenset(), {}, {}, 0)
