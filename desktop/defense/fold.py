"""The one function that says what each record means."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import assert_never

from desktop.defense import quoting
from desktop.defense.state import DefenseState, OpenQuestion, Spoken, binding, canonical
from desktop.vocabulary import events as ev
from desktop.vocabulary.chat import Message, Reply, ToolCall
from desktop.vocabulary.runs import RunRequest
from tools import ask_student, assign_grade
from tools.contract import CriterionVerdict

ONE_AT_A_TIME = "Not executed: one call at a time. Only the first call of your reply was run."
CARRIES_STUDENT_TEXT = ("read_code", "run_baseline", "inject_test")


def fold(state: DefenseState, event: ev.Recorded) -> DefenseState:
    match event:
        case ev.DefenseOpened():
            return replace(
                state,
                problem=event.problem,
                rules=event.rules,
                examiner=event.examiner,
                seed=event.seed,
                code=event.problem.scaffold,
            )
        case ev.CodeSaved():
            return replace(state, code=event.source)
        case ev.CodeRan() | ev.PinRefused():
            return state
        case ev.Submitted():
            return replace(state, submission=state.code)
        case ev.FactsGathered():
            return replace(state, facts=event.facts)
        case ev.ModelReplied():
            return _replied(state, event)
        case ev.ModelFailed():
            return replace(state, failure=event)
        case ev.TriedAgain():
            return replace(state, failure=None)
        case ev.CallDecided():
            return _decided(state, event)
        case ev.ToolStarted():
            return replace(state, started=event, decision=None)
        case ev.ToolEnded():
            return _tool_ended(state, event)
        case ev.StudentAnswered():
            return _answered(state, event)
        case ev.AnswerMarked():
            return _marked(state, event)
        case ev.SecondReading():
            return replace(state, second_reading=event, grade=event.grade or state.grade)
        case ev.ExaminerChanged():
            handed_over = event.reason or state.handed_over
            return replace(state, examiner=event.examiner, failure=None, handed_over=handed_over)
        case ev.Paused():
            return replace(state, paused=True)
        case ev.Continued():
            return replace(state, paused=False)
        case ev.DefenseClosed():
            return replace(state, closed=event.reason, grade=event.grade or state.grade)
        case _:
            assert_never(event)


def fold_all(events: Iterable[ev.Recorded]) -> DefenseState:
    return reduce(fold, events, DefenseState())


def _replied(state: DefenseState, event: ev.ModelReplied) -> DefenseState:
    calls = event.reply.calls
    call = calls[0] if calls else None
    answers: list[Message] = [_tool_message(dropped.id, ONE_AT_A_TIME) for dropped in calls[1:]]
    recent = state.recent
    if call:
        recent = (*recent, (call.name, canonical(call.arguments)))[-state.rules.repeat_window :]
    return replace(
        state,
        dialogue=(*state.dialogue, _assistant_message(event.reply), *answers),
        call_ids=state.call_ids | {c.id for c in calls},
        rounds=state.rounds + 1,
        silent_rounds=0 if call else state.silent_rounds + 1,
        recent=recent,
        open_call=call,
        refusal=event.refusal,
        decision=None,
        started=None,
    )


def _decided(state: DefenseState, event: ev.CallDecided) -> DefenseState:
    call = state.open_call
    if call is None or event.call_id != call.id or event.bound != binding(call.name, call.arguments, state.code):
        return state  # it was about something else than what waits now: it is asked again
    allowed = state.allowed | {call.name} if event.decision == "defense" else state.allowed
    return replace(state, decision=event, allowed=allowed)


def _tool_ended(state: DefenseState, event: ev.ToolEnded) -> DefenseState:
    call = state.open_call
    if call is None or event.call_id != call.id:
        return state
    result = event.result
    arguments, decision = state.started.arguments if state.started else call.arguments, state.decision
    refused_questions = state.refused_questions + bool(state.refusal and call.name == "ask_student")
    state = replace(
        state,
        dialogue=(*state.dialogue, _tool_message(call.id, _told(state, call, event))),
        open_call=None,
        refusal="",
        refused_questions=0 if result.wait_for_reply else refused_questions,
        decision=None,
        started=None,
    )
    if event.refused:
        declined = bool(decision and decision.decision == "refuse" and call.name == "inject_test")
        return replace(state, edge_cases_declined=state.edge_cases_declined + declined)
    state = _progress(state, call, event)
    state = replace(state, results={**state.results, (call.name, canonical(call.arguments)): result.content})
    if result.wait_for_reply:
        asked = OpenQuestion(call.id, result.content, _question_id(arguments, state))
        state = replace(state, question=asked)
    if result.final_result:
        state = replace(state, grade=result.final_result, verdicts=_verdicts(arguments))
    return state


def _told(state: DefenseState, call: ToolCall, event: ev.ToolEnded) -> str:
    """What the examiner hears. A program of the student's may have written what a tool found."""
    if event.result.wait_for_reply:
        instead = _question_id(state.started.arguments, state) if state.refusal and state.started else ""
        if instead:
            return f"{state.refusal} The prepared question {instead} was put to the student instead."
        return "The question was put to the student."
    if call.name in CARRIES_STUDENT_TEXT and not event.refused:
        return quoting.result(event.result.content, quoting.boundary(state.seed, call.id, event.result.content))
    return event.result.content


