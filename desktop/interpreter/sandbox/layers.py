"""Closes the process it is called in: Landlock, seccomp and resource limits, without root and without a helper program.

Each layer alone has holes (Landlock leaves D-Bus, UDP and io_uring; seccomp leaves files), together they deny all of
`desktop/interpreter/probe.py`. To be applied while single-threaded, after the imports and before any student byte.
Sources: Documentation/userspace-api/landlock.rst and seccomp_filter.rst of the Linux kernel.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Any

from desktop.interpreter.sandbox.landlock import landlock
from desktop.interpreter.sandbox.limits import drop_capabilities, resource_limits
from desktop.interpreter.sandbox.seccomp import seccomp

# of the system, beside Python itself
SYSTEM = (
    "/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime",
    "/etc/ssl/openssl.cnf", "/etc/mime.types", "/etc/alternatives", "/usr/share/zoneinfo", "/usr/share/fonts",
    "/etc/fonts", "/usr/share/tcltk", "/dev/zero", "/dev/urandom", "/dev/random", "/proc/self", "/proc/meminfo",
    "/proc/cpuinfo", "/sys/devices/system/cpu",
)  # fmt: skip


def close_in(
    readable: list[str] | None,
    hidden: list[str],
    writable: list[str],
    memory_mib: int,
    *,
    forks: bool,
    boxed: bool = False,
) -> dict[str, Any]:
    """Apply every layer there is; says which hold: `landlock` (ABI, 0: none), `seccomp`, `limits`, and why not.

    `readable` None: without Landlock. `boxed`: inside bubblewrap, which has built a file system already.
    """
    report: dict[str, Any] = {"landlock": 0, "seccomp": False, "limits": False, "reasons": []}
    with _told(report):
        resource_limits(memory_mib)
        report["limits"] = True
    with _told(report):
        if os.geteuid() == 0 and not boxed:  # bubblewrap has dropped them all
            drop_capabilities()
    with _told(report):
        report["landlock"] = 0 if readable is None else landlock(readable, hidden, writable)
    with _told(report):
        seccomp(forks=forks, abi=report["landlock"])
        report["seccomp"] = True
    return report


@contextlib.contextmanager
def _told(report: dict[str, Any]) -> Any:
    try:
        yield
    except (OSError, KeyError, ValueError, AttributeError) as error:
        report["reasons"].append(str(error))


def readable_paths() -> list[str]:
    """What Python needs to import and run, and nothing of the user's: not a single home directory, not the project."""
    libraries = [path for path in sys.path if os.path.isabs(path) and os.path.exists(path)]
    libraries += [os.path.dirname(os.__file__), os.path.realpath(sys.executable)]
    for prefix in {sys.base_prefix, sys.base_exec_prefix}:
        libraries += [os.path.join(prefix, name) for name in ("lib", "lib64", "DLLs")]
    if getattr(sys, "frozen", False):
        libraries += [str(getattr(sys, "_MEIPASS", "")), sys.executable]
    return list(dict.fromkeys(path for path in [*libraries, *SYSTEM] if path and path != "/"))
