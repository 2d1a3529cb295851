"""A route of its own to every key: a fresh process runs a copy of the program whose *text* was changed, line by line.

It shares nothing with the product: no tracer, no tree rewriting, no encoder. As a program it reads
``{"code": ..., "questions": [...]}`` from standard input and prints one result for each question.
"""

from __future__ import annotations

import ast
import contextlib
import copy
import io
import json
import random
import sys
from typing import Any


class Spent(BaseException):
    """Far more steps than any finite fixture needs."""


def numbered(code: str) -> dict[int, list[str]]:
    return {number: [line] for number, line in enumerate(code.split("\n"), start=1)}


def indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def copy_with(code: str, kind: str, recipe: dict[str, Any]) -> str:
    """The program with one or two lines of text put in."""
    lines = numbered(code)
    tree = ast.parse(code)
    at = recipe.get("line")
    if kind in ("loop_count", "branch_count", "witness") or (kind in ("value_after", "history") and loop(tree, at)):
        header = next(
            node for node in ast.walk(tree) if isinstance(node, (ast.For, ast.While, ast.If)) and node.lineno == at
        )
        body = header.body[0].lineno
        first = lines[body]
        report = f"third({recipe['name']})" if kind in ("value_after", "history") else "third()"
        first.insert(0, indent(first[0]) + report)
    elif kind in ("call_count", "growth"):
        wanted = recipe["function"].split(".")[-1]
        function = next(
            node
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef) and node.lineno == at and node.name == wanted
        )
        # after a docstring, which ends on a line of its own in every fixture
        spot = lines[function.body[0].lineno]
        spot.insert(0, indent(spot[0]) + "third()")
    elif kind == "what_if":
        lines[at] = [indent(lines[at][0]) + recipe["new"]]
    elif kind in ("value_after", "history", "type_at"):
        lines[at].append(indent(lines[at][0]) + f"third({recipe['name']})")
    return "\n".join(line for group in lines.values() for line in group)


def loop(tree: ast.AST, line: int | None) -> bool:
    return any(isinstance(node, (ast.For, ast.While)) and node.lineno == line for node in ast.walk(tree))


def plain(value: Any) -> Any:
    """Arrays as lists, numpy scalars as their item; the type of anything else stays."""
    module = type(value).__module__
    if module == "numpy":
        return value.tolist()
    if isinstance(value, (list, tuple, set)):
        return type(value)(plain(item) for item in value)
    if isinstance(value, dict):
        return {plain(key): plain(item) for key, item in value.items()}
    return value


def key_again(code: str, question: dict[str, Any], seed: int) -> str:
    """The key as `repr`, obtained by running the changed text once."""
    kind, recipe = question["type"], question["recipe"]
    seen: list[Any] = []
    kinds: list[str] = []
    steps = [0]
    ran: set[int] = set()
    counting = [bool(question["whole"])]  # what happens while the program is loaded does not count

    def third(value: Any = None) -> None:
        seen.append(copy.deepcopy(plain(value)))
        kinds.append(type(value).__name__)
        steps[0] += 1
        if steps[0] > 5000 or (counting[0] and kind == "value_after" and len(seen) == recipe["nth"]):
            raise Spent

    def watch(frame: Any, event: str, arg: Any) -> Any:  # only to stop what has no end
        steps[0] += 0.01
        if event == "line" and frame.f_code.co_filename == "<third>":
            ran.add(frame.f_lineno)
        if steps[0] > 10_000:
            raise Spent
        return watch

    random.seed(seed)
    space: dict[str, Any] = {"__name__": "__main__", "third": third}
    if kind == "which_change":
        return which(code, question, seed)
    changed = compile(copy_with(code, kind, recipe), "<third>", "exec")
    end: Any
    where = 0
    try:
        sys.settrace(watch)
        if recipe.get("program") or question["whole"]:
            exec(changed, space)
            end = ("returns", None)
        else:
            try:
                exec(changed, space)
            except Exception:
                if not any(callable(thing) for name, thing in space.items() if name not in ("third", "__builtins__")):
                    raise
            seen.clear()
            kinds.clear()
            ran.clear()
            counting[0] = True
            given = eval(question["args"], {}) if "args" in question else None
            if given is None:
                result = eval(question["call"], space)
            else:
                before = copy.deepcopy(given)
                result = space[recipe["function"]](*given)
                changes = (
                    before[recipe["argument"] - 1] != given[recipe["argument"] - 1] if "argument" in recipe else None
                )
                if changes is not None:
                    return repr(("changed", plain(given[recipe["argument"] - 1])) if changes else ("unchanged",))
            end = ("returns", plain(result))
    except Spent:
        end = ("endless",)
    except BaseException as error:  # noqa: BLE001  # whatever the program raises is its outcome
        end = ("raises", type(error).__name__)
        step = error.__traceback__
        while step is not None:
            if step.tb_frame.f_code.co_filename == "<third>":
                where = step.tb_lineno
            step = step.tb_next
    finally:
        sys.settrace(None)
    match kind:
        case "loop_count" | "call_count" | "branch_count" | "growth":
            return repr(len(seen))
        case "value_after":
            return repr(seen[recipe["nth"] - 1])
        case "history":
            return repr(seen)
        case "type_at":
            return repr(kinds[0] if len(set(kinds)) == 1 else kinds)
        case "return_value":
            return repr(end[1] if end[0] == "returns" else end)
        case "edge_outcome" | "what_if":
            return repr(end)
        case "raising_line":
            return repr(where)
        case "unreached_line":
            named = recipe["qual"].split(".")[-1]
            inside = next(n for n in ast.walk(ast.parse(code)) if isinstance(n, ast.FunctionDef) and n.name == named)
            starts = {n.lineno for n in ast.walk(inside) if isinstance(n, ast.stmt)} - {inside.lineno}
            return repr(sorted(line for line in set(question["key"]) if line in starts and line not in ran))
        case "witness":
            return repr(len(seen) >= recipe["at_least"])
        case _:
            raise LookupError(kind)


def which(code: str, question: dict[str, Any], seed: int) -> str:
    """The one of four changes after which the call does something else."""
    lines = code.split("\n")
    plainly = {**question, "type": "edge_outcome"}
    now = key_again(code, plainly, seed)
    odd: list[str] = []
    for letter, (line, new) in zip("ABCD", question["recipe"]["changes"], strict=True):
        changed = [*lines[: line - 1], indent(lines[line - 1]) + new, *lines[line:]]
        if key_again("\n".join(changed), plainly, seed) != now:
            odd.append(letter)
    return repr(odd[0] if len(odd) == 1 else odd)


def main() -> None:
    task = json.load(sys.stdin)
    found: list[str] = []
    for question in task["questions"]:
        with contextlib.redirect_stdout(io.StringIO()):
            found.append(key_again(task["code"], question, task["seed"]))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
