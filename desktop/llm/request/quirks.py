"""What a server and a model turned out not to accept: learned from refusals, remembered, and shown."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Literal, Protocol

from pydantic import Field, TypeAdapter, ValidationError

from desktop.llm.failures.faults import Refusal
from desktop.llm.stream.jsontext import Object, as_list, as_object
from tools.contract import Frozen

OPTIONAL = (
    "temperature",
    "stream_options",
    "parallel_tool_calls",
    "tool_choice",
    "max_completion_tokens",
    "max_tokens",
    "stream",
)
TWINS = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}
UNKNOWN_WORDS = ("unsupported", "not supported", "unknown", "unrecognized", "unexpected", "extra", "not permitted")


class Quirks(Frozen):
    """For one address and model. `renamed` maps our name of a parameter to theirs.

    `reasoning`: whether earlier reasoning is sent back. `blank`: how an assistant turn without text is written.
    """

    dropped: tuple[str, ...] = ()
    renamed: dict[str, str] = Field(default_factory=dict[str, str])
    reasoning: Literal["omit", "send"] = "omit"
    blank: Literal["null", "empty"] = "null"

    @property
    def shown(self) -> tuple[str, ...]:
        """One label for each thing learned, for the log and the settings."""
        labels = [*self.dropped, *(f"{ours} -> {theirs}" for ours, theirs in self.renamed.items())]
        labels += ["reasoning sent back"] if self.reasoning == "send" else []
        labels += ['content ""'] if self.blank == "empty" else []
        return tuple(labels)

    def apply(self, body: Object) -> Object:
        """The request body as this server takes it."""
        kept = {key: value for key, value in body.items() if key not in self.dropped}
        return {self.renamed.get(key, key): value for key, value in kept.items()}


class QuirkStore(Protocol):
    """Remembers quirks from one program start to the next. Called in a thread."""

    def load(self, base_url: str, model: str) -> Quirks: ...
    def save(self, base_url: str, model: str, quirks: Quirks) -> None: ...
    def forget(self, base_url: str, model: str) -> None: ...


class MemoryQuirks:
    """Forgets everything when the program ends."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Quirks] = {}

    def load(self, base_url: str, model: str) -> Quirks:
        return self._known.get((base_url, model), Quirks())

    def save(self, base_url: str, model: str, quirks: Quirks) -> None:
        self._known[base_url, model] = quirks

    def forget(self, base_url: str, model: str) -> None:
        self._known.pop((base_url, model), None)


class Remembered(Frozen):
    base_url: str
    model: str
    quirks: Quirks


_FILE: TypeAdapter[tuple[Remembered, ...]] = TypeAdapter(tuple[Remembered, ...])


class QuirkFile:
    """A small JSON file. One that cannot be read counts as empty: all in it can be learned again."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def all(self) -> tuple[Remembered, ...]:
        try:
            return _FILE.validate_json(self._path.read_bytes())
        except (OSError, ValidationError):
            return ()

    def load(self, base_url: str, model: str) -> Quirks:
        return next((r.quirks for r in self.all() if (r.base_url, r.model) == (base_url, model)), Quirks())

    def save(self, base_url: str, model: str, quirks: Quirks) -> None:
        self._write((*self._others(base_url, model), Remembered(base_url=base_url, model=model, quirks=quirks)))

    def forget(self, base_url: str, model: str) -> None:
        self._write(self._others(base_url, model))

    def _others(self, base_url: str, model: str) -> tuple[Remembered, ...]:
        return tuple(r for r in self.all() if (r.base_url, r.model) != (base_url, model))

    def _write(self, remembered: tuple[Remembered, ...]) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            fresh = self._path.with_name(f"{self._path.name}.{os.getpid()}.new")
            fresh.write_bytes(_FILE.dump_json(remembered, indent=1))
            os.replace(fresh, self._path)
        except OSError:
            return  # a full or read-only disk costs one more refused request next time, nothing else


def learn(quirks: Quirks, sent: Object, refusal: Refusal) -> Quirks | None:
    """Quirks that avoid this 400 or 422; None if it names nothing that can be changed.

    The parameter is looked for in `error.param`, in `loc`, then in the message. `sent` is the body after `apply`.
    """
    words = refusal.words
    name = next((name for name in _named(refusal.body) if name in sent and name in OPTIONAL), None)
    name = name or next((name for name in OPTIONAL if name in sent and _mentions(refusal.message, name)), None)
    if name is not None:
        return _without(quirks, name, words)
    if "reasoning_content" in words or "reasoning content" in words or "thinking" in words:
        return quirks.model_copy(update={"reasoning": "omit" if quirks.reasoning == "send" else "send"})
    if "content" in words and any(word in words for word in ("null", "none", "string", "empty", "required", "must")):
        return quirks.model_copy(update={"blank": "empty"}) if quirks.blank == "null" else None
    return None


def _without(quirks: Quirks, name: str, words: str) -> Quirks:
    ours = next((ours for ours, theirs in quirks.renamed.items() if theirs == name), name)
    twin = TWINS.get(name)
    if twin and ours == name and (twin in words or any(word in words for word in UNKNOWN_WORDS)):
        return quirks.model_copy(update={"renamed": {**quirks.renamed, name: twin}})
    renamed = {key: value for key, value in quirks.renamed.items() if key != ours}
    return quirks.model_copy(update={"dropped": (*quirks.dropped, ours), "renamed": renamed})


def _named(value: Any, depth: int = 0) -> list[str]:
    """Every `param` and every last item of a `loc` in an error body."""
    if depth > 6:
        return []
    names: list[str] = []
    body = as_object(value)
    if body is not None:
        if isinstance(param := body.get("param"), str):
            names.append(param)
        names += [str(step) for step in as_list(body.get("loc"))]
        for inner in body.values():
            names += _named(inner, depth + 1)
    for inner in as_list(value):
        names += _named(inner, depth + 1)
    return names


def _mentions(message: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", message) is not None
