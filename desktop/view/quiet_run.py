"""What to say of a run that went well and printed nothing: a beginner takes silence for a fault."""

from __future__ import annotations

import ast
import warnings

from desktop.vocabulary.words import Words

MOST_NAMES = 3


def quiet_run(source: str, words: Words) -> str:
    """Why nothing can be seen, and what to type to see something."""
    made = _defined(source)
    if made is None:
        return words("Your program printed nothing. print(...) shows a value here.")
    if not made:
        return words("Your program is empty, so there was nothing to run.")
    names = [f"{name}()" for name in made[:MOST_NAMES]]
    if len(made) > MOST_NAMES:
        names.append("…")
    return words(
        "Your program defines {names} but calls nothing and prints nothing. To see a result, add a line such as "
        "print({first}(...)) at the end.",
        names=", ".join(names),
        first=made[-1],
    )


def _defined(source: str) -> list[str] | None:
    """The functions and classes of a program that does nothing but define; None if it does more."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    made: list[str] = []
    for node in body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                made.append(name)
            case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case _:
                return None
    return made if made or not body else None
