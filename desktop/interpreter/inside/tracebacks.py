"""An exception as the student should see it: type, message, the line in the student's file, and no frame of ours."""

from __future__ import annotations

import os
import traceback
from types import TracebackType
from typing import Any

from desktop.interpreter.inside.wire import type_name

FRAMES = 40  # the innermost ones; a runaway recursion has a thousand
TEXT, MESSAGE = 20_000, 2_000  # characters
NOBODY = "EOF when reading a line"
NOBODY_HINT = "input() found nobody to answer: there are no (more) lines to read here."

# straight from the slots: a class of the student's may say something else, or never answer
_trace_of: Any = BaseException.__dict__["__traceback__"].__get__
_set_trace: Any = BaseException.__dict__["__traceback__"].__set__
_file_of, _line_of, _said_by = (SyntaxError.__dict__[name].__get__ for name in ("filename", "lineno", "msg"))
_Summary, _Stack, _format = traceback.TracebackException, traceback.StackSummary, traceback.TracebackException.format


def describe(error: BaseException, name: str) -> dict[str, Any]:
    """Runs `__str__` of the error, which is the student's: the caller holds the clock."""
    if type(error) is EOFError and [text for text in error.args if type(text) is str] == [NOBODY]:
        error.args = (NOBODY_HINT,)
    trace = without_us(_trace_of(error))
    if trace is None and type(error) is KeyboardInterrupt and type(error.__context__) is KeyboardInterrupt:
        error = error.__context__  # a second strike, on the way out of the program
        trace = without_us(_trace_of(error))
    told: dict[str, Any] = {"type": type_name(error), "message": "", "line": line_of(error, trace, name)}
    try:
        told["message"] = message_of(error)[:MESSAGE]
        _set_trace(error, trace)
        summary = _Summary(type(error), error, trace, limit=-FRAMES, compact=True)
        _drop_ours(summary)
        text = "".join(_format(summary))
    except BaseException as second:  # noqa: BLE001 - `__str__` is student code, anything may come
        text = _by_hand(trace, error, name, type_name(second))
    told["traceback"] = text if len(text) <= TEXT else text[: TEXT // 2] + "\n...\n" + text[-TEXT // 2 :]
    return told


def without_us(trace: TracebackType | None) -> TracebackType | None:
    while trace is not None and is_ours(trace.tb_frame.f_code.co_filename):
        trace = trace.tb_next
    return trace


def is_ours(filename: str) -> bool:
    return filename.startswith(_here)


# of the code object, because a frozen program compiles with relative paths
_here = os.path.dirname(os.path.dirname(is_ours.__code__.co_filename))


def line_of(error: BaseException, trace: TracebackType | None, name: str) -> int | None:
    """The innermost line of the student's file; for a syntax error in that file, the line it names."""
    found: int | None = None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == name:
            found = trace.tb_lineno
        trace = trace.tb_next
    if found is None and _is_syntax_error(error):
        file, line = _file_of(error), _line_of(error)
        return line if type(file) is str and file == name and type(line) is int else None
    return found


def message_of(error: BaseException) -> str:
    if _is_syntax_error(error) and type(said := _said_by(error)) is str:
        return said
    text = str(error)
    return text if type(text) is str else ""


def _is_syntax_error(error: BaseException) -> bool:
    """`isinstance` would also ask the error's own `__class__`."""
    return issubclass(type(error), SyntaxError)


def _drop_ours(summary: Any) -> None:
    seen: set[int] = set()
    queue = [summary]
    while queue:
        one = queue.pop()
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        if one.stack is not None and any(is_ours(frame.filename) for frame in one.stack):
            one.stack = _Stack.from_list([frame for frame in one.stack if not is_ours(frame.filename)])
        queue += [one.__cause__, one.__context__, *(getattr(one, "exceptions", None) or [])]


def _by_hand(trace: TracebackType | None, error: BaseException, name: str, why: str) -> str:
    """The plain form, for an error whose own text cannot be had (or a patched `traceback` module)."""
    lines: list[str] = []
    while trace is not None:
        code = trace.tb_frame.f_code
        lines.append(f'  File "{code.co_filename}", line {trace.tb_lineno}, in {code.co_name}\n')
        trace = trace.tb_next
    head = "Traceback (most recent call last):\n" if lines else ""
    return f"{head}{''.join(lines[-FRAMES:])}{type_name(error)} (its message could not be printed: {why})\n"
