"""At submission: tests with fresh inputs and expected values, and questions with keys, all by running."""

from __future__ import annotations

import logging

from desktop.session.session import Session
from desktop.vocabulary.questions import Facts
from desktop.vocabulary.trouble import Trouble

diary = logging.getLogger(__name__)


async def prepare(session: Session) -> Facts:
    """Never fails a defense: what cannot be prepared is an honest note, and the defense goes on with the rest."""
    state, around = session.state, session.around
    problem, code = state.problem, state.submission or ""
    if problem is None:
        return Facts()
    cases = Facts()
    try:
        cases = await around.cases.make_cases(problem, state.seed)
        return await around.questions.make_questions(problem, code, state.seed, state.rules, cases)
    except Trouble as trouble:
        said = " ".join(part for part in trouble.in_words(around.words) if part)
        return cases.model_copy(update={"notes": (*cases.notes, said)})
    except Exception:  # noqa: BLE001 - the tool boundary: a bug of ours must not end a student's exam
        diary.exception("preparing %s failed", session.id)
        note = around.words("Questions about this program could not be prepared.")
        return cases.model_copy(update={"notes": (*cases.notes, note)})