def _progress(state: DefenseState, call: ToolCall, event: ev.ToolEnded) -> DefenseState:
    """What the five steps stand on: facts of the record, not words of the examiner."""
    journal = state.journal
    for request in event.ran:
        fresh = isinstance(request, RunRequest) and request.fresh
        journal = (request,) if fresh else (*journal, request)
    state = replace(
        state,
        journal=journal,
        edge_cases_run=state.edge_cases_run + event.edge_cases,
        sandbox=max(state.sandbox, event.sandbox),
    )
    match call.name:
        case "read_code":
            return replace(state, code_read=True)
        case "run_baseline":
            return replace(state, baseline=event.verdicts)
        case _:
            return replace(state, edges=(*state.edges, *event.verdicts))


def _answered(state: DefenseState, event: ev.StudentAnswered) -> DefenseState:
    question = state.question
    if question is None:
        return state
    mark = quoting.boundary(state.seed, len(state.dialogue), event.text, event.why)
    said: Message = {"role": "user", "content": quoting.said(event.text, event.why, mark)}
    state = replace(state, dialogue=(*state.dialogue, said))
    if question.question_id:
        return replace(state, unmarked=event)
    spoken = Spoken(question, event.text, event.why)
    return replace(state, question=None, spoken=(*state.spoken, spoken))


def _marked(state: DefenseState, event: ev.AnswerMarked) -> DefenseState:
    if state.question is None or state.unmarked is None:
        return state
    mark, answer, question = event.mark, state.unmarked, state.question
    told = {"machine_mark": mark.verdict}
    earned = state.facts.replacement((*state.marks, mark)) if state.facts and mark.verdict == "wrong" else None
    if earned and earned.replaces == mark.question_id:
        told |= {"earned": f"ask the question {earned.id} once, before the grade", "its_text": earned.text}
    said = (*state.dialogue, _user_message(told))
    if mark.verdict == "unreadable":
        again = replace(question, attempt=question.attempt + 1, note=mark.why)
        return replace(state, dialogue=said, unmarked=None, question=again)
    return replace(
        state,
        dialogue=said,
        unmarked=None,
        question=None,
        spoken=(*state.spoken, Spoken(question, answer.text, answer.why)),
        marks=(*state.marks, mark),
    )


def _question_id(arguments: str, state: DefenseState) -> str:
    """The prepared question that was asked, or nothing for one in the examiner's own words."""
    try:
        asked = ask_student.Args.model_validate_json(arguments)
    except ValueError:
        return ""
    known = state.facts.question(asked.question_id) if state.facts else None
    return known.id if known else ""


def _assistant_message(reply: Reply) -> Message:
    message: Message = {"role": "assistant", "content": reply.content}
    if reply.reasoning:
        message["reasoning_content"] = reply.reasoning
    if reply.calls:
        message["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
                **call.extra,
            }
            for call in reply.calls
        ]
    return message


def _tool_message(call_id: str, content: str) -> Message:
    return {"role": "tool", "tool_call_id": call_id, "content": content}


def _verdicts(arguments: str) -> tuple[CriterionVerdict, ...]:
    try:
        return assign_grade.Args.model_validate_json(arguments).verdicts
    except ValueError:
        return ()


def _user_message(said: dict[str, str]) -> Message:
    """What the program itself says."""
    return {"role": "user", "content": json.dumps(said, ensure_ascii=False)}
