"""An examiner that says what a script tells it to: for demonstrations, courses and tests, without any model."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from desktop.llm.stream.jsontext import Object, as_list, as_object, read_json, write_json
from desktop.vocabulary.chat import Delta, Reply, ToolCall
from desktop.vocabulary.events import ExaminerChanged, ModelFailed, ModelReplied, Recorded
from desktop.vocabulary.request import ModelRequest
from desktop.vocabulary.trouble import ModelTrouble

PIECE = 12  # characters shown at a time

ScriptLine = Reply | str
"""A reply, or the sentence of a fault that happens instead of one."""


class ScriptedExaminer:
    """Fits `ports.Examiner`. Which line comes next is read off the log, so a restart changes nothing.

    `replies` are messages in the `/chat/completions` shape, our own `Reply`, or faults: ``{"error": "..."}``.
    `pause` is in seconds, between the pieces shown.
    """

    def __init__(self, replies: Sequence[Reply | Object], pause: float = 0.0) -> None:
        self._lines = [read_line(reply, number) for number, reply in enumerate(replies)]
        self._pause = pause

    async def reply(self, request: ModelRequest) -> AsyncGenerator[Delta | Reply, None]:
        place = _turns(request)
        if place >= len(self._lines):
            raise ModelTrouble("The script has no more replies.", "Add one, or go on with the built-in examiner.")
        line = self._lines[place]
        if isinstance(line, str):
            raise ModelTrouble(line, "The script says that this happens. Press Try again.")
        for delta in as_deltas(line):
            await asyncio.sleep(self._pause)
            yield delta
        yield line


def _turns(request: ModelRequest) -> int:
    """Outside a defense there is no history: then the dialogue itself says how often the script has spoken."""
    if request.history:
        return turns_taken(request.history)
    return sum(message.get("role") == "assistant" for message in request.messages)


def turns_taken(history: Sequence[Recorded]) -> int:
    """How often the present examiner has replied or failed."""
    taken = 0
    for event in history:
        if isinstance(event, ExaminerChanged):
            taken = 0
        elif isinstance(event, ModelReplied | ModelFailed):
            taken += 1
    return taken


def as_deltas(reply: Reply) -> list[Delta]:
    """The reply as it might have been streamed."""
    calls = "".join(f"{call.name} {call.arguments}" for call in reply.calls)
    return [
        *(Delta("reasoning", piece) for piece in _pieces(reply.reasoning)),
        *(Delta("content", piece) for piece in _pieces(reply.content)),
        *(Delta("call", piece) for piece in _pieces(calls)),
    ]


def load_script(path: Path) -> list[Reply | Object]:
    """A JSON list of replies, or an object with such a list under `replies`. `ModelTrouble` in words."""
    try:
        value = read_json(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError):
        raise ModelTrouble(f"The script {path.name} cannot be read.", "It must be a JSON list of replies.") from None
    body = as_object(value)
    items = as_list(body.get("replies") if body is not None else value)
    if not items or any(as_object(item) is None for item in items):
        raise ModelTrouble(f"The script {path.name} is no list of replies.", "See the help on scripted examiners.")
    for number, item in enumerate(items):
        read_line(item, number)
    return items


def read_line(item: Reply | Object, number: int) -> ScriptLine:
    if isinstance(item, Reply):
        return item
    if (error := item.get("error")) is not None:
        words = as_object(error)
        return str(words.get("message") if words is not None else error)
    if "calls" in item:
        try:
            return Reply.model_validate(item)
        except ValidationError:
            raise _bad(number) from None
    choices = [as_object(choice) or {} for choice in as_list(item.get("choices"))]
    message = as_object(choices[0].get("message")) if choices else item
    if message is None or not {"content", "tool_calls", "reasoning_content", "reasoning"} & set(message):
        raise _bad(number)
    calls = tuple(
        _call(as_object(call) or {}, number, place) for place, call in enumerate(as_list(message.get("tool_calls")))
    )
    content = message.get("content")
    thought = message.get("reasoning_content") or message.get("reasoning") or ""
    return Reply(
        content=content if isinstance(content, str) else "",
        reasoning=str(thought),
        calls=calls,
        finish=str(message.get("finish_reason") or ("tool_calls" if calls else "stop")),
        model="script",
    )


def _call(call: Object, number: int, place: int) -> ToolCall:
    function: dict[str, Any] = as_object(call.get("function")) or call
    arguments = function.get("arguments")
    text = arguments if isinstance(arguments, str) else write_json(arguments or {})
    if not isinstance(function.get("name"), str):
        raise _bad(number)
    return ToolCall(id=str(call.get("id") or f"script{number}x{place}"), name=function["name"], arguments=text)


def _pieces(text: str) -> list[str]:
    return [text[at : at + PIECE] for at in range(0, len(text), PIECE)]


def _bad(number: int) -> ModelTrouble:
    return ModelTrouble(
        f"Reply {number + 1} of the script is no message of an assistant.",
        "It needs content or tool_calls, as in /chat/completions, or an error.",
    )
