"""The grade: per criterion, from evidence, with the points summed in code."""

from __future__ import annotations

import math
from collections.abc import Sequence

from desktop.defense.addressed import MOST, in_code, in_text, masked, speaks_to_examiner
from desktop.defense.state import DefenseState
from desktop.vocabulary.cases import Verdict
from desktop.vocabulary.problem import Criterion
from desktop.vocabulary.questions import Facts
from desktop.vocabulary.words import Words
from tools.contract import CriterionMark, CriterionVerdict, Grade

SHARE = {"yes": 1.0, "partly": 0.5, "no": 0.0}
PASS = 0.8  # of the machine-checked answers: 4 of 5
SHORTEST_QUOTE = 4  # characters: less is in every transcript


def propose_grade(state: DefenseState, verdicts: Sequence[CriterionVerdict], comment: str, words: Words) -> Grade:
    """Machine-decided criteria follow the record; a model's verdict counts only for `explanation`, and only with a
    quote that stands in the transcript or the id of something that was run. What nobody here may decide waits for a
    marker. The notes move no points."""
    by_id = {verdict.criterion: verdict for verdict in verdicts}
    rubric = state.problem.rubric if state.problem else ()
    marks = tuple(_mark(state, criterion, by_id.get(criterion.id), words) for criterion in rubric)
    practice = state.rules.mode == "practice" or state.examiner.kind == "local"  # a small model is for practice only
    label = words("practice") if practice else ""
    notes = (
        *_pass_rule(state, words),
        *_addressed(state, words),
        *_isolation(state, words),
        *_handed_over(state, words),
    )
    return Grade(criteria=marks, comment=comment, label=label, notes=notes, sandbox=state.sandbox)


def _handed_over(state: DefenseState, words: Words) -> tuple[str, ...]:
    if not state.handed_over:
        return ()
    return (words("Another examiner took over during this defense: {reason}", reason=state.handed_over),)


def _isolation(state: DefenseState, words: Words) -> tuple[str, ...]:
    if state.sandbox != "D":
        return ()
    return (words("The program was not isolated on this machine (sandbox level D)."),)


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
    checked = _checked(state)
    if not checked:
        return None, words("No question could be checked by the program; this waits for a marker."), ()
    right = sum(checked.values())
    why = words("Understanding: {right} of {total} machine-checked answers right.", right=right, total=len(checked))
    if _explained(state):
        why += " " + words("The explanation was recorded and not marked by the program.")
    return round(points * right / len(checked), 1), why, tuple(checked)


def _explained(state: DefenseState) -> bool:
    """Whether there are words of the student's for a person to mark."""
    beside = any(spoken.why.strip() for spoken in state.spoken)
    return beside or any(mark.verdict == "recorded" for mark in state.marks)


def _checked(state: DefenseState) -> dict[str, bool]:
    """Question id -> right, for what the program could mark; a replacement counts for the question it replaces."""
    counted = (state.facts or Facts()).counted(state.marks)
    return {name: verdict == "right" for name, verdict in counted.items() if verdict in ("right", "wrong")}


def _by_quote(state: DefenseState, points: float, verdict: CriterionVerdict | None, words: Words) -> Marked:
    if verdict is None:
        if not _explained(state):
            return None, words("No explanation was given; this waits for a marker."), ()
        return None, words("Recorded, and waiting for a marker."), ()
    share = SHARE[verdict.verdict]
    if _mostly_failed(state):
        share = min(share, 0.5)  # a machine fact caps what words can earn
    if verdict.quote in _facts_of_record(state):
        why = words("The examiner points to what was run: {fact}.", fact=verdict.quote)
        return round(points * share, 1), why, (verdict.quote,)
    said = "\n".join(f"{spoken.answer}\n{spoken.why}" for spoken in state.spoken)
    if len(verdict.quote.strip()) < SHORTEST_QUOTE or verdict.quote not in said:
        return None, words("The examiner's quote is not in the transcript; this waits for a marker."), ()
    if speaks_to_examiner(verdict.quote) or verdict.quote not in masked(said):
        return None, words("The examiner quotes a text that was addressed to it; this waits for a marker."), ()
    return round(points * share, 1), words("The student said: “{quote}”", quote=verdict.quote[:200]), ()


def _facts_of_record(state: DefenseState) -> frozenset[str]:
    """Ids of tests that ran and of questions that were marked: what a verdict may point to instead of a quote."""
    ran = (verdict.case_id for verdict in (*(state.baseline or ()), *state.edges))
    return frozenset((*ran, *_checked(state)))


def _pass_rule(state: DefenseState, words: Words) -> tuple[str, ...]:
    """Guessing four of five four-option items happens once in sixty times: four of five is a pass."""
    checked = _checked(state)
    if not checked:
        return ()
    needed = math.ceil(PASS * len(checked))
    if sum(checked.values()) >= needed:
        return (
            words(
                "Understanding: passed ({needed} right answers of {total} are needed).",
                needed=needed,
                total=len(checked),
            ),
        )
    return (
        words(
            "Understanding: not passed ({needed} right answers of {total} are needed).",
            needed=needed,
            total=len(checked),
        ),
    )


def _addressed(state: DefenseState, words: Words) -> tuple[str, ...]:
    """What in the student's text speaks to the examiner, for a person to see."""
    found = in_code(state.submission or "")
    for n, spoken in enumerate(state.spoken, 1):
        found += in_text(f"{spoken.answer}\n{spoken.why}", "answer", n)
    for (tool, _), content in state.results.items():
        if tool in ("run_baseline", "inject_test"):
            found += in_text(content, "output", 0)
    notes: list[str] = []
    for one in found[:MOST]:
        match one.where:
            case "code":
                where = words("line {n} of the program", n=one.number)
            case "answer":
                where = words("answer {n}", n=one.number)
            case _:
                where = words("what the program printed or returned")
        said = words("Text addressed to the examiner, {where}: “{text}” It cost no marks.", where=where, text=one.text)
        notes.append(said)
    return tuple(notes)


def _mostly_failed(state: DefenseState) -> bool:
    decided = [verdict.passed for verdict in state.baseline or () if verdict.passed is not None]
    return bool(decided) and sum(map(bool, decided)) * 2 < len(decided)
