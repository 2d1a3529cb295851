"""Finds tool calls that a model wrote into its text, and takes only those nobody else can have written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from desktop.llm.stream.jsontext import Object, as_list, as_object, read_json, read_value_at, write_json

MAX_MARKS = 100
_MARK = re.compile(
    r"<(?:function=|invoke name=\"?)([\w.-]+)\"?>|\[TOOL_CALLS\]\s?([\w.-]+)\s?(?:\[ARGS\])?(?=\s?\{)"
    r"|<tool_call>|<tools>|<tool>|<function_call>|<\|tool_call\|>|<\|python_tag\|>|\[TOOL_CALLS\]"
)
_CLOSING = re.compile(r"\s*(?:</tool_call>|</tools>|</tool>|</function_call>|<\|/tool_call\|>|<\|eom_id\|>|</s>)")
_NAMED_END = re.compile(r"\s*(?:</function>)?\s*(?:</tool_call>)?")
_PARAMETER = re.compile(r"\s*<parameter(?:=| name=\"?)([\w.-]+)\"?>")
_PARAMETERS_END = re.compile(r"\s*</(?:function|invoke)>\s*(?:</tool_call>|</function_calls>)?")
_LAST_FENCE = re.compile(r"```(?:json|tool_call|tool_code)?[ \t]*\r?\n(.*?)\n[ \t]*```\s*$", re.DOTALL)
_NOISE = re.compile(r"[\s\\]+")

_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


@dataclass(frozen=True, slots=True)
class TextCall:
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Recovered:
    """The calls, and the content without them."""

    calls: tuple[TextCall, ...]
    content: str


def recover_calls(content: str, tools: Mapping[str, Object], heard: Iterable[str]) -> Recovered | None:
    """Complete calls of known tools (`tools`: name -> JSON schema of its arguments) written in `content`.

    A call whose text stands in `heard` (what the model was sent) is a quotation, for example of a student who
    wrote a call into an answer: it is left where it is. So is anything in a fence that more text follows.
    """
    spans = _marked(content) or _fenced(content) or _bare(content)
    calls: list[TextCall] = []
    kept: list[str] = []
    position = 0
    told: str | None = None
    for start, end, found in spans:
        accepted = [call for item in found if (call := _call(item, tools)) is not None]
        if not accepted or len(accepted) != len(found):
            continue
        if told is None:  # compared without white space and backslashes: what was sent is JSON, perhaps quoted twice
            told = "\n".join(_NOISE.sub("", text) for text in heard)
        if any(_NOISE.sub("", text) in told for text in (content[start:end], *map(write_json, found))):
            continue
        calls += accepted
        kept.append(content[position:start])
        position = end
    if not calls:
        return None
    kept.append(content[position:])
    return Recovered(tuple(calls), "".join(kept).strip())


def has_mark(text: str) -> bool:
    """Whether a model's own sign for a call stands in it, complete or not."""
    return _MARK.search(text) is not None


def looks_begun(content: str) -> bool:
    """Whether a call may have been begun in it: a sign of one, or JSON in place of words."""
    return has_mark(content) or content.lstrip()[:1] in ("{", "[") or "```json" in content or "```tool" in content


def fits(arguments: Object, schema: Object) -> bool:
    """The required names are there, nothing forbidden is, and the outermost types are right."""
    properties = as_object(schema.get("properties")) or {}
    if any(name not in arguments for name in as_list(schema.get("required"))):
        return False
    if schema.get("additionalProperties") is False and any(name not in properties for name in arguments):
        return False
    return all(_has_type(value, as_object(properties.get(name)) or {}) for name, value in arguments.items())


Span = tuple[int, int, list[Any]]


def _marked(content: str) -> list[Span]:
    spans: list[Span] = []
    position, tries = 0, 0
    opened = -1  # where a wrapping mark stands that a named one follows directly
    while tries < MAX_MARKS and (mark := _MARK.search(content, position)):
        tries += 1
        start = opened if opened >= 0 and not content[position : mark.start()].strip() else mark.start()
        name = mark[1] or mark[2]
        if mark[1] and (written := _parameters_at(content, mark.end())) is not None:
            arguments, position = written
            spans.append((start, position, [{"name": name, "parameters_as_text": arguments}]))
            opened = -1
            continue
        found, position = _values_at(content, mark.end(), first_only=bool(name))
        opened = -1 if found or name else mark.start()
        if found:
            end = (_NAMED_END if name else _CLOSING).match(content, position)
            position = end.end() if end else position
            spans.append((start, position, [{"name": name, "arguments": found[0]}] if name else found))
    return spans


def _values_at(content: str, position: int, first_only: bool) -> tuple[list[Any], int]:
    found: list[Any] = []
    while (value := read_value_at(content, position)) is not None:
        found += as_list(value[0]) or [value[0]]
        position = value[1]
        if first_only:
            break
    return found, position


def _parameters_at(content: str, position: int) -> tuple[dict[str, str], int] | None:
    """``<parameter=name>text</parameter>`` one after another, and the end of the call; None if it is not all there."""
    found: dict[str, str] = {}
    while mark := _PARAMETER.match(content, position):
        end = content.find("</parameter>", mark.end())
        if end < 0:
            return None
        found[mark[1]] = content[mark.end() : end].removeprefix("\n").removesuffix("\n")
        position = end + len("</parameter>")
    closing = _PARAMETERS_END.match(content, position)
    return (found, closing.end()) if closing else None


def _fenced(content: str) -> list[Span]:
    found = _LAST_FENCE.search(content) if content.count("```") == 2 else None
    if found is None:
        return []
    return _whole(found[1], found.start(), found.end())


def _bare(content: str) -> list[Span]:
    text = content.strip().removeprefix("```json").removesuffix("```")
    return _whole(text, 0, len(content)) if text.strip()[:1] in ("{", "[") else []


def _whole(text: str, start: int, end: int) -> list[Span]:
    try:
        value = read_json(text.strip())
    except ValueError:
        return []
    return [(start, end, value if isinstance(value, list) else [value])] if value else []


def _call(item: object, tools: Mapping[str, Object]) -> TextCall | None:
    written = as_object(item)
    if written is None:
        return None
    inner = as_object(written.get("function")) or written
    name = inner.get("name")
    given = inner.get("arguments", inner.get("parameters", {}))
    if (texts := as_object(inner.get("parameters_as_text"))) is not None:
        given = {key: _typed(text, tools.get(str(name), {}), key) for key, text in texts.items()}
    if isinstance(given, str):
        try:
            given = read_json(given.strip() or "{}")
        except ValueError:
            return None
    arguments = as_object({} if given is None else given)
    if not isinstance(name, str) or name not in tools or arguments is None or not fits(arguments, tools[name]):
        return None
    return TextCall(name, write_json(arguments))


def _typed(text: str, schema: Object, key: str) -> Any:
    """A parameter written as bare text: a string where the schema wants one, else the JSON it is."""
    wanted = (as_object((as_object(schema.get("properties")) or {}).get(key)) or {}).get("type")
    if wanted == "string" or "string" in as_list(wanted):
        return text
    try:
        return read_json(text.strip())
    except ValueError:
        return text


def _has_type(value: object, schema: Object) -> bool:
    wanted = schema.get("type")
    names = [wanted] if isinstance(wanted, str) else as_list(wanted)
    if isinstance(value, bool) and names and "boolean" not in names:
        return False
    allowed = tuple(kind for name in names for kind in _TYPES.get(str(name), (object,)))
    if "enum" in schema and value not in as_list(schema["enum"]):
        return False
    return not allowed or isinstance(value, allowed)
