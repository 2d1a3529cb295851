"""seccomp: the system calls a student's program may not make.

Source: Documentation/userspace-api/seccomp_filter.rst of the Linux kernel.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct

from desktop.interpreter.sandbox.kernel import PR_SET_NO_NEW_PRIVS, PR_SET_PDEATHSIG, SIGKILL, checked, libc, prctl
from desktop.interpreter.sandbox.syscalls import PRETENDED, REFUSED, TABLES

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
    checked(libc.syscall(numbers["seccomp"], 1, 0, prog), "seccomp")


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
