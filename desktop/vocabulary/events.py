"""Everything that is ever written down about a defense.

These records are the defense: whatever else the program knows is worked out from them. A kind is never renamed and
a field never changes its meaning; new fields come with defaults. What can be derived is not an event.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from desktop.vocabulary.cases import Verdict
from desktop.vocabulary.chat import Delta, Reply, Timing, Usage
from desktop.vocabulary.problem import Problem, Rules
from desktop.vocabulary.questions import Facts, Mark
from desktop.vocabulary.runs import CallRequest, RunRequest
from tools.contract import CriterionVerdict, Frozen, Grade, ToolResult

Decision = Literal["once", "defense", "edit", "refuse"]
Part = Literal["content", "reasoning", "call"]


class Versions(Frozen):
    """What the defense was opened with."""

    program: str = ""
    python: str = ""
    sandbox: str = ""


class ExaminerChoice(Frozen):
    """Who examines: `kind` embedded, endpoint (with address and model), local (`model` is the path of a GGUF file),
    scripted or recorded."""

    kind: Literal["embedded", "endpoint", "local", "scripted", "recorded"] = "embedded"
    base_url: str = ""
    model: str = ""
    script: str = ""  # path of a scripted model's file


class DefenseOpened(Frozen):
    kind: Literal["defense_opened"] = "defense_opened"
    problem: Problem
    rules: Rules
    examiner: ExaminerChoice = ExaminerChoice()
    seed: int = 0
    versions: Versions = Versions()


class CodeSaved(Frozen):
    kind: Literal["code_saved"] = "code_saved"
    source: str


class CodeRan(Frozen):
    """The student pressed Run before submitting."""

    kind: Literal["code_ran"] = "code_ran"
    source: str
    status: str = "ok"


class Submitted(Frozen):
    """`code_hash` is SHA-256 of the code as it stood then (hex)."""

    kind: Literal["submitted"] = "submitted"
    code_hash: str


class FactsGathered(Frozen):
    kind: Literal["facts_gathered"] = "facts_gathered"
    facts: Facts


class ModelReplied(Frozen):
    """`code` is the snapshot the examiner was shown; `dropped` the calls that were not run (one at a time).

    `withheld` are the parts that no student's screen may show, `refusal` is why the call may not be put to a student:
    the gate's decision, recorded with the words it is about. The words themselves stay here.
    """

    kind: Literal["model_replied"] = "model_replied"
    reply: Reply
    dropped: tuple[str, ...] = ()
    code_hash: str = ""
    withheld: tuple[Part, ...] = ()
    refusal: str = ""


class ModelFailed(Frozen):
    """`waited`: a limit of waiting ran out, or the server was busy. `timing` is None in records of older programs, its
    `attempts` 0 where nothing was sent."""

    kind: Literal["model_failed"] = "model_failed"
    reason: str
    advice: str = ""
    waited: bool = False
    timing: Timing | None = None
    dropped_parameters: tuple[str, ...] = ()


class TriedAgain(Frozen):
    kind: Literal["tried_again"] = "tried_again"


class CallDecided(Frozen):
    """once: this call. defense: this tool until the end. edit: with other arguments. refuse: with a reason.

    `bound` is the hash of tool, canonical arguments and code snapshot that the person saw. `proof`: that the
    invigilator's PIN was given for it (the PIN itself is nowhere).
    """

    kind: Literal["call_decided"] = "call_decided"
    call_id: str
    decision: Decision
    by: str = "student"
    reason: str = ""
    arguments: str = ""
    bound: str = ""
    proof: Literal["", "pin"] = ""


class PinRefused(Frozen):
    """A PIN that was not right was typed where one is asked for; nothing of it is kept."""

    kind: Literal["pin_refused"] = "pin_refused"


class ToolStarted(Frozen):
    """The intent, durable before the tool runs."""

    kind: Literal["tool_started"] = "tool_started"
    call_id: str
    tool: str
    arguments: str
    code_hash: str


class ToolEnded(Frozen):
    """A tool's answer and all it ran, in one record: a crash leaves both or neither."""

    kind: Literal["tool_ended"] = "tool_ended"
    call_id: str
    result: ToolResult
    ran: tuple[Annotated[RunRequest | CallRequest, Field(union_mode="left_to_right")], ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    edge_cases: int = 0  # how many edge cases this call ran
    sandbox: str = ""  # the level it ran at, if it ran anything
    refused: bool = False


class StudentAnswered(Frozen):
    """`why` is the explanation typed beside a value, where the question asked for one."""

    kind: Literal["student_answered"] = "student_answered"
    text: str
    why: str = ""


class AnswerMarked(Frozen):
    kind: Literal["answer_marked"] = "answer_marked"
    mark: Mark


class SecondReading(Frozen):
    """The verdicts of a fresh call on the closed transcript, and the grade with what they left in doubt taken out.

    `failure` is why there are none: the defense ends all the same, with the first grade.
    """

    kind: Literal["second_reading"] = "second_reading"
    verdicts: tuple[CriterionVerdict, ...] = ()
    grade: Grade | None = None
    failure: str = ""
    usage: Usage = Usage()
    timing: Timing = Timing()
    model: str = ""
    dropped_parameters: tuple[str, ...] = ()


class ExaminerChanged(Frozen):
    kind: Literal["examiner_changed"] = "examiner_changed"
    examiner: ExaminerChoice
    reason: str = ""


class Paused(Frozen):
    kind: Literal["paused"] = "paused"
    by: str = "student"


class Continued(Frozen):
    kind: Literal["continued"] = "continued"
    by: str = "student"


class DefenseClosed(Frozen):
    """`reason` is a label: graded, rounds, silent, abandoned."""

    kind: Literal["defense_closed"] = "defense_closed"
    reason: str
    grade: Grade | None = None


Recorded: TypeAlias = (
    DefenseOpened
    | CodeSaved
    | CodeRan
    | Submitted
    | FactsGathered
    | ModelReplied
    | ModelFailed
    | TriedAgain
    | CallDecided
    | PinRefused
    | ToolStarted
    | ToolEnded
    | StudentAnswered
    | AnswerMarked
    | SecondReading
    | ExaminerChanged
    | Paused
    | Continued
    | DefenseClosed
)
Event: TypeAlias = Recorded | Delta
RECORDED: TypeAdapter[Recorded] = TypeAdapter(Annotated[Recorded, Field(discriminator="kind")])


@dataclass(frozen=True, slots=True)
class Stored:
    """A record as it lies in the log: its place, when it was written (UTC), its hash (which covers the one before)."""

    seq: int
    at: datetime
    event: Recorded
    hash: str
