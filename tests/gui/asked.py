"""Defenses in hand-made states: before a question of every way to answer, waiting, looked back at."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from desktop.view.present import present
from desktop.view.screen import Screen
from desktop.vocabulary import events as ev
from desktop.vocabulary.chat import Delta, Reply, ToolCall
from desktop.vocabulary.questions import AnswerForm, Question
from desktop.vocabulary.words import Words
from tests.gui.desk_gallery import CODE, FACTS, history, screen_at
from tools.contract import ToolResult

CALL = "c77"
SAID = (
    "Your code passes the baseline. One edge case fails: with five identical points and `k = 3`.\n\n"
    "Next I will ask you about the part that decides when to stop."
)


def _question(form: AnswerForm, text: str, typed: str, **fields: object) -> tuple[Question, str]:
    given = {"id": "asked", "type": "return_value", "lines": (14,), **fields}
    return Question.model_validate({**given, "text": text, "answer_form": form}), typed


ASKED: dict[AnswerForm, tuple[Question, str]] = {
    question.answer_form: (question, typed)
    for question, typed in (
        _question(
            "int",
            "During `kmeans([[0, 0], [0, 1], [9, 9]], 2)`: how many times does the loop on line 14 run?",
            "3",
            type="loop_count",
        ),
        _question(
            "list",
            "During `kmeans([[0, 0], [0, 1], [9, 9]], 2)`: which values does `best` take on line 21, in order?",
            "[1, 2, ",
            type="history",
            lines=(21,),
            why="Say in a sentence how you know.",
        ),
        _question(
            "literal", "What does `assign([[0, 0], [9, 9]], [[0, 1], [8, 8]])` return?", "([0, 1], 2.5)", lines=(12,)
        ),
        _question(
            "word",
            "Which exception does `kmeans([], 1)` raise on line 33?",
            "ValueError",
            type="raising_line",
            lines=(33,),
        ),
        _question("outcome", "What happens at `kmeans([], 1)`?", "raises ValueError", type="edge_outcome", lines=(38,)),
        _question(
            "arguments",
            "Find arguments for `assign` so that line 21 of your program never runs.",
            "[[0, 0], [1, 1]], 2",
            type="witness",
            lines=(21,),
        ),
        _question(
            "options",
            "What does your program do with a centre that no point belongs to?",
            "It stops.",
            lines=(30, 31, 32),
            options=("It stops.", "It goes on with the old centre.", "It raises an error."),
        ),
        _question(
            "line",
            "`update([[0, 0], [9, 9]], [0, 0], 2)` runs. Which line of it does not?",
            "",
            type="unreached_line",
            lines=(),
        ),
        _question(
            "code",
            "Line 19 of your program, with one token hidden, is `if d ____ best_d:`. Type what must stand in the blank "
            "so that all tests of the problem pass.",
            "<=",
            type="fill_blank",
            lines=(19,),
            recipe={"before": "            if d ", "after": " best_d:"},
        ),
        _question(
            "order",
            "Four lines of your program stand below in another order. Put them as they stood.",
            "2 1 3 4",
            type="reorder",
            lines=(39, 40, 41, 42),
            options=(
                "for step in range(max_iter):",
                "centroids = [list(p) for p in points[:k]]",
                "labels = assign(points, centroids)",
                "new = update(points, labels, k)",
            ),
        ),
        _question(
            "text",
            "Why does your program keep the old centre where no point is left?",
            "It keeps the old centre, because",
            type="open",
            lines=(30,),
        ),
    )
}


def asking(question: Question) -> tuple[ev.Event, ...]:
    """A defense up to the moment when that question was put; what was said before it fills the pane."""
    facts = FACTS.model_copy(update={"questions": (*FACTS.questions, question)})
    before = [ev.FactsGathered(facts=facts) if isinstance(e, ev.FactsGathered) else e for e in history("failed")]
    said = _spoken("c76", "tell_student", "{}", SAID, waits=False)
    return (*before, *said, *_spoken(CALL, "ask_student", '{"question_id": "asked"}', question.text, waits=True))


def screen_asking(question: Question, words: Words, at: datetime | None = None) -> Screen:
    screen = Screen(words=words)
    for event in asking(question):
        screen = present(screen, event, at)
    return screen


def screen_waiting(words: Words, at: datetime | None = None) -> Screen:
    """For a server that many ask at once."""
    place = {"told": words("The server is busy."), "seconds": 8, "number": 2, "all": 4}
    notice = words("{told} Trying again in {seconds} s (attempt {number} of {all}).", **place)
    return present(replace(screen_at("failed", words), waiting=None), Delta("notice", notice), at)


def kept(submitted: bool, at: datetime) -> tuple[ev.Stored, ...]:
    """A log in which one line was changed after a run; `submitted`: the examiner has looked at it, too."""
    first = CODE.replace("d < best_d", "d <= best_d")
    opened, *rest = history("question" if submitted else "writing")
    events = (opened, ev.CodeSaved(source=first), ev.CodeRan(source=first), *rest)
    return tuple(ev.Stored(n, at + timedelta(seconds=47 * n), event, "") for n, event in enumerate(events))


def _spoken(call_id: str, tool: str, arguments: str, text: str, *, waits: bool) -> tuple[ev.Event, ...]:
    result = ToolResult(content=text, as_ai_message=True, wait_for_reply=waits)
    return (
        ev.ModelReplied(reply=Reply(calls=(ToolCall(id=call_id, name=tool, arguments=arguments),))),
        ev.ToolStarted(call_id=call_id, tool=tool, arguments=arguments, code_hash="x"),
        ev.ToolEnded(call_id=call_id, result=result),
    )
