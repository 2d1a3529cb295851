"""A pack from anywhere becomes an installed one, or nothing changes and a sentence says why."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from desktop.packs.bring import AlreadyThere, bring_pack
from desktop.packs.loader import load_shelf
from desktop.packs.new import new_pack
from desktop.vocabulary.trouble import PackTrouble
from desktop.wiring import DefenseDesk


@pytest.fixture
def source(tmp_path: Path) -> Path:
    new_pack(tmp_path / "lists")
    return tmp_path / "lists"


@pytest.fixture
def packs(tmp_path: Path) -> Path:
    return tmp_path / "data" / "packs"


def zipped(folder: Path) -> Path:
    path = folder.with_suffix(".zip")
    with zipfile.ZipFile(path, "w") as archive:
        for file in folder.rglob("*.*"):
            archive.write(file, Path(folder.name) / file.relative_to(folder))
    return path


def test_a_folder_is_copied_and_found_on_the_shelf(source: Path, packs: Path):
    assert bring_pack(source, packs).id == "lists"
    assert [pack.id for pack in load_shelf(packs).packs] == ["lists"]
    assert sorted(path.name for path in packs.parent.iterdir()) == ["packs"]


def test_a_zip_of_the_folder_is_the_same(source: Path, packs: Path):
    bring_pack(zipped(source), packs)
    assert (packs / "lists" / "pack.toml").is_file()


def test_a_broken_pack_changes_nothing(source: Path, packs: Path):
    (source / "pack.toml").write_text("id = 3")
    with pytest.raises(PackTrouble):
        bring_pack(source, packs)
    assert not packs.exists()


def test_a_pack_that_is_there_is_replaced_only_when_told_so(source: Path, packs: Path):
    bring_pack(source, packs)
    (source / "moving-mean" / "problem.md").write_text("Another statement, which is the newer one.")
    with pytest.raises(AlreadyThere):
        bring_pack(source, packs)
    fresh = bring_pack(source, packs, replace=True)
    assert fresh.problems[0].statement.en.startswith("Another")
    assert sorted(path.name for path in packs.parent.iterdir()) == ["packs"]


def test_an_installed_pack_is_not_brought_over_itself(source: Path, packs: Path):
    bring_pack(source, packs)
    with pytest.raises(PackTrouble, match="already"):
        bring_pack(packs / "lists", packs, replace=True)
    assert load_shelf(packs).packs


def test_links_are_refused(source: Path, packs: Path):
    os.symlink("/etc/hostname", source / "moving-mean" / "more.py")
    with pytest.raises(PackTrouble, match="link"):
        bring_pack(source, packs)


def test_a_pack_of_the_program_keeps_its_name(tmp_path: Path):
    desk = DefenseDesk.open(tmp_path / "data")
    shipped = desk.shelf().packs[0]
    with pytest.raises(PackTrouble, match="came with the program"):
        desk.import_pack(shipped.path)
