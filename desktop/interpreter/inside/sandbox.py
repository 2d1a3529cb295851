"""Closes the process it is called in: Landlock, seccomp and resource limits, without root and without a helper program.

Each layer alone has holes (Landlock leaves D-Bus, UDP and io_uring; seccomp leaves files), together they deny all of
`desktop/interpreter/probe.py`. To be applied while single-threaded, after the imports and before any student byte.
Sources: Documentation/userspace-api/landlock.rst and seccomp_filter.rst of the Linux kernel.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import platform
import stat
import struct
import sys
from collections.abc import Iterable
from typing import Any

from desktop.interpreter.inside.syscalls import PRETENDED, REFUSED, TABLES

if sys.platform != "win32":
    import resource

MIB = 1 << 20
FILE_MIB, DESCRIPTORS = 32, 256
RESERVE_MIB = 64  # kept from the program, for the report of its own MemoryError
KEPT_CAPABILITY = 1 << 2  # CAP_DAC_READ_SEARCH: root may have installed Python in somebody's private directory

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_CAPBSET_DROP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 4, 24, 36, 38
SIGKILL = 9

# Landlock: 444 create_ruleset, 445 add_rule, 446 restrict_self on every machine
FS_EXECUTE, FS_WRITE, FS_READ, FS_LIST = 1 << 0, 1 << 1, 1 << 2, 1 << 3
FS_MAKE_CHAR, FS_MAKE_BLOCK, FS_TRUNCATE, FS_DEVICE_IOCTL = 1 << 6, 1 << 11, 1 << 14, 1 << 15
FS_BY_ABI = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1}
FS_NOW = (1 << 16) - 1
ON_A_FILE = FS_EXECUTE | FS_WRITE | FS_READ | FS_TRUNCATE | FS_DEVICE_IOCTL
# as root, a device node made in the work directory would open the whole disk
NEVER = FS_EXECUTE | FS_MAKE_CHAR | FS_MAKE_BLOCK | FS_DEVICE_IOCTL

_libc: Any = ctypes.CDLL(None, use_errno=True) if sys.platform != "win32" else None
_memory_base = 0
_memory_hard = 0


def prctl(option: int, first: int = 0) -> None:
    _checked(_libc.prctl(option, ctypes.c_ulong(first), 0, 0, 0), "prctl")


def die_with_parent(parent: int) -> None:
    """SIGKILL when the parent thread dies; at once if it is already gone."""
    prctl(PR_SET_PDEATHSIG, SIGKILL)
    if os.getppid() != parent:
        os._exit(0)


def landlock_abi() -> int:
    """0 where the kernel has none."""
    if sys.platform != "linux":
        return 0
    return max(0, _libc.syscall(444, None, ctypes.c_size_t(0), 1))


def close_in(
    readable: list[str], hidden: list[str], writable: list[str], memory_mib: int, forks: bool
) -> dict[str, Any]:
    """Apply every layer there is; says which hold: `landlock` (ABI, 0: none), `seccomp`, `limits`, and why not."""
    report: dict[str, Any] = {"landlock": 0, "seccomp": False, "limits": False, "reasons": []}
    with _told(report):
        resource_limits(memory_mib)
        report["limits"] = True
    with _told(report):
        if os.geteuid() == 0:
            drop_capabilities()
    with _told(report):
        report["landlock"] = landlock(readable, hidden, writable)
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


def landlock(readable: list[str], hidden: list[str], writable: list[str]) -> int:
    """Read `readable` except what lies in `hidden`, write only in `writable`; no TCP, no signals outside. The ABI."""
    abi = landlock_abi()
    if not abi:
        raise OSError(errno.ENOSYS, "this kernel has no Landlock")
    known = FS_BY_ABI.get(abi, FS_NOW)
    network, scoped = (3 if abi >= 4 else 0), (3 if abi >= 6 else 0)  # bind and connect; abstract sockets and signals
    size = 24 if abi >= 6 else 16 if abi >= 4 else 8
    attributes = struct.pack("QQQ", known, network, scoped)
    ruleset = _checked(_libc.syscall(444, attributes, ctypes.c_size_t(size), 0), "landlock_create_ruleset")
    try:
        look = FS_READ | FS_LIST
        for path, rights in _reading(readable, hidden, look):
            _allow(ruleset, path, rights & known)
        for path in writable:
            _allow(ruleset, path, known & ~NEVER)
        _allow(ruleset, os.devnull, (FS_READ | FS_WRITE | FS_TRUNCATE) & known)
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        _checked(_libc.syscall(446, ruleset, 0), "landlock_restrict_self")
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
            _checked(_libc.syscall(445, ruleset, 1, rule, 0), f"landlock_add_rule {path}")
    finally:
        os.close(target)


LOAD, EQUAL, ANY_BIT, AT_LEAST, AND, RETURN = 0x20, 0x15, 0x45, 0x35, 0x54, 0x06
ALLOW, KILL = 0x7FFF0000, 0x80000000
NEW_NAMESPACES = 0x7E020000
CLONE_THREAD = 0x10000
AF_UNIX, SOCK_STREAM = 1, 1
IOCTLS = (0x5412, 0x40086602, 0x401C5820, 0x8901, 0x8902)  # TIOCSTI, FS_IOC_SETFLAGS, FS_IOC_FSSETXATTR, set owner
CUT, READ_AND_CUT = 0x200, 0x203  # O_TRUNC; together with O_ACCMODE
FCNTLS = (8, 15)  # F_SETOWN, F_SETOWN_EX: a descriptor that sends SIGIO to another process


def seccomp(*, forks: bool, abi: int) -> None:
    """No new processes except (with `forks`) plain forks, no exec, no sockets but a stream socketpair.

    What a Landlock of this ABI leaves open (signals before 6, cutting files short before 3) is closed here.
    """
    machine = platform.machine()
    if machine not in TABLES:
        raise OSError(errno.ENOSYS, f"no table of system calls for {machine}")
    audit, numbers = TABLES[machine]
    program = _filter(audit, numbers, forks=forks, abi=abi)
    buffer = ctypes.create_string_buffer(b"".join(program))
    prog = struct.pack("HxxxxxxP", len(program), ctypes.addressof(buffer))
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    _checked(_libc.syscall(numbers["seccomp"], 1, 0, prog), "seccomp")


def _filter(audit: int, numbers: dict[str, int], *, forks: bool, abi: int) -> list[bytes]:
    number, first, second, third, fifth = (
        0,
        16,
        24,
        32,
        48,
    )  # offsets in struct seccomp_data (low halves, little-endian)
    refuse, pretend, ok = _answer(errno.EPERM), _answer(0), _op(RETURN, ALLOW)
    program = [
        _op(LOAD, number + 4), _op(EQUAL, audit, 1, 0), _op(RETURN, KILL), _op(LOAD, number),
        _op(AT_LEAST, 0x40000000, 0, 1), _op(RETURN, KILL),  # the x32 numbers of x86-64
    ]  # fmt: skip

    def when(name: str, body: list[bytes]) -> None:
        """`body` must end with a return of its own on every path."""
        if name in numbers:
            program.extend([_op(EQUAL, numbers[name], 0, len(body)), *body])

    for name in REFUSED:
        when(name, [refuse])
    for name in PRETENDED:
        when(name, [pretend])
    when("clone3", [_answer(errno.ENOSYS)])  # its flags are behind a pointer; the C library then uses clone
    flags = [_op(LOAD, first), _op(ANY_BIT, NEW_NAMESPACES, 0, 1), refuse]
    if not forks:
        flags += [_op(ANY_BIT, CLONE_THREAD, 1, 0), refuse]
        for name in ("fork", "vfork"):
            when(name, [refuse])
    when("clone", [*flags, ok])
    # a datagram socketpair could still send to any address
    pair = [_op(LOAD, first), _op(EQUAL, AF_UNIX, 1, 0), refuse]
    pair += [_op(LOAD, second), _op(AND, 0xF), _op(EQUAL, SOCK_STREAM, 1, 0), refuse, ok]
    when("socketpair", pair)
    when(
        "sendto", [_op(LOAD, fifth), _op(EQUAL, 0, 1, 0), refuse, _op(LOAD, fifth + 4), _op(EQUAL, 0, 1, 0), refuse, ok]
    )
    for name in ("prlimit64", "sched_setaffinity"):  # of this process only
        when(name, [_op(LOAD, first), _op(EQUAL, 0, 1, 0), refuse, ok])
    if abi < 3:
        when("truncate", [refuse])
        when("openat2", [_answer(errno.ENOSYS)])  # its flags are behind a pointer; openat is tried then
        for name, flags_at in (("open", second), ("openat", third)):
            when(name, [_op(LOAD, flags_at), _op(AND, READ_AND_CUT), _op(EQUAL, CUT, 0, 1), refuse, ok])
    if abi < 6:
        own = os.getpid()
        for name in ("kill", "tgkill"):
            when(name, [_op(LOAD, first), _op(EQUAL, own, 1, 0), refuse, ok])
    # nobody here stops dying with the host
    keep = [_op(LOAD, first), _op(EQUAL, PR_SET_PDEATHSIG, 0, 3), _op(LOAD, second), _op(EQUAL, SIGKILL, 1, 0), refuse]
    when("prctl", [*keep, ok])
    for name, commands in (("ioctl", IOCTLS), ("fcntl", FCNTLS)):
        body = [_op(LOAD, second)]
        for command in commands:
            body += [_op(EQUAL, command, 0, 1), refuse]
        when(name, [*body, ok])
    return [*program, ok]


def _op(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    return struct.pack("HBBI", code, yes, no, value)


def _answer(error: int) -> bytes:
    return _op(RETURN, 0x00050000 | error)


def drop_capabilities() -> None:
    """Root without its powers; uid 0 stays, so the user's own files keep their owner."""
    for capability in range(64):
        if not KEPT_CAPABILITY >> capability & 1:
            _libc.prctl(PR_CAPBSET_DROP, ctypes.c_ulong(capability), 0, 0, 0)
    header = struct.pack("Ii", 0x20080522, 0)
    data = struct.pack("6I", KEPT_CAPABILITY, KEPT_CAPABILITY, 0, 0, 0, 0)
    _checked(_libc.capset(header, data), "capset")


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
        _setrlimit(_RLIMIT_AS, (soft, _memory_hard))


