"""How much memory a model file needs, and how much this machine has to give."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

MIB = 1 << 20


def needed_mib(size: int) -> int:
    """For a file of `size` bytes with a context of 4096 tokens.

    Measured: 650 MiB for a file of 470 MiB, 1300-1900 MiB for one of 1070 MiB.
    """
    return size * 5 // 4 // MIB + 256


def free_mib() -> int | None:
    """Memory that could be had without swapping; None where the system does not say."""
    if sys.platform == "win32":
        return _free_on_windows()
    if sys.platform == "linux":
        return _available(Path("/proc/meminfo"))
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // MIB  # macOS makes room by itself
    except (OSError, ValueError):
        return None


def _available(meminfo: Path) -> int | None:
    try:
        lines = meminfo.read_text("ascii", "replace").splitlines()
    except OSError:
        return None
    for line in lines:
        name, _, value = line.partition(":")
        if name == "MemAvailable":
            return int(value.split()[0]) // 1024
    return None


def _free_on_windows() -> int | None:
    class Status(ctypes.Structure):
        _fields_ = (
            ("length", ctypes.c_ulong),
            ("load", ctypes.c_ulong),
            *((name, ctypes.c_ulonglong) for name in ("total", "available", "a", "b", "c", "d", "e")),
        )

    status = Status(length=ctypes.sizeof(Status))
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - the name exists on Windows only
    return status.available // MIB if kernel.GlobalMemoryStatusEx(ctypes.byref(status)) else None
