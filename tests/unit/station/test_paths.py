"""Where a person's work lies: who decides, what is proved, what is said when it cannot be there."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from desktop.station import paths
from desktop.station.paths import open_data_dir, resources
from desktop.vocabulary.trouble import Trouble

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="modes and mounts as Linux has them")


def test_argument_before_lab_before_environment(tmp_path: Path) -> None:
    lab, environ = tmp_path / "by lab", {"DEFENSE_DESK_DATA_DIR": str(tmp_path / "by environment")}
    assert open_data_dir(tmp_path / "by argument", environ=environ, by_lab=lab).path.name == "by argument"
    assert open_data_dir(environ=environ, by_lab=lab).path == lab, "the environment is the student's"
    assert open_data_dir(environ=environ).path.name == "by environment"


def test_the_platforms_own_place_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    found = open_data_dir(environ={})
    assert found.path.name == "defense-desk"
    assert found.note == ""


@linux_only
def test_the_directory_is_made_for_its_owner_alone_and_left_clean(tmp_path: Path) -> None:
    found = open_data_dir(tmp_path / "a" / "b 中文", environ={})
    assert stat.S_IMODE(found.path.stat().st_mode) == 0o700
    assert list(found.path.iterdir()) == []


def test_a_file_in_the_way_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    with pytest.raises(Trouble, match="there is a file of that name"):
        open_data_dir(tmp_path / "file", environ={})
    with pytest.raises(Trouble, match="a part of that path is a file"):
        open_data_dir(tmp_path / "file" / "under", environ={})


def test_a_directory_of_nobody_is_one_sentence() -> None:
    with pytest.raises(Trouble, match="does not know"):
        open_data_dir("~nobody-of-that-name/desk", environ={})


@linux_only
def test_a_network_home_means_a_directory_of_this_machine_and_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, local = tmp_path / "home", tmp_path / "local"
    home.mkdir()
    local.mkdir()
    monkeypatch.setattr(paths, "kind_of", lambda path: "nfs4" if path.is_relative_to(home) else "ext4")
    found = open_data_dir(home / "desk", environ={}, local=local)
    assert found.path.is_relative_to(local)
    assert "network drive (nfs4)" in found.note
    assert str(found.path) in found.note
    assert not found.network
    assert list(home.iterdir()) == []
    assert open_data_dir(home / "desk", environ={}, local=local).path == found.path
    assert open_data_dir(home / "other", environ={}, local=local).path != found.path


@linux_only
def test_no_local_directory_at_all_is_said_so_that_the_log_can_take_care(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "kind_of", lambda path: "nfs")
    assert open_data_dir(tmp_path / "desk", environ={}, local=tmp_path).network


@linux_only
@pytest.mark.parametrize("trap", ["link", "open to all"])
def test_a_stand_in_that_others_could_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trap: str
) -> None:
    monkeypatch.setattr(paths, "kind_of", lambda path: "nfs" if path.name == "desk" else "ext4")
    mine = tmp_path / f"defense-desk-{os.getuid()}"
    if trap == "link":
        (tmp_path / "theirs").mkdir(mode=0o700)
        mine.symlink_to(tmp_path / "theirs")
    else:
        mine.mkdir()
        mine.chmod(0o777)
    with pytest.raises(Trouble, match="somebody else"):
        open_data_dir(tmp_path / "desk", environ={}, local=tmp_path)


def test_resources_are_found_in_this_checkout() -> None:
    assert (resources() / "packs").is_dir()


def test_resources_of_a_frozen_program_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "resources").mkdir()
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert resources() == tmp_path / "resources"


def test_resources_of_a_wheel_lie_inside_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "desktop" / "resources").mkdir(parents=True)
    monkeypatch.setattr(paths, "__file__", str(tmp_path / "desktop" / "station" / "paths.py"))
    assert resources() == tmp_path / "desktop" / "resources"


def test_missing_resources_are_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "__file__", str(tmp_path / "desktop" / "station" / "paths.py"))
    with pytest.raises(Trouble, match="not where they belong"):
        resources()