_setrlimit: Any = resource.setrlimit if sys.platform != "win32" else None
_RLIMIT_AS = resource.RLIMIT_AS if sys.platform != "win32" else 0


def _both(which: int, value: int) -> None:
    hard = resource.getrlimit(which)[1]
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(which, (value, value))


def _checked(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def readable_paths() -> list[str]:
    """What Python needs to import and run, and nothing of the user's: not a single home directory, not the project."""
    libraries = [path for path in sys.path if os.path.isabs(path) and os.path.exists(path)]
    libraries += [os.path.dirname(os.__file__), os.path.realpath(sys.executable)]
    for prefix in {sys.base_prefix, sys.base_exec_prefix}:
        libraries += [os.path.join(prefix, name) for name in ("lib", "lib64", "DLLs")]
    if getattr(sys, "frozen", False):
        libraries += [str(getattr(sys, "_MEIPASS", "")), sys.executable]
    system = [
        "/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime",
        "/etc/ssl/openssl.cnf", "/etc/mime.types", "/etc/alternatives", "/usr/share/zoneinfo", "/usr/share/fonts",
        "/etc/fonts", "/usr/share/tcltk", "/dev/zero", "/dev/urandom", "/dev/random", "/proc/self", "/proc/meminfo",
        "/proc/cpuinfo", "/sys/devices/system/cpu",
    ]  # fmt: skip
    return list(dict.fromkeys(path for path in [*libraries, *system] if path and path != "/"))
