"""Reads JSON that a model or a server wrote, and tells an unfinished text from a wrong one."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn, cast

Object = dict[str, Any]
MAX_DEPTH = 100  # brackets inside each other; a tool's arguments need three


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


# strict=False: models put raw line breaks into their strings
_DECODER = json.JSONDecoder(strict=False, parse_constant=_refuse)
_CHUNKS = json.JSONDecoder(strict=False)  # some servers write NaN where they have no probability to tell
LONGEST_NUMBER = 300  # digits; Python converts 4,300 and refuses more


def _number(digits: str) -> int | float:
    return int(digits) if len(digits) <= LONGEST_NUMBER else float(digits)


_LONG_NUMBERS = json.JSONDecoder(strict=False, parse_int=_number)
_SPACE = re.compile(r"[ \t\r\n]*")
_STRUCTURE = re.compile(r'["\\{}\[\]]')
_AFTER_STRING = re.compile(r'["\\]')
_OPEN_ENDS = re.compile(r"(?:t|tr|tru|f|fa|fal|fals|n|nu|nul|-|-?\d+\.|-?\d+(?:\.\d+)?[eE][+-]?)$")


def read_json(text: str) -> Any:
    """The value; `ValueError` for anything else, also where it is nested too deep to be meant."""
    if _is_deep(text):
        raise ValueError("nested too deep")
    return _DECODER.decode(text)


def read_chunk(text: str) -> Any:
    """As `read_json`, but NaN and Infinity are numbers, and so is one with more digits than Python converts."""
    if _is_deep(text):
        raise ValueError("nested too deep")
    try:
        return _CHUNKS.decode(text)
    except json.JSONDecodeError:
        raise
    except ValueError:
        return _LONG_NUMBERS.decode(text)


def read_values(text: str) -> list[Any] | None:
    """All values written one after another; None if there is a rest that is no JSON."""
    if _is_deep(text):
        return None
    values: list[Any] = []
    position = _space_end(text, 0)
    while position < len(text):
        try:
            value, position = _DECODER.raw_decode(text, position)
        except ValueError:
            return None
        values.append(value)
        position = _space_end(text, position)
    return values


def read_value_at(text: str, position: int) -> tuple[Any, int] | None:
    """The value that starts at or after white space from `position`, and where it ends; None if there is none."""
    try:
        value, end = _DECODER.raw_decode(text, _space_end(text, position))
    except (ValueError, RecursionError):
        return None
    return None if _is_deep(text[position:end]) else (value, end)


def write_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def canonical(value: object) -> str:
    """Equal values give equal text."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def is_strict(text: str) -> bool:
    """Whether any JSON reader accepts the text, also one without our leniency."""
    try:
        json.loads(text, parse_constant=_refuse)
    except ValueError:
        return False
    return True


def is_unfinished(text: str) -> bool:
    """Whether some continuation could still make the text JSON; a wrong text stays wrong however it goes on."""
    balance = Balance()
    balance.feed(text)
    if balance.deepest > MAX_DEPTH:
        return False
    if balance.closed and not _SPACE.fullmatch(text):
        return False
    for closing in _closings(text, balance):
        try:
            _DECODER.decode(closing)
        except ValueError:
            continue
        return True
    return False


def as_object(value: object) -> Object | None:
    return cast(Object, value) if isinstance(value, dict) else None


def as_list(value: object) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []


class Balance:
    """Follows the brackets of a JSON text fed in pieces; linear in its length."""

    def __init__(self) -> None:
        self.stack: list[str] = []
        self.in_string = False
        self.escaped = False
        self.started = False
        self.deepest = 0

    @property
    def closed(self) -> bool:
        """Something was opened, and all of it was closed again."""
        return self.started and not self.stack and not self.in_string

    def feed(self, piece: str) -> None:
        position, end = 0, len(piece)
        while position < end:
            if self.escaped:
                self.escaped = False
                position += 1
                continue
            found = (_AFTER_STRING if self.in_string else _STRUCTURE).search(piece, position)
            if found is None:
                return
            position = found.end()
            self._turn(found[0])

    def _turn(self, sign: str) -> None:
        if sign == "\\":
            self.escaped = self.in_string
        elif sign == '"':
            self.in_string = not self.in_string
        elif sign in "{[":
            self.started = True
            self.stack.append(sign)
            self.deepest = max(self.deepest, len(self.stack))
        elif self.stack:
            self.stack.pop()


def _is_deep(text: str) -> bool:
    if text.count("{") + text.count("[") <= MAX_DEPTH:
        return False
    balance = Balance()
    balance.feed(text)
    return balance.deepest > MAX_DEPTH


def _closings(text: str, balance: Balance) -> list[str]:
    """The text brought to an end in each way that could make it whole."""
    brackets = "".join("}" if sign == "{" else "]" for sign in reversed(balance.stack))
    if balance.in_string:
        # cut inside an escape: take the escape away, it says nothing about the rest
        body = text[:-1] if balance.escaped else re.sub(r"\\u[0-9a-fA-F]{0,3}$", "", text)
        return [f'{body}"{brackets}', f'{body}":0{brackets}']
    body = text.rstrip(" \t\r\n")
    ends = [body, body[:-40] + _OPEN_ENDS.sub("0", body[-40:])]
    return [f"{end}{more}{brackets}" for end in ends for more in ("", "0", ":0", '"":0')]


def _space_end(text: str, position: int) -> int:
    found = _SPACE.match(text, position)
    return found.end() if found else position
