"""Where a defense stands: a value worked out from its records, never saved itself."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field

from desktop.vocabulary import events as ev
from desktop.vocabulary.cases import Verdict
from desktop.vocabulary.chat import Message, ToolCall
from desktop.vocabulary.problem import Problem, Rules
from desktop.vocabulary.questions import Facts, Mark
from desktop.vocabulary.runs import CallRequest, RunRequest
from tools.contract import CriterionVerdict, Grade


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """`question_id` is empty for a question in the examiner's own words; `note` says why it is asked again."""

    call_id: str
    text: str
    question_id: str = ""
    attempt: int = 1
    note: str = ""


@dataclass(frozen=True, slots=True)
class Spoken:
    """One question with its answer, for the transcript and for checking quotes."""

    question: OpenQuestion
    answer: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class ForAnswer:
    question: OpenQuestion


@dataclass(frozen=True, slots=True)
class ForApproval:
    """`interrupted`: the program died inside this tool, and only a human knows whether it may run again."""

    call: ToolCall
    interrupted: bool = False


@dataclass(frozen=True, slots=True)
class ForRetry:
    reason: str
    advice: str = ""


Waiting = ForAnswer | ForApproval | ForRetry


@dataclass(frozen=True, slots=True)
class DefenseState:
    problem: Problem | None = None
    rules: Rules = field(default_factory=Rules)
    examiner: ev.ExaminerChoice = field(default_factory=ev.ExaminerChoice)
    handed_over: str = ""  # why another examiner took over
    seed: int = 0
    code: str = ""
    submission: str | None = None
    facts: Facts | None = None

    dialogue: tuple[Message, ...] = ()
    call_ids: frozenset[str] = frozenset()
    rounds: int = 0
    silent_rounds: int = 0
    refusal: str = ""  # why the open call may not be put to the student
    refused_questions: int = 0  # in a row
    recent: tuple[tuple[str, str], ...] = ()
    results: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])

    open_call: ToolCall | None = None
    decision: ev.CallDecided | None = None
    started: ev.ToolStarted | None = None
    allowed: frozenset[str] = frozenset()

    question: OpenQuestion | None = None
    unmarked: ev.StudentAnswered | None = None
    spoken: tuple[Spoken, ...] = ()
    marks: tuple[Mark, ...] = ()

    code_read: bool = False
    baseline: tuple[Verdict, ...] | None = None
    edges: tuple[Verdict, ...] = ()
    edge_cases_run: int = 0
    edge_cases_declined: int = 0
    sandbox: str = ""  # the worst level at which anything was run
    journal: tuple[RunRequest | CallRequest, ...] = ()

    failure: ev.ModelFailed | None = None
    paused: bool = False
    grade: Grade | None = None
    verdicts: tuple[CriterionVerdict, ...] = ()  # the examiner's, behind the grade
    second_reading: ev.SecondReading | None = None
    closed: str | None = None

    @property
    def submitted(self) -> bool:
        return self.submission is not None

    @property
    def answered(self) -> int:
        return len(self.spoken)

    @property
    def asked(self) -> frozenset[str]:
        """Ids of the prepared questions that were answered."""
        return frozenset(spoken.question.question_id for spoken in self.spoken) - {""}


def code_hash(source: str) -> str:
    """SHA-256 of the source, hex."""
    return hashlib.sha256(source.encode()).hexdigest()


def canonical(arguments: str) -> str:
    """The same JSON object always written the same way; text that is no JSON stands for itself."""
    try:
        return json.dumps(json.loads(arguments or "{}"), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    except (ValueError, RecursionError):
        return arguments


def binding(tool: str, arguments: str, code: str) -> str:
    """What an approval is an approval of: this tool, these arguments, this code. Any difference is another hash."""
    seen = json.dumps([tool, canonical(arguments), code_hash(code)])
    return hashlib.sha256(seen.encode()).hexdigest()
