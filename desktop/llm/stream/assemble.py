"""Puts the chunks of one reply together: content, reasoning and calls, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from desktop.llm.stream.arguments import AssembledCall, read_call, tidy_calls, without_echoes
from desktop.llm.stream.calls import KNOWN_KEYS, CallTable, call_entries
from desktop.llm.stream.fields import StreamFault, mended, part_text, read_error, read_usage
from desktop.llm.stream.jsontext import Object, as_list, as_object, write_json
from desktop.llm.stream.textcalls import has_mark, looks_begun, recover_calls
from desktop.llm.stream.thinking import ThinkSplitter, split_lost_opening
from desktop.vocabulary.chat import CALLED, Delta, Usage

MAX_TEXT = 2**21  # characters of one reply: 500,000 tokens. It lies in the log, and thirty of them make a defense
LONGEST_NAME = 300  # characters: of the model's name, of how it ended

LENGTH = frozenset({"length", "max_tokens", "max_output_tokens", "model_length"})
FAILED = frozenset({"error", "abort", "insufficient_system_resource", "malformed_function_call", "network_error"})
FILTERED = frozenset({"content_filter", "safety", "recitation", "prohibited_content", "blocklist", "spii", "refusal"})


@dataclass(frozen=True, slots=True)
class Assembled:
    """All that came, also of a broken reply. `finish` is lower case; `whole` says that the server ended it itself.

    `announced`: there is a trace of a call, be it one of `calls` or one of which nothing usable came.
    """

    content: str = ""
    reasoning: str = ""
    calls: tuple[AssembledCall, ...] = ()
    finish: str = ""
    usage: Usage | None = None
    model: str = ""
    whole: bool = False
    seen: bool = False
    announced: bool = False

    @property
    def cut_by_length(self) -> bool:
        return self.finish in LENGTH

    @property
    def has_unfinished(self) -> bool:
        return any(call.state == "unfinished" for call in self.calls)


class Assembler:
    """Feed it parsed chunks; it answers with what there is to show, and in the end with an `Assembled`.

    `tools` maps each offered tool to the JSON schema of its arguments. `messages` is what was sent: ids used there
    are not used again (the log knows calls by their id), and text quoted from there is no call.
    """

    def __init__(self, tools: Mapping[str, Object] | None = None, messages: Sequence[Object] = ()) -> None:
        self._tools = tools or {}
        self._messages = messages
        self._content: list[str] = []
        self._reasoning: list[str] = []
        self._size = 0
        self._table = CallTable(self._tools)
        self._think = ThinkSplitter()
        self._half: dict[str, str] = {}  # half a surrogate pair at the end of a delta
        self._choice: object = None  # which choice is read; the others are other replies
        self._finish = ""
        self._usage: Usage | None = None
        self._model = ""
        self._seen = False
        self._by_delta = False
        self._announced = False
        self.done = False

    @property
    def finished(self) -> bool:
        """The server said how the reply ended; only usage and `[DONE]` may follow."""
        return bool(self._finish)

    def chunk(self, chunk: object, event: str = "") -> list[Delta]:
        """One parsed event. `StreamFault` if it carries an error or is no chunk at all."""
        body = as_object(chunk)
        if body is None:
            if chunk is None or event not in ("", "message"):
                return []
            raise StreamFault("The server sent something that is no part of a reply.")
        self._look_for_error(body, event)
        if not self._model and isinstance(model := body.get("model"), str):
            self._model = model[:LONGEST_NAME]
        self._take_usage(body)
        shown: list[Delta] = []
        choices = body.get("choices")
        for choice in map(as_object, as_list(choices) or [choices]):
            if choice is not None and self._is_ours(choice):
                self._take_choice(choice, shown)
        return shown

    def result(self) -> Assembled:
        """What has come so far, read as if nothing more will."""
        for stream, text in self._think.stop():
            (self._content if stream == "content" else self._reasoning).append(text)
        content, reasoning = mended("".join(self._content)), mended("".join(self._reasoning))
        if not reasoning:
            reasoning, content = split_lost_opening(content)
        calls = self._calls()
        whole = bool(self._finish) or self.done
        if not calls and self._tools and whole and self._finish not in LENGTH | FAILED:
            found = recover_calls(content, self._tools, _heard(self._messages))
            if found:
                content = found.content
                written = [AssembledCall("", call.name, call.arguments, "complete", True) for call in found.calls]
                calls = tidy_calls(written, self._messages)
        finish, model = mended(self._finish), mended(self._model)
        announced = self._announced or bool(calls)
        if finish in CALLED and not announced:
            announced = looks_begun(content) or has_mark(reasoning)
        return Assembled(content, reasoning, calls, finish, self._usage, model, whole, self._seen, announced)

    def _look_for_error(self, body: Object, event: str) -> None:
        error = body.get("error")
        if not error and (event == "error" or body.get("object") == "error" or body.get("type") == "error"):
            error = body
        if error:
            raise read_error(error)

    def _is_ours(self, choice: Object) -> bool:
        index = choice.get("index")
        if not self._seen:
            self._choice, self._seen = index, True
        return index == self._choice or index is None or self._choice is None

    def _take_usage(self, body: Object) -> None:
        usage = as_object(body.get("usage")) or as_object((as_object(body.get("x_groq")) or {}).get("usage"))
        if usage:
            self._usage = read_usage(usage) or self._usage

    def _take_choice(self, choice: Object, shown: list[Delta]) -> None:
        if error := choice.get("error"):
            raise read_error(error)
        finish = choice.get("finish_reason")
        if isinstance(finish, str) and finish:
            self._finish = finish[:LONGEST_NAME].rpartition(":")[2].strip().lower()
        if usage := as_object(choice.get("usage")):
            self._usage = read_usage(usage) or self._usage
        delta = as_object(choice.get("delta"))
        message = as_object(choice.get("message"))
        if delta:
            self._by_delta = True
        elif message is not None:
            delta = message if not self._by_delta else self._unsaid(message)
        else:
            self._take_text(choice.get("text"), shown)
            return
        self._take_reasoning(delta, shown)
        self._take_text(delta.get("content"), shown)
        self._take_text(delta.get("refusal"), shown)
        legacy, calls = delta.get("function_call"), delta.get("tool_calls")
        self._announced = self._announced or bool(legacy) or any(as_list(calls) or [calls])
        if legacy := as_object(legacy):
            self._take_call({"index": 0, "function": legacy}, shown)
        for entry in call_entries(calls):
            self._take_call(entry, shown)

    def _unsaid(self, message: Object) -> Object:
        """Of a whole message after its deltas: only the calls, if none came before."""
        return {} if self._table.calls else {"tool_calls": message.get("tool_calls")}

    def _take_reasoning(self, delta: Object, shown: list[Delta]) -> None:
        said = delta.get("reasoning_content") or delta.get("reasoning")
        if not said:
            said = "".join(part_text(part) for part in as_list(delta.get("reasoning_details")))
        if isinstance(said, str) and said:
            for stream, text in self._think.stop():
                self._show(stream, text, shown)
            self._show("reasoning", said, shown)

    def _take_text(self, content: object, shown: list[Delta]) -> None:
        if not content:
            return
        if isinstance(content, str):
            for stream, text in self._think.feed(content):
                self._show(stream, text, shown)
            return
        for part in as_list(content):
            kind = (as_object(part) or {}).get("type")
            if kind in ("thinking", "reasoning"):
                self._show("reasoning", part_text(part), shown)
            elif text := part_text(part):
                self._take_text(text, shown)

    def _take_call(self, entry: Object, shown: list[Delta]) -> None:
        kept = {key: value for key, value in entry.items() if key not in KNOWN_KEYS}
        self._weigh(str(entry.get("id") or ""))
        if kept:
            self._weigh(write_json(kept))
        if text := self._table.take(entry):
            self._weigh(text)
            shown.append(Delta("call", mended(text)))

    def _show(self, stream: Literal["content", "reasoning"], text: str, shown: list[Delta]) -> None:
        if not text:
            return
        self._keep(stream, text)
        text = self._half.pop(stream, "") + text
        if "\ud800" <= text[-1] <= "\udbff":
            self._half[stream], text = text[-1], text[:-1]
        if text:
            shown.append(Delta(stream, mended(text)))

    def _keep(self, stream: str, text: str) -> None:
        self._weigh(text)
        (self._content if stream == "content" else self._reasoning).append(text)

    def _weigh(self, text: str) -> None:
        self._size += len(text)
        if self._size > MAX_TEXT:
            raise StreamFault("The reply does not end; it was stopped.")

    def _calls(self) -> tuple[AssembledCall, ...]:
        ended = bool(self._finish) or self.done
        read = [call for opened in self._table.calls for call in read_call(opened, self._tools, ended)]
        return tidy_calls(without_echoes(read), self._messages)


def _heard(messages: Sequence[Object]) -> list[str]:
    heard: list[str] = []
    for message in messages:
        if message.get("role") != "assistant":
            content = message.get("content")
            heard.append(content if isinstance(content, str) else write_json(content))
    return heard
