"""What pack.toml, problem.toml and questions.toml may say; a mistake in them becomes a sentence with file and line."""

from __future__ import annotations

import re
import reprlib
import tomllib
from collections.abc import Sequence
from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, Field, TypeAdapter, ValidationError

from desktop.vocabulary.problem import Criterion, Language, Text, Witness
from desktop.vocabulary.trouble import PackTrouble
from tools.contract import Frozen

MAX_CHARACTERS = 256 * 1024
MAX_DOTS = 500  # a key of 50,000 dotted parts keeps the TOML reader busy for minutes: its time grows with the square

Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,39}$")]


def _either(value: object) -> object:
    return {"en": value} if isinstance(value, str) else value


Words = Annotated[Text, BeforeValidator(_either)]  # "some words", or { en = "...", zh = "..." }


class PackManifest(Frozen):
    """pack.toml. `language` is the one the pack was written in; `problems` are folder names, in order."""

    id: Id
    title: Words
    language: Language = "en"
    problems: tuple[Id, ...] = Field(min_length=1)


class ProblemManifest(Frozen):
    """problem.toml. `packages` are what a student may import beyond the standard library."""

    id: Id
    title: Words
    topic: Words
    kind: str = "function"
    entry_points: tuple[str, ...] = Field(min_length=1)
    packages: tuple[str, ...] = ()
    hint: Words = Text(en="")
    edge_cases_needed: int = Field(default=3, ge=0, le=20)
    rubric: tuple[Criterion, ...] = Field(min_length=1)


class QuestionsManifest(Frozen):
    """questions.toml: open questions, which a machine never marks, and witnesses, which are decided by running."""

    open: tuple[Text, ...] = ()
    witness: tuple[Witness, ...] = ()


Manifest = TypeVar("Manifest")


def read_manifest(kind: type[Manifest], name: str, text: str) -> Manifest:
    """`text` of the file `name` as a manifest; `PackTrouble` names file and line."""
    if len(text) > MAX_CHARACTERS:
        raise PackTrouble(f"{name} is longer than such a file may be ({MAX_CHARACTERS:,} characters).")
    for number, written in enumerate(text.split("\n"), start=1):
        if written.count(".") > MAX_DOTS:
            raise PackTrouble(f"{name}, line {number}: there are more than {MAX_DOTS} dots in this line.")
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # not only TOMLDecodeError: a number of 5,000 digits, too
        at = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        last = text.count("\n") + 1
        line = int(at[1]) if at else last
        deep = isinstance(error, RecursionError)
        said = "nested too deeply" if deep else re.sub(r"\s*\(at .*\)$", "", str(error))[:200]
        raise PackTrouble(f"{name}, line {line}: this is not TOML ({said[0].lower()}{said[1:]}).") from None
    try:
        return TypeAdapter(kind).validate_python(data)
    except ValidationError as error:
        faults = error.errors(include_url=False)
        # a misspelt key is reported twice, as missing and as unknown: the second points at the line
        fault = next((fault for fault in faults if fault["type"] == "extra_forbidden"), faults[0])
        raise PackTrouble(_explain(name, text, fault["loc"], fault["type"], fault["msg"], fault.get("input"))) from None


def _explain(name: str, text: str, path: Sequence[int | str], kind: str, message: str, got: Any) -> str:
    where = f"{name}, line {line_of(text, path)}"
    key = ".".join(str(part) for part in path)[:120]
    match kind:
        case "extra_forbidden":
            return f"{where}: the key {key} is not known here."
        case "missing":
            return f"{where}: the key {key} is missing."
        case _:
            wanted = message.removeprefix("Value error, ").removeprefix("Input should ").removeprefix("Input ")
            return f"{where}: {key} is {reprlib.repr(got)}, but should {_lower(wanted)}."


def line_of(text: str, path: Sequence[int | str]) -> int:
    """The line (from 1) where the value at `path` stands; its table's line if the key is missing; 1 if in doubt.

    TOML readers keep no positions, so this looks for the headers and keys a person would look for.
    """
    lines = text.split("\n")
    at, found = 0, 0
    for place, part in enumerate(path):
        if isinstance(part, int):
            header = re.compile(rf"\s*\[\[\s*{re.escape(str(path[place - 1]))}\s*\]\]")
            heads = [number for number, line in enumerate(lines) if header.match(line)]
            if part < len(heads):
                at = found = heads[part]
            continue
        key = re.compile(
            rf"""\s*(\[+\s*)?["']?{re.escape(part)}["']?\s*[=\]]|.*[{{,]\s*["']?{re.escape(part)}["']?\s*="""
        )
        for number in range(at, len(lines)):
            if number > at and isinstance(path[0], str) and place > 0 and lines[number].startswith("[["):
                break
            if key.match(lines[number]):
                at = found = number
                break
    return found + 1


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:] if words else "be different"
