"""How much a worker may use, and root's powers given up. Memory is counted from what the process already maps."""

from __future__ import annotations

import contextlib
import ctypes
import struct
import sys
from typing import Any

from desktop.interpreter.sandbox.kernel import PR_CAPBSET_DROP, checked, libc

if sys.platform != "win32":
    import resource

MIB = 1 << 20
FILE_MIB, DESCRIPTORS = 32, 256
RESERVE_MIB = 64  # kept from the program, for the report of its own MemoryError
KEPT_CAPABILITY = 1 << 2  # CAP_DAC_READ_SEARCH: root may have installed Python in somebody's private directory


_memory_base = 0
_memory_hard = 0


def drop_capabilities() -> None:
    """Root without its powers; uid 0 stays, so the user's own files keep their owner."""
    for capability in range(64):
        if not KEPT_CAPABILITY >> capability & 1:
            libc.prctl(PR_CAPBSET_DROP, ctypes.c_ulong(capability), 0, 0, 0)
    header = struct.pack("Ii", 0x20080522, 0)
    data = struct.pack("6I", KEPT_CAPABILITY, KEPT_CAPABILITY, 0, 0, 0, 0)
    checked(libc.capset(header, data), "capset")


def resource_limits(memory_mib: int) -> None:
    """Memory is counted from what the process already maps; see `limit_memory` for the part a program may use."""
    global _memory_base, _memory_hard
    _both(resource.RLIMIT_CORE, 0)
    _both(resource.RLIMIT_FSIZE, FILE_MIB * MIB)
    _both(resource.RLIMIT_NOFILE, DESCRIPTORS)
    if sys.platform == "linux":
        with open("/proc/self/statm", "rb") as file:
            _memory_base = int(file.read().split()[0]) * resource.getpagesize()
        _memory_hard = _memory_base + (memory_mib + RESERVE_MIB) * MIB
        _both(resource.RLIMIT_AS, _memory_hard)


def limit_memory(memory_mib: int | None) -> None:
    """What the program may use from now on; None: the reserve is open too (for the report)."""
    if _memory_hard:
        soft = _memory_hard
        if memory_mib is not None:
            soft = min(_memory_base + memory_mib * MIB, _memory_hard - RESERVE_MIB * MIB)
        with contextlib.suppress(OSError, ValueError):  # the program has lowered its own limit: that one holds
            _setrlimit(_RLIMIT_AS, (soft, _memory_hard))


_setrlimit: Any = resource.setrlimit if sys.platform != "win32" else None
_RLIMIT_AS = resource.RLIMIT_AS if sys.platform != "win32" else 0


def _both(which: int, value: int) -> None:
    hard = resource.getrlimit(which)[1]
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(which, (value, value))
