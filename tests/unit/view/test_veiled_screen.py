"""From the moment a question about hidden lines is asked until it is marked, no text of the screen shows them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from desktop.view.screen import Screen, ToolRow
from desktop.view.transcript import markdown, plain, screen_of
from desktop.view.veil import veiled_output
from desktop.vocabulary import events as ev
from desktop.vocabulary.questions import Facts, Mark, Question
from desktop.vocabulary.words import Words
from tests.support.sayings import CODE, FACTS, SUBMITTED, replied
from tools.contract import ToolResult, numbered

SECRET = "min(xs"
ASKED = Question(
    id="q1",
    type="fill_blank",
    text="What stands in `return ____(xs, ...)`?",
    answer_form="code",
    lines=(2,),
    recipe={"before": "    return ", "after": "(xs, key=lambda x: abs(x - q))", "example": "min"},
)


def tool(n: int, name: str, content: str, **more: Any) -> list[ev.Recorded]:
    arguments = json.dumps({"question_id": "q1"} if name == "ask_student" else {})
    return [
        replied(n, name, **json.loads(arguments)),
        ev.ToolStarted(call_id=f"c{n}", tool=name, arguments=arguments, code_hash="x"),
        ev.ToolEnded(call_id=f"c{n}", result=ToolResult(content=content, **more)),
    ]


READ = tool(1, "read_code", "\n".join(numbered(CODE)))
ASK = tool(2, "ask_student", ASKED.text, as_ai_message=True, wait_for_reply=True)
FACTS_HERE: Facts = FACTS.model_copy(update={"questions": (ASKED,)})
BEFORE = [*SUBMITTED, ev.FactsGathered(facts=FACTS_HERE), *READ]


def screen(*events: ev.Recorded) -> Screen:
    return screen_of([*BEFORE, *events], Words())


def said(shown: Screen) -> str:
    rows = [card.output for card in shown.shown_cards if isinstance(card, ToolRow)]
    return "\n".join([plain(shown), markdown(shown), shown.shown_code, *rows])


def test_before_it_is_asked_everything_is_there():
    assert SECRET in said(screen())


@pytest.mark.parametrize(
    "later",
    [
        [],
        [ev.StudentAnswered(text="max")],
        [ev.StudentAnswered(text=""), ev.AnswerMarked(mark=Mark(question_id="q1", verdict="unreadable", why="Hm."))],
        [ev.Paused()],
    ],
    ids=["open", "being marked", "asked again", "paused"],
)
def test_while_it_is_open_it_is_nowhere(later: list[ev.Recorded]):
    shown = said(screen(*ASK, *later))
    assert SECRET not in shown
    assert "return ____(xs" in shown


@pytest.mark.parametrize(
    "later",
    [
        [ev.StudentAnswered(text="max"), ev.AnswerMarked(mark=Mark(question_id="q1", verdict="wrong"))],
        [ev.DefenseClosed(reason="abandoned")],
    ],
    ids=["marked", "closed"],
)
def test_afterwards_it_is_there_again(later: list[ev.Recorded]):
    assert SECRET in said(screen(*ASK, *later))


def test_code_saved_after_submission_does_not_move_the_gap():
    """The question is about the program that was submitted, and that is what is shown beside it."""
    shown = screen(ev.CodeSaved(source="# new first line\n" + CODE), *ASK)
    assert shown.shown_code == CODE.replace("min", "____")


def test_why_it_was_asked_again_is_told_once_on_the_screen_and_once_in_the_transcript():
    unreadable = ev.AnswerMarked(mark=Mark(question_id="q1", verdict="unreadable", why="One line, please."))
    shown = screen(*ASK, ev.StudentAnswered(text="?"), unreadable)
    assert shown.waiting is not None
    assert "One line, please." not in getattr(shown.shown_cards[-1], "mark", "")
    assert plain(shown).count("One line, please.") == 1


TRACE = [
    "Traceback (most recent call last):",
    '  File "<student>", line 2, in nearest',
    "    return min(xs, key=lambda x: abs(x - q))",
    "           ~~~^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
    "TypeError: 'int' object is not iterable",
]


def test_a_traceback_keeps_its_places_and_loses_the_line():
    shown = veiled_output(TRACE, CODE, ASKED)
    assert shown == [*TRACE[:2], "    return ____(xs, key=lambda x: abs(x - q))", "", TRACE[4]]
    assert veiled_output(TRACE, CODE, None) == TRACE


def test_a_program_that_prints_itself_prints_a_gap():
    listing = [f"{n}: {line}" for n, line in enumerate(CODE.splitlines())]
    assert SECRET in "".join(listing)
    assert SECRET not in "".join(veiled_output(listing, CODE, ASKED))


def test_short_hidden_lines_are_not_looked_for_inside_words():
    ordered = Question(id="q", type="reorder", text="?", answer_form="order", lines=(1, 2), options=("a", "b"))
    assert veiled_output(["    x += 1", "max += 1", "y = 2"], "x += 1\ny = 2\n", ordered) == [
        "    ____",
        "max += 1",
        "____",
    ]
