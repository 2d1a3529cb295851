"""What was measured about a program: the shapes a worker's answer must have, and what two routes agree on.

The answers come out of a process in which a stranger's code ran: every field is validated here and nothing is
trusted further than its type.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Annotated, Generic, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from desktop.vocabulary.values import Wire, render, tag

K = TypeVar("K")
V = TypeVar("V")
CUT: Wire = {"t": "cut"}
Count = Annotated[int, Field(ge=0, le=10_000_000)]
Line = Annotated[int, Field(ge=1, le=1_000_000)]
Name = Annotated[str, Field(max_length=200)]
Text = Annotated[str, Field(max_length=2000)]
OptionalLine = Annotated[int | None, BeforeValidator(lambda line: line if isinstance(line, int) and line > 0 else None)]


class Seen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Function(Seen):
    """`simple`: only plain positional parameters, of which the first `required` have no default.

    `mutates`: something in it may change a list or dict that came from elsewhere.
    """

    name: Name
    qual: Name
    line: Line
    end: Line
    params: tuple[Name, ...]
    required: Count
    simple: bool
    generator: bool
    top: bool
    decorated: bool
    mutates: bool = False


class Loop(Seen):
    """`stops`: the number of rounds is decided inside (a while, a break, a return)."""

    line: Line
    body: Line
    end: Line
    kind: Literal["for", "while"]
    function: Name
    stops: bool
    target: Name


class Test(Seen):
    """An `if` or `elif`; `body` is the first line that runs when it is true, and may end by leaving (`break`...)."""

    __test__ = False

    line: Line
    body: Line
    end: Line
    function: Name
    leaves: bool = False


class Assign(Seen):
    """`copies`: the value is only copied, measured or filled in (`q = [start]`, `w = [0] * n`, `n = len(xs)`)."""

    line: Line
    name: Name
    function: Name
    constant: bool
    copies: bool = False


class Statement(Seen):
    """`line` to `end`: its own lines (of a block, those of its header)."""

    line: Line
    end: Line
    function: Name


class Outline(Seen):
    functions: tuple[Function, ...] = ()
    loops: tuple[Loop, ...] = ()
    tests: tuple[Test, ...] = ()
    assigns: tuple[Assign, ...] = ()
    classes: tuple[Name, ...] = ()
    statements: tuple[Statement, ...] = ()
    risks: tuple[Name, ...] = ()
    blocks: tuple[tuple[Line, ...], ...] = ()  # lines of statements that stand one below the other

    def function(self, qual: str) -> Function | None:
        """The one that the name stands for: where it was defined twice, the last."""
        return next((f for f in reversed(self.functions) if f.qual == qual), None)

    @property
    def namesakes(self) -> frozenset[str]:
        """Names of more than one function: what was counted under one of them belongs to nobody for sure."""
        quals = [f.qual for f in self.functions]
        return frozenset(qual for qual in quals if quals.count(qual) > 1)


Row = tuple[Wire, Name, Count]  # value, type name, lines of that function run so far
Watched = tuple[Count | None, tuple[Row, ...]]  # how often the line ran (None: not always the same), first values


class Ran(Seen):
    """One job under one route, already the same under every seed of that route."""

    end: tuple[Wire, ...] = Field(min_length=1)
    loaded: bool = False
    after: tuple[Wire, ...] | None = None
    loops: dict[int, Count] = {}
    tests: dict[int, tuple[Count, Count]] = {}
    calls: dict[str, Count] = {}
    least_rounds: dict[int, Count] = {}
    least_true: dict[int, Count] = {}
    values: dict[str, Watched] = {}
    args: dict[str, tuple[tuple[Wire, ...], ...]] = {}
    lines: tuple[Line, ...] = ()
    entries: dict[int, tuple[Count, ...]] = {}
    work: dict[str, Count] = {}
    steps: Count = 0


class RouteReply(Seen):
    outline: Outline = Outline()
    syntax: tuple[Name, OptionalLine] | None = None
    runs: tuple[Ran, ...] = ()
    drawn: tuple[tuple[Wire, ...], ...] = ()
    mutants: tuple[tuple[Line, Text, Name, Name], ...] = ()
    ends: tuple[tuple[Wire, ...], ...] = ()
    repairs: tuple[tuple[tuple[Line, Text, Name, Name], Text, tuple[Wire, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Call:
    """Something to run: a call of a function, an expression over names, or the program from its top.

    `role`: base (to count and watch), edge (only what it does), helper (a function of the student's on fresh input),
    try (a fresh input for the entry point), double (a base call, whose text is its `source`, with twice the rows),
    mutant (the program with one token changed), program (from its first line to its last).
    """

    role: Literal["base", "edge", "helper", "try", "program", "mutant", "double"]
    function: str = ""
    args: tuple[Wire, ...] = ()
    kwargs: dict[str, Wire] = field(default_factory=dict[str, Wire])
    expression: str = ""
    source: str = ""  # id of the test case, or text of the call, it came from
    mutant: int | None = None  # number of the change in the program it is run with

    @property
    def text(self) -> str:
        if self.expression or self.role == "program":
            return self.expression
        parts = [render(arg, 10_000) for arg in self.args]
        parts += [f"{name}={render(arg, 10_000)}" for name, arg in self.kwargs.items()]
        return f"{self.function}({', '.join(parts)})"

    @property
    def job(self) -> dict[str, Wire]:
        if self.role == "program":
            return {"kind": "program"}
        kind = "expression" if self.expression else "call"
        return {
            "kind": kind,
            "text": self.expression,
            "function": self.function,
            "args": list(self.args),
            "kwargs": dict(self.kwargs),
            "mutant": self.mutant,
        }


@dataclass(frozen=True, slots=True)
class End:
    """How a run ended. `value` is CUT where it is too large or not plain."""

    kind: Literal["returns", "raises", "endless", "unloaded", "unknown"]
    value: Wire = None
    type: str = ""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Agreed:
    """What both routes say about one call, seed for seed. `compared` and `equal` are for the benchmark.

    `lines` ran according to the tracer, statements starting on `covered` according to the probe; both are empty where
    they were not the same under every seed. `least_rounds` and `least_true`: what every run of every route reached,
    also where the counts differ (random numbers, a run cut at the cap).
    """

    call: Call
    end: End
    after: tuple[Wire, ...] | None
    loops: dict[int, int]
    tests: dict[int, tuple[int, int]]
    calls: dict[str, int]
    values: dict[tuple[int, str], tuple[int | None, tuple[Row, ...]]]
    args: dict[str, tuple[tuple[Wire, ...], ...]]
    lines: frozenset[int]
    covered: frozenset[int]
    entries: dict[int, tuple[int, ...]]
    work: dict[str, int]
    steps: int
    least_rounds: dict[int, int] = field(default_factory=dict[int, int])
    least_true: dict[int, int] = field(default_factory=dict[int, int])
    compared: int = 0
    equal: int = 0


@dataclass(frozen=True, slots=True)
class Study:
    """All that is known about one submission. `syntax`: the error that keeps it from being read at all.

    `mutants`: line, and its text with one token changed; `swaps`: for each of them that token, before and after.
    """

    code: str
    outline: Outline
    syntax: tuple[str, int | None] | None
    runs: tuple[Agreed, ...]
    load: End
    mutants: tuple[tuple[int, str], ...] = ()
    swaps: tuple[tuple[str, str], ...] = ()

    def line(self, number: int) -> str:
        lines = self.code.split("\n")
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def function_around(self, line: int) -> Function | None:
        """The innermost one that a line is in."""
        around = [f for f in self.outline.functions if f.line <= line <= f.end]
        return max(around, key=lambda f: f.line, default=None)

    def function_at(self, line: int) -> str:
        """Its name; "" at the top of the program."""
        around = self.function_around(line)
        return around.qual if around else ""

    def of(self, *roles: str) -> tuple[Agreed, ...]:
        return tuple(run for run in self.runs if run.call.role in roles)

    def more(self, runs: tuple[Agreed, ...]) -> Study:
        return replace(self, runs=self.runs + runs)


def read_end(end: tuple[Wire, ...]) -> End:
    match end:
        case ("returns", value, str()):
            return End("returns", value)
        case ("raises", str() as name, line):
            return End("raises", type=name, line=line if isinstance(line, int) else None)
        case ("endless",):
            return End("endless")
        case ("unloaded", "raises", str() as name, line):
            return End("unloaded", type=name, line=line if isinstance(line, int) else None)
        case ("unloaded", *_):
            return End("unloaded")
        case _:
            return End("unknown")


def agree(call: Call, tracer: Ran, *others: Ran) -> Agreed:
    """Keep what every route and every process says alike. The tracer's own extras decide no key alone."""
    end = _same_end([read_end(ran.end) for ran in (tracer, *others)])
    loops, tests, calls = (
        _alike(tracer.loops, [other.loops for other in others]),
        _alike(tracer.tests, [other.tests for other in others]),
        _alike(tracer.calls, [other.calls for other in others]),
    )
    compared = sum(len(group.keys) for group in (loops, tests, calls))
    equal = sum(len(group.kept) for group in (loops, tests, calls))
    values: dict[tuple[int, str], tuple[int | None, tuple[Row, ...]]] = {}
    for key, watched in tracer.values.items():
        line, _, name = key.partition(":")
        rows = _common(watched[1], [other.values[key][1] for other in others if key in other.values])
        compared += 1
        if not line.isdigit() or any(key not in other.values for other in others) or not rows:
            continue
        equal += len(rows) == len(watched[1])
        total = watched[0] if all(other.values[key][0] == watched[0] for other in others) else None
        values[int(line), name] = (total, rows)
    covered, *tracers = others or [tracer]  # the probe comes second, then tracers with other hash seeds
    same_lines = all(other.lines == tracer.lines for other in tracers)
    same_after = all(other.after == tracer.after for other in others)
    return Agreed(
        call=call,
        end=end,
        after=tracer.after if same_after else None,
        loops=loops.kept,
        tests=tests.kept,
        calls=calls.kept,
        values=values,
        args=tracer.args,
        lines=frozenset(tracer.lines if same_lines else ()),
        covered=frozenset(covered.lines),
        entries=tracer.entries,
        work=tracer.work,
        steps=tracer.steps,
        least_rounds=_least([tracer.least_rounds, *(other.least_rounds for other in others)]),
        least_true=_least([tracer.least_true, *(other.least_true for other in others)]),
        compared=compared,
        equal=equal,
    )


@dataclass(frozen=True, slots=True)
class _Alike(Generic[K, V]):
    """`keys`: all that anybody saw; `kept`: what all saw alike."""

    keys: frozenset[K]
    kept: dict[K, V]


def _alike(mine: dict[K, V], others: list[dict[K, V]]) -> _Alike[K, V]:
    keys = frozenset(mine).union(*others)
    return _Alike(keys, {key: value for key, value in mine.items() if all(o.get(key) == value for o in others)})


def _least(counts: list[dict[int, int]]) -> dict[int, int]:
    return {line: min(count.get(line, 0) for count in counts) for line in counts[0]}


def _same_end(ends: list[End]) -> End:
    """Where the routes return, but not the same, the value is cut; where they raise, the line may be unknown."""
    first = ends[0]
    if all(end == first for end in ends):
        return first
    if all(end.kind == "returns" for end in ends):
        return End("returns", CUT)
    if all((end.kind, end.type) == ("raises", first.type) for end in ends):
        return End("raises", type=first.type)
    return End("unknown")


def _common(rows: tuple[Row, ...], others: list[tuple[Row, ...]]) -> tuple[Row, ...]:
    """The first rows that are equal in value and type everywhere."""
    count = 0
    while count < len(rows) and all(len(o) > count and o[count][:2] == rows[count][:2] for o in others):
        count += 1
    return rows[:count]


def as_read(code: str) -> str:
    """The program as the interpreter reads it: no byte order mark, one kind of line end."""
    return code.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def plain(wire: Wire) -> bool:
    return tag(wire) not in ("cut", "object") and '"t": "cut"' not in json.dumps(wire)
