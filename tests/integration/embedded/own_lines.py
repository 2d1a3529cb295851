"""How many lines of a function run: counted once more by a tracer of the tests' own, in a process of its own.

Reads ``{"code": ..., "asked": [...]}`` from standard input; of each question `call`, `function`, and where they matter
`line` and `nth` (count only until the n-th time that line has run) and `new` (the line as it would be). Prints a count
for each.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from typing import Any


def counted(code: str, asked: dict[str, Any]) -> int:
    lines = code.split("\n")
    if "new" in asked:
        old = lines[asked["line"] - 1]
        lines[asked["line"] - 1] = old[: len(old) - len(old.lstrip())] + asked["new"]
    space: dict[str, Any] = {"__name__": "asked"}
    with contextlib.suppress(Exception):  # a demonstration at its end may fail
        exec(compile("\n".join(lines), "<asked>", "exec"), space)
    space |= {"nan": float("nan"), "inf": float("inf")}
    steps, left = 0, [asked.get("nth", 0)]

    def inside(frame: Any, event: str, arg: Any) -> Any:
        nonlocal steps
        if event == "line" and left[0] >= 0:
            steps += 1
            if "nth" in asked and frame.f_lineno == asked["line"]:
                left[0] -= 1
                if not left[0]:
                    left[0] = -1
        return inside

    def enter(frame: Any, event: str, arg: Any) -> Any:
        mine = frame.f_code.co_filename == "<asked>" and frame.f_code.co_qualname.replace(".<locals>", "")
        return inside if mine == asked["function"] else None

    sys.settrace(enter)
    try:
        with contextlib.suppress(Exception):
            eval(asked["call"], space)
    finally:
        sys.settrace(None)
    return steps


if __name__ == "__main__":
    told = json.load(sys.stdin)
    with contextlib.redirect_stdout(io.StringIO()):
        found = [counted(told["code"], asked) for asked in told["asked"]]
    print(json.dumps(found))
