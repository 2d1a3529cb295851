"""A route of its own to every key: a fresh process runs a copy of the program whose *text* was changed, line by line.

It shares nothing with the product: no tracer, no tree rewriting, no encoder. As a program it reads
``{"code": ..., "seed": ..., "questions": [...]}`` from standard input and prints for each question whether its key
came out again, and what did. POSIX only: each key has a process to itself.
"""

from __future__ import annotations

import ast
import contextlib
import copy
import gc
import io
import json
import os
import random
import signal
import sys
import tokenize
import traceback
import types
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

TOGETHER = 12  # questions in one process
FLOATS = {"nan": float("nan"), "inf": float("inf")}


class Spent(BaseException):
    """Far more steps than any finite fixture needs."""


def indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def functions(tree: ast.AST, path: str = "") -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every function with its dotted name."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            name = f"{path}.{node.name}" if path else node.name
            if not isinstance(node, ast.ClassDef):
                yield name, node
            yield from functions(node, name)
        else:
            yield from functions(node, path)


def first_line(block: list[ast.stmt]) -> int:
    decorators: list[ast.expr] = getattr(block[0], "decorator_list", [])
    return min([block[0].lineno, *(decorator.lineno for decorator in decorators)])


def copy_with(code: str, kind: str, recipe: dict[str, Any]) -> str:
    """The program with one line of text put in, or one put in place of another."""
    lines = {number: [line] for number, line in enumerate(code.split("\n"), start=1)}
    tree = ast.parse(code)
    at = recipe.get("line")
    if kind in ("loop_count", "branch_count", "witness") or (kind in ("value_after", "history") and loop(tree, at)):
        header = next(n for n in ast.walk(tree) if isinstance(n, (ast.For, ast.While, ast.If)) and n.lineno == at)
        first = lines[first_line(header.body)]
        report = f"third({recipe['name']})" if kind in ("value_after", "history") else "third()"
        first.insert(0, indent(first[0]) + report)
    elif kind == "what_if":
        lines[at] = [indent(lines[at][0]) + recipe["new"]]
    elif kind in ("value_after", "history", "type_at"):
        lines[at].append(indent(lines[at][0]) + f"third({recipe['name']})")
    return "\n".join(line for group in lines.values() for line in group)


def loop(tree: ast.AST, line: int | None) -> bool:
    return any(isinstance(node, (ast.For, ast.While)) and node.lineno == line for node in ast.walk(tree))


def plain(value: Any) -> Any:
    """Arrays as lists, numpy scalars as their item, kinds of dict as dict; the type of anything else stays."""
    if type(value).__module__ == "numpy":
        return value.tolist()
    if type(value) in (list, tuple, set, frozenset):
        return type(value)(plain(item) for item in value)
    if isinstance(value, dict):
        return {plain(key): plain(item) for key, item in dict.items(value)}
    return value


def alike(one: Any, other: Any) -> bool:
    """Equal, and of one type, all the way down."""
    if type(one) is not type(other):
        return False
    if isinstance(one, float):
        return repr(one) == repr(other)
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, dict):
        return len(one) == len(other) and all(key in other and alike(item, other[key]) for key, item in one.items())
    return one == other


@dataclass
class Watched:
    """One run of a program and of a call in it: what was reported, which lines ran, how often the function began."""

    reports: list[Any] = field(default_factory=list[Any])
    kinds: list[str] = field(default_factory=list[str])
    lines: set[int] = field(default_factory=set[int])
    begun: int = 0
    steps: float = 0
    end: tuple[Any, ...] = ()
    where: int = 0
    given: list[Any] = field(default_factory=list[Any])


def run(
    code: str, question: dict[str, Any], seed: int, *, stop_at: int = 0, function: tuple[str, int] | None = None
) -> Watched:
    """`stop_at`: after so many reports nothing more is wanted. `function`: name and first line of what is counted."""
    seen = Watched()
    whole = question["whole"]
    counting = [whole]  # what happens while the program is loaded does not count

    def third(value: Any = None) -> None:
        seen.reports.append(copy.deepcopy(plain(value)) if question["type"] != "type_at" else None)
        seen.kinds.append(type(value).__name__)
        seen.steps += 1
        if seen.steps > 5000 or (stop_at and counting[0] and len(seen.reports) == stop_at):
            raise Spent

    def watch(frame: Any, event: str, arg: Any) -> Any:
        seen.steps += 0.01
        if frame.f_code.co_filename == "<third>":
            if event == "line":
                seen.lines.add(frame.f_lineno)
            elif event == "call":
                seen.begun += (frame.f_code.co_name, frame.f_code.co_firstlineno) == function
        if seen.steps > 10_000:
            raise Spent
        return watch

    random.seed(seed)
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    space: dict[str, Any] = vars(module)
    space["third"] = third
    compiled = compile(code, "<third>", "exec", dont_inherit=True)
    try:
        sys.settrace(watch)
        if whole:
            exec(compiled, space)
            seen.end = ("returns", None)
        else:
            try:
                exec(compiled, space)
            except BaseException:  # a demonstration at its end may fail; what was defined is there
                if question["name"] not in space:
                    raise
            for name, value in FLOATS.items():
                space.setdefault(name, value)
            space.update(question.get("given", {}))
            seen.reports.clear()
            seen.kinds.clear()
            seen.lines.clear()
            seen.steps = seen.begun = 0
            counting[0] = True
            if "args" in question:
                seen.given = list(written(question["args"]))
                result = eval(question["function"], space)(*seen.given)
            else:
                result = eval(question["call"], space)
            seen.end = ("returns", plain(result))
    except Spent:
        seen.end = ("endless",)
    except BaseException as error:  # noqa: BLE001  # whatever the program raises is its outcome
        seen.end = ("raises", type(error).__name__)
        step = error.__traceback__
        while step is not None:
            if step.tb_frame.f_code.co_filename == "<third>":
                seen.where = step.tb_lineno
            step = step.tb_next
    finally:
        sys.settrace(None)
    return seen


