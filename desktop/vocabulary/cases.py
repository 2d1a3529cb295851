"""A test of student code: a call, what is expected of it, and the verdict reached outside the student's process."""

from __future__ import annotations

import zlib
from typing import Literal

from pydantic import Field

from desktop.vocabulary.values import Wire, render
from tools.contract import Frozen


class Comparator(Frozen):
    """How a result is held against the expected one.

    numbers   exact: int and float differ; value: 1 equals 1.0 (numpy scalars count as their value)
    sequences exact: list, tuple and ndarray differ; any: they are read as the same nested rows
    order     given, or any (the outermost items may come in any order)
    accept    whole: the result itself; first: also a tuple whose first item is the result
    """

    numbers: Literal["exact", "value"] = "value"
    sequences: Literal["exact", "any"] = "any"
    order: Literal["given", "any"] = "given"
    accept: Literal["whole", "first"] = "whole"
    relative: float = Field(default=1e-6, ge=0)
    absolute: float = Field(default=1e-9, ge=0)


class Returns(Frozen):
    """The call must return this."""

    kind: Literal["returns"] = "returns"
    value: Wire


class Raises(Frozen):
    """The call must raise one of these exception types."""

    kind: Literal["raises"] = "raises"
    types: tuple[str, ...]


class Undefined(Frozen):
    """The statement does not say: what happens is shown, and never marked wrong."""

    kind: Literal["undefined"] = "undefined"


Expected = Returns | Raises | Undefined


class TestCase(Frozen):
    """One call with its inputs; `looks_for` says in one line what it is after.

    With `keeps_arguments` the call must also leave its positional arguments as they were.
    """

    __test__ = False  # not a pytest class

    id: str
    title: str
    function: str
    args: tuple[Wire, ...] = ()
    kwargs: dict[str, Wire] = Field(default_factory=dict[str, Wire])
    looks_for: str = ""
    comparator: Comparator = Comparator()
    keeps_arguments: bool = False
    expected: Expected = Field(default_factory=Undefined, discriminator="kind")

    @property
    def seed(self) -> int:
        """Of the program's own random numbers while this is tested: the same inputs, the same numbers."""
        return zlib.crc32(self.model_dump_json(include={"id", "function", "args", "kwargs"}).encode())

    @property
    def call_text(self) -> str:
        parts = [render(arg) for arg in self.args]
        parts += [f"{name}={render(arg)}" for name, arg in self.kwargs.items()]
        return f"{self.function}({', '.join(parts)})"


class Verdict(Frozen):
    """`passed` is None where the statement leaves the case undefined."""

    case_id: str
    title: str
    call: str
    passed: bool | None
    got: str
    expected: str
    why: str = ""
    seconds: float = 0.0
