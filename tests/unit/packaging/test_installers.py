"""The installers of systems that are not here, as far as they can be made: compiled, laid out, parsed."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import plistlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGING = Path(__file__).resolve().parents[3] / "packaging"
VERSION = "0.1.0"


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A folder laid out as the packaged program is."""
    folder = tmp_path / "程序 folder"
    for name in ("_internal/resources/题目.txt", "worker/base.py", "licences/qt.txt", "defense-desk-worker.exe"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name, "utf-8")
    for name in ("defense-desk", "defense-desk.exe"):
        (folder / name).write_text("#!/bin/sh\necho started\n", "utf-8")
        (folder / name).chmod(0o755)
    told = {"version": VERSION, "commit": "1a2b3c4", "built": "2026-11-30"}
    (folder / "_internal" / "resources" / "release.json").write_text(json.dumps(told), "utf-8")
    return folder


@pytest.mark.skipif(not shutil.which("makensis"), reason="needs the program makensis (Debian: nsis)")
def test_the_windows_installer_compiles_without_a_warning(program: Path, tmp_path: Path) -> None:
    dist = tmp_path / "dist"
    dist.mkdir()
    (dist / "SHA256SUMS").write_text("0" * 64 + "  defense-desk-0.1.0-windows-amd64.zip\n", "utf-8")
    command = [sys.executable, str(PACKAGING / "windows" / "installer.py"), str(program), str(dist)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (made,) = dist.glob("*-windows-amd64-setup.exe")
    content = made.read_bytes()
    assert content.startswith(b"MZ")
    assert hashlib.sha256(content).hexdigest() in (dist / "SHA256SUMS").read_text("utf-8")
    assert len((dist / "SHA256SUMS").read_text("utf-8").splitlines()) == 2


def test_a_folder_without_the_program_is_one_sentence(tmp_path: Path) -> None:
    if not shutil.which("makensis"):
        pytest.skip("needs the program makensis (Debian: nsis)")
    command = [sys.executable, str(PACKAGING / "windows" / "installer.py"), str(tmp_path), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_the_bundle_for_macos_starts_what_lies_in_it(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(PACKAGING / "macos"))
    spec = importlib.util.spec_from_file_location("bundle_under_test", PACKAGING / "macos" / "bundle.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    bundle = module.make_bundle(program, tmp_path)
    told = plistlib.loads((bundle / "Contents" / "Info.plist").read_bytes())
    assert told["CFBundleShortVersionString"] == VERSION
    starter = bundle / "Contents" / "MacOS" / told["CFBundleExecutable"]
    if sys.platform != "win32":
        assert subprocess.check_output([str(starter)], text=True) == "started\n"
        assert subprocess.call(["sh", "-n", str(PACKAGING / "macos" / "notarise.sh")]) == 0
    assert plistlib.loads((PACKAGING / "macos" / "entitlements.plist").read_bytes())
