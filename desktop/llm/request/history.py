"""Makes a message list that every server accepts: each call answered, neighbours merged, contents as they must be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from desktop.llm.request.quirks import Quirks
from desktop.llm.stream.fields import part_text
from desktop.llm.stream.jsontext import Object, as_list, as_object, is_strict, read_json, write_json

NOT_RUN = "Not executed: only one tool call is run at a time. Call the tool again if you still need it."
BEGIN = "Begin."
REASONING = ("reasoning_content", "reasoning")


def valid_messages(messages: Sequence[Mapping[str, Any]], quirks: Quirks | None = None) -> list[Object]:
    """A new list; unknown keys of messages and calls are passed on as they came (thought signatures must be).

    One system message of plain text comes first. Every tool call is followed by its one answer: a missing one is
    written, an answer to no call becomes a user message. Turns of the same role are one. At least one user message
    is there, and the first turn is the user's, because chat templates insist on both.
    """
    quirks = quirks or Quirks()
    system: list[str] = []
    turns: list[Object] = []
    answers = _answers(messages)
    called = {
        str((as_object(call) or {}).get("id")) for message in messages for call in as_list(message.get("tool_calls"))
    }
    for message in messages:
        role = message.get("role")
        if role in ("system", "developer"):
            system.append(_plain(message.get("content")))
        elif role == "assistant":
            _add_assistant(turns, dict(message), answers, quirks)
        elif role == "tool":
            if str(message.get("tool_call_id")) not in called:
                told = f"[Result of an earlier tool] {_plain(message.get('content'))}"
                _add_user(turns, {"role": "user", "content": told})
        else:
            _add_user(turns, message)
    if not turns or turns[0]["role"] != "user":
        turns.insert(0, {"role": "user", "content": BEGIN})
    head: list[Object] = [{"role": "system", "content": "\n\n".join(filter(None, system))}] if any(system) else []
    return head + turns


def _answers(messages: Sequence[Mapping[str, Any]]) -> dict[str, list[Mapping[str, Any]]]:
    """The answers to each call id in order: some servers number the calls of every reply from one."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for message in messages:
        if message.get("role") == "tool":
            found.setdefault(str(message.get("tool_call_id")), []).append(message)
    return found


def _add_assistant(
    turns: list[Object], message: Object, answers: dict[str, list[Mapping[str, Any]]], quirks: Quirks
) -> None:
    calls = [_call(call) for item in as_list(message.pop("tool_calls", None)) if (call := as_object(item)) is not None]
    text = _plain(message.pop("content", None))
    thought = next((said for key in REASONING if (said := message.pop(key, None))), None)
    last = turns[-1] if turns else None
    if last is not None and last["role"] == "assistant" and not last.get("tool_calls"):
        text = "\n\n".join(filter(None, (_plain(last.get("content")), text)))
        message = {**last, **message}
        turns.pop()
    if not text and not calls:
        return  # it only thought: servers refuse a turn with nothing in it
    message["content"] = text or ("" if quirks.blank == "empty" else None)
    if quirks.reasoning == "send":
        message[REASONING[0]] = thought or message.get(REASONING[0]) or ""
    if calls:
        message["tool_calls"] = calls
    turns.append(message)
    for call in calls:
        waiting = answers.get(str(call.get("id")))
        answer = waiting.pop(0) if waiting else None
        content = NOT_RUN if answer is None else _plain(answer.get("content"))
        turns.append({**(answer or {}), "role": "tool", "tool_call_id": call.get("id", ""), "content": content})


def _add_user(turns: list[Object], message: Mapping[str, Any]) -> None:
    text = _plain(message.get("content"))
    if turns and turns[-1]["role"] == "user":
        turns[-1] = {**turns[-1], "content": "\n\n".join(filter(None, (turns[-1]["content"], text)))}
    elif text:
        turns.append({**message, "role": "user", "content": text})


def _call(call: Object) -> Object:
    """Arguments that are no JSON object would make a server refuse the whole conversation."""
    function = dict(as_object(call.get("function")) or {})
    arguments = function.get("arguments")
    text = arguments if isinstance(arguments, str) else write_json(arguments or {})
    try:
        fits = as_object(read_json(text)) is not None and is_strict(text)
    except ValueError:
        fits = False
    function["arguments"] = text if fits else write_json({"unreadable": text}) if text.strip() else "{}"
    return {**call, "type": "function", "function": function}


def _plain(content: object) -> str:
    return content if isinstance(content, str) else "".join(part_text(part) for part in as_list(content))
