"""What can be said about a program without running it: `ast` and pyflakes, a moment after the last key."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal, cast

from pyflakes import checker
from PySide6.QtCore import QObject, QTimer, Signal

from desktop.ui.editor.columns import column_of_utf8, utf16_column

Severity = Literal["error", "warning"]
ASK_MS = 15
DELAY_MS = 350  # quiet time after the last key
MOST_LINES = 3_000  # longer programs are only parsed: pyflakes would hold the window up
MOST_CHARACTERS = 400_000  # and what is longer still is not looked at
_ERRORS = {"UndefinedName", "UndefinedLocal", "UndefinedExport", "ReturnOutsideFunction", "YieldOutsideFunction"} | {
    "ContinueOutsideLoop",
    "BreakOutsideLoop",
    "DuplicateArgument",
    "TwoStarredExpressions",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """`line` counts from 0, `start` and `end` are Qt's columns (UTF-16 units). `said` is the finder's English."""

    line: int
    start: int
    end: int
    severity: Severity
    kind: str
    names: tuple[str, ...]
    said: str


def worst(findings: Sequence[Finding]) -> Severity | None:
    """None where nothing was found."""
    if not findings:
        return None
    return "error" if any(found.severity == "error" for found in findings) else "warning"


def find_problems(source: str) -> list[Finding]:
    """One finding for a program that does not parse, otherwise what pyflakes has to say."""
    if len(source) > MOST_CHARACTERS:
        return []
    lines = source.split("\n")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
            if len(lines) > MOST_LINES:
                return []
            said = cast("list[Any]", checker.Checker(tree, "<editor>").messages)
    except SyntaxError as error:
        return [_syntax(error, lines)]
    except (ValueError, RecursionError, MemoryError):  # a null byte, or brackets nested too deep for the parser
        return []
    return sorted((_finding(message, lines) for message in said), key=lambda found: (found.line, found.start))


def unreadable_line(source: str) -> int:
    """The line, from 1, at which Python gives up reading the program; 0 if it can be read."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(source)
    except SyntaxError as error:
        return min(max(1, error.lineno or 1), source.count("\n") + 1)
    except (ValueError, RecursionError, MemoryError):
        return 1
    return 0


def _line(lines: list[str], number: int) -> str:
    return lines[number] if 0 <= number < len(lines) else ""


def _syntax(error: SyntaxError, lines: list[str]) -> Finding:
    number = min(len(lines), max(1, error.lineno or 1)) - 1
    line = _line(lines, number)
    start = min(max(0, (error.offset or 1) - 1), len(line))  # code points from 1
    same_line = error.end_lineno in (None, 0, error.lineno)
    end = (error.end_offset or 0) - 1 if same_line else len(line)
    start, end = _visible(line, start, end)
    return Finding(
        number,
        utf16_column(line, start),
        utf16_column(line, end),
        "error",
        "SyntaxError",
        (),
        error.msg or "invalid syntax",
    )


def _finding(message: Any, lines: list[str]) -> Finding:
    kind = type(message).__name__
    names = tuple(str(name) for name in message.message_args)
    number = max(0, message.lineno - 1)
    line = _line(lines, number)
    start = column_of_utf8(line, message.col)
    word = names[0].split(".")[-1] if names else ""
    found = line.find(word, start) if word else -1
    if found >= 0:
        start = found
    start, end = _visible(line, start, start + (len(word) if found >= 0 else 0))
    said = message.message % message.message_args
    severity: Severity = "error" if kind in _ERRORS else "warning"
    return Finding(number, utf16_column(line, start), utf16_column(line, end), severity, kind, names, said)


def _visible(line: str, start: int, end: int) -> tuple[int, int]:
    """At least one character that can be underlined: the rest of the word, or the last character of the line."""
    if end > start and start < len(line):
        return start, min(end, len(line))
    if start >= len(line):
        return max(0, len(line.rstrip()) - 1), max(1, len(line.rstrip()))
    end = start + 1
    while end < len(line) and (line[end].isalnum() or line[end] == "_"):
        end += 1
    return start, end


class ProblemFinder(QObject):
    """Looks again some time after `restart`; `found(list[Finding])` says what there is now.

    A thread does the looking (2,000 lines take 0.2 s) and a timer asks it: no Qt code runs in the thread.
    """

    found = Signal(object)

    def __init__(self, source: Callable[[], str], parent: QObject | None = None):
        super().__init__(parent)
        self._source = source
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="problems")
        self._work: Future[list[Finding]] | None = None
        self._timer = _single_shot(self, DELAY_MS, self._begin)
        self._ask = _single_shot(self, ASK_MS, self._collect)

    def restart(self) -> None:
        self._timer.start()

    def look(self) -> None:
        """At once, in this thread."""
        self._stop()
        self.found.emit(find_problems(self._source()))

    def _begin(self) -> None:
        self._stop()
        self._work = self._pool.submit(find_problems, self._source())
        self._ask.start()

    def _collect(self) -> None:
        if self._work is not None and self._work.done():
            work, self._work = self._work, None
            self.found.emit(work.result())
        elif self._work is not None:
            self._ask.start()

    def _stop(self) -> None:
        self._timer.stop()
        self._ask.stop()
        if self._work is not None:
            self._work.cancel()
            self._work = None

    def words(self, finding: Finding) -> str:
        """The finding as a sentence for a beginner; what is rare is left in its finder's words."""
        name = finding.names[0] if finding.names else ""
        sentences = {
            "UndefinedName": self.tr("The name {name} is not defined here. Is it spelled right?"),
            "UndefinedLocal": self.tr("{name} is used before it gets a value."),
            "UnusedImport": self.tr("{name} is imported but never used."),
            "UnusedVariable": self.tr("{name} gets a value that is never used."),
            "RedefinedWhileUnused": self.tr("{name} is defined again before it was used."),
            "ReturnOutsideFunction": self.tr("return stands outside of any function."),
            "IsLiteral": self.tr("Use == to compare values; is asks for the very same object."),
            "FStringMissingPlaceholders": self.tr("This f-string has no {{…}} in it; the f is not needed."),
            "AssertTuple": self.tr("This assert is always true: it tests a tuple."),
            "IfTuple": self.tr("This condition is always true: it tests a tuple."),
        }
        said = sentences.get(finding.kind)
        return said.format(name=name) if said else finding.said[:1].upper() + finding.said[1:]


def _single_shot(owner: QObject, after_ms: int, do: Callable[[], None]) -> QTimer:
    timer = QTimer(owner)
    timer.setSingleShot(True)
    timer.setInterval(after_ms)
    timer.timeout.connect(do)
    return timer
