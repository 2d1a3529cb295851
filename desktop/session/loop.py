"""The examiner's loop: ask what comes next, do it, write it down, tell whoever listens."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from itertools import count
from typing import assert_never

from desktop.defense import prompt
from desktop.defense.gate import guards_words_of, judge_reply
from desktop.defense.next_step import (
    AskModel,
    Close,
    Gather,
    MarkAnswer,
    ReadAgain,
    Refuse,
    Rest,
    RunTool,
    Wait,
    next_step,
)
from desktop.defense.state import DefenseState, canonical, code_hash
from desktop.session.desk import Desk
from desktop.session.preparation import prepare
from desktop.session.second_opinion import read_again
from desktop.session.session import Session
from desktop.vocabulary import events as ev
from desktop.vocabulary.chat import Delta, Reply, Timing
from desktop.vocabulary.questions import Mark
from desktop.vocabulary.request import ModelRequest
from desktop.vocabulary.trouble import ModelTrouble, StoreTrouble
from tools import TOOLS
from tools.contract import BadArguments, ToolResult

SPECS = [tool.spec() for tool in TOOLS]
READINGS = 2  # an unreadable answer is asked for once more, then it counts as wrong
diary = logging.getLogger(__name__)


async def defend(session: Session) -> AsyncGenerator[ev.Event, None]:
    """Go on until the defense is over or a human is needed. A resumed defense is the same call."""
    while True:
        step = next_step(session.state)
        match step:
            case Wait() | Rest():
                return
            case Gather():
                yield session.record(ev.FactsGathered(facts=await prepare(session)))
            case AskModel():
                async with aclosing(_ask_model(session)) as events:
                    async for event in events:
                        yield event
            case RunTool():
                yield _intend(session, step)
                yield session.record(await _run_tool(session, step))
            case Refuse(call, why):
                refusal = ToolResult(content=why)
                yield session.record(ev.ToolEnded(call_id=call.id, result=refusal, refused=True))
            case MarkAnswer():
                yield session.record(ev.AnswerMarked(mark=await _mark(session, step)))
            case ReadAgain():
                yield session.record(await read_again(session))
            case Close(reason):
                yield session.record(ev.DefenseClosed(reason=reason, grade=session.state.grade))
            case _:
                assert_never(step)


async def _ask_model(session: Session) -> AsyncGenerator[ev.Event, None]:
    state = session.state
    request = ModelRequest(prompt.messages(state, session.around.prompt), SPECS, session.history)
    try:
        async with aclosing(session.examiner.reply(request)) as stream:
            async for part in stream:
                if isinstance(part, Delta):
                    if may_stream(state, part):
                        yield part
                    continue
                reply = _with_fresh_ids(part, state)
                dropped = tuple(call.name for call in reply.calls[1:])
                gate = judge_reply(state, reply)
                yield session.record(
                    ev.ModelReplied(
                        reply=reply,
                        dropped=dropped,
                        code_hash=code_hash(state.code),
                        withheld=gate.withheld,
                        refusal=gate.refusal,
                    )
                )
                return
    except ModelTrouble as trouble:
        yield session.record(_failed(trouble))
        return
    yield session.record(ev.ModelFailed(reason="The examiner's answer ended too early.", advice="Try again."))


def _failed(trouble: ModelTrouble) -> ev.ModelFailed:
    return ev.ModelFailed(
        reason=trouble.what,
        advice=trouble.advice,
        waited=trouble.waited,
        timing=Timing(total=trouble.seconds, attempts=trouble.attempts),
        dropped_parameters=trouble.dropped,
    )


def may_stream(state: DefenseState, delta: Delta) -> bool:
    """What a language model says is read by the gate as a whole before anybody sees a word of it."""
    return delta.stream == "notice" or not guards_words_of(state)


def _with_fresh_ids(reply: Reply, state: DefenseState) -> Reply:
    """Some servers call every call "call_0"; in one defense an id must name one call."""
    taken, calls = set(state.call_ids), list(reply.calls)
    for place, call in enumerate(calls):
        if not call.id or call.id in taken:
            fresh = next(name for n in count(place) if (name := f"r{state.rounds}c{n}") not in taken)
            calls[place] = call.model_copy(update={"id": fresh})
        taken.add(calls[place].id)
    return reply.model_copy(update={"calls": tuple(calls)})


def _intend(session: Session, step: RunTool) -> ev.Recorded:
    """Durable before the tool runs: a crash in between is then known for what it is."""
    return session.record(
        ev.ToolStarted(
            call_id=step.call.id,
            tool=step.tool.name,
            arguments=canonical(step.arguments),
            code_hash=code_hash(session.state.code),
        )
    )


async def _run_tool(session: Session, step: RunTool) -> ev.ToolEnded:
    desk = Desk(session)
    try:
        result = await step.tool.call(step.arguments, desk)
    except BadArguments as fault:
        return ev.ToolEnded(call_id=step.call.id, result=ToolResult(content=str(fault)), refused=True)
    except StoreTrouble:
        raise
    except Exception as error:  # noqa: BLE001 - the tool boundary: a tool's bug must not end a student's exam
        diary.exception("the tool %s failed", step.tool.name)
        result = ToolResult(content=f"The tool failed: {type(error).__name__}: {error}")
        return ev.ToolEnded(call_id=step.call.id, result=result, refused=True)
    return ev.ToolEnded(
        call_id=step.call.id,
        result=result,
        ran=tuple(desk.ran),
        verdicts=tuple(desk.verdicts),
        edge_cases=desk.edge_cases,
        sandbox=desk.sandbox,
    )


async def _mark(session: Session, step: MarkAnswer) -> Mark:
    state = session.state
    question = state.facts.question(step.question.question_id) if state.facts else None
    if question is None or state.problem is None:
        return Mark(question_id=step.question.question_id, verdict="recorded")
    final = step.question.attempt >= READINGS
    return await session.around.questions.mark(state.problem, state.submission or "", question, step.answer, final)
