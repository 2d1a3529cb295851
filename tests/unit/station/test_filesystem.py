"""Which file system a path lies on, told from Linux's own table of mounts."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.station.filesystem import is_network, kind_of

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the table of mounts is Linux's")


def mounts(*rows: tuple[str, str]) -> str:
    lines = ["22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw"]
    lines += [
        f"{30 + n} 22 0:{n} / {point} rw shared:{n} - {kind} server:/x rw" for n, (point, kind) in enumerate(rows)
    ]
    return "\n".join(lines) + "\n"


def test_the_deepest_mount_above_a_path_decides(tmp_path: Path) -> None:
    table = mounts((str(tmp_path), "nfs4"), (str(tmp_path / "in"), "ext4"))
    (tmp_path / "in").mkdir()
    assert kind_of(tmp_path, table) == "nfs4"
    assert kind_of(tmp_path / "in", table) == "ext4"


def test_a_later_mount_covers_an_earlier_one_at_the_same_point(tmp_path: Path) -> None:
    assert kind_of(tmp_path, mounts((str(tmp_path), "ext4"), (str(tmp_path), "fuse.sshfs"))) == "fuse.sshfs"


def test_a_path_that_does_not_exist_yet_lies_where_its_parent_lies(tmp_path: Path) -> None:
    assert kind_of(tmp_path / "a" / "b" / "c", mounts((str(tmp_path), "cifs"))) == "cifs"


def test_a_link_lies_where_it_points(tmp_path: Path) -> None:
    (tmp_path / "share").mkdir()
    (tmp_path / "home").symlink_to(tmp_path / "share")
    assert kind_of(tmp_path / "home", mounts((str(tmp_path / "share"), "nfs"))) == "nfs"


def test_blanks_and_backslashes_in_a_mount_point_are_read(tmp_path: Path) -> None:
    odd = tmp_path / "my share\\x"
    odd.mkdir()
    written = str(odd).replace("\\", "\\134").replace(" ", "\\040")
    assert kind_of(odd, mounts((written, "smb3"))) == "smb3"


def test_a_neighbour_whose_name_begins_alike_is_not_inside(tmp_path: Path) -> None:
    (tmp_path / "home2").mkdir()
    assert kind_of(tmp_path / "home2", mounts((str(tmp_path / "home"), "nfs"))) == "ext4"


def test_this_machines_own_table_is_read() -> None:
    assert kind_of(Path("/proc/self")) == "proc"


@pytest.mark.parametrize("kind", ["nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "9p", "ceph", "lustre"])
def test_network_kinds(kind: str) -> None:
    assert is_network(kind)


@pytest.mark.parametrize("kind", ["", "ext4", "btrfs", "xfs", "zfs", "tmpfs", "overlay", "apfs", "fuse.mergerfs"])
def test_local_kinds(kind: str) -> None:
    assert not is_network(kind)


@given(st.text())
def test_no_table_however_broken_is_an_error(table: str) -> None:
    assert isinstance(kind_of(Path("/tmp"), table), str)
