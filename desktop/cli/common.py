"""What several commands share: opening the desk, reading a file."""

from __future__ import annotations

import asyncio
import json
import os
import tokenize
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import click

from desktop.cli.output import say
from desktop.vocabulary.trouble import Trouble
from desktop.wiring import DefenseDesk

P = ParamSpec("P")
T = TypeVar("T")
MAX_SOURCE = 2_000_000  # bytes; a solution is a few kilobytes, a larger file is a mistake
MAX_JSON = 50_000_000  # bytes; answers and tools are kilobytes, too


def in_loop(work: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, T]:
    """A coroutine as a click command."""

    @wraps(work)
    def start(*args: P.args, **kwargs: P.kwargs) -> T:
        return asyncio.run(work(*args, **kwargs))

    return start


@asynccontextmanager
async def opened(ctx: click.Context) -> AsyncGenerator[DefenseDesk, None]:
    """The desk on the data directory of this call, closed behind it. What is limited here is said on stderr."""
    desk = DefenseDesk.open(ctx.obj)
    for note in desk.notes:
        say(note, err=True)
    try:
        yield desk
    finally:
        await desk.close()


def read_source(path: Path) -> str:
    """A Python file as text, by its coding cookie or as UTF-8; `Trouble` in one sentence otherwise."""
    advice = "Give the path of a Python file."
    try:
        if path.is_dir():
            raise Trouble(f"{path} is a directory.", advice)
        size = path.stat().st_size
        if not path.is_file() and path.resolve() != Path(os.devnull):
            raise Trouble(f"{path} is not a file.", advice)  # a device or a pipe might never end
        if size > MAX_SOURCE:
            large = f"{path} is larger than {MAX_SOURCE // 1_000_000} MB: more than a program to defend may be."
            raise Trouble(large, "Look whether this is the right file.")
        with tokenize.open(path) as file:
            return file.read()
    except FileNotFoundError:
        raise Trouble(f"There is no file {path}.", advice) from None
    except (UnicodeDecodeError, SyntaxError, LookupError):
        raise Trouble(f"{path} is not UTF-8 text.", "Save it as UTF-8 and try again.") from None
    except OSError as error:
        raise Trouble(f"{path} cannot be read: {error.strerror or error}.", advice) from None


def read_json(path: Path, shape: str) -> Any:
    """What a JSON file holds; `Trouble` in one sentence otherwise. `shape` says what was expected."""
    advice = f"Give {shape}."
    try:
        with path.open("rb") as file:
            told = file.read(MAX_JSON + 1)
        if len(told) > MAX_JSON:
            raise Trouble(f"{path} is larger than {MAX_JSON // 1_000_000} MB.", advice)
        return json.loads(told.decode("utf-8-sig"))
    except FileNotFoundError:
        raise Trouble(f"There is no file {path}.", advice) from None
    except IsADirectoryError:
        raise Trouble(f"{path} is a directory.", advice) from None
    except OSError as error:
        raise Trouble(f"{path} cannot be read: {error.strerror or error}.", advice) from None
    except (ValueError, RecursionError) as error:
        raise Trouble(f"{path} is not a JSON file: {error}.", advice) from None


def use_key_of(desk: DefenseDesk, base_url: str, variable: str) -> None:
    """The key in this environment variable, for this session only."""
    key = os.environ.get(variable, "")
    if not key:
        raise Trouble(f"The environment variable {variable} is not set.", "Put the key in it and try again.")
    desk.keys.remember(base_url, key)


def use_waiting(desk: DefenseDesk, base_url: str, **seconds: float | None) -> None:
    """`first`, `idle`, `total`, `spread` as given; those left out are as they were. For this session only."""
    given = {name: value for name, value in seconds.items() if value is not None}
    if given:
        desk.wait_for(base_url, desk.waiting(base_url).model_copy(update=given))


def waiting_options(command: Callable[P, T]) -> Callable[P, T]:
    """How long an endpoint may take, in seconds."""
    said = {
        "first": ("Seconds until its first words.", click.FloatRange(1, 7200)),
        "idle": ("Seconds of silence in the middle of a reply.", click.FloatRange(1, 7200)),
        "total": ("Seconds for one whole reply.", click.FloatRange(1, 86400)),
        "spread": ("Seconds over which first requests are spread by chance.", click.FloatRange(0, 600)),
    }
    for name, (text, kind) in reversed(said.items()):
        command = click.option(f"--wait-{name}", type=kind, metavar="S", help=text)(command)
    return command


def trust_file(ctx: click.Context, _option: click.Parameter, path: Path | None) -> Path | None:
    """`Trouble` at once where it is no file; what it holds is found out with the first connection."""
    if path is not None and not path.is_file():
        raise Trouble(f"There is no file {path}.", "Give the PEM file of your own authority.")
    return path


ca_option = click.option(
    "--ca-file",
    type=click.Path(path_type=Path),
    callback=trust_file,
    help="A PEM file: the authority of your school's own server, trusted beside the system's.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="For machines: one JSON object a line.")
