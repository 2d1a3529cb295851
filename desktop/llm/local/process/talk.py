"""What the host and its child process say to each other: settings in on one line, events out, one a line."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from desktop.llm.local.process.known import KnownFile
from tools.contract import Frozen

ALIAS = "local"  # the model's name in a request
Reason = Literal["package", "missing", "unreadable", "not_gguf", "damaged", "memory", "server", "settings"]


class ChildSettings(Frozen):
    """`key` is random and for this start only; it is never on a command line. `log` takes what native code prints.

    `n_ctx` tokens is the whole context, since there is one slot; prompts are read `n_batch` tokens at a time, and
    between two batches a request can be given up (measured: not at all at 2048, at once at 256). `idle` is in
    seconds: the weights are unloaded when nothing is asked for so long, and loaded again by the next request.
    """

    model: str
    key: str = Field(min_length=16)
    log: str
    known: tuple[KnownFile, ...] = ()
    threads: int = Field(default=1, ge=1)
    n_ctx: int = Field(default=4096, ge=512)
    n_batch: int = Field(default=256, ge=32, le=256)
    idle: int = Field(default=900, ge=-1)


class Progress(Frozen):
    """`percent` of the file read while checking; of nothing useful while loading."""

    event: Literal["progress"] = "progress"
    phase: Literal["checking", "loading"]
    percent: int = Field(default=0, ge=0, le=100)


class Checked(Frozen):
    """The whole file was read: its SHA-256 (hex)."""

    event: Literal["checked"] = "checked"
    sha256: str


class Ready(Frozen):
    event: Literal["ready"] = "ready"
    port: int = Field(ge=1, le=65535)


class Failed(Frozen):
    """`detail` is for the diary, save for `memory`: there it is the megabytes needed and those that are free."""

    event: Literal["failed"] = "failed"
    reason: Reason
    detail: str = ""


ChildEvent = Progress | Checked | Ready | Failed
_EVENTS: TypeAdapter[ChildEvent] = TypeAdapter(Annotated[ChildEvent, Field(discriminator="event")])


def read_event(line: bytes) -> ChildEvent:
    """`ValueError` if this is not a line of our child."""
    return _EVENTS.validate_json(line)


def as_line(message: ChildSettings | ChildEvent) -> bytes:
    return message.model_dump_json().encode() + b"\n"
