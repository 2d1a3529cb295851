"""Landlock: files, TCP, abstract sockets and signals, closed by the kernel for a process that asks for it.

Source: Documentation/userspace-api/landlock.rst of the Linux kernel.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import stat
import struct
import sys
from collections.abc import Iterable

from desktop.interpreter.sandbox.kernel import PR_SET_NO_NEW_PRIVS, checked, libc, prctl

# Landlock: 444 create_ruleset, 445 add_rule, 446 restrict_self on every machine
FS_EXECUTE, FS_WRITE, FS_READ, FS_LIST = 1 << 0, 1 << 1, 1 << 2, 1 << 3
FS_MAKE_CHAR, FS_MAKE_BLOCK, FS_TRUNCATE, FS_DEVICE_IOCTL = 1 << 6, 1 << 11, 1 << 14, 1 << 15
FS_BY_ABI = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1}
FS_NOW = (1 << 16) - 1
ON_A_FILE = FS_EXECUTE | FS_WRITE | FS_READ | FS_TRUNCATE | FS_DEVICE_IOCTL
# as root, a device node made in the work directory would open the whole disk
NEVER = FS_EXECUTE | FS_MAKE_CHAR | FS_MAKE_BLOCK | FS_DEVICE_IOCTL


def landlock_abi() -> int:
    """0 where the kernel has none."""
    if sys.platform != "linux":
        return 0
    return max(0, libc.syscall(444, None, ctypes.c_size_t(0), 1))


def landlock(readable: list[str], hidden: list[str], writable: list[str]) -> int:
    """Read `readable` except what lies in `hidden`, write only in `writable`; no TCP, no signals outside. The ABI."""
    abi = landlock_abi()
    if not abi:
        raise OSError(errno.ENOSYS, "this kernel has no Landlock")
    known = FS_BY_ABI.get(abi, FS_NOW)
    network, scoped = (3 if abi >= 4 else 0), (3 if abi >= 6 else 0)  # bind and connect; abstract sockets and signals
    size = 24 if abi >= 6 else 16 if abi >= 4 else 8
    attributes = struct.pack("QQQ", known, network, scoped)
    ruleset = checked(libc.syscall(444, attributes, ctypes.c_size_t(size), 0), "landlock_create_ruleset")
    try:
        look = FS_READ | FS_LIST
        for path, rights in _reading(readable, hidden, look):
            _allow(ruleset, path, rights & known)
        for path in writable:
            _allow(ruleset, path, known & ~NEVER)
        _allow(ruleset, os.devnull, (FS_READ | FS_WRITE | FS_TRUNCATE) & known)
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        checked(libc.syscall(446, ruleset, 0), "landlock_restrict_self")
    finally:
        os.close(ruleset)
    return abi


def _reading(paths: Iterable[str], hidden: list[str], look: int) -> Iterable[tuple[str, int]]:
    """Rules are additive: a directory that holds something hidden is allowed child by child (names may be listed)."""
    for path in paths:
        inside = [secret for secret in hidden if secret == path or secret.startswith(path.rstrip("/") + "/")]
        if not inside:
            yield path, look
        elif path not in inside:
            yield path, FS_LIST
            with contextlib.suppress(OSError):
                yield from _reading([os.path.join(path, name) for name in os.listdir(path)], inside, look)


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        target = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:  # not there, or not ours to open: nothing to allow
        return
    try:
        if not stat.S_ISDIR(os.fstat(target).st_mode):
            rights &= ON_A_FILE
        if rights:
            rule = struct.pack("=Qi", rights, target)
            checked(libc.syscall(445, ruleset, 1, rule, 0), f"landlock_add_rule {path}")
    finally:
        os.close(target)
