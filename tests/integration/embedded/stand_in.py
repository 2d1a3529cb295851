"""A bare interpreter in a child process, with the real one's manners and none of its walls: for these tests only."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import Self

from desktop.vocabulary.runs import CallRequest, Outcome, RunRequest

CHILD = """
import json, sys, os
from desktop.vocabulary.values import to_python, to_wire
out = os.fdopen(os.dup(1), "w"); sys.stdout = open(os.devnull, "w")
space = {"__name__": "__main__"}
for line in sys.stdin:
    task = json.loads(line)
    try:
        if "source" in task:
            space = {"__name__": "__main__"}
            exec(compile(task["source"], task["name"], "exec"), space)
            answer = {"status": "ok"}
        else:
            result = space[task["function"]](*[to_python(arg) for arg in task["args"]])
            answer = {"status": "ok", "value": to_wire(result)}
    except Exception as error:
        answer = {"status": "error", "error": {"type": type(error).__name__, "message": str(error)}}
    out.write(json.dumps(answer) + "\\n"); out.flush()
"""


class StandIn:
    def __init__(self, hash_seed: int | None) -> None:
        self._hash_seed = hash_seed
        self._child: asyncio.subprocess.Process | None = None

    async def run(self, request: RunRequest, on_output: object = None, on_input: object = None) -> Outcome:
        return await self._ask({"source": request.source, "name": request.name}, request.limits.wall_seconds)

    async def call(self, request: CallRequest) -> Outcome:
        task = {"function": request.function, "args": list(request.args)}
        return await self._ask(task, min(request.limits.wall_seconds, 2 * request.limits.cpu_seconds))

    async def _ask(self, task: dict[str, object], seconds: float) -> Outcome:
        child = self._child or await self._start()
        assert child.stdin
        assert child.stdout
        try:
            child.stdin.write(json.dumps(task).encode() + b"\n")
            async with asyncio.timeout(seconds):
                line = await child.stdout.readline()
        except (TimeoutError, ConnectionError):
            line = b""
        if not line:
            await self.restart()
            return Outcome(status="died", namespace_kept=False)
        return Outcome.model_validate_json(line)

    async def stop(self) -> None: ...

    async def restart(self) -> None:
        await self.close()

    async def close(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        if child.returncode is None:
            child.kill()
        await child.communicate()

    async def _start(self) -> asyncio.subprocess.Process:
        environment = {**os.environ, "PYTHONHASHSEED": str(self._hash_seed or 0), "PYTHONPATH": os.getcwd()}
        pipe = asyncio.subprocess.PIPE
        self._child = await asyncio.create_subprocess_exec(
            sys.executable, "-c", CHILD, stdin=pipe, stdout=pipe, env=environment, limit=2**24
        )
        return self._child

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()


class StandInLab:
    def interpreter(self, *, hash_seed: int | None = None) -> StandIn:
        return StandIn(hash_seed)
