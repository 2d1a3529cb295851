"""What is sent into a worker stands alone: it compiles, and uses the standard library only."""

from __future__ import annotations

import ast
import sys

from desktop.embedded.instruments import SOURCE

TREE = ast.parse(SOURCE)


def test_only_the_standard_library_is_imported():
    found = {
        alias.name.split(".")[0] for node in ast.walk(TREE) if isinstance(node, ast.Import) for alias in node.names
    }
    assert found - {"numpy"} <= sys.stdlib_module_names
    assert "numpy" in found  # only where an argument is an array, and only inside a function
    top = {alias.name for node in TREE.body if isinstance(node, ast.Import) for alias in node.names}
    assert "numpy" not in top


def test_every_name_of_ours_ends_so_that_classes_do_not_mangle_it():
    defined = {node.name for node in TREE.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    assert defined
    assert all(name.endswith("__") and not name.startswith("__") for name in defined)
    hooks = {
        node.value
        for node in ast.walk(TREE)
        if isinstance(node, ast.Constant) and str(node.value).startswith("dd_") and node.value != "dd_"
    }
    assert hooks
    assert all(str(name).endswith("__") for name in hooks)
