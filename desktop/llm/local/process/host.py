"""The local model as the program sees it: started when first needed, watched, started once more, and ended."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import sys
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Self, assert_never

import httpx

from desktop.llm.local.process.known import KnownFile, find_known
from desktop.llm.local.process.refusals import OTHER, trouble_of
from desktop.llm.local.process.talk import (
    Checked,
    ChildEvent,
    ChildSettings,
    Failed,
    Progress,
    Ready,
    as_line,
    read_event,
)
from desktop.vocabulary.trouble import ModelTrouble

diary = logging.getLogger(__name__)

START_SECONDS = 300.0  # a large file on a slow network drive; measured 0.6-3.6 s on a disk
HEALTH_SECONDS = 3.0
GRACE = 3.0  # seconds between the end of its input and the kill; measured 0.02
RESTARTS = 1
ROOT = Path(__file__).resolve().parents[4]
BOOT = "import sys; sys.path.insert(0, {root!r}); from desktop.__main__ import main; main()"


@dataclass(frozen=True, slots=True)
class Served:
    """Where the model answers now; `known` is None for a file that is not on our list."""

    base_url: str
    key: str
    sha256: str
    known: KnownFile | None

    def __repr__(self) -> str:
        return f"Served({self.base_url!r})"  # the key stays out of every text


class LocalModel:
    """One model file, served on loopback by a child process that ends with us, however we end.

    ``async with LocalModel(path, known, log) as model`` starts it; or `start` tells what is going on meanwhile. A
    child that dies is started again once by the next `start`, then it is a `ModelTrouble`. `command` is the child,
    replaced in tests; `log` takes what its native code prints.
    """

    def __init__(
        self,
        path: Path,
        known: Sequence[KnownFile],
        log: Path,
        *,
        command: Sequence[str] | None = None,
        on_progress: Callable[[Progress], None] = lambda progress: None,
    ) -> None:
        self.path = path
        self._known, self._log = tuple(known), log
        self._command = tuple(command or child_command())
        self._on_progress = on_progress
        self._one_at_a_time = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._served: Served | None = None
        self._deaths = 0

    async def __aenter__(self) -> Self:
        async with aclosing(self.start()) as steps:
            async for step in steps:
                if isinstance(step, Progress):
                    self._on_progress(step)
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.stop()

    @property
    def running(self) -> bool:
        return self._served is not None and self._process is not None and self._process.returncode is None

    async def start(self) -> AsyncGenerator[Progress | Served, None]:
        """What is being done, then where it is served: at once if it runs. Closing this before its end stops it."""
        async with self._one_at_a_time:
            if not self.running:
                await self._count_death()
                try:
                    async with aclosing(self._launch()) as steps:
                        async for step in steps:
                            yield step
                finally:
                    if self._served is None:
                        await self._end()
            if self._served is not None:
                yield self._served

    async def healthy(self) -> bool:
        """Whether it says so itself, within three seconds."""
        served = self._served
        if served is None or not self.running:
            return False
        try:
            async with httpx.AsyncClient(trust_env=False, timeout=HEALTH_SECONDS) as client:
                answer = await client.get(served.base_url.removesuffix("/v1") + "/health")
        except httpx.HTTPError:
            return False
        return answer.status_code == 200

    async def end_if_unwell(self) -> None:
        """A child that runs and does not answer is of no use: the next `start` counts this as a death."""
        async with self._one_at_a_time:
            if self._process is not None and not await self.healthy():
                with contextlib.suppress(ProcessLookupError):
                    self._process.kill()
                await self._process.wait()

    async def stop(self) -> None:
        """Ends the child; starting again is a new beginning."""
        async with self._one_at_a_time:
            await self._end()
            self._deaths = 0

    async def _count_death(self) -> None:
        if self._served is None or self._process is None:
            return
        code = await self._process.wait()
        self._served = None
        self._deaths += 1
        diary.warning("the local model ended with code %s", code)
        if self._deaths > RESTARTS:
            self._deaths = 0  # a person who presses Try again gets both starts anew
            raise ModelTrouble(f"The local model ended by itself again{_by(code)}.", OTHER)

    async def _launch(self) -> AsyncGenerator[Progress, None]:
        key = secrets.token_urlsafe(24)
        settings = ChildSettings(
            model=str(self.path),
            key=key,
            log=str(self._log),
            known=self._known,
            threads=max(1, (os.cpu_count() or 2) - 1),
        )
        process = self._process = await self._spawn()
        assert process.stdin is not None
        with contextlib.suppress(ConnectionError):  # it died at once; the end of its output says so below
            process.stdin.write(as_line(settings))
            await process.stdin.drain()
        sha256, until = "", asyncio.get_running_loop().time() + START_SECONDS
        while True:
            match event := await _next_event(process, until):
                case Progress():
                    yield event
                case Checked():
                    sha256 = event.sha256
                case Failed():
                    diary.warning("the local model was not started: %s %s", event.reason, event.detail)
                    raise trouble_of(event, self.path)
                case Ready(port=port):
                    url = f"http://127.0.0.1:{port}/v1"
                    self._served = Served(url, key, sha256, find_known(self._known, sha256))
                    return
                case _:
                    assert_never(event)

    async def _spawn(self) -> asyncio.subprocess.Process:
        environment = {name: value for name, value in os.environ.items() if not name.endswith("API_KEY")}
        # read by libgomp when it is loaded: threads that wait must not spin on the cores the student works with
        environment["OMP_WAIT_POLICY"] = "passive"
        try:
            return await asyncio.create_subprocess_exec(
                *self._command,
                env=environment,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                creationflags=0x08000000 if sys.platform == "win32" else 0,  # CREATE_NO_WINDOW
            )
        except OSError as error:
            raise ModelTrouble(f"The local model cannot be started: {error.strerror or error}.", OTHER) from None

    async def _end(self) -> None:
        process, self._process, self._served = self._process, None, None
        if process is None:
            return
        if process.returncode is None and process.stdin is not None:
            process.stdin.close()
        try:
            async with asyncio.timeout(GRACE):
                await process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def child_command() -> list[str]:
    """A frozen program is its own Python: the child is a mode of it."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "local-model"]
    return [sys.executable, "-P", "-c", BOOT.format(root=str(ROOT)), "local-model"]


async def _next_event(process: asyncio.subprocess.Process, until: float) -> ChildEvent:
    """`until` is a moment of the loop's clock; `ModelTrouble` if there is no next event."""
    assert process.stdout is not None
    try:
        async with asyncio.timeout_at(until):  # `wait_for` of 3.11 loses a cancellation
            line = await process.stdout.readline()
        if line:
            return read_event(line)
    except TimeoutError:
        raise ModelTrouble(f"The model file was not loaded within {START_SECONDS:.0f} s.", OTHER) from None
    except ValueError:
        raise ModelTrouble("The local model's process said something that cannot be read.", OTHER) from None
    raise ModelTrouble(f"The local model ended while it was loaded{_by(await process.wait())}.", OTHER)


def _by(code: int) -> str:
    """Exit codes mean nothing to people, save for the one that is nearly always the same story."""
    return ", probably because memory ran out" if code == -9 else ""
