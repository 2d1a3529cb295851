"""Packages from a folder in place of the network: real pip, real environments, and the hashes of the lock hold."""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import subprocess
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parents[3] / "packaging" / "bootstrap.py"


def make_wheel(folder: Path, name: str, says: str) -> str:
    """A wheel of one module; returns its sha256."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {
        f"{name}.py": f"SAYS = {says!r}\n",
        f"{name}-1.dist-info/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n",
        f"{name}-1.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }

    def record(path: str, text: str) -> str:
        digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
        return f"{path},sha256={digest},{len(text.encode())}\n"

    lines = "".join(record(path, text) for path, text in files.items())
    wheel = folder / f"{name}-1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)
        archive.writestr(f"{name}-1.dist-info/RECORD", lines + f"{name}-1.dist-info/RECORD,,\n")
    return hashlib.sha256(wheel.read_bytes()).hexdigest()


def load(lock: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("bootstrap_under_test", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "LOCK", lock)
    for name in ("PIP_NO_INDEX", "PIP_FIND_LINKS"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv(name, "")  # so that what is set under test is taken back after it
        monkeypatch.delenv(name)
    return module


@pytest.mark.slow
def test_a_wheelhouse_is_filled_and_installed_from_and_a_changed_package_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lock = tmp_path / "lock"
    lock.mkdir()
    network, house = tmp_path / "network", tmp_path / "wheel house 轮"
    digest = make_wheel(network, "firsthouse", "true")
    (lock / "core.txt").write_text(f"firsthouse==1 \\\n    --hash=sha256:{digest}\n", "utf-8")
    (lock / "window.txt").write_text(f"otherhouse==1 \\\n    --hash=sha256:{digest}\n", "utf-8")
    bootstrap = load(lock, monkeypatch)
    environment = tmp_path / "environment"

    bootstrap.use_wheelhouse(network)  # what stands in for the network here
    python = bootstrap.make_environment(environment, [], False)
    bootstrap.fill_wheelhouse(python, ["core"], house)
    assert [path.name for path in house.iterdir()] == ["firsthouse-1-py3-none-any.whl"]
    assert "1 packages" in capsys.readouterr().out

    bootstrap.use_wheelhouse(house)
    bootstrap.make_environment(environment, ["core"], False)
    said = subprocess.check_output([str(python), "-c", "import firsthouse; print(firsthouse.SAYS)"], text=True)
    assert said.strip() == "true"

    make_wheel(house, "otherhouse", "another one")
    with pytest.raises(bootstrap.Stop, match="not the one that was tested"):
        bootstrap.make_environment(environment, ["window"], False)
    assert subprocess.call([str(python), "-c", "import otherhouse"], stderr=subprocess.DEVNULL) != 0


def test_a_wheelhouse_that_is_not_there_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bootstrap = load(tmp_path, monkeypatch)
    with pytest.raises(bootstrap.Stop, match="There is no folder"):
        bootstrap.use_wheelhouse(tmp_path / "none")


def test_what_a_wheelhouse_lacks_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bootstrap = load(tmp_path, monkeypatch)
    bootstrap.use_wheelhouse(tmp_path)
    log = tmp_path / "install.log"
    log.write_text("ERROR: No matching distribution found for numpy==2.3.4\n", "utf-8")
    assert bootstrap.why_not_installed(log).startswith("The wheelhouse lacks numpy: fill it again")
