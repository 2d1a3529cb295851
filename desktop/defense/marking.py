"""The grade: per criterion, from evidence, with the points summed in code."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.defense.state import DefenseState
from desktop.vocabulary.cases import Verdict
from desktop.vocabulary.problem import Criterion
from desktop.vocabulary.words import Words
from tools.contract import CriterionMark, CriterionVerdict, Grade

SHARE = {"yes": 1.0, "partly": 0.5, "no": 0.0}


def propose_grade(state: DefenseState, verdicts: Sequence[CriterionVerdict], comment: str, words: Words) -> Grade:
    """Machine-decided criteria follow the record; a model's verdict counts only for `explanation`, and only with a
    quote that stands in the transcript. What nobody here may decide waits for a marker."""
    by_id = {verdict.criterion: verdict for verdict in verdicts}
    rubric = state.problem.rubric if state.problem else ()
    marks = tuple(_mark(state, criterion, by_id.get(criterion.id), words) for criterion in rubric)
    practice = state.rules.mode == "practice" or state.examiner.kind == "local"  # a small model is for practice only
    label = words("practice") if practice else ""
    return Grade(criteria=marks, comment=comment, label=label)


def _mark(state: DefenseState, criterion: Criterion, verdict: CriterionVerdict | None, words: Words) -> CriterionMark:
    match criterion.evidence:
        case "tests":
            points, why, evidence = _by_verdicts(criterion.points, state.baseline or (), words("baseline tests"), words)
        case "edges":
            points, why, evidence = _by_verdicts(criterion.points, state.edges, words("edge cases"), words)
        case "understanding":
            points, why, evidence = _by_answers(state, criterion.points, words)
        case "explanation":
            points, why, evidence = _by_quote(state, criterion.points, verdict, words)
    return CriterionMark(
        criterion=criterion.id,
        sentence=criterion.sentence.say(state.rules.language),
        points=points,
        out_of=criterion.points,
        decided_by=criterion.evidence,
        why=why,
        evidence=evidence,
    )


Marked = tuple[float | None, str, tuple[str, ...]]


def _by_verdicts(points: float, verdicts: Sequence[Verdict], what: str, words: Words) -> Marked:
    decided = [verdict for verdict in verdicts if verdict.passed is not None]
    if not decided:
        return None, words("No {what} that the statement decides were run; this waits for a marker.", what=what), ()
    passed = sum(bool(verdict.passed) for verdict in decided)
    failed = tuple(verdict.case_id for verdict in decided if not verdict.passed)
    why = words("{passed} of {total} {what} passed.", passed=passed, total=len(decided), what=what)
    return round(points * passed / len(decided), 1), why, failed or tuple(v.case_id for v in decided)


def _by_answers(state: DefenseState, points: float, words: Words) -> Marked:
    checked = [mark for mark in state.marks if mark.verdict in ("right", "wrong")]
    if not checked:
        return None, words("No question could be checked by the program; this waits for a marker."), ()
    right = sum(mark.verdict == "right" for mark in checked)
    why = words(
        "Understanding: {right} of {total} machine-checked answers right. "
        "The explanation was recorded and not marked by the program.",
        right=right,
        total=len(checked),
    )
    return round(points * right / len(checked), 1), why, tuple(mark.question_id for mark in checked)


def _by_quote(state: DefenseState, points: float, verdict: CriterionVerdict | None, words: Words) -> Marked:
    if verdict is None:
        return None, words("Recorded, and waiting for a marker."), ()
    said = "\n".join(f"{spoken.answer}\n{spoken.why}" for spoken in state.spoken)
    if not verdict.quote.strip() or verdict.quote not in said:
        return None, words("The examiner's quote is not in the transcript; this waits for a marker."), ()
    share = SHARE[verdict.verdict]
    if _mostly_failed(state):
        share = min(share, 0.5)  # a machine fact caps what words can earn
    return round(points * share, 1), words("The student said: “{quote}”", quote=verdict.quote[:200]), ()


def _mostly_failed(state: DefenseState) -> bool:
    decided = [verdict.passed for verdict in state.baseline or () if verdict.passed is not None]
    return bool(decided) and sum(map(bool, decided)) * 2 < len(decided)
