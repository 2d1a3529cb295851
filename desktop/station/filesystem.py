"""Says what kind of file system a directory lies on, since a database wants a local one."""

from __future__ import annotations

import ctypes
import re
import subprocess
import sys
from pathlib import Path

# Types that other machines serve. SQLite's documentation ("How To Corrupt", 2.1) names network locks as a cause of
# lost databases, and its write-ahead log needs memory shared by all readers, which no network file system gives.
# fmt: off
NETWORK = frozenset({
    "nfs", "nfs4", "cifs", "smb2", "smb3", "smbfs", "afs", "afpfs", "ncpfs",
    "webdav", "davfs", "coda", "ceph", "lustre", "gpfs", "beegfs", "glusterfs", "orangefs",
    "gfs2", "ocfs2", "9p", "drvfs",
    "fuse.sshfs", "fuse.smbnetfs", "fuse.davfs2", "fuse.rclone", "fuse.s3fs", "fuse.glusterfs",
    "fuse.ceph", "fuse.gvfsd-fuse", "fuse.curlftpfs",
    "osxfuse.sshfs", "macfuse.sshfs",
})
# fmt: on
MOUNTS = Path("/proc/self/mountinfo")
_DRIVE_REMOTE = 4  # what GetDriveTypeW answers for a drive of another machine


def kind_of(path: Path, mounts: str | None = None) -> str:
    """The type's name as the system spells it ("ext4", "nfs4"), or "" where that cannot be told.

    The path need not exist yet: its nearest existing parent counts. `mounts` is the text of Linux's mountinfo.
    """
    place = _existing(path)
    if sys.platform == "win32":
        return _windows_kind(place)
    if sys.platform == "darwin":
        return _longest(place, _mac_mounts())
    if mounts is None:
        try:
            mounts = MOUNTS.read_text("utf-8", "surrogateescape")
        except OSError:
            return ""
    return _longest(place, _linux_mounts(mounts))


def is_network(kind: str) -> bool:
    return kind in NETWORK


def _existing(path: Path) -> Path:
    place = path.expanduser().absolute()
    while True:
        try:
            return place.resolve(strict=True)
        except (OSError, RuntimeError):  # missing, forbidden, or a ring of links
            if place.parent == place:
                return place
            place = place.parent


def _longest(place: Path, mounted: list[tuple[str, str]]) -> str:
    """The type of the deepest mount above `place`; of two at one point the later one covers the earlier."""
    best, kind = -1, ""
    for point, its_kind in mounted:
        if place.is_relative_to(point) and len(Path(point).parts) >= best:
            best, kind = len(Path(point).parts), its_kind
    return kind


def _linux_mounts(text: str) -> list[tuple[str, str]]:
    """proc(5): `36 35 98:0 /root /point rw,noatime master:1 - ext3 /dev/root rw`, blanks written as octal escapes."""
    mounted: list[tuple[str, str]] = []
    for line in text.splitlines():
        before, dash, after = line.partition(" - ")
        fields = before.split(" ")
        if dash and len(fields) >= 6 and after.split(" ")[0]:
            point = re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), fields[4])
            mounted.append((point, after.split(" ")[0]))
    return mounted


def _mac_mounts() -> list[tuple[str, str]]:
    """Untested on a real Mac: lines such as `//me@server/home on /Users/me (smbfs, nodev)`."""
    try:
        said = subprocess.run(["/sbin/mount"], capture_output=True, text=True, timeout=5, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return []
    return [(found[1], found[2]) for found in re.finditer(r"^.* on (/.*) \((\w+)[,)]", said, re.MULTILINE)]


def _windows_kind(place: Path) -> str:
    """Untested on a real Windows: a share's name begins with two backslashes; else the drive is asked."""
    if str(place).startswith("\\\\"):
        return "cifs"
    windows = getattr(ctypes, "windll", None)
    if windows is None:
        return ""
    return "cifs" if windows.kernel32.GetDriveTypeW(place.anchor) == _DRIVE_REMOTE else "local"
