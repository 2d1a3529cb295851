"""Everything outside a defense that a session needs, handed over in one piece by the wiring."""

from __future__ import annotations

from dataclasses import dataclass, field

from desktop.session.ports import CaseMaker, Claim, Drafts, ExaminerMaker, Judge, Lab, Log, QuestionMaker
from desktop.vocabulary.words import Words


@dataclass(frozen=True, slots=True)
class Surroundings:
    """`prompt` is the template a language model is told; `words` speaks the language of the defense.

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
    drafts: Drafts | None = None
