"""The rails the loop runs between. (Retrying, the fourth, is `llm/failures/retry.py`.)"""

from __future__ import annotations

import json

from desktop.defense.state import DefenseState

NUDGE = "You did not call a tool. Go on with the next step of the defense by calling exactly one tool."


def is_dead_loop(state: DefenseState) -> bool:
    """The open call is the last of `recent`, so it counts itself."""
    return state.recent.count(state.recent[-1]) >= state.rules.repeat_limit


def dead_loop_answer(state: DefenseState) -> str:
    earlier = state.results.get(state.recent[-1], "")
    said = f" Its result was: {json.dumps(earlier[:1000], ensure_ascii=False)}" if earlier else ""
    return f"Not executed: you have made this exact call several times. Take another way.{said}"


def reason_to_stop(state: DefenseState) -> str | None:
    """A label for `DefenseClosed`, or None."""
    if state.rounds >= state.rules.max_rounds:
        return "rounds"
    if state.silent_rounds >= state.rules.max_silent_rounds:
        return "silent"
    return None


def why_not_again(state: DefenseState, question_id: str) -> str | None:
    """A prepared question counts once; else the one that went well could be asked until the marks are full."""
    if not question_id or all(spoken.question.question_id != question_id for spoken in state.spoken):
        return None
    return f"The question {question_id!r} was answered already. Ask another one."


def why_no_grade_yet(state: DefenseState) -> str | None:
    """The preconditions of a grade; the sentence is fed back to the examiner."""
    missing: list[str] = []
    if not state.code_read:
        missing.append("the code was not read (read_code)")
    if state.baseline is None:
        missing.append("the baseline did not run (run_baseline)")
    needed = state.problem.edge_cases_needed if state.problem else 0
    if state.facts and state.facts.edges:
        needed = min(needed, len(state.facts.edges))
    # a test that a person declined is not the examiner's fault, and must not leave the student without a grade
    if state.edge_cases_run + state.edge_cases_declined < needed:
        missing.append(f"{state.edge_cases_run} of {needed} edge cases ran (inject_test)")
    if not state.answered:
        missing.append("no question was answered (ask_student)")
    return f"No grade yet: {'; '.join(missing)}." if missing else None
