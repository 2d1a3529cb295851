"""`defend --examiner local` says at once, in a sentence, why a model file cannot be used."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KMEANS = ROOT / "tests" / "fixtures" / "solutions" / "kmeans.py"


def defend(tmp_path: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "desktop", "--data-dir", str(tmp_path / "data"), "defend", "kmeans", str(KMEANS)]
    return subprocess.run([*command, *options], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(None, "There is no model file"), (b"# not a model", "is not a GGUF model file")],
    ids=["no file", "another file"],
)
def test_a_file_that_is_no_model(tmp_path: Path, content: bytes | None, sentence: str):
    path = tmp_path / "model.gguf"
    if content is not None:
        path.write_bytes(content)
    done = defend(tmp_path, "--model-file", str(path))
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_no_file_at_all(tmp_path: Path):
    done = defend(tmp_path, "--examiner", "local")
    assert done.returncode == 2
    assert "--model-file" in done.stderr


@pytest.mark.skipif(find_spec("xllamacpp") is not None, reason="the extra defense-desk[local] is installed here")
def test_the_package_is_not_there(tmp_path: Path):
    (tmp_path / "model.gguf").write_bytes(b"GGUF")
    done = defend(tmp_path, "--examiner", "local", "--model-file", str(tmp_path / "model.gguf"))
    assert done.returncode == 2
    assert "defense-desk[local]" in done.stderr
