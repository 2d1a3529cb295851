"""The two commands touch nothing that is not theirs, and say in one sentence what is to be done."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parents[3] / "packaging" / "bootstrap.py"


@pytest.fixture
def bootstrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script as a module, with a lock of its own and nothing that could install anything."""
    spec = importlib.util.spec_from_file_location("bootstrap_under_test", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "lock").mkdir()
    for layer in ("core", "window"):
        (tmp_path / "lock" / f"{layer}.txt").write_text(f"{layer}==1\n", "utf-8")
    monkeypatch.setattr(module, "LOCK", tmp_path / "lock")
    return module


@pytest.fixture
def installed(bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What would have been installed, one list of layers for each time."""
    calls: list[list[str]] = []
    monkeypatch.setattr(bootstrap, "install_layers", lambda folder, python, layers: calls.append(layers))
    return calls


def pretend_environment(folder: Path) -> None:
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    python.parent.mkdir(parents=True)
    python.write_text("", "utf-8")


@pytest.mark.parametrize("kind", ["somebody's environment", "link"])
def test_an_environment_that_somebody_else_made_is_left_alone(bootstrap: ModuleType, tmp_path: Path, kind: str) -> None:
    theirs = tmp_path / "theirs"
    pretend_environment(theirs)
    folder = theirs
    if kind == "link":
        (theirs / "defense-desk.stamp").write_text("python 3.0.0\n", "utf-8")  # even one that carries our stamp
        folder = tmp_path / ".venv"
        folder.symlink_to(theirs)
    before = sorted(path.name for path in theirs.rglob("*"))
    with pytest.raises(bootstrap.Stop, match="left as it is"):
        bootstrap.make_environment(folder, ["core"], False)
    assert sorted(path.name for path in theirs.rglob("*")) == before


def test_what_the_stamp_says_is_there_is_not_installed_again(
    bootstrap: ModuleType, installed: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / ".venv"

    def build(folder: Path, python: Path, stamp: Path, consent: bool) -> None:
        pretend_environment(folder)

    monkeypatch.setattr(bootstrap, "build_environment", build)
    bootstrap.make_environment(folder, ["core"], False)
    bootstrap.make_environment(folder, ["core"], False)
    bootstrap.make_environment(folder, ["core", "window"], False)
    bootstrap.make_environment(folder, ["core"], False)
    assert installed == [["core"], ["window"]]


def test_a_layer_whose_lock_changed_is_installed_again(
    bootstrap: ModuleType, installed: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / ".venv"
    monkeypatch.setattr(bootstrap, "build_environment", lambda folder, *rest: pretend_environment(folder))
    bootstrap.make_environment(folder, ["core", "window"], False)
    (tmp_path / "lock" / "core.txt").write_text("core==2\n", "utf-8")
    bootstrap.make_environment(folder, ["core", "window"], False)
    assert installed == [["core", "window"], ["core"]]


@pytest.mark.skipif(sys.platform == "win32", reason="apt is not there")
def test_without_root_and_without_a_person_missing_packages_are_named(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 1000)
    with pytest.raises(bootstrap.Stop, match="sudo apt-get install libgl1 libegl1"):
        bootstrap.need(["libgl1", "libegl1"], False, "the window")


def test_without_apt_they_are_named_as_debian_calls_them(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: None)
    with pytest.raises(bootstrap.Stop, match="libgl1"):
        bootstrap.need(["libgl1"], True, "the window")


@pytest.mark.parametrize("version", [(3, 10, 4), (3, 14, 0)])
def test_a_python_that_does_not_fit_is_one_sentence(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, version: tuple[int, int, int]
) -> None:
    monkeypatch.setattr(bootstrap.sys, "version_info", version)
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: None)
    with pytest.raises(bootstrap.Stop, match=r"needs Python 3\.11, 3\.12 or 3\.13"):
        bootstrap.use_fitting_python()


def test_everything_after_the_dashes_is_handed_on(bootstrap: ModuleType) -> None:
    options = bootstrap.read_arguments(["test", "--yes", "--", "-k", "a or b", "--yes"])
    assert options.yes
    assert options.rest == ["-k", "a or b", "--yes"]


def test_the_reason_of_a_failed_installation_is_told_apart(bootstrap: ModuleType, tmp_path: Path) -> None:
    log = tmp_path / "install.log"
    for said, told in [
        ("ERROR: [Errno 28] No space left on device", "disk is full"),
        ("THESE PACKAGES DO NOT MATCH THE HASHES", "not the one that was tested"),
        ("Failed to establish a new connection", "check the network"),
    ]:
        log.write_text(said, "utf-8")
        assert told in bootstrap.why_not_installed(log)


def test_wrong_use_is_a_usage_line_and_exit_2() -> None:
    done = subprocess.run([sys.executable, str(SCRIPT), "fly"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "usage:" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_older_python_can_read_the_file() -> None:
    import ast

    ast.parse(SCRIPT.read_text("utf-8"), feature_version=(3, 6))


@pytest.mark.skipif(sys.platform != "linux", reason="shared libraries by their names on Linux")
def test_a_library_that_is_not_there_is_found_out(bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "WINDOW_LIBRARIES", {"libc.so.6": "libc6", "libnot-there.so.9": "libnot-there9"})
    assert bootstrap.missing_libraries() == ["libnot-there9"]


def test_a_screen_is_one_of_two_variables(bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.name != "posix" or sys.platform == "darwin":
        pytest.skip("there is always one")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not bootstrap.has_screen()
    monkeypatch.setenv("DISPLAY", ":0")
    assert bootstrap.has_screen()


def test_what_was_typed_is_named_so_that_it_can_be_typed_again(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["my desk/packaging/bootstrap.py", "run"])
    monkeypatch.setattr(bootstrap, "WINDOWS", False)
    assert bootstrap.typed() == "python3 'my desk/packaging/bootstrap.py' run --"
