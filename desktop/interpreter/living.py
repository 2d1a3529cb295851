"""One student interpreter: a namespace that lives in a worker, and a fresh worker for every fresh run."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any, Literal, Protocol, Self

from desktop.interpreter import reasons
from desktop.interpreter.exchange import Exchange, OnInput
from desktop.interpreter.process import OnOutput, Worker
from desktop.interpreter.receipt import as_list, variable_row
from desktop.vocabulary.runs import CallRequest, Limits, Outcome, RunRequest, SandboxLevel
from desktop.vocabulary.trouble import InterpreterTrouble
from desktop.vocabulary.values import render

Mode = Literal["practice", "exam"]
VARIABLES_SECONDS = 2.0
SHORT = 80  # characters


@dataclass(frozen=True, slots=True)
class Variable:
    """One row of the Variables tab. `shape_or_len` is empty for what has neither; `short` never ran student code."""

    name: str
    type: str
    shape_or_len: str
    short: str


class Supply(Protocol):
    """What an interpreter needs of the lab it comes from."""

    async def worker(self) -> Worker: ...
    def bury(self, worker: Worker) -> None:
        """End a worker nobody waits for."""
        ...

    async def level(self) -> SandboxLevel: ...
    async def prepare_matplotlib(self) -> None:
        """Once: the list of fonts, which takes seconds and would be made again in every fresh worker."""
        ...


class LivingInterpreter:
    """Fits `desktop.session.ports.Interpreter`. One request at a time; a second one waits for the first."""

    def __init__(self, supply: Supply, mode: Mode) -> None:
        self._supply, self.mode = supply, mode
        self._worker: Worker | None = None
        self._turn = asyncio.Lock()
        self._now: Exchange | None = None
        self._name = "<student>"
        self._number = 0
        self.closed = self._stop_at_once = False

    async def run(
        self, request: RunRequest, on_output: OnOutput | None = None, on_input: OnInput | None = None
    ) -> Outcome:
        message: dict[str, Any] = {
            "op": "run",
            "source": request.source,
            "name": request.name,
            "fresh": request.fresh,
            "want_value": request.want_value,
            "lines": None if request.input_lines is None else list(request.input_lines),
        }
        self._name = request.name
        if "matplotlib" in request.source:
            await self._supply.prepare_matplotlib()
        return await self._perform(message, request.limits, request.fresh, on_output, on_input)

    async def call(self, request: CallRequest) -> Outcome:
        message: dict[str, Any] = {
            "op": "call",
            "function": request.function,
            "args": list(request.args),
            "kwargs": request.kwargs,
            "seed": request.seed,
            "name": self._name,
        }
        return await self._perform(message, request.limits, fresh=False)

    async def variables(self) -> tuple[Variable, ...]:
        """What the namespace holds now; nothing while something runs, or before the first run."""
        if self._worker is None or self._turn.locked():
            return ()
        async with self._turn:
            if (worker := self._worker_of_this_turn()) is None:
                return ()
            number = self._next_number()
            await worker.send({"op": "variables", "id": number})
            frame = await worker.frame(VARIABLES_SECONDS)
            while frame is not None and (frame.get("ev") != "variables" or frame.get("id") != number):
                frame = await worker.frame(VARIABLES_SECONDS)
            if frame is None:  # leftover threads hold it; the next run will find out
                worker.late.add(number)
                return ()
            rows = [variable_row(row) for row in as_list(frame.get("rows"))]
            return tuple(
                Variable(row["name"], row["type"], row["size"], render(row["value"], SHORT)) for row in rows if row
            )

    async def stop(self) -> None:
        if self._now is not None:
            self._now.stop()
        elif self._turn.locked():  # its worker is still being made
            self._stop_at_once = True

    async def restart(self) -> None:
        self._abandon()
        async with self._turn:
            self._let_go()
            if not self.closed:
                self._worker = await self._supply.worker()

    async def close(self) -> None:
        self.closed = True
        self._abandon()
        async with self._turn:
            self._let_go()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def _perform(
        self,
        message: dict[str, Any],
        limits: Limits,
        fresh: bool,
        on_output: OnOutput | None = None,
        on_input: OnInput | None = None,
    ) -> Outcome:
        async with self._turn:
            if self.closed:
                raise InterpreterTrouble("This interpreter was closed.")
            level = await self._supply.level() if self.mode == "exam" else None
            if level == "D":
                raise InterpreterTrouble(
                    "Student code cannot be isolated on this computer, so an exam cannot be held here.",
                    "Use a Linux system with Landlock (kernel 5.13 or newer) or bubblewrap, or practice mode.",
                )
            self._stop_at_once = False
            if self._worker is not None and self._worker.gone and self._worker.used and not fresh:
                return await self._died_meanwhile(self._worker, level or await self._supply.level())
            if self._worker is not None and (self._worker.gone or (fresh and self._worker.used)):
                self._let_go()
            worker = self._worker or await self._supply.worker()
            self._worker, worker.used = worker, True
            self._now = exchange = Exchange(worker, limits, on_input, self._next_number())
            try:
                await worker.fresh_output(on_output)
                if self.closed:
                    exchange.abandon()
                elif self._stop_at_once:
                    exchange.stop()
                await exchange.run({**message, "memory_mib": limits.memory_mib})
            except (
                BaseException
            ):  # cancelled, or on_input failed: nobody waits for the answer, the namespace is unknown
                self._let_go()
                raise
            finally:
                self._now, self._stop_at_once = None, False
            return await self._outcome(exchange, level or await self._supply.level())

    async def _died_meanwhile(self, worker: Worker, level: SandboxLevel) -> Outcome:
        """Between two requests, with all its variables: what was asked for was meant for them, so it does not run."""
        why = reasons.how_it_died(await worker.end(), broken=bool(worker.trouble))
        self._worker = None
        return Outcome(status="died", why=why, namespace_kept=False, sandbox=level if worker.isolated else "D")

    async def _outcome(self, exchange: Exchange, level: SandboxLevel) -> Outcome:
        worker, done = exchange.worker, exchange.done
        why = exchange.why
        if done is None:
            status = await worker.end()
            self._worker = None
            if exchange.hard:
                why = f"{why} {reasons.BY_FORCE}"
            else:
                why = reasons.how_it_died(status, broken=bool(worker.trouble))
        else:
            await worker.last_output()
        fields: dict[str, Any] = {} if done is None else {**done}
        fields["status"] = exchange.status
        if exchange.status in ("ok", "exit") or (exchange.status == "error" and done is not None):
            why = ""
        return Outcome(
            **fields,
            stdout=worker.rings["stdout"].text(),
            stderr=worker.rings["stderr"].text(),
            dropped_bytes=sum(ring.dropped for ring in worker.rings.values()),
            figures=tuple(exchange.figures),
            forged=exchange.forged,
            namespace_kept=done is not None,
            sandbox=level if worker.isolated else "D",
            why=why,
        )

    def _abandon(self) -> None:
        if self._now is not None:
            self._now.abandon()

    def _let_go(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            self._supply.bury(worker)

    def _worker_of_this_turn(self) -> Worker | None:
        """The worker, once it is our turn: None if whoever had the turn before let it go."""
        return self._worker

    def _next_number(self) -> int:
        self._number += 1
        return self._number
