"""Lays the parts that PyInstaller made together into the one folder people get, and looks at what is in it."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import contents

DEBUG = b".debug_info"
WORTH_LINKING = 16_384  # bytes


def lay_together(parts: dict[str, Path], program: Path) -> None:
    """`program` is made afresh: both programs, both libraries, no debug information, nothing that is there twice."""
    shutil.rmtree(program, ignore_errors=True)
    shutil.copytree(parts["window"], program, symlinks=True)
    shutil.copytree(parts["worker"], program, symlinks=True, dirs_exist_ok=True)
    for name, part in parts.items():
        if name.startswith("seed-"):
            for starter in part.glob(f"{contents.WORKER}-*"):
                shutil.copy2(starter, program / contents.WORKER_LIBRARY / starter.name)
    if sys.platform == "linux":
        drop_dangling(program)
        for file in _binaries(program):
            if _has_debug_info(file):
                subprocess.run(["strip", "--strip-debug", str(file)], check=True)
        link_twins(program)


def finish(program: Path, epoch: int) -> None:
    """Readable by everybody, writable by its owner alone, and as old as the commit."""
    for path in [program, *sorted(program.rglob("*"))]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
            os.utime(path, (epoch, epoch))


def drop_dangling(program: Path) -> None:
    for path in program.rglob("*"):
        if path.is_symlink() and not path.exists():
            path.unlink()


def link_twins(program: Path) -> None:
    """Both libraries hold the same Python: one copy on the disk, two names. A copy to another disk loses nothing."""
    known: dict[str, Path] = {}
    for file in _files(program):
        if file.stat().st_size >= WORTH_LINKING:
            digest = hashlib.sha256(file.read_bytes()).hexdigest()
            twin = known.setdefault(digest, file)
            if twin is not file:
                file.unlink()
                os.link(twin, file)


def size_of(program: Path) -> int:
    """Bytes on the disk, each file once however many names it has."""
    return sum({found.st_ino: found.st_size for file in _files(program) for found in [file.stat()]}.values())


def requirement(program: Path) -> str:
    """What the folder asks of a Linux system, read from the symbols of every binary in it."""
    newest: dict[str, tuple[tuple[int, ...], str]] = {}
    for file in _binaries(program):
        told = subprocess.run(["objdump", "-T", str(file)], capture_output=True, text=True, check=False).stdout
        for kind, number in re.findall(r"\((?:\w+ )?(GLIBC|GLIBCXX|CXXABI)_([0-9.]+)\)", told):
            version = tuple(int(part) for part in number.split("."))
            if version > newest.get(kind, ((0,), ""))[0]:
                newest[kind] = (version, file.relative_to(program).as_posix())
    told = [f"{kind} {'.'.join(map(str, version))} (by {who})" for kind, (version, who) in sorted(newest.items())]
    return f"Needs {', '.join(told)}; built on {os.confstr('CS_GNU_LIBC_VERSION')}."


def outside_libraries(program: Path) -> dict[str, str]:
    """Libraries that the binaries name and the folder does not hold: name -> one that names it."""
    inside = {file.name for file in program.rglob("*") if not file.is_dir()}
    wanted: dict[str, str] = {}
    for file in _binaries(program):
        told = subprocess.run(["objdump", "-p", str(file)], capture_output=True, text=True, check=False).stdout
        for name in re.findall(r"NEEDED\s+(\S+)", told):
            if name not in inside:
                wanted.setdefault(name, file.relative_to(program).as_posix())
    return wanted


def _files(program: Path) -> list[Path]:
    return [path for path in sorted(program.rglob("*")) if path.is_file() and not path.is_symlink()]


def _binaries(program: Path) -> Iterator[Path]:
    for path in _files(program):
        with path.open("rb") as file:
            if file.read(4) == b"\x7fELF":
                yield path


def _has_debug_info(file: Path) -> bool:
    """The starters carry an archive behind them that strip must not see; none of them has such a section."""
    told = subprocess.run(["objdump", "-h", str(file)], capture_output=True, check=False).stdout
    return DEBUG in told
