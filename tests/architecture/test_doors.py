"""Every room says what it is; Qt stays in one of them; nothing foreign is ever run in our own process."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = sorted(path.parent for path in (ROOT / "desktop").glob("*/__init__.py"))
OURS = sorted([*(ROOT / "desktop").rglob("*.py"), *(ROOT / "tools").rglob("*.py")])
# Where a student's code is run on purpose: inside the worker, which is another process, sandboxed. The template is
# what it is forked from, and the instruments of the embedded examiner are sent into it as source.
WORKERS = re.compile(r"desktop/(interpreter/(worker|template)|embedded/instruments?)[\w/]*\.py$")
RUNS_TEXT = {"eval", "exec", "compile", "__import__"}
LOADS_OBJECTS = {"pickle", "cPickle", "dill", "shelve", "marshal", "jsonpickle"}


def short(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("room", ROOMS, ids=short)
def test_a_room_has_a_door_sign(room: Path) -> None:
    sign = ast.get_docstring(ast.parse((room / "__init__.py").read_text("utf-8")))
    assert sign, f"{short(room)}/__init__.py says nothing"
    assert sign.splitlines()[0].endswith(".")


def test_every_file_says_in_its_first_line_what_it_does() -> None:
    silent = [short(path) for path in OURS if not ast.get_docstring(ast.parse(path.read_text("utf-8")))]
    assert silent == []


def test_rooms_are_small_enough_to_be_seen_whole() -> None:
    large = {short(path): n for path in OURS if (n := len(path.read_text("utf-8").splitlines())) > 600}
    assert large == {}


@pytest.mark.parametrize("module", ["desktop.session.ports", "desktop.session", "desktop.cli.commands", "tools"])
def test_the_core_and_the_terminal_leave_qt_alone(module: str) -> None:
    path = ROOT.joinpath(*module.split("."))
    if not (path.is_dir() or path.with_suffix(".py").exists()):
        pytest.skip(f"{module} is not built yet")
    code = f"import sys, {module}; print(sorted(n for n in sys.modules if n.split('.')[0] in ('PySide6', 'qasync')))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_nothing_foreign_is_unpickled_or_run_in_our_process() -> None:
    found = [
        f"{short(path)}:{line} {what}"
        for path in OURS
        if not WORKERS.search(short(path))
        for line, what in dangers(path.read_text("utf-8"))
    ]
    assert found == []


def dangers(source: str) -> list[tuple[int, str]]:
    """Calls that run text, shells, and imports that bring objects to life. `ast.parse` and `re.compile` are harmless;
    the builtin `compile` is too only with the flag that makes it parse."""
    found: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id="compile")) if "PyCF_ONLY_AST" in ast.unparse(node):
                continue
            case ast.Call(func=ast.Name(id=name)) if name in RUNS_TEXT:
                found.append((node.lineno, name))
            case ast.Call(keywords=keywords) if any(
                word.arg == "shell" and not (isinstance(word.value, ast.Constant) and word.value.value is False)
                for word in keywords
            ):
                found.append((node.lineno, "shell"))
            case ast.Import(names=names):
                found += [(node.lineno, alias.name) for alias in names if alias.name.split(".")[0] in LOADS_OBJECTS]
            case ast.ImportFrom(module=str(module)) if module.split(".")[0] in LOADS_OBJECTS:
                found.append((node.lineno, module))
            case _:
                continue
    return found


@pytest.mark.parametrize(
    "source", ["eval('1')", "exec(text)", "import pickle", "from marshal import loads", "run(x, shell=True)"]
)
def test_a_danger_is_seen(source: str) -> None:
    assert dangers(source)


@pytest.mark.parametrize("source", ["re.compile('x')", "ast.literal_eval(x)", "compile(x, 'f', 'exec', PyCF_ONLY_AST)"])
def test_the_harmless_is_let_pass(source: str) -> None:
    assert not dangers(source)
