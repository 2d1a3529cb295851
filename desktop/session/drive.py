"""The one path every front goes: watch the loop, ask a human when it waits, go on."""

from __future__ import annotations

from contextlib import aclosing
from typing import assert_never

from desktop.defense.next_step import Wait, next_step
from desktop.defense.state import ForAnswer, ForApproval, ForRetry
from desktop.session.front import Asked, Front, Proposal
from desktop.session.loop import defend
from desktop.session.session import Session
from desktop.session.unlock import unlock_for
from desktop.vocabulary import events as ev
from desktop.vocabulary.trouble import AlreadyDone, StoreTrouble
from tools import assign_grade
from tools.contract import Grade

EMBEDDED = ev.ExaminerChoice(kind="embedded")


async def drive(session: Session, front: Front) -> None:
    """Until the defense is over, rests, or nobody is there to answer. `Trouble` if another process drives it."""
    session.around.claim.take()
    try:
        session.refresh()
        if (place := session.around.log.broken_at(session.id)) is not None:
            raise StoreTrouble(
                f"Record {place} of this defense does not fit the one before: the log was damaged or changed.",
                "It can be looked at, but not go on.",
            )
        if continued := session.go_on():
            front.show(continued)
        while True:
            async with aclosing(defend(session)) as events:
                async for event in events:
                    front.show(event)
            step = next_step(session.state)
            if not isinstance(step, Wait):
                return
            known = len(session.stored)
            try:
                if not await _ask_human(session, front, step):
                    return
            except AlreadyDone:
                for stored in session.stored[known:]:  # somebody answered elsewhere: show it, and go on with that
                    front.show(stored.event)
    finally:
        session.around.claim.release()


def tell_history(session: Session, front: Front) -> None:
    """Show an old defense through the same door as a live one."""
    for event in session.history:
        front.show(event)


async def _ask_human(session: Session, front: Front, step: Wait) -> bool:
    """False when nobody is there."""
    match step.what:
        case ForAnswer(question):
            prepared = session.state.facts.question(question.question_id) if session.state.facts else None
            answer = await front.ask(Asked(question.call_id, question.text, prepared, question.note))
            if answer is None:
                return False
            front.show(session.answer(answer.text, answer.why))
        case ForApproval(call, interrupted):
            unlock = unlock_for(session)
            proposal = Proposal(
                call.id,
                call.name,
                call.arguments,
                session.state.code,
                session.bound_to(),
                interrupted,
                _preview(session),
                unlock,
            )
            decided = await front.approve(proposal)
            if decided is None or (unlock is not None and not unlock.given):
                return False  # a rule of the command line cannot know the PIN
            front.show(
                session.decide(
                    ev.CallDecided(
                        call_id=call.id,
                        decision=decided.decision,
                        by=decided.by,
                        reason=decided.reason,
                        arguments=decided.arguments,
                        bound=proposal.bound,
                        proof="pin" if unlock is not None else "",
                    )
                )
            )
        case ForRetry(reason, advice):
            choice = "embedded" if session.takes_over else await front.offer_retry(reason, advice)
            if choice is None:
                return False
            if choice == "embedded":
                front.show(session.change_examiner(EMBEDDED, reason))
            else:
                front.show(session.try_again())
        case _:
            assert_never(step.what)
    return True


def _preview(session: Session) -> Grade | None:
    """What the grade would be, so that whoever agrees to it sees it."""
    call = session.state.open_call
    if call is None or call.name != "assign_grade":
        return None
    try:
        args = assign_grade.Args.model_validate_json(call.arguments)
    except ValueError:
        return None
    return session.propose_grade(args.verdicts, args.comment)
