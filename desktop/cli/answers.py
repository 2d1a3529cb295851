"""Where answers come from when they do not come from a keyboard: a file, or standard input."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from desktop.cli.common import read_json
from desktop.cli.keyboard import Keyboard
from desktop.session.front import Answer, Asked
from desktop.session.session import Session
from desktop.vocabulary.trouble import Trouble


class AnswerFile:
    """A JSON list (the n-th answers the n-th question of the defense) or an object question id -> answer.

    An answer is a string, or `{"text": ..., "why": ...}`; an order of lines may be a list of their numbers. A question
    that is asked again gets the same answer. So does the question that comes in place of a wrong one, where the file
    has none for it.
    """

    def __init__(self, path: Path) -> None:
        told = read_json(path, "a JSON list of answers, or an object question id -> answer")
        if not isinstance(told, list | dict):
            raise Trouble(f"{path} holds neither a list nor an object.", "Give a JSON list or object of answers.")
        held = cast(list[Any] | dict[str, Any], told)
        self._answers: list[Answer] | dict[str, Answer] = (
            {name: _answer(answer, name) for name, answer in held.items()}
            if isinstance(held, dict)
            else [_answer(answer, place) for place, answer in enumerate(held, 1)]
        )

    async def next(self, asked: Asked, session: Session) -> Answer | None:
        if isinstance(self._answers, list):
            place = session.state.answered
            return self._answers[place] if place < len(self._answers) else same_again(asked, session)
        for name in (asked.question.id if asked.question else "", asked.call_id, asked.text):
            if name in self._answers:
                return self._answers[name]
        return same_again(asked, session)


class StandardInput:
    """One answer a line; the end of the input means that nobody is there, save for a question in place of another."""

    def __init__(self) -> None:
        self._keyboard = Keyboard()

    async def next(self, asked: Asked, session: Session) -> Answer | None:
        line = await self._keyboard.line()
        return Answer(line) if line is not None else same_again(asked, session)


def same_again(asked: Asked, session: Session) -> Answer | None:
    """What was answered to the question that this one replaces: five answers are enough for any defense."""
    replaced = asked.question.replaces if asked.question else ""
    if not replaced:
        return None
    given = (spoken for spoken in session.state.spoken if spoken.question.question_id == replaced)
    return next((Answer(spoken.answer, spoken.why) for spoken in given), None)


class Nobody:
    """The defense stops at its first question."""

    async def next(self, asked: Asked, session: Session) -> Answer | None:
        return None


Answers = AnswerFile | StandardInput | Nobody


def _answer(told: Any, name: str | int) -> Answer:
    """Numbers, lists, true, false and null are answers in themselves, written as Python writes them."""
    if not isinstance(told, dict):
        return Answer(told if isinstance(told, str) else repr(told))
    fields = cast(dict[str, Any], told)
    if "text" not in fields or not fields.keys() <= {"text", "why"}:
        raise Trouble(f"Answer {name} has the wrong keys.", 'Give a text, or {"text": "...", "why": "..."}.')
    text, why = fields["text"], fields.get("why") or ""
    return Answer(text if isinstance(text, str) else repr(text), str(why))
