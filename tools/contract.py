"""What a tool is, what it may reach, and the one shape it answers with."""

from __future__ import annotations

import enum
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError

EvidenceKind = Literal["tests", "edges", "understanding", "explanation"]


class Frozen(BaseModel):
    """A value at the edge of the program: frozen, and strict about unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class CriterionMark(Frozen):
    """One line of a grade. `points` is None while it waits for a marker."""

    criterion: str
    sentence: str
    points: float | None
    out_of: float = Field(gt=0)
    decided_by: EvidenceKind
    why: str
    evidence: tuple[str, ...] = ()


class Grade(Frozen):
    """A proposal with evidence: the points are summed here, never by a model.

    `notes` are sentences for the person who reads it; they move no points.
    """

    criteria: tuple[CriterionMark, ...]
    comment: str = ""
    label: str = ""
    notes: tuple[str, ...] = ()
    sandbox: str = ""  # the level at which the program was run

    @property
    def points(self) -> float:
        """Points given so far; what waits for a marker is not in it."""
        return sum(mark.points for mark in self.criteria if mark.points is not None)

    @property
    def out_of(self) -> float:
        return sum(mark.out_of for mark in self.criteria)

    @property
    def waiting(self) -> float:
        """Points a person still has to decide."""
        return sum(mark.out_of for mark in self.criteria if mark.points is None)


class CriterionVerdict(Frozen):
    """What an examiner thinks of one criterion; machine-decided criteria ignore it."""

    criterion: str = Field(description="The id of the criterion.", max_length=80)
    verdict: Literal["yes", "partly", "no"]
    quote: str = Field(
        description="The student's exact words that show it, or the id of a test or question that was run.",
        max_length=2000,
    )


class ToolResult(Frozen):
    """All that a tool can say to the loop."""

    content: str
    as_ai_message: bool = False
    wait_for_reply: bool = False
    final_result: Grade | None = None
    should_break: bool = False


class Risk(enum.StrEnum):
    """Decides who must agree, and what a crash in the middle means."""

    READS = "reads"  # touches nothing: run again after a crash
    RUNS_CODE = "runs_code"  # runs in our interpreter: run again in a rebuilt namespace
    SPEAKS = "speaks"  # its only effect is the record itself: run again
    FINAL = "final"  # ends the defense
    OUTSIDE = "outside"  # changes something we cannot rebuild: after a crash a human is asked


class Desk(Protocol):
    """All a tool can reach: the code on the desk, the living interpreter beside it, the question list."""

    @property
    def code(self) -> str: ...
    async def load_and_test(self) -> str:
        """Load the code afresh and run the baseline; a report with one line per test."""
        ...

    async def run_edge_case(self, case_id: str) -> str:
        """One of the problem's own edge cases; `LookupError` names the known ones."""
        ...

    async def inject(self, source: str) -> str:
        """Free Python in the living namespace; what it printed, its value, or its error."""
        ...

    def question_text(self, question_id: str) -> str:
        """The words of a prepared question; `LookupError` names the known ones."""
        ...

    def grade(self, verdicts: Sequence[CriterionVerdict], comment: str) -> Grade: ...


def numbered(code: str) -> list[str]:
    """The lines with their numbers, as Python counts them: `str.splitlines` would also split at form feeds."""
    lines = re.split(r"\r\n|\r|\n", code)
    if not lines[-1]:
        lines.pop()
    width = len(str(len(lines)))
    return [f"{number:>{width}}  {line}" for number, line in enumerate(lines, 1)]


class BadArguments(Exception):
    """The arguments do not fit; the text names path, expected and got, and is fed back to the model."""


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool: its name, its arguments (whose docstring is the model's manual), its handler."""

    name: str
    args: type[BaseModel]
    handle: Callable[[Any, Desk], Awaitable[ToolResult]]
    risk: Risk

    def spec(self) -> dict[str, Any]:
        """The tool as an OpenAI-compatible endpoint wants to hear of it."""
        schema = self.args.model_json_schema()
        schema.pop("title", None)
        schema.pop("description", None)
        return {
            "type": "function",
            "function": {"name": self.name, "description": self.args.__doc__ or "", "parameters": schema},
        }

    def parse(self, arguments: str) -> BaseModel:
        """Validated arguments, or `BadArguments`."""
        try:
            return self.args.model_validate_json(arguments.strip() or "{}")
        except ValidationError as error:
            raise BadArguments(self._explain(error)) from None

    async def call(self, arguments: str, desk: Desk) -> ToolResult:
        return await self.handle(self.parse(arguments), desk)

    def _explain(self, error: ValidationError) -> str:
        lines = [f"The arguments of {self.name} do not fit; nothing was run."]
        for fault in error.errors(include_url=False)[:5]:
            path = ".".join(str(part) for part in fault["loc"])[:80] or "(the whole object)"
            got = repr(fault.get("input"))
            lines.append(f"- at {path}: expected {_expected(fault['msg'])}; got {got[:120]}")
        return "\n".join(lines)


def _expected(message: str) -> str:
    return message.removeprefix("Input should be ").removeprefix("Value error, ")
