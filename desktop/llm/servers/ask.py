"""One request to an endpoint, told as plain JSON: the way to look at a strange server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import aclosing
from typing import Any

from pydantic import JsonValue

from desktop.llm.endpoint.examiner import EndpointExaminer
from desktop.llm.failures.faults import EndpointTrouble
from desktop.llm.stream.assemble import Assembled
from desktop.llm.stream.jsontext import as_object, read_json
from desktop.vocabulary.chat import Delta, Reply, Usage
from desktop.vocabulary.request import ModelRequest
from desktop.vocabulary.trouble import ModelTrouble

Told = dict[str, JsonValue]


async def ask(
    examiner: EndpointExaminer,
    text: str,
    tools: Sequence[dict[str, Any]] = (),
    show: Callable[[Delta], None] | None = None,
) -> Told:
    """The keys of `defense-desk ask --json`; `error` is None or the sentences of the trouble.

    A broken reply is told as far as it came, with no call of it `complete`: such a call is never run. `arguments`
    is the JSON text as the tool would get it.
    """
    request = ModelRequest(messages=[{"role": "user", "content": text}], tools=tools)
    try:
        async with aclosing(examiner.reply(request)) as parts:
            async for part in parts:
                if isinstance(part, Reply):
                    return _reply(part)
                if show is not None:
                    show(part)
    except EndpointTrouble as trouble:
        return _broken(trouble.partial or Assembled(), trouble.attempts, trouble.dropped, str(trouble))
    except ModelTrouble as trouble:
        return _broken(Assembled(), 0, (), str(trouble))
    raise AssertionError("a reply ends with a Reply or a trouble")


def _reply(reply: Reply) -> Told:
    return {
        "content": reply.content,
        "reasoning": reply.reasoning,
        "calls": [
            _call(call.id, call.name, call.arguments, _is_object(call.arguments), call.recovered)
            for call in reply.calls
        ],
        "finish": reply.finish,
        "usage": reply.usage.model_dump(),
        "dropped_parameters": list(reply.dropped_parameters),
        "attempts": reply.timing.attempts,
        "error": None,
    }


def _broken(partial: Assembled, attempts: int, dropped: tuple[str, ...], error: str) -> Told:
    return {
        "content": partial.content,
        "reasoning": partial.reasoning,
        "calls": [_call(call.id, call.name, call.arguments, False, call.recovered) for call in partial.calls],
        "finish": partial.finish,
        "usage": (partial.usage or Usage(estimated=True)).model_dump(),
        "dropped_parameters": list(dropped),
        "attempts": attempts,
        "error": error,
    }


def _call(call_id: str, name: str, arguments: str, complete: bool, recovered: bool) -> Told:
    return {"id": call_id, "name": name, "arguments": arguments, "complete": complete, "recovered": recovered}


def _is_object(arguments: str) -> bool:
    try:
        return as_object(read_json(arguments)) is not None
    except ValueError:
        return False
