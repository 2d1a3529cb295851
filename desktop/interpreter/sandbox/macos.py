"""macOS: the profile a worker runs under, and what it uses, which must be asked for because no limit there holds.

Never run on the project's machines. Written from the profiles the system ships in /usr/share/sandbox and
/System/Library/Sandbox/Profiles, sandbox-exec(1), and <libproc.h> and <sys/resource.h> of its SDK.
In a profile the last rule that fits wins, and paths are those that are left when every link is followed.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

# Where other people's things lie: homes, other disks, and what this and other programs keep for a while.
CLOSED = ("/Users", "/Volumes", "/Network", "/private/var", "/private/tmp", "/private/etc", "/Library/Keychains")
NEEDED = ("/private/var/db/timezone", "/private/var/db/dyld", "/private/etc/localtime", "/private/etc/ssl")
# What Python asks for at its start; the keychain, launch services and the pasteboard are not among it.
SERVICES = (
    "com.apple.system.notification_center",
    "com.apple.system.opendirectoryd.libinfo",
    "com.apple.system.logger",
)
USAGE = struct.Struct("<16s10Q")  # struct rusage_info_v0


@dataclass(frozen=True, slots=True)
class Usage:
    """Of one process: computing in seconds, memory in bytes (what the system calls its footprint)."""

    cpu_seconds: float
    memory: int


def around(
    pythons: Iterable[str],
    readable: Iterable[str],
    hidden: Iterable[str],
    ours: Iterable[str],
    writable: Iterable[str],
    *,
    forks: bool,
) -> list[str]:
    """The command that stands before the worker's own.

    `sandbox-exec` puts on the profile and then executes Python, so Python itself must be executable inside: by each of
    its names in `pythons`. `hidden` wins over `readable`, `ours` (what the worker imports of us) over `hidden`.
    """
    rules = [
        "(version 1)(allow default)",
        "(deny network*)(deny mach-lookup)(deny iokit-open)(deny appleevent-send)(deny ipc-posix-shm*)",
        "(deny process-info*)(allow process-info* (target self))",
        "(deny signal)(allow signal (target self))(allow signal (target pgrp))",
        *(f"(allow mach-lookup (global-name {_quoted(service)}))" for service in SERVICES),
        "(deny process-exec*)",
        *(f"(allow process-exec* (literal {path}))" for path in _real(pythons)),
        "" if forks else "(deny process-fork)",
        *(f"(deny file-read* (subpath {_quoted(path)}))" for path in CLOSED),
        "(deny file-write*)(allow file-read-metadata)",
        *(f"(allow file-read* (subpath {path}))" for path in _real([*NEEDED, *readable])),
        *(f"(deny file-read* (subpath {path}))" for path in _real(hidden)),
        *(f"(allow file-read* (subpath {path}))" for path in _real(ours)),
        *(f"(allow file-read* (subpath {path}))(allow file-write* (subpath {path}))" for path in _real(writable)),
        '(allow file-write-data (literal "/dev/null"))',
    ]
    return ["/usr/bin/sandbox-exec", "-p", "".join(rules)]


def pythons() -> list[str]:
    """Every name this Python is executed by: a framework's `bin/python3` executes the one inside Python.app in turn."""
    inside = [os.path.join(prefix, "Resources/Python.app/Contents/MacOS/Python") for prefix in _prefixes()]
    return [sys.executable, *inside]


def libraries() -> list[str]:
    return [sys.prefix, *_prefixes()]


def usage(pid: int) -> Usage | None:
    """None for a process that is gone, and on other systems."""
    if sys.platform != "darwin":
        return None
    library, ticks = _system()
    buffer = ctypes.create_string_buffer(USAGE.size)
    if library.proc_pid_rusage(pid, 0, buffer) != 0:
        return None
    return read_usage(buffer.raw, ticks)


def read_usage(raw: bytes, ticks: float) -> Usage:
    """`ticks`: seconds of one unit of the times, which is not a nanosecond on Apple's own processors."""
    _uuid, user, system, _idle, _interrupts, _pageins, _wired, _resident, footprint, _began, _ended = USAGE.unpack(raw)
    return Usage((user + system) * ticks, footprint)


@cache
def _system() -> tuple[Any, float]:
    library: Any = ctypes.CDLL("/usr/lib/libSystem.dylib")
    timebase = (ctypes.c_uint32 * 2)()
    library.mach_timebase_info(timebase)
    return library, timebase[0] / timebase[1] * 1e-9


def _prefixes() -> list[str]:
    return list(dict.fromkeys((sys.base_prefix, sys.base_exec_prefix)))


def _real(paths: Iterable[str]) -> list[str]:
    """Quoted, each as it is named and as it is when every link is followed."""
    return [_quoted(one) for path in paths if path for one in dict.fromkeys((path, os.path.realpath(path)))]


def _quoted(path: str) -> str:
    escaped = path.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
