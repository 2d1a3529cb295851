"""A question about the student's own program, its key, and how an answer was marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from desktop.vocabulary.cases import TestCase
from desktop.vocabulary.values import Wire
from tools.contract import Frozen

# word: a bare word or a value, whichever the question asks for. code: one line of Python, or a part of one.
# order: all of `options`, by their numbers, such as `3 1 2 4`.
AnswerForm = Literal[
    "int", "literal", "list", "word", "outcome", "arguments", "options", "line", "code", "order", "text"
]
QuestionType = Literal[
    "loop_count",  # 1
    "call_count",  # 2
    "value_after",  # 3
    "history",  # 4
    "branch_count",  # 5
    "unreached_line",  # 6
    "return_value",  # 7
    "what_if",  # 8
    "which_change",  # 9
    "edge_outcome",  # 10
    "raising_line",  # 11
    "argument_changed",  # 12
    "growth",  # 13
    "type_at",  # 14
    "fill_blank",  # 15
    "reorder",  # 16
    "find_change",  # 17
    "witness",  # 18
    "invariant",  # 19
    "repair",  # 20
    "open",  # 21
]

HIDING: frozenset[QuestionType] = frozenset({"fill_blank", "reorder"})
GAP = "____"


class Question(Frozen):
    """`key` is a wire value obtained by running the program; None where a machine may not mark.

    `routes` names the independent ways that agreed on the key. `why` asks for a sentence beside the value: it is
    stored for a marker and never marked by the program. `recipe` is what marking needs for kinds that are decided
    by running the student's answer (a witness); its `seen`, where it is there, is what was measured: `rounds` of each
    time a loop was reached, `times` of a call, `asked` and `true` of a condition, `values` with their types, lines
    that `ran`. The other kinds hold the call (`function`, `args`) to run again.
    `replaces` is the id of the question that this one may stand in for.
    """

    id: str
    type: QuestionType
    text: str
    answer_form: AnswerForm
    lines: tuple[int, ...] = ()
    options: tuple[str, ...] = ()
    key: Wire = None
    routes: tuple[str, ...] = ()
    call: str = ""
    explanation: str = ""
    why: str = ""
    recipe: dict[str, Wire] = Field(default_factory=dict[str, Wire])
    replaces: str = ""

    @property
    def machine_marked(self) -> bool:
        return self.answer_form != "text"

    @property
    def hidden_lines(self) -> tuple[int, ...]:
        """Lines of the program, from 1, that may not be shown as they are while this question is open."""
        return self.lines if self.type in HIDING else ()


Ruling = Literal["right", "wrong", "unreadable", "recorded"]


class Mark(Frozen):
    """unreadable: asked again, costs no try (once). recorded: kept for a person, not marked here."""

    question_id: str
    verdict: Ruling
    why: str = ""


class Facts(Frozen):
    """What was prepared at submission by running the frozen code: tests with expected values, and questions.

    `notes` are honest sentences on what could not be prepared, and why.
    `replacements` are in reserve: one of them (id `q1r` for `q1`) is asked after a first wrong answer.
    """

    baseline: tuple[TestCase, ...] = ()
    edges: tuple[TestCase, ...] = ()
    questions: tuple[Question, ...] = ()
    notes: tuple[str, ...] = ()
    replacements: tuple[Question, ...] = ()

    def question(self, question_id: str) -> Question | None:
        """One of the questions, or of those in reserve."""
        return next((q for q in (*self.questions, *self.replacements) if q.id == question_id), None)

    def replacement(self, marks: Sequence[Mark]) -> Question | None:
        """What the first wrong answer earned: one question of the same type, at most once a defense."""
        first = next((mark.question_id for mark in marks if mark.verdict == "wrong"), None)
        return next((q for q in self.replacements if first and q.replaces == first), None)

    def counted(self, marks: Sequence[Mark]) -> dict[str, Ruling]:
        """Question id -> the verdict that counts: the last one, and the better of a question and its replacement."""
        last: dict[str, Ruling] = {}
        for mark in marks:
            if mark.verdict == "unreadable":
                continue
            question = self.question(mark.question_id)
            name = question.replaces if question and question.replaces else mark.question_id
            if name == mark.question_id or mark.verdict == "right" or name not in last:
                last[name] = mark.verdict
        return last
