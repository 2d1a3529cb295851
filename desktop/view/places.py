"""Which lines of the program a test, a question or a criterion is about, so that a person can be taken there."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Sequence
from functools import lru_cache

from desktop.vocabulary.cases import Verdict
from desktop.vocabulary.questions import Facts

_ERROR_LINE = re.compile(r"(?:\bline|第)\s*(\d{1,6})")
_CALLED = re.compile(r"\s*(?:\w+\s*=\s*)?([^\W\d]\w*)\s*\(")


def of_verdicts(verdicts: Sequence[Verdict], code: str) -> tuple[int, ...]:
    """The line on which the first failed test broke, where it is known; otherwise the function that was called."""
    first = next((verdict for verdict in verdicts if verdict.passed is False), verdicts[0] if verdicts else None)
    if first is None:
        return ()
    if first.passed is False and (found := _ERROR_LINE.search(f"{first.got} {first.why}")):
        line = int(found[1])
        if 0 < line <= code.count("\n") + 1:
            return (line,)
    return of_call(first.call, code)


def of_call(text: str, code: str) -> tuple[int, ...]:
    """The line on which the function that `text` calls is defined in the program."""
    called = _CALLED.match(text)
    return _definitions(code).get(called[1], ()) if called else ()


def of_evidence(items: Sequence[str], facts: Facts | None, code: str) -> tuple[int, ...]:
    """The lines of the questions among these ids; where there are none, those of the functions that were tested."""
    if facts is None:
        return ()
    questions = [facts.question(item) for item in items]
    asked = sorted({line for question in questions if question for line in question.lines})
    if asked:
        return tuple(asked)
    cases = [case for case in (*facts.baseline, *facts.edges) if case.id in items]
    return next((lines for case in cases if (lines := of_call(f"{case.function}(", code))), ())


@lru_cache(maxsize=8)
def _definitions(code: str) -> dict[str, tuple[int, ...]]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return {node.name: (node.lineno,) for node in reversed(tree.body) if isinstance(node, kinds)}
