"""Words with the Linux kernel that the layers share: system calls by number, `prctl`, dying with the parent."""

from __future__ import annotations

import ctypes
import os
import sys
from typing import Any

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_CAPBSET_DROP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 4, 24, 36, 38
SIGKILL = 9

libc: Any = ctypes.CDLL(None, use_errno=True) if sys.platform != "win32" else None


def prctl(option: int, first: int = 0) -> None:
    checked(libc.prctl(option, ctypes.c_ulong(first), 0, 0, 0), "prctl")


def die_with_parent(parent: int) -> None:
    """SIGKILL when the parent thread dies; at once if it is already gone."""
    prctl(PR_SET_PDEATHSIG, SIGKILL)
    if os.getppid() != parent:
        os._exit(0)


def checked(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result
