"""Everything outside a defense that a session needs, handed over in one piece by the wiring."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from desktop.session.ports import CaseMaker, Claim, Drafts, ExaminerMaker, Judge, Lab, Log, QuestionMaker
from desktop.vocabulary.events import ExaminerChoice, ModelFailed
from desktop.vocabulary.words import Words

TakesOver = Callable[[ExaminerChoice, ModelFailed], bool]


def _never(choice: ExaminerChoice, failure: ModelFailed) -> bool:
    return False


def no_pin_fits(_pin: str, _stored: str) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Surroundings:
    """`prompt` is the template a language model is told; `words` speaks the language of the defense.

    `takes_over` says whether the embedded examiner goes on after this failure of that one without a person being asked.
    Without `drafts` what is typed and not sent is not kept.
    """

    log: Log
    claim: Claim
    lab: Lab
    make_examiner: ExaminerMaker
    cases: CaseMaker
    questions: QuestionMaker
    judge: Judge
    prompt: str = ""
    words: Words = field(default_factory=Words)
    takes_over: TakesOver = _never
    pin_fits: Callable[[str, str], bool] = no_pin_fits  # the typed one, the hash; blocking
    drafts: Drafts | None = None
