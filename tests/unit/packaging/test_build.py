"""The build's own rules: every name of the standard library is in or is left out by name, and nothing lies twice."""

from __future__ import annotations

import importlib
import os
import re
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

PACKAGING = Path(__file__).resolve().parents[3] / "packaging"


@pytest.fixture
def of_packaging(monkeypatch: pytest.MonkeyPatch):
    """Modules that stand in packaging/, as its scripts import them."""
    monkeypatch.syspath_prepend(str(PACKAGING))
    return importlib.import_module


def test_every_name_of_the_library_is_in_or_left_out_by_name(of_packaging) -> None:
    contents: ModuleType = of_packaging("contents")
    inside = set(contents.expected_library())
    assert {"json", "sqlite3", "asyncio", "random", "_struct", "curses"} <= inside or sys.platform == "win32"
    assert not inside & set(contents.LEFT_OUT)
    elsewhere = set().union(*contents.ELSEWHERE.values()) | contents.POSIX
    rest = set(sys.stdlib_module_names) - inside - set(contents.LEFT_OUT) - elsewhere
    assert all("test" in name or name.startswith("xxlimited") for name in rest), rest


def test_modules_inside_the_packages_are_named_too(of_packaging) -> None:
    modules = set(of_packaging("contents").library_modules())
    assert {"json.decoder", "concurrent.futures.thread", "xml.etree.ElementTree", "unittest.mock"} <= modules
    assert not [name for name in modules if ".test" in name or name.startswith(("tkinter", "idlelib"))]


def test_two_names_for_one_file_count_once(of_packaging, tmp_path: Path) -> None:
    folder: ModuleType = of_packaging("folder")
    for name in ("one", "two", "other"):
        (tmp_path / name).write_bytes((name if name == "other" else "same").encode() * 10_000)
    folder.link_twins(tmp_path)
    assert (tmp_path / "one").stat().st_ino == (tmp_path / "two").stat().st_ino
    assert folder.size_of(tmp_path) == 40_000 + 50_000


def test_sums_are_those_of_the_files(of_packaging, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build: ModuleType = of_packaging("build")
    monkeypatch.setattr(build, "DIST", tmp_path)
    (tmp_path / "a.deb").write_bytes(b"abc")
    build.write_sums([tmp_path / "a.deb"])
    sums = (tmp_path / "SHA256SUMS").read_text("utf-8")
    assert sums == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.deb\n"


def test_the_version_has_one_place(of_packaging) -> None:
    project = tomllib.loads((PACKAGING.parent / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["hatch"]["version"]["path"] == "desktop/__init__.py"
    assert of_packaging("build").release()["version"] == importlib.import_module("desktop").__version__


def test_the_starter_in_the_menu_opens_the_packs_that_it_says_it_opens() -> None:
    starter = (PACKAGING / "linux" / "defense-desk.desktop").read_text("utf-8")
    kinds = ElementTree.parse(PACKAGING / "linux" / "defense-desk-pack.xml").getroot()
    kind = kinds[0].attrib["type"]
    assert f"MimeType={kind};" in starter
    meta = next(PACKAGING.glob("linux/*.metainfo.xml")).read_text("utf-8")
    assert f"<mediatype>{kind}</mediatype>" in meta
    assert re.search(r"^Exec=defense-desk --import-pack %f$", starter, re.MULTILINE)


@pytest.mark.skipif(os.name != "posix", reason="links and modes of Linux")
def test_every_library_outside_has_a_package_or_stops_the_build(of_packaging, tmp_path, monkeypatch) -> None:
    deb: ModuleType = of_packaging("linux.deb")
    monkeypatch.setattr(deb.folder, "requirement", lambda program: "Needs GLIBC 2.35 (by x)")
    monkeypatch.setattr(deb.folder, "outside_libraries", lambda program: {"libc.so.6": "a", "libEGL.so.1": "b"})
    assert deb.depends_of(tmp_path) == "libc6 (>= 2.35), libegl1"
    monkeypatch.setattr(deb.folder, "outside_libraries", lambda program: {"libnew.so.1": "b"})
    with pytest.raises(Exception, match=r"libnew\.so\.1 \(for b\)"):
        deb.depends_of(tmp_path)
