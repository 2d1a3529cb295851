"""What is asked of the student interpreter, and what it answers."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from desktop.vocabulary.values import Wire
from tools.contract import Frozen

Status = Literal["ok", "error", "exit", "interrupted", "timeout", "killed", "died"]
SandboxLevel = Literal["A", "B", "C", "D"]


class Limits(Frozen):
    """How much one run may use. Source of the numbers: the limits table in `desktop/README.md`."""

    cpu_seconds: float = 10.0
    wall_seconds: float = 30.0
    memory_mib: int = 1024
    processes: int = 64


PRACTICE_RUN = Limits()
TEST_RUN = Limits(cpu_seconds=2.0, wall_seconds=8.0, memory_mib=512, processes=0)


class RunRequest(Frozen):
    """Source text for the worker. `fresh` empties the namespace first; `name` is what tracebacks call the file.

    When the last statement is an expression its value is reported: as `repr` always, as `value` if `want_value`.
    `input_lines` answers `input()`; None means that a person is asked, or EOFError where nobody is there.
    """

    source: str
    name: str = "<student>"
    fresh: bool = False
    want_value: bool = False
    input_lines: tuple[str, ...] | None = None
    limits: Limits = PRACTICE_RUN


class CallRequest(Frozen):
    """One call of a function living in the worker; the arguments are built there from wire values (fresh copies).

    After the call the worker also reports the arguments as they are then (`Outcome.arguments_after`).
    With `seed` (0 to 2**32 - 1) `random` and `numpy.random` begin there, so that the call can be repeated exactly.
    """

    function: str
    args: tuple[Wire, ...] = ()
    kwargs: dict[str, Wire] = Field(default_factory=dict[str, Wire])
    seed: int | None = None
    limits: Limits = TEST_RUN


class ErrorInfo(Frozen):
    """An exception of the student's: `line` is 1-based in the student's file; no frame of ours in `traceback`."""

    type: str
    message: str = ""
    line: int | None = None
    traceback: str = ""


class Outcome(Frozen):
    """What one run or call did. `value` is meaningful only if `status` is ok and a value was wanted."""

    status: Status
    repr: str | None = None
    value: Wire = None
    arguments_after: tuple[Wire, ...] = ()
    stdout: str = ""
    stderr: str = ""
    error: ErrorInfo | None = None
    exit_code: str | None = None
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    dropped_bytes: int = 0
    threads: tuple[str, ...] = ()
    patched: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()  # PNG, base64
    forged: int = 0
    namespace_kept: bool = True
    sandbox: SandboxLevel = "D"
    why: str = ""  # a sentence for people where the status alone does not say it