def key_again(code: str, question: dict[str, Any], seed: int) -> Any:
    """The key, obtained by running a changed copy of the program once (or as often as the question speaks of)."""
    kind, recipe = question["type"], question["recipe"]
    match kind:
        case "which_change":
            return which(code, question, seed)
        case "find_change":
            return where_changed(code, question, seed)
        case "reorder":
            return ordered(code, question, seed)
        case "invariant":
            return never_refuted(code, {**recipe, "others": question["others"]})
        case "repair" | "fill_blank":
            return mended(code, question, seed)
        case "witness" if recipe["ask"] == "disagree":
            given = dict(zip(recipe["names"], recipe["example"], strict=True))
            return differ(code, {**question, "whole": False}, given, seed)
        case "call_count" | "growth":
            node = next(
                n for name, n in functions(ast.parse(code)) if (name, n.lineno) == (recipe["function"], recipe["line"])
            )
            counted = (node.name, first_line([node]))
            return run(code, question, seed, function=counted).begun
        case _:
            pass
    stop_at = recipe["nth"] if kind == "value_after" else 0
    seen = run(copy_with(code, kind, recipe), question, seed, stop_at=stop_at)
    match kind:
        case "loop_count" | "branch_count":
            return len(seen.reports)
        case "value_after":
            return seen.reports[recipe["nth"] - 1]
        case "history":
            return seen.reports
        case "type_at":
            return seen.kinds[0] if len(set(seen.kinds)) == 1 else seen.kinds
        case "return_value":
            return seen.end[1] if seen.end[0] == "returns" else seen.end
        case "edge_outcome" | "what_if":
            return seen.end
        case "raising_line":
            return seen.where
        case "argument_changed":
            now, before = seen.given[recipe["argument"] - 1], written(question["args"])[recipe["argument"] - 1]
            return ("unchanged",) if alike(plain(now), plain(before)) else ("changed", plain(now))
        case "unreached_line":
            return never_run(code, recipe["qual"], question["lines"][0], seen.lines)
        case "witness":
            return len(seen.reports) >= recipe["at_least"]
        case _:
            raise LookupError(kind)


def never_run(code: str, name: str, at: int, ran: set[int]) -> list[int]:
    """The lines of all statements in that function of which no line ran, and that leave a trace when they do."""
    function = next(n for qual, n in functions(ast.parse(code)) if (qual, n.lineno) == (name, at))
    inner = {id(n) for _, other in functions(function) for n in ast.walk(other)}
    classes = {id(n) for c in ast.walk(function) if isinstance(c, ast.ClassDef) for n in ast.walk(c)}
    silent = (ast.Pass, ast.Global, ast.Nonlocal, ast.Try, ast.With, ast.Match)
    found: list[int] = []
    for node in ast.walk(function):
        if (
            not isinstance(node, ast.stmt)
            or node is function
            or id(node) in inner | classes
            or isinstance(node, silent)
        ):
            continue
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        body: list[ast.stmt] = getattr(node, "body", [])
        last = body[0].lineno - 1 if body else node.end_lineno or node.lineno
        own = range(node.lineno, last + 1)
        if own and not ran & set(own):
            found += own
    return sorted(set(found))


def differ(code: str, question: dict[str, Any], given: dict[str, Any], seed: int) -> bool:
    """Whether the author's two calls both return, and not the same."""
    recipe = question["recipe"]
    ends: list[tuple[Any, ...]] = []
    for side in ("left", "right"):
        ends.append(run(code, {**question, "call": recipe[side], "given": copy.deepcopy(given)}, seed).end)
    return all(end[0] == "returns" for end in ends) and not alike(ends[0], ends[1])


def mended(code: str, question: dict[str, Any], seed: int) -> bool:
    """The example put in passes every test; without it (a repair) one fails, or it is the very program (a blank)."""
    recipe, lines = question["recipe"], code.split("\n")
    at = recipe["line"] - 1
    if question["type"] == "fill_blank":
        filled = f"{recipe['before']}{recipe['example']}{recipe['after']}"
        return filled == lines[at] and no_test_fails(code, question, seed)
    fixed = "\n".join([*lines[:at], indent(lines[at]) + recipe["example"], *lines[at + 1 :]])
    return no_test_fails(fixed, question, seed) and not no_test_fails(code, question, seed)


