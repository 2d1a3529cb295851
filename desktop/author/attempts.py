"""Asks a model for a problem, runs what it wrote, and feeds the faults back: at most three attempts."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Literal, Protocol

from desktop.author.draft import Draft, NotADraft, as_files, read_draft
from desktop.vocabulary.chat import Delta, Message, Reply
from desktop.vocabulary.request import ModelRequest

ATTEMPTS = 3


class Speaker(Protocol):
    """A model, as the session's port `Examiner`."""

    def reply(self, request: ModelRequest) -> AsyncGenerator[Delta | Reply, None]: ...


@dataclass(frozen=True, slots=True)
class Order:
    """What a teacher asks for."""

    topic: str
    kind: str
    language: Literal["en", "zh"] = "en"


@dataclass(frozen=True, slots=True)
class Checks:
    """How a draft is tried: both return sentences, none where all is well. Everything of it runs in workers."""

    syntax: Callable[[str], Awaitable[str]]
    pack: Callable[[Draft, Mapping[str, str]], Awaitable[Sequence[str]]]


@dataclass(frozen=True, slots=True)
class Stage:
    """What is being done now, for a progress line: asking, scaffold, checking."""

    attempt: int
    doing: Literal["asking", "scaffold", "checking"]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try, kept whatever became of it. `faults` is empty where it passed."""

    number: int
    reply: str
    draft: Draft | None
    files: Mapping[str, str]
    faults: tuple[str, ...]

    @property
    def passed(self) -> bool:
        return self.draft is not None and not self.faults


Progress = Stage | Attempt | Delta


async def write_problem(order: Order, speaker: Speaker, checks: Checks, prompt: str) -> AsyncGenerator[Progress, None]:
    """Stages, deltas and attempts as they come; ends with the first attempt that passed, or with the third.

    `ModelTrouble` if the model cannot be reached. Close the generator to cancel: nothing was saved.
    """
    messages: list[Message] = [
        {"role": "system", "content": prompt.replace("{schema}", json.dumps(Draft.model_json_schema()))},
        {"role": "user", "content": json.dumps({"topic": order.topic, "kind": order.kind, "language": order.language})},
    ]
    for number in range(1, ATTEMPTS + 1):
        yield Stage(number, "asking")
        said = ""
        async with aclosing(speaker.reply(ModelRequest(tuple(messages)))) as parts:
            async for part in parts:
                if isinstance(part, Reply):
                    said = part.content
                else:
                    yield part
        try:
            draft = read_draft(said)
        except NotADraft as fault:
            attempt = Attempt(number, said, None, {}, fault.faults)
        else:
            yield Stage(number, "scaffold")
            files = as_files(draft)
            faults: Sequence[str] = [why] if (why := await checks.syntax(draft.scaffold)) else []
            if not faults:
                yield Stage(number, "checking")
                faults = await checks.pack(draft, files)
            attempt = Attempt(number, said, draft, files, tuple(faults))
        yield attempt
        if attempt.passed:
            return
        messages += [{"role": "assistant", "content": said}, {"role": "user", "content": _feedback(attempt)}]


def _feedback(attempt: Attempt) -> str:
    listed = "\n".join(f"- {fault}" for fault in attempt.faults[:12])
    return f"This was run, and it does not hold:\n{listed}\nSend the whole JSON object again, corrected."
