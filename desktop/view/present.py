"""How each event changes the screen: a pure fold that never fails, whatever the order of events."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from typing import assert_never

from desktop.view.grade import grade_card
from desktop.view.right_answer import right_answer
from desktop.view.screen import (
    Card,
    ExaminerCard,
    ForAnswer,
    ForApproval,
    ForRetry,
    Notice,
    Screen,
    StudentCard,
    ThinkingFold,
    ToolRow,
)
from desktop.view.tool_rows import SPEAKING, begin_row, body_of, end_row, title_of, why_of
from desktop.vocabulary import events as ev
from desktop.vocabulary.chat import Delta, ToolCall
from desktop.vocabulary.questions import Mark, Question
from desktop.vocabulary.walks import can_walk
from desktop.vocabulary.words import Words
from tools.contract import Grade

BRIEF, HEADING = 120, 24  # characters: one sentence on the step that follows; the number of a question


def present(screen: Screen, event: ev.Event, at: datetime | None = None) -> Screen:
    """The screen after `event`, which was recorded `at` (UTC; None for what was never recorded)."""
    say = screen.words
    match event:
        case Delta():
            return _stream(screen, event)
        case ev.DefenseOpened():
            progress = replace(
                screen.progress,
                edges_needed=event.problem.edge_cases_needed,
                questions=event.rules.questions,
            )
            return replace(
                screen,
                problem=event.problem,
                rules=event.rules,
                examiner=event.examiner,
                counted=event.examiner.kind != "embedded",
                code=event.problem.scaffold,
                progress=progress,
            )
        case ev.CodeSaved():
            return replace(screen, code=event.source, saved_at=at or screen.saved_at)
        case ev.CodeRan():
            return screen
        case ev.Submitted():
            return replace(screen, submitted=True, submission=screen.code, saved_at=at or screen.saved_at)
        case ev.FactsGathered():
            notes = tuple(Notice(note) for note in event.facts.notes)
            progress = screen.progress
            if screen.examiner.kind == "embedded":  # it asks what could be prepared, which may be less than is wanted
                most = max(1, len(event.facts.questions))
                progress = replace(progress, questions=min(progress.questions, most))
            return _add(replace(screen, facts=event.facts, progress=progress), *notes)
        case ev.ModelReplied():
            return _replied(screen, event)
        case ev.ModelFailed():
            return replace(_quiet(screen), waiting=ForRetry(said(say, event.reason), said(say, event.advice)))
        case ev.TriedAgain():
            return _add(replace(screen, waiting=None), Notice(say("Trying again.")))
        case ev.CallDecided():
            return _decided(screen, event)
        case ev.PinRefused():
            return _add(screen, Notice(say("A PIN that was not right was typed."), "warn"))
        case ev.ToolStarted():
            return _started(screen, event)
        case ev.ToolEnded():
            return _ended(screen, event)
        case ev.StudentAnswered():
            question = screen.asked.question if screen.asked else None
            progress = replace(screen.progress, answered=screen.progress.answered + _counts(question))
            screen = replace(screen, waiting=None, progress=progress, marking=question is not None)
            answered = StudentCard(event.text, event.why, question_id=question.id if question else "")
            return _add(screen, answered)
        case ev.AnswerMarked():
            return _marked(screen, event.mark)
        case ev.SecondReading():
            return _add(screen, Notice(say("The explanations were read a second time."))) if event.grade else screen
        case ev.ExaminerChanged():
            counted = screen.counted or event.examiner.kind != "embedded"
            screen = replace(_quiet(screen), examiner=event.examiner, counted=counted, waiting=None)
            if event.examiner.kind == "embedded":
                return _add(screen, Notice(say("The embedded examiner goes on."), "warn", event.reason))
            return _add(screen, Notice(say("The examiner was changed."), "warn", event.reason))
        case ev.Paused():
            return _add(replace(screen, paused=True), Notice(say("Paused.")))
        case ev.Continued():
            return _add(replace(screen, paused=False), Notice(say("Continued.")))
        case ev.DefenseClosed():
            return _closed(screen, event)
        case _:
            assert_never(event)


def approval(
    screen: Screen,
    call_id: str,
    tool: str,
    arguments: str,
    *,
    grade: Grade | None = None,
    interrupted: bool = False,
    pin: bool = False,
) -> ForApproval:
    """What a person must know before agreeing to a call; `grade` is what would be assigned."""
    card = grade_card(grade, screen.progress.marks, screen.facts, screen.words, screen.submission) if grade else None
    return ForApproval(
        call_id=call_id,
        tool=tool,
        arguments=arguments,
        title=title_of(tool, arguments, screen.facts, screen.words),
        why=why_of(arguments),
        body=body_of(tool, arguments, screen.facts),
        grade=card,
        interrupted=interrupted,
        pin=pin,
    )


def said(words: Words, sentence: str) -> str:
    """A sentence of another room in the language of the person, where the catalogue knows it."""
    return words(sentence) if sentence else ""


def _stream(screen: Screen, delta: Delta) -> Screen:
    match delta.stream:
        case "content":
            return replace(screen, tail=screen.tail + delta.text, notice="")
        case "reasoning":
            return replace(screen, reasoning=screen.reasoning + delta.text, notice="")
        case "notice":
            return replace(screen, notice=said(screen.words, delta.text))
        case "call":
            return replace(screen, notice="") if screen.notice else screen


def _quiet(screen: Screen) -> Screen:
    return replace(screen, tail="", reasoning="", notice="")


def _replied(screen: Screen, event: ev.ModelReplied) -> Screen:
    reply, say = event.reply, screen.words
    calls = tuple(_without_words(call) for call in reply.calls) if "call" in event.withheld else reply.calls
    screen = replace(_quiet(screen), calls=calls, waiting=None)
    cards: list[Card] = []
    if reply.reasoning.strip() and "reasoning" not in event.withheld:
        seconds = reply.timing.total
        title = say("Thought for {n} s", n=max(1, round(seconds))) if seconds else say("Thought about it")
        cards.append(ThinkingFold(title, reply.reasoning, seconds))
    if reply.content.strip() and "content" not in event.withheld:
        words = reply.content.strip()
        brief = bool(reply.calls) and len(words) <= BRIEF and "\n" not in words
        heading = brief and len(words) <= HEADING and reply.calls[0].name == "ask_student"
        if not heading:  # "Question 2 of 5." is what the card of the question says itself
            cards.append(ExaminerCard(reply.content, brief=brief))
    if event.dropped:
        cards.append(Notice(say("The examiner wanted several steps at once; only the first was taken.")))
    return _add(screen, *cards)


def _without_words(call: ToolCall) -> ToolCall:
    """The call as it may be shown when the gate kept back what it says."""
    return call.model_copy(update={"arguments": ""})


def _decided(screen: Screen, event: ev.CallDecided) -> Screen:
    say = screen.words
    screen = replace(screen, waiting=None)
    match event.decision:
        case "once":
            return screen
        case "defense":
            return _add(screen, Notice(say("Allowed until the end of this defense.")))
        case "edit":
            return _add(screen, Notice(say("Changed before it ran."), advice=event.reason))
        case "refuse":
            return _add(screen, Notice(say("Refused."), "warn", event.reason))


def _started(screen: Screen, event: ev.ToolStarted) -> Screen:
    if event.tool == "assign_grade":
        screen = replace(screen, progress=replace(screen.progress, grading=True))
    screen = replace(screen, waiting=None)
    if event.tool in SPEAKING:  # what is said may be another question than the one the examiner wanted
        now = {"arguments": event.arguments}
        calls = tuple(call.model_copy(update=now) if call.id == event.call_id else call for call in screen.calls)
        return replace(screen, calls=calls)
    return _put(screen, begin_row(event.call_id, event.tool, event.arguments, screen.facts, screen.words))


def _ended(screen: Screen, event: ev.ToolEnded) -> Screen:
    result = event.result
    row = _row(screen, event.call_id)
    screen = replace(_count(screen, event, row), waiting=None)
    if result.final_result is not None and not event.refused:
        card = grade_card(result.final_result, screen.progress.marks, screen.facts, screen.words, screen.submission)
        rest = tuple(other for other in screen.cards if other is not row)  # the grade card says it all
        return replace(screen, grade=card, cards=rest)
    if not result.as_ai_message:
        ended = end_row(row, event, screen.code, screen.words)
        if event.refused and row.tool in (*SPEAKING, "assign_grade"):
            ended = replace(ended, arguments="")  # what was refused is not said after all
        return _put(screen, ended)
    if not result.wait_for_reply:
        return _add(screen, ExaminerCard(result.content))
    return _asked(screen, event.call_id, row.arguments, result.content)


def _asked(screen: Screen, call_id: str, arguments: str, text: str) -> Screen:
    say, progress = screen.words, screen.progress
    question = _question(screen, arguments)
    if question and question.replaces:
        heading = say("Instead of question {n}", n=_place(screen, question.replaces))
    elif progress.asked <= progress.questions:
        heading = say("Question {n} of {total}", n=progress.asked, total=progress.questions)
    else:
        heading = say("Question {n}", n=progress.asked)
    asked = ForAnswer(text, call_id, question)
    hiding = question if question and question.hidden_lines else None
    screen = replace(screen, waiting=asked, asked=asked, hiding=hiding)
    return _add(screen, ExaminerCard(text, heading, question.lines if question else ()))


def _question(screen: Screen, arguments: str) -> Question | None:
    try:
        given = json.loads(arguments)
        wanted = given.get("question_id")
    except (ValueError, RecursionError, AttributeError):
        return None
    return screen.facts.question(str(wanted)) if screen.facts and wanted else None


def _place(screen: Screen, question_id: str) -> int:
    ids = [question.id for question in screen.facts.questions] if screen.facts else []
    return ids.index(question_id) + 1 if question_id in ids else 1


def _counts(question: Question | None) -> bool:
    """A question in place of another is not one more."""
    return question is None or not question.replaces


def _count(screen: Screen, event: ev.ToolEnded, row: ToolRow) -> Screen:
    if event.refused:
        return screen
    progress = screen.progress
    match row.tool:
        case "read_code":
            progress = replace(progress, read=True)
        case "run_baseline":
            progress = replace(progress, baseline=True)
        case "inject_test":
            progress = replace(progress, edges=progress.edges + event.edge_cases)
        case "ask_student" if event.result.wait_for_reply and _counts(_question(screen, row.arguments)):
            progress = replace(progress, asked=progress.asked + 1)
        case "assign_grade" if event.result.final_result:
            progress = replace(progress, graded=True)
        case _:
            pass
    return replace(screen, progress=progress)


def _marked(screen: Screen, mark: Mark) -> Screen:
    """In an exam the verdict is not shown while the defense goes on; in practice it is, with its reason."""
    say = screen.words
    screen = replace(screen, progress=replace(screen.progress, marks=(*screen.progress.marks, mark)), marking=False)
    place = next((n for n in reversed(range(len(screen.cards))) if isinstance(screen.cards[n], StudentCard)), None)
    if mark.verdict == "unreadable":
        answered = max(0, screen.progress.answered - _counts(screen.asked.question if screen.asked else None))
        again = replace(screen.asked, note=mark.why) if screen.asked else None
        screen = replace(screen, progress=replace(screen.progress, answered=answered), waiting=again)
    else:
        screen = replace(screen, hiding=None)
    if place is None:
        return screen
    card = screen.cards[place]
    assert isinstance(card, StudentCard)
    if mark.verdict == "unreadable":
        card = replace(card, mark=say("Not readable: asked again."), tone="warn", again=mark.why)
    elif mark.verdict == "recorded" or screen.rules.mode == "exam":
        card = replace(card, mark=say("Recorded"), tone="neutral")
    elif mark.verdict == "right":
        card = replace(card, mark=_with_reason(say("Right."), mark.why), tone="good")
    else:
        card = replace(card, mark=_with_reason(say("Not right."), mark.why), tone="bad")
    return replace(screen, cards=(*screen.cards[:place], card, *screen.cards[place + 1 :]))


def _with_reason(verdict: str, why: str) -> str:
    return f"{verdict} {why}".strip()


def _closed(screen: Screen, event: ev.DefenseClosed) -> Screen:
    say = screen.words
    card = screen.grade
    if event.grade is not None:
        card = grade_card(event.grade, screen.progress.marks, screen.facts, say, screen.submission)
    screen = replace(
        _quiet(screen), closed=event.reason or "closed", waiting=None, paused=False, grade=card, hiding=None
    )
    if screen.rules.mode == "practice":
        screen = replace(screen, cards=tuple(_with_key(screen, card) for card in screen.cards))
    match event.reason:
        case "graded":
            return screen
        case "rounds":
            sentence = say("The defense was closed: the examiner took too many rounds.")
        case "silent":
            sentence = say("The defense was closed: twice in a row the examiner neither asked nor did anything.")
        case "abandoned":
            sentence = say("The defense was ended before a grade.")
        case other:
            sentence = say("The defense was closed: {reason}", reason=other)
    return _add(screen, Notice(sentence, "warn"))


def _with_key(screen: Screen, card: Card) -> Card:
    """After a practice defense every key is shown with its reason."""
    if not isinstance(card, StudentCard) or screen.facts is None:
        return card
    question = screen.facts.question(card.question_id)
    if question is None:
        return card
    return replace(card, key=right_answer(question, screen.words), walk=can_walk(question))


def _row(screen: Screen, call_id: str) -> ToolRow:
    """The row of a call: the one on the screen, or a new one for a call that never started."""
    for card in reversed(screen.cards):
        if isinstance(card, ToolRow) and card.call_id == call_id:
            return card
    for call in screen.calls:
        if call.id == call_id:
            row = begin_row(call_id, call.name, call.arguments, screen.facts, screen.words)
            return replace(row, arguments=call.arguments) if call.name in SPEAKING else row
    return begin_row(call_id, "", "", screen.facts, screen.words)


def _put(screen: Screen, row: ToolRow) -> Screen:
    for place in reversed(range(len(screen.cards))):
        card = screen.cards[place]
        if isinstance(card, ToolRow) and card.call_id == row.call_id:
            return replace(screen, cards=(*screen.cards[:place], row, *screen.cards[place + 1 :]))
    return _add(screen, row)


def _add(screen: Screen, *cards: Card) -> Screen:
    return replace(screen, cards=(*screen.cards, *cards)) if cards else screen