def no_test_fails(code: str, question: dict[str, Any], seed: int) -> bool:
    for case in question["cases"]:
        task = {
            "type": "test",
            "whole": False,
            "function": case["function"],
            "args": case["args"],
            "name": case["function"],
        }
        seen = run(code, task, seed)
        if seen.end[0] != "returns":
            return False
        first = case["accept"] == "first" and type(seen.end[1]) is tuple
        if not near(seen.end[1][0] if first else seen.end[1], written(case["want"])):
            return False
        if case["keeps"] and not alike(plain(seen.given), plain(list(written(case["args"])))):
            return False
    return True


def near(got: Any, wanted: Any) -> bool:
    if isinstance(wanted, (int, float)) and isinstance(got, (int, float)):
        return got == wanted or abs(got - wanted) <= 1e-6 * abs(wanted) + 1e-9
    if isinstance(wanted, (list, tuple)) and isinstance(got, (list, tuple)):
        return len(got) == len(wanted) and all(map(near, got, wanted))
    return got == wanted


def which(code: str, question: dict[str, Any], seed: int) -> Any:
    """The one of four changes after which the call does something else."""
    lines = code.split("\n")
    now = run(code, question, seed).end
    odd: list[str] = []
    for letter, (line, new) in zip("ABCD", question["recipe"]["changes"], strict=True):
        changed = [*lines[: line - 1], indent(lines[line - 1]) + new, *lines[line:]]
        if not alike(run("\n".join(changed), question, seed).end, now):
            odd.append(letter)
    return odd[0] if len(odd) == 1 else odd


def where_changed(code: str, question: dict[str, Any], seed: int) -> Any:
    """Every line of a function on which that one token, changed alone, leads to that result."""
    recipe, lines, found = question["recipe"], code.split("\n"), set[int]()
    inside = {
        line for _, node in functions(ast.parse(code)) for line in range(node.lineno + 1, (node.end_lineno or 0) + 1)
    }
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        number, start = token.start
        if token.string != recipe["old"] or token.type == tokenize.STRING or number not in inside:
            continue
        line = lines[number - 1]
        changed = [*lines[: number - 1], line[:start] + recipe["new"] + line[token.end[1] :], *lines[number:]]
        try:
            result = run("\n".join(changed), question, seed).end
        except SyntaxError:
            continue
        if alike(result, tuple(recipe["then"])):
            found.add(number)
    return found.pop() if len(found) == 1 else sorted(found)


def ordered(code: str, question: dict[str, Any], seed: int) -> str:
    """The numbers of the offered lines in the order of the program's text, which passes the tests."""
    recipe, lines = question["recipe"], code.split("\n")
    offered = [lines[recipe["numbers"][place] - 1] for place in recipe["places"]]
    numbers = " ".join(str(offered.index(lines[number - 1]) + 1) for number in recipe["numbers"])
    return numbers if no_test_fails(code, question, seed) else "no order: a test fails"


def never_refuted(code: str, recipe: dict[str, Any]) -> Any:
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
            return f"{letter} is not refuted"
    for args in recipe["others"]:
        result = plain(space[recipe["function"]](*copy.deepcopy(args)))
        letter = left[0]
        kind, place = recipe["relations"]["ABCD".index(letter)]
        if not true_again(kind, args[place] if place >= 0 else None, result):
            return f"{letter} is refuted"
    return left[0] if len(left) == 1 else left


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


def written(text: str) -> Any:
    """A value from how it is written; every time a fresh one."""
    return eval(text, dict(FLOATS))


def answered(code: str, question: dict[str, Any], seed: int) -> list[Any]:
    """Whether the key came out again, and what came out."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        got = key_again(code, question, seed)
    return [alike(got, written(question["key"])), repr(got)]


def in_a_child(code: str, questions: list[dict[str, Any]], seed: int) -> list[list[Any]]:
    """In a process of its own, which the kernel ends where it does not come back."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        answers: list[list[Any]] = []
        for question in questions:
            try:
                answers.append(answered(code, question, seed))
            except BaseException:  # noqa: BLE001  # told like an answer
                answers.append([False, traceback.format_exc()])
        with os.fdopen(theirs, "wb") as pipe:
            pipe.write(json.dumps(answers).encode())
        os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, "rb") as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else [[False, "no answer in time"] for _ in questions]


def main() -> None:
    task = json.load(sys.stdin)
    sys.stdin = io.StringIO()
    code = task["code"].removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if "numpy" in code:
        with contextlib.suppress(ImportError):
            __import__("numpy")
    for question in task["questions"]:
        question["recipe"] = written(question["recipe"])
    gc.freeze()
    found: list[list[Any]] = []
    for at in range(0, len(task["questions"]), TOGETHER):
        some = task["questions"][at : at + TOGETHER]
        answers = in_a_child(code, some, task["seed"])
        if not all(same for same, _ in answers):  # one may have been in another's way
            answers = [in_a_child(code, [question], task["seed"])[0] for question in some]
        found += answers
    print(json.dumps(found))


if __name__ == "__main__":
    main()
