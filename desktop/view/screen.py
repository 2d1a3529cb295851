"""What is on the screen during one defense, as a value: enough for the window and for the terminal."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal, TypeAlias

from desktop.view.grade import GradeCard
from desktop.view.progress import Progress, Step, steps_of
from desktop.view.veil import veiled, veiled_listing
from desktop.vocabulary.cases import Verdict
from desktop.vocabulary.chat import ToolCall
from desktop.vocabulary.events import ExaminerChoice
from desktop.vocabulary.problem import Problem, Rules
from desktop.vocabulary.questions import Facts, Question
from desktop.vocabulary.words import Words

Tone = Literal["neutral", "busy", "good", "warn", "bad"]
RowState = Literal["ok", "bad", "neutral", "running"]


@dataclass(frozen=True, slots=True)
class ExaminerCard:
    """What the examiner said, as Markdown. `heading` names a question; `lines` are the lines of code it is about.

    `brief`: a sentence on what comes next, which needs no card of its own.
    """

    markdown: str
    heading: str = ""
    lines: tuple[int, ...] = ()
    brief: bool = False


@dataclass(frozen=True, slots=True)
class StudentCard:
    """An answer, exactly as typed. `mark` is what the program says of it, empty where it says nothing.

    `key` is the right answer with its reason, shown once a practice defense is over. `again`: why it was asked again,
    for where that does not stand beside the open question. `walk`: the run it was about can be gone through.
    """

    text: str
    why: str = ""
    mark: str = ""
    tone: Tone = "neutral"
    key: str = ""
    question_id: str = ""
    again: str = ""
    walk: bool = False


@dataclass(frozen=True, slots=True)
class ToolRow:
    """One line on a tool at work; `arguments`, `output` and `verdicts` are what it opens to.

    `lines` are the lines of the program it is about.
    """

    call_id: str
    tool: str
    title: str
    status: str
    state: RowState
    arguments: str = ""
    output: str = ""
    verdicts: tuple[Verdict, ...] = ()
    lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ThinkingFold:
    """The examiner's reasoning, folded. `seconds` is 0 where nobody measured it."""

    title: str
    text: str
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the program says itself."""

    text: str
    tone: Tone = "neutral"
    advice: str = ""


Card: TypeAlias = ExaminerCard | StudentCard | ToolRow | ThinkingFold | Notice


@dataclass(frozen=True, slots=True)
class ForAnswer:
    """A question is open. `note` says why it is asked again."""

    text: str
    call_id: str = ""
    question: Question | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class ForApproval:
    """A call waits for a person: `title` says what, `why` what it is after, `body` is exactly what would run.

    `pin`: whoever decides types the invigilator's PIN.
    """

    call_id: str
    tool: str
    arguments: str
    title: str
    why: str = ""
    body: str = ""
    grade: GradeCard | None = None
    interrupted: bool = False
    pin: bool = False


@dataclass(frozen=True, slots=True)
class ForRetry:
    """The examiner did not answer; a person says how to go on."""

    reason: str
    advice: str = ""


Waiting: TypeAlias = ForAnswer | ForApproval | ForRetry


@dataclass(frozen=True, slots=True)
class Status:
    """The chip of the defense: never colour alone."""

    word: str
    tone: Tone


@dataclass(frozen=True, slots=True)
class Screen:
    """Folded from the events by `present`; what can be worked out is a property and cannot disagree.

    `words` is the language of the person watching. `tail` and `reasoning` are the unfinished reply as it streams;
    `asked` is the last question put, `marking` is true while its answer is checked; `hiding` is the question for whose
    sake lines of the program are not shown, from the moment it is asked until its answer is marked; `notice` is what
    the line to the examiner says of itself (a retry, a queue) and is gone with the next event. `counted`: a model
    examined at some time, so that there is something to tell of what it took, whoever examines now.
    """

    words: Words = field(default_factory=Words, compare=False, repr=False)
    problem: Problem | None = None
    rules: Rules = field(default_factory=Rules)
    examiner: ExaminerChoice = field(default_factory=ExaminerChoice)
    counted: bool = False
    code: str = ""
    saved_at: datetime | None = None
    submitted: bool = False
    facts: Facts | None = None
    cards: tuple[Card, ...] = ()
    tail: str = ""
    reasoning: str = ""
    notice: str = ""
    waiting: Waiting | None = None
    grade: GradeCard | None = None
    closed: str = ""
    paused: bool = False
    progress: Progress = field(default_factory=Progress)
    calls: tuple[ToolCall, ...] = ()
    asked: ForAnswer | None = None
    marking: bool = False
    submission: str = ""
    hiding: Question | None = None

    @property
    def title(self) -> str:
        return self.problem.title.say(self.words.language) if self.problem else ""

    @property
    def mode(self) -> str:
        return self.words("Exam") if self.rules.mode == "exam" else self.words("Practice")

    @property
    def steps(self) -> tuple[Step, ...]:
        return steps_of(self.progress, self.words, begun=self.submitted, over=bool(self.closed))

    @property
    def running(self) -> ToolRow | None:
        """The tool at work now."""
        last = next((card for card in reversed(self.cards) if isinstance(card, ToolRow)), None)
        return last if last and last.state == "running" else None

    @property
    def status(self) -> Status:
        say = self.words
        if self.closed:
            return Status(say("Finished"), "good" if self.grade else "neutral")
        if self.paused:
            return Status(say("Paused"), "warn")
        if not self.submitted:
            return Status(say("Not submitted"), "neutral")
        if isinstance(self.waiting, ForRetry):
            return Status(say("No answer"), "bad")
        if self.waiting:
            return Status(say("Waiting for you"), "warn")
        if self.running:
            return Status(say("Running a test") if self.running.tool != "read_code" else say("Reading"), "busy")
        if self.marking:
            return Status(say("Checking your answer"), "busy")
        if self.facts is None and not self.cards:
            return Status(say("Preparing"), "busy")
        return Status(say("Thinking") if self.reasoning and not self.tail else say("Examiner at work"), "busy")

    @property
    def shown_code(self) -> str:
        """What may be shown of the program now."""
        return veiled(self.submission, self.hiding) if self.hiding else self.code

    @property
    def shown_cards(self) -> tuple[Card, ...]:
        """The cards as they may be shown now: what the examiner read has the same gaps as the program."""
        if self.hiding is None:
            return self.cards
        listing = veiled_listing(self.submission, self.hiding)
        return tuple(
            replace(card, output=listing)
            if isinstance(card, ToolRow) and card.tool == "read_code" and card.state != "running"
            else card
            for card in self.cards
        )

    @property
    def why_no_submit(self) -> str:
        """Empty if the code can be submitted; otherwise a sentence."""
        say = self.words
        if self.problem is None:
            return say("No problem is open.")
        if self.submitted:
            return say("This code is submitted; the defense is under way.") if not self.closed else self.why_no_edit
        if not self.code.strip():
            return say("There is no code to submit yet.")
        return ""

    @property
    def why_no_edit(self) -> str:
        """Empty if the code can be edited; otherwise a sentence."""
        say = self.words
        if self.problem is None:
            return say("No problem is open.")
        if self.closed:
            return say("This defense is over. Its code stays as it was.")
        if self.paused:
            return say("The defense is paused.")
        if self.submitted and self.rules.mode == "exam":
            return say("The code was frozen when you submitted it.")
        if self.submitted and isinstance(self.waiting, ForApproval):
            return say("Read-only until you decide: what waits for you is about this very code.")
        if self.hiding:
            return say("Read-only while you answer; the lines that are asked about are hidden until then.")
        open_now = self.marking or (self.waiting and not isinstance(self.waiting, ForRetry))
        if self.submitted and open_now:
            return say("Read-only while the examiner waits for you: the question is about this very code.")
        return ""

    @property
    def can_submit(self) -> bool:
        return not self.why_no_submit

    @property
    def can_edit(self) -> bool:
        return not self.why_no_edit
