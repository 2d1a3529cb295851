"""Fresh inputs as the problem's author draws them: always legal, whatever the statement demands of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from desktop.embedded.bench import Lab
from desktop.embedded.study import Call, plain
from desktop.vocabulary.problem import Problem
from desktop.vocabulary.runs import Limits, RunRequest
from desktop.vocabulary.values import Wire, tag

# The author's program is as untrusted as a student's, and runs in a process of its own. Drawing is a matter of
# milliseconds; where it is not, the questions do without.
LIMITS = Limits(cpu_seconds=1.5, wall_seconds=8.0, memory_mib=512, processes=0)
NAME = "<baseline>"


async def draw_inputs(lab: Lab, problem: Problem, seeds: Sequence[int]) -> tuple[Call, ...]:
    """Calls of the author's `cases(rng)` for each seed, in their order; nothing where that does not work."""
    if not problem.baseline.strip():
        return ()
    interpreter = lab.interpreter()
    try:
        outcome = await interpreter.run(RunRequest(source=problem.baseline, name=NAME, fresh=True, limits=LIMITS))
        if outcome.status != "ok":
            return ()
        found: list[Call] = []
        for seed in seeds:
            ask = (
                "[(case['call'], case['args'], case.get('kwargs', {}))"
                f" for case in cases(__import__('random').Random({seed}))]"
            )
            outcome = await interpreter.run(RunRequest(source=ask, name=NAME, want_value=True, limits=LIMITS))
            if outcome.status != "ok":
                break
            found += _calls(outcome.value)
        return tuple(found)
    finally:
        await interpreter.close()


def _calls(value: Wire) -> list[Call]:
    rows = [_items(row) for row in _items(value)]
    found: list[Call] = []
    for row in rows:
        match row:
            case [str() as function, args, kwargs] if tag(args) in ("list", "tuple") and tag(kwargs) == "dict":
                given = [_items(pair) for pair in _items(kwargs)]
                named = {name: item for name, item in given if isinstance(name, str)}
                call = Call("try", function, tuple(_items(args)), named)
                if all(map(plain, (*call.args, *named.values()))):
                    found.append(call)
            case _:
                pass
    return found


def _items(wire: Wire) -> list[Wire]:
    inside = wire.get("v") if isinstance(wire, dict) else wire
    return cast(list[Wire], inside) if isinstance(inside, list) else []
