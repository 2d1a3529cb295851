"""Linux without Landlock: a worker inside bubblewrap, which builds it a file system and namespaces of its own.

Bubblewrap alone leaves memory, io_uring and exec open: inside, the worker closes seccomp and its limits as everywhere.
It needs user namespaces; where the system forbids them, nothing starts and the level is D. Source: bwrap(1).
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Sequence

from desktop.interpreter.sandbox.layers import SYSTEM

HELPERS = 2  # processes of bubblewrap's own around the program: one outside, and the first one inside
DIED_BY_SIGNAL = 128  # added by bubblewrap to the number of the signal, as a shell does
PACKAGES = ("site-packages", "dist-packages")
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")  # no /dev/shm: it would be memory without a limit
# What a worker must import before it is closed. Read-only, and nobody's secret; problems and their keys lie elsewhere.
OURS = tuple(f"desktop/{name}" for name in ("__init__.py", *(
    f"interpreter/{name}" for name in ("__init__.py", "template.py", "inside", "sandbox")
)))  # fmt: skip


def available() -> bool:
    return sys.platform == "linux" and shutil.which("bwrap") is not None


def box(
    root: str, hidden: Iterable[str], readable: Iterable[str], writable: Iterable[str], packaged: Sequence[str] = ()
) -> list[str]:
    """The command that stands before the worker's own. `root`: where our packages are; `hidden` wins.

    `packaged`: all that the worker's program is made of, where it is no Python of the system.
    """
    arguments = [
        shutil.which("bwrap") or "bwrap",
        "--unshare-all",
        "--die-with-parent",
        "--cap-drop",
        "ALL",
        "--proc",
        "/proc",
    ]
    arguments += ["--ro-bind-try", "/proc/sys", "/proc/sys"]  # root could change the kernel's settings, even in here
    for device in DEVICES:
        arguments += ["--dev-bind-try", device, device]
    shown = _outermost(path for path in [*(packaged or _python()), *SYSTEM] if not path.startswith(("/dev/", "/proc/")))
    for path in shown:
        arguments += ["--ro-bind-try", path, path]
    covered = [path for path in hidden if os.path.isdir(path) and any(_lies_in(path, other) for other in shown)]
    for path in covered:
        arguments += ["--tmpfs", path]
    if not packaged:
        for name in OURS:
            arguments += ["--ro-bind", f"{root}/{name}", f"{root}/{name}"]
    for path in readable:
        arguments += ["--ro-bind", path, path]
    for path in writable:
        arguments += ["--bind", path, path]
    for path in [*covered, "/"]:
        arguments += ["--remount-ro", path]
    return [*arguments, "--"]


def pid_outside(group: int, pid_inside: int) -> int | None:
    """The number by which we can reach the process that calls itself `pid_inside` in the box of this process group."""
    for entry in os.listdir("/proc"):
        try:
            if entry.isdigit() and os.getpgid(int(entry)) == group:
                with open(f"/proc/{entry}/status", encoding="utf-8", errors="replace") as file:
                    numbers = next(line for line in file if line.startswith("NSpid:")).split()[1:]
                if len(numbers) > 1 and numbers[-1] == str(pid_inside):
                    return int(entry)
        except (OSError, StopIteration):  # it ended while we looked
            continue
    return None


def exit_status(code: int) -> int:
    """As `subprocess` gives it (negative: the signal), from what bubblewrap passes on."""
    return DIED_BY_SIGNAL - code if code > DIED_BY_SIGNAL else code


def _python() -> list[str]:
    """This Python and its packages, as the worker will look for them; nothing else of `sys.path`."""
    prefixes = {sys.base_prefix, sys.base_exec_prefix}
    paths = [path for path in sys.path if os.path.isabs(path) and os.path.exists(path)]
    found = [path for path in paths if os.path.basename(path) in PACKAGES or any(_lies_in(path, p) for p in prefixes)]
    found += [os.path.dirname(os.__file__), sys.executable, os.path.realpath(sys.executable)]
    for prefix in prefixes:
        found += [os.path.join(prefix, name) for name in ("bin", "lib", "lib64")]
    return [*found, os.path.dirname(sys.executable), os.path.join(sys.prefix, "pyvenv.cfg")]


def _outermost(paths: Iterable[str]) -> list[str]:
    """Without what lies in another one: a link there would be followed to where nothing is yet."""
    found: list[str] = []
    for path in sorted(set(paths), key=len):
        if path and not any(_lies_in(path, other) for other in found):
            found.append(path)
    return found


def _lies_in(path: str, directory: str) -> bool:
    return path == directory or path.startswith(directory.rstrip("/") + "/")
