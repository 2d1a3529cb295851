"""The living namespace of a defense: kept while its process lives, rebuilt from the log when it died."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from desktop.session.ports import Interpreter, Lab
from desktop.vocabulary.runs import CallRequest, Outcome, RunRequest

REBUILD_SECONDS = 30.0  # replaying must not cost a student the defense; past this the rest is left out and said


class Namespace:
    """One interpreter, started when first used. Nothing in it is precious: `rebuild` makes it again."""

    def __init__(self, lab: Lab) -> None:
        self._lab = lab
        self._interpreter: Interpreter | None = None
        self._lost = True
        self._died = False

    async def living(self) -> Interpreter:
        if self._interpreter is None:
            self._interpreter = self._lab.interpreter()
        return self._interpreter

    async def rebuild(self, journal: Sequence[RunRequest | CallRequest]) -> bool:
        """Replay the journal if there is no namespace yet; True if that was because the student's code ended one."""
        if not self._lost:
            return False
        died, self._died = self._died, False
        interpreter = await self.living()
        await interpreter.restart()
        try:
            async with asyncio.timeout(REBUILD_SECONDS):
                for request in journal:
                    await self._send(interpreter, request)
        except TimeoutError:
            await interpreter.restart()
        self._lost = False
        return died

    async def empty(self) -> None:
        """Start over with nothing in it."""
        await (await self.living()).restart()
        self._lost = self._died = False

    async def do(self, request: RunRequest | CallRequest) -> Outcome:
        """Run or call; notes a death, so that the next `rebuild` replays."""
        interpreter = await self.living()
        self._lost = True  # until it came back: a cancelled run leaves an interpreter in an unknown state
        outcome = await self._send(interpreter, request)
        self._lost = self._died = not outcome.namespace_kept
        return outcome

    async def stop(self) -> None:
        if self._interpreter:
            await self._interpreter.stop()

    async def close(self) -> None:
        interpreter, self._interpreter, self._lost = self._interpreter, None, True
        if interpreter:
            await interpreter.close()

    async def _send(self, interpreter: Interpreter, request: RunRequest | CallRequest) -> Outcome:
        if isinstance(request, RunRequest):
            return await interpreter.run(request)
        return await interpreter.call(request)
