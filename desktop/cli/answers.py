"""Where answers come from when they do not come from a keyboard: a file, or standard input."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any, cast

from desktop.session.front import Answer, Asked
from desktop.session.session import Session
from desktop.vocabulary.trouble import Trouble


class AnswerFile:
    """A JSON list (the n-th answers the n-th question of the defense) or an object question id -> answer.

    An answer is a string, or `{"text": ..., "why": ...}`. A question that is asked again gets the same answer.
    """

    def __init__(self, path: Path) -> None:
        try:
            told = json.loads(path.read_text("utf-8"))
        except FileNotFoundError:
            raise Trouble(f"There is no file {path}.", "Give a JSON file of answers.") from None
        except (OSError, ValueError) as error:
            raise Trouble(f"{path} is not a JSON file: {error}.", "Give a JSON list or object of answers.") from None
        if not isinstance(told, list | dict):
            raise Trouble(f"{path} holds neither a list nor an object.", "Give a JSON list or object of answers.")
        self._answers: list[Any] | dict[str, Any] = cast(list[Any] | dict[str, Any], told)

    async def next(self, asked: Asked, session: Session) -> Answer | None:
        if isinstance(self._answers, list):
            place = session.state.answered
            return _answer(self._answers[place]) if place < len(self._answers) else None
        for name in (asked.question.id if asked.question else "", asked.call_id, asked.text):
            if name in self._answers:
                return _answer(self._answers[name])
        return None


class StandardInput:
    """One answer a line; the end of the input means that nobody is there."""

    async def next(self, asked: Asked, session: Session) -> Answer | None:
        line = await asyncio.to_thread(sys.stdin.readline)
        return Answer(line.rstrip("\r\n")) if line else None


class Nobody:
    """The defense stops at its first question."""

    async def next(self, asked: Asked, session: Session) -> Answer | None:
        return None


Answers = AnswerFile | StandardInput | Nobody


def _answer(told: Any) -> Answer:
    if isinstance(told, dict):
        fields = cast(dict[str, Any], told)
        return Answer(str(fields.get("text", "")), str(fields.get("why", "")))
    return Answer(told if isinstance(told, str) else repr(told))
