"""Runs a program once in a worker of its own and makes steps of what comes back."""

from __future__ import annotations

import ast
import json
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from desktop.embedded.bench import Lab
from desktop.embedded.walk.recorder import TEXT
from desktop.vocabulary.runs import CallRequest, Limits, Outcome, RunRequest
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.walks import Held, Walk, WalkEnd, WalkStep

STEPS = 1000  # as many as anybody goes through; a slider of more is no help
SECONDS = 6.0  # of waiting for the program, beside the limits of the worker
LIMITS = Limits(cpu_seconds=8.0, wall_seconds=10.0, memory_mib=1024, processes=64)

Line = Annotated[int, Field(ge=1, le=1_000_000)]
Count = Annotated[int, Field(ge=0, le=1_000_000)]
Short = Annotated[str, Field(max_length=400)]
Name = Annotated[str, Field(max_length=200)]


class _Reply(BaseModel):
    """What a worker may answer; it comes out of a process in which a stranger's code ran."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    steps: list[tuple[Literal["line", "return", "raise"], Line, Count, Count, dict[Name, Short], list[Name], Short]] = (
        Field(max_length=STEPS)
    )
    frames: list[tuple[Name, Count | None]] = Field(max_length=STEPS * 2)
    end: tuple[WalkEnd, Annotated[str, Field(max_length=600)]]
    output: str = Field(max_length=20_000)
    more: bool = False


async def walk(lab: Lab, code: str, call: str, cap: int = STEPS) -> Walk:
    """`call` in the words of Python, evaluated in the worker only; empty: the program from its first line to its last.

    `Trouble` if the program brought the worker down or hid its steps. Cancelling ends the worker.
    """
    task = json.dumps(
        {"code": code, "call": call, "cap": min(cap, STEPS), "seconds": SECONDS, "imports": _imports(code)}
    )
    interpreter = lab.interpreter()
    try:
        await interpreter.run(RunRequest(source=TEXT, name="<walk>", fresh=True, limits=LIMITS))
        outcome = await interpreter.call(CallRequest(function="walk__", args=(task,), limits=LIMITS))
    finally:
        await interpreter.close()
    reply = _read(outcome)
    if reply is None:
        what = "The steps of this run could not be followed: the program ended its process or did not let go of it."
        raise Trouble(what, "Run it in the editor to see what it does.")
    return Walk(call, _steps(reply), reply.output, reply.end[0], reply.end[1], reply.more)


def _imports(code: str) -> list[str]:
    """Modules the program imports: loaded first, for some take longer than a run may."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    found: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.append(node.module)
    return found[:20]


def _read(outcome: Outcome) -> _Reply | None:
    if outcome.status != "ok" or not isinstance(outcome.value, list):
        return None
    pieces = [piece for piece in outcome.value if isinstance(piece, str)]
    try:
        return _Reply.model_validate(json.loads("".join(pieces)))
    except (ValidationError, ValueError, RecursionError):
        return None


def _steps(reply: _Reply) -> tuple[WalkStep, ...]:
    """Every step with all its names; the worker tells only what changed."""
    held: dict[int, dict[str, str]] = {}
    steps: list[WalkStep] = []
    for event, line, number, printed, changed, gone, word in reply.steps:
        names = {name: value for name, value in held.get(number, {}).items() if name not in gone}
        names.update(changed)
        held[number] = names
        rows = tuple(Held(name, value, name in changed) for name, value in names.items())
        steps.append(WalkStep(event, line, _calls(reply, number), rows, min(printed, len(reply.output)), word))
    return tuple(steps)


def _calls(reply: _Reply, number: int) -> tuple[str, ...]:
    """From the outermost to this one."""
    names: list[str] = []
    place: int | None = number
    while place is not None and 0 <= place < len(reply.frames) and len(names) < 40:
        name, above = reply.frames[place]
        names.append(name)
        place = above if above is None or above < place else None  # a frame is younger than the one that called it
    return tuple(reversed(names))
