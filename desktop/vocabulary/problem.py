"""A problem as its author wrote it, and the rules it is examined under."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from desktop.vocabulary.runs import PRACTICE_RUN, TEST_RUN, Limits
from tools.contract import EvidenceKind, Frozen

Mode = Literal["practice", "exam"]
Approval = Literal["never", "always"]
Language = Literal["en", "zh"]


class Text(Frozen):
    """The same words in the languages of the program; English is always there."""

    en: str
    zh: str = ""

    def say(self, language: Language) -> str:
        return (self.zh if language == "zh" else "") or self.en


class Criterion(Frozen):
    """One observable sentence, its points, and the kind of evidence that decides it."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_-]{0,39}$")
    sentence: Text
    points: float = Field(gt=0, le=100)
    evidence: EvidenceKind


class CaseWords(Frozen):
    """Title of a test, and what it looks for, in Chinese; where the second is empty, the English words are used."""

    title: str = Field(min_length=1)
    looks_for: str = ""


class Problem(Frozen):
    """`solution`, `baseline` and `edges` are the author's Python: they only ever run in a worker of their own."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_-]{0,39}$")
    pack: str
    title: Text
    topic: Text
    statement: Text  # Markdown
    hint: Text = Text(en="")
    kind: str = "function"
    entry_points: tuple[str, ...] = Field(min_length=1)
    packages: tuple[str, ...] = ()
    scaffold: str = ""
    solution: str = ""
    baseline: str = ""
    edges: str = ""
    edge_cases_needed: int = Field(default=3, ge=0, le=20)
    rubric: tuple[Criterion, ...] = Field(min_length=1)
    open_questions: tuple[Text, ...] = ()
    witnesses: tuple[Witness, ...] = ()
    chinese_cases: dict[str, CaseWords] = Field(default_factory=dict[str, CaseWords])  # by id of the test


class Witness(Frozen):
    """A task of the pack's author: give arguments for which two calls disagree.

    `arguments` names what the student types; `left` and `right` are calls written with those names, for example
    ``knn_predict(train_x, train_y, query, 1)``; `draw` is Python that returns random arguments, used to prove that
    a witness exists before the task is given: it defines ``def draw(rng)``, which gets a `random.Random` and returns
    the arguments in their order as a tuple. All three run in a worker only.
    """

    id: str
    text: Text
    arguments: tuple[str, ...]
    left: str
    right: str
    draw: str


class Rules(Frozen):
    """A defense is judged by the rules it was opened with: they are part of its first record.

    The four guard thresholds come from the article the product grew from ("where we happened to get burned").
    """

    mode: Mode = "practice"
    language: Language = "en"
    max_rounds: int = 30
    max_silent_rounds: int = 2
    repeat_limit: int = 4
    repeat_window: int = 10
    questions: int = 5
    approvals: dict[str, Approval] = Field(default_factory=dict[str, Approval])
    run_limits: Limits = PRACTICE_RUN
    test_limits: Limits = TEST_RUN
    pin: str = ""  # scrypt hash: decisions of an exam need it (`station/pin.py`)
    second_reading: bool = False  # a model's verdicts are held against those of a fresh call

    @classmethod
    def for_mode(cls, mode: Mode, language: Language = "en") -> Rules:
        """Practice: the student agrees to injected tests. Exam: the grade waits for an invigilator."""
        asked = "inject_test" if mode == "practice" else "assign_grade"
        return cls(mode=mode, language=language, approvals={asked: "always"})


Problem.model_rebuild()
