"""What should happen now? The whole order of a defense, as one pure function."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from desktop.defense import guards, second_reading
from desktop.defense.gate import REFUSALS
from desktop.defense.state import (
    DefenseState,
    ForAnswer,
    ForApproval,
    ForRetry,
    OpenQuestion,
    Waiting,
    binding,
    code_hash,
)
from desktop.vocabulary.chat import ToolCall
from tools import TOOLS, ask_student
from tools.contract import BadArguments, Risk, Tool


@dataclass(frozen=True, slots=True)
class Gather:
    """Prepare tests and questions by running the submission."""


@dataclass(frozen=True, slots=True)
class AskModel:
    """The examiner's turn."""


@dataclass(frozen=True, slots=True)
class RunTool:
    """`arguments` are those agreed to: the call's own, or a human's edit of them."""

    call: ToolCall
    tool: Tool
    arguments: str


@dataclass(frozen=True, slots=True)
class Refuse:
    call: ToolCall
    why: str


@dataclass(frozen=True, slots=True)
class MarkAnswer:
    question: OpenQuestion
    answer: str


@dataclass(frozen=True, slots=True)
class ReadAgain:
    """A fresh call weighs the closed transcript before the defense ends."""


@dataclass(frozen=True, slots=True)
class Close:
    reason: str


@dataclass(frozen=True, slots=True)
class Wait:
    what: Waiting


@dataclass(frozen=True, slots=True)
class Rest:
    """Nothing to do: not submitted yet, paused, or closed."""


Step = Gather | AskModel | RunTool | Refuse | MarkAnswer | ReadAgain | Close | Wait | Rest


def next_step(state: DefenseState, tools: Sequence[Tool] = TOOLS) -> Step:
    if state.closed or state.paused or not state.submitted:
        return Rest()
    if state.facts is None:
        return Gather()
    if state.grade:
        if second_reading.is_due(state):
            return ReadAgain()
        return Close("graded")
    if state.question:
        if state.unmarked:
            return MarkAnswer(state.question, state.unmarked.text)
        return Wait(ForAnswer(state.question))
    if state.failure:
        return Wait(ForRetry(state.failure.reason, state.failure.advice))
    if state.open_call:
        return _for_call(state, state.open_call, tools)
    if reason := guards.reason_to_stop(state):
        return Close(reason)
    return AskModel()


def _for_call(state: DefenseState, call: ToolCall, tools: Sequence[Tool]) -> Step:
    tool = next((tool for tool in tools if tool.name == call.name), None)
    if tool is None:
        names = ", ".join(tool.name for tool in tools)
        return Refuse(call, f"There is no tool {call.name!r}. The tools are: {names}.")
    if guards.is_dead_loop(state):
        return Refuse(call, guards.dead_loop_answer(state))
    try:
        args = tool.parse(call.arguments)
    except BadArguments as fault:
        return Refuse(call, str(fault))
    if state.refusal:
        return _refused_by_gate(state, call, tool)
    if isinstance(args, ask_student.Args) and (why := guards.why_not_again(state, args.question_id)):
        return Refuse(call, why)
    if tool.risk is Risk.FINAL and (why := guards.why_no_grade_yet(state)):
        return Refuse(call, why)
    return _agreed(state, call, tool)


def _refused_by_gate(state: DefenseState, call: ToolCall, tool: Tool) -> Step:
    """The reason goes back to the examiner; after two questions in a row a prepared one is asked in their place."""
    if call.name == ask_student.TOOL.name and state.refused_questions >= REFUSALS:
        left = (q for q in (state.facts.questions if state.facts else ()) if q.id not in state.asked)
        if prepared := next(left, None):
            return RunTool(call, tool, json.dumps({"question_id": prepared.id}))
    return Refuse(call, state.refusal)


def _agreed(state: DefenseState, call: ToolCall, tool: Tool) -> Step:
    decision = state.decision
    if decision and decision.bound != binding(call.name, call.arguments, state.code):
        decision = None  # the code or the call is not what was agreed to: ask again
    started = state.started
    interrupted = started is not None and tool.risk is Risk.OUTSIDE
    if started and started.code_hash != code_hash(state.code):
        started = None  # the code was changed after the program died: what was agreed to is no more
    if decision is None:
        asks = state.rules.approvals.get(tool.name) == "always" and tool.name not in state.allowed
        # a tool that started under an approval and died with the program needs no second approval
        if interrupted or (asks and started is None):
            return Wait(ForApproval(call, interrupted))
        return RunTool(call, tool, started.arguments if started else call.arguments)
    match decision.decision:
        case "refuse":
            reason = f" Reason: {decision.reason}" if decision.reason else ""
            return Refuse(call, f"A human declined this call.{reason}")
        case "edit":
            return RunTool(call, tool, decision.arguments)
        case "once" | "defense":
            return RunTool(call, tool, call.arguments)
