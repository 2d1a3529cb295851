"""Nothing that comes out of the student's process is unpickled, evaluated or executed."""

import ast
from pathlib import Path

import pytest

ROOM = Path(__file__).resolve().parents[3] / "desktop" / "interpreter"
FILES = sorted(
    path for path in ROOM.rglob("*.py") if path.name != "worker.py"
)  # student code runs there, and only there


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOM)))
def test_no_pickle_no_eval_no_exec(path):
    tree = ast.parse(path.read_text("utf-8"))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    modules = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    modules |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not names & {"eval", "exec", "compile", "__import__"}
    assert not {module.partition(".")[0] for module in modules} & {"pickle", "marshal", "shelve", "dill", "code"}


@pytest.mark.parametrize(
    "path",
    [*sorted((ROOM / "inside").glob("*.py")), *sorted((ROOM / "sandbox").glob("*.py"))],
    ids=lambda path: path.name,
)
def test_the_students_side_imports_nothing_of_ours_from_above(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("desktop", "tools")):
            assert node.module.startswith(("desktop.interpreter.inside", "desktop.interpreter.sandbox"))
