"""The portable archive: unpacked anywhere, by anybody, and it runs."""

from __future__ import annotations

import tarfile
from pathlib import Path


def make_tar(program: Path, target: Path, level: int) -> Path:
    """Names in order, owned by root, times as in the folder: the same folder gives the same bytes."""
    target.unlink(missing_ok=True)
    with tarfile.open(target, "w:xz", format=tarfile.PAX_FORMAT, preset=level) as archive:
        for path in [program, *sorted(program.rglob("*"))]:
            entry = archive.gettarinfo(path, arcname=path.relative_to(program.parent).as_posix())
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = "root"
            if entry.issym():
                entry.mtime = int(program.stat().st_mtime)
            entry.mtime = int(entry.mtime)
            if entry.isreg():
                with path.open("rb") as file:
                    archive.addfile(entry, file)
            else:
                archive.addfile(entry)
    return target
