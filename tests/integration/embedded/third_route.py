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
import tokenize
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
    if kind == "find_change":
        return where_changed(code, question, seed)
    if kind == "reorder":
        return ordered(code, recipe)
    if kind == "invariant":
        return never_refuted(code, {**recipe, "others": question["others"]})
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


def where_changed(code: str, question: dict[str, Any], seed: int) -> str:
    """Every line of a function on which that one token, changed alone, leads to that result."""
    recipe, lines, found = question["recipe"], code.split("\n"), set[int]()
    inside = {
        line
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.FunctionDef)
        for line in range(node.lineno + 1, (node.end_lineno or 0) + 1)
    }
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        number, start = token.start
        if token.string != recipe["old"] or token.type == tokenize.STRING or number not in inside:
            continue
        line = lines[number - 1]
        changed = [*lines[: number - 1], line[:start] + recipe["new"] + line[token.end[1] :], *lines[number:]]
        try:
            result = key_again("\n".join(changed), {**question, "type": "edge_outcome"}, seed)
        except SyntaxError:
            continue
        if result == repr(tuple(recipe["then"])):
            found.add(number)
    return repr(found.pop() if len(found) == 1 else sorted(found))


def ordered(code: str, recipe: dict[str, Any]) -> str:
    """The numbers of the offered lines in the order of the program's text."""
    lines = code.split("\n")
    offered = [lines[recipe["numbers"][place] - 1] for place in recipe["places"]]
    return repr(" ".join(str(offered.index(lines[number - 1]) + 1) for number in recipe["numbers"]))


def never_refuted(code: str, recipe: dict[str, Any]) -> str:
    """The letter whose sentence has no run against it; of the others, the run that was kept is run once more."""
    space: dict[str, Any] = {"__name__": "__main__"}
    with contextlib.suppress(Exception):  # a demonstration at its end may fail
        exec(compile(code, "<third>", "exec"), space)
    left: list[str] = []
    for letter, (kind, place), args in zip("ABCD", recipe["relations"], recipe["counters"], strict=True):
        if args is None:
            left.append(letter)
            continue
        before = copy.deepcopy(args)
        result = plain(space[recipe["function"]](*copy.deepcopy(args)))
        if true_again(kind, before[place] if place >= 0 else None, result):
            return f"'{letter} is not refuted'"
    for args in recipe["others"]:
        result = plain(space[recipe["function"]](*copy.deepcopy(args)))
        letter = left[0]
        kind, place = recipe["relations"]["ABCD".index(letter)]
        if not true_again(kind, args[place] if place >= 0 else None, result):
            return f"'{letter} is refuted'"
    return repr(left[0] if len(left) == 1 else left)


def flat(value: Any) -> list[float]:
    return [n for item in value for n in flat(item)] if isinstance(value, (list, tuple)) else [value]


def true_again(kind: str, given: Any, result: Any) -> bool:
    """The sentences once more, in other words."""
    match kind:
        case "ascending":
            return list(result) == sorted(result)
        case "different":
            return all(list(result).count(item) == 1 for item in result)
        case "never negative":
            return not any(n < 0 for n in flat(result))
        case "never zero":
            return not any(n == 0 for n in flat(result))
        case "whole":
            return all(float(n).is_integer() for n in flat(result))
        case "first smallest":
            return result[0] == sorted(result)[0]
        case "even":
            return not result % 2
        case "as many":
            return len(result) == len(given)
        case "so many":
            return len(result) == given
        case "at most":
            return not len(result) > given
        case "each from":
            return not [item for item in result if item not in given]
        case "same first":
            return result[:1] == given[:1]
        case "none larger":
            return not any(n > max(flat(given)) for n in flat(result))
        case "none smaller":
            return not any(n < min(flat(given)) for n in flat(result))
        case "one of":
            return given.count(result) > 0
        case "the first":
            return given.index(result) == 0 if result in given else False
        case "the last":
            return given[::-1].index(result) == 0 if result in given else False
        case "most frequent":
            return all(given.count(item) <= given.count(result) for item in given)
        case "fewer than rows":
            return not result >= len(given)
        case "begins with":
            return (result if isinstance(result, list) else [result])[0][: len(given)] == given
        case "words of":
            return not set(result.split() if isinstance(result, str) else result) - set(given.split())
        case _:
            raise LookupError(kind)


def main() -> None:
    task = json.load(sys.stdin)
    found: list[str] = []
    for question in task["questions"]:
        with contextlib.redirect_stdout(io.StringIO()):
            found.append(key_again(task["code"], question, task["seed"]))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
