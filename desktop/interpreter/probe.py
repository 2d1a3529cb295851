"""Tries to get out of a worker, for real, and gives the level of isolation from what happened.

The attempts run as a student's program would. Listeners, a planted file and a target process are really there, and an
attempt counts as denied only if it failed inside **and** nothing arrived outside.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import platform
import socket
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop.interpreter import reasons
from desktop.interpreter.exchange import Exchange
from desktop.interpreter.nursery import ROOT
from desktop.interpreter.process import Worker
from desktop.vocabulary.runs import Limits, SandboxLevel
from desktop.vocabulary.values import to_python

MIB = 512
SECRET = "not for students"
ADDRESS = 80  # bytes of a directory in which sockets can lie: the kernel takes 103 (macOS) or 107 (Linux) for a path
SHORT = "/tmp"  # where the temporary files lie too deep for that


@dataclass(frozen=True, slots=True)
class Probe:
    """One attempt: `denied` is what we want; `detail` is the error it met, or what it reached."""

    name: str
    denied: bool
    detail: str


@dataclass(frozen=True, slots=True)
class SandboxReport:
    """A: everything denied (Linux, Landlock ABI 6 or newer). B: older Landlock. C: another system's means. D: none."""

    level: SandboxLevel
    probes: tuple[Probe, ...]


ATTEMPTS = """
import ctypes, errno, os, signal, socket, subprocess, sys
LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform != "win32" else None
found = []
def attempt(name):
    def run(action):
        try:
            result = action()
            found.append((name, False, "reached" if result is None else str(result)[:80]))
        except BaseException as error:
            code = errno.errorcode.get(error.errno, "") if isinstance(error, OSError) and error.errno else ""
            found.append((name, True, (type(error).__name__ + " " + code).strip()))
    return run
def system_call(number, *arguments):
    result = LIBC.syscall(number, *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return result

@attempt("read a file of the user's")
def _(): return len(open(FACTS["file"]).read())
@attempt("list the user's directory")
def _(): return len(os.listdir(os.path.dirname(FACTS["file"])))
@attempt("list the home directory")
def _():
    names = os.listdir(FACTS["home"])
    if len(names) < FACTS["in_home"]:  # bubblewrap makes an empty one where Python lies below it
        raise PermissionError(errno.EACCES, "not the real one")
    return len(names)
@attempt("list the problems that come with this program")
def _(): return len(os.listdir(FACTS["problems"]))
@attempt("write outside the work directory")
def _(): open(FACTS["file"] + ".new", "w").close()
@attempt("read a link to a file of the user's")
def _():
    os.symlink(FACTS["file"], "link")
    return len(open("link").read())
@attempt("connect to a socket in the file system (D-Bus, keyring)")
def _(): socket.socket(socket.AF_UNIX).connect(FACTS["path"])
@attempt("connect to an abstract socket")
def _(): socket.socket(socket.AF_UNIX).connect("\\0" + FACTS["abstract"])
@attempt("send to a datagram socket")
def _(): socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)[0].sendto(b"x", FACTS["path"] + ".dgram")
@attempt("connect by TCP")
def _(): socket.create_connection(("127.0.0.1", FACTS["tcp"]), 1)
@attempt("send by UDP")
def _(): socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", FACTS["udp"]))
@attempt("signal this program")
def _(): os.kill(FACTS["pid"], 0)
@attempt("run another program")
def _(): return subprocess.run([FACTS["python"], "-c", ""]).returncode
if hasattr(os, "fork"):
    @attempt("make a process")
    def _():
        if (pid := os.fork()) == 0:
            os._exit(0)
        os.waitpid(pid, 0)
if sys.platform == "linux":
    @attempt("read the environment of this program")
    def _(): return len(open(f"/proc/{FACTS['pid']}/environ", "rb").read())
    @attempt("open the memory of this program")
    def _(): open(f"/proc/{FACTS['pid']}/mem", "rb").close()
    @attempt("attach to this program as a debugger")
    def _():
        if LIBC.ptrace(0x4206, FACTS["pid"], 0, 0) < 0:
            raise OSError(ctypes.get_errno(), "refused")
    @attempt("change a setting of the kernel's")
    def _(): open("/proc/sys/kernel/core_pattern", "r+").close()
    @attempt("use io_uring")
    def _(): system_call(425, 2, ctypes.create_string_buffer(120))
    @attempt("make a user namespace")
    def _():
        if LIBC.unshare(0x10000000) < 0:
            raise OSError(ctypes.get_errno(), "refused")
    @attempt("use the kernel keyring")
    def _():
        if LIBC.syscall(FACTS["add_key"], b"user", b"probe", b"x", 1, -3) < 0:
            raise OSError(ctypes.get_errno(), "refused")
    @attempt("leave the process group")
    def _(): os.setpgid(0, 0)
    @attempt("change the limits of this program")
    def _():
        import resource
        resource.prlimit(FACTS["pid"], resource.RLIMIT_CORE, (0, 0))
    @attempt("change the mode of a file of the user's")
    def _():
        os.chmod(FACTS["file"], 0o777)
        if os.stat(FACTS["file"]).st_mode & 0o777 != 0o777:
            raise PermissionError(errno.EPERM, "nothing happened")
found
"""

TAKE_MEMORY = "len(bytearray(4 << 30))"


async def try_to_escape(worker: Worker, directory: Path) -> SandboxReport:
    """`directory`: an empty one, where a file and sockets lie that must be out of reach. Level D if they cannot."""
    try:
        bait = Bait(directory)
    except OSError as error:
        return SandboxReport("D", (Probe("try to escape", False, f"nothing to reach for could be laid out: {error}"),))
    with bait:
        await worker.fresh_output(None)
        exchange = await _run(worker, f"FACTS = {bait.facts!r}\n{ATTEMPTS}", number=0)
        if exchange.done is None or exchange.done["status"] != "ok":
            return SandboxReport("D", (Probe("try to escape", False, "the attempts could not be made"),))
        found: list[tuple[str, bool, str]] = to_python(exchange.done["value"])
        await asyncio.sleep(0)
        arrived = bait.arrived()
    greedy = await _run(worker, TAKE_MEMORY, number=1)  # last: it may be ended for it
    probes = [Probe(name, denied, detail) for name, denied, detail in found]
    probes += [_memory(greedy)]
    probes += [Probe("reach a listener in any of these ways", not arrived, ", ".join(arrived) or "nothing arrived")]
    return SandboxReport(level_of(worker.about.get("sandbox", {}), probes), tuple(probes))


async def _run(worker: Worker, source: str, number: int) -> Exchange:
    exchange = Exchange(worker, Limits(cpu_seconds=5.0, wall_seconds=20.0, memory_mib=MIB, processes=0), number=number)
    await exchange.run({"op": "run", "source": source, "name": "<probe>", "want_value": True, "memory_mib": MIB})
    return exchange


def _memory(greedy: Exchange) -> Probe:
    """Refused inside, or ended from outside where no limit holds."""
    error = (greedy.done or {}).get("error")
    by_force = greedy.hard and greedy.why == reasons.MEMORY.format(mib=MIB)
    denied = by_force or (error is not None and error.type == "MemoryError")
    detail = "ended" if by_force else error.type if error else greedy.why or "reached"
    return Probe("take 4 GiB of memory", denied, detail)


def level_of(closed: dict[str, Any], probes: list[Probe]) -> SandboxLevel:
    if not all(probe.denied for probe in probes):
        return "D"
    if closed.get("landlock", 0) >= 6 and closed.get("seccomp"):
        return "A"
    if closed.get("landlock", 0) >= 1 and closed.get("seccomp"):
        return "B"
    return "C"


def _entries(directory: str) -> int:
    try:
        return len(os.listdir(directory))
    except OSError:
        return 0


class Bait:
    """A file, and four listeners, that no program of a student's may reach."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        with contextlib.ExitStack() as self._stack:
            self._lay()
            self._stack = self._stack.pop_all()

    def _lay(self) -> None:
        secret = self._directory / "secret.txt"
        secret.write_text(SECRET, "utf-8")
        secret.chmod(0o600)
        path, abstract = str(self._near() / "socket"), f"defense-desk-probe-{os.getpid()}-{id(self)}"
        self._listeners = {"TCP": self._open(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0))}
        self._listeners["UDP"] = self._open(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0))
        if hasattr(socket, "AF_UNIX"):
            self._listeners["socket"] = self._open(socket.AF_UNIX, socket.SOCK_STREAM, path)
            self._listeners["datagram socket"] = self._open(socket.AF_UNIX, socket.SOCK_DGRAM, path + ".dgram")
        with contextlib.suppress(OSError):  # abstract names are Linux's own
            self._listeners["abstract socket"] = self._open(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + abstract)
        self.facts: dict[str, Any] = {
            "file": str(secret),
            "home": os.path.expanduser("~"),
            "in_home": _entries(os.path.expanduser("~")),
            "problems": str(ROOT / "resources"),
            "path": path,
            "abstract": abstract,
            "tcp": self._listeners["TCP"].getsockname()[1],
            "udp": self._listeners["UDP"].getsockname()[1],
            "pid": os.getpid(),
            "python": "/bin/sh",
            "add_key": 248 if platform.machine() == "x86_64" else 217,
        }

    def __enter__(self) -> Bait:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def arrived(self) -> list[str]:
        """The names of the listeners that heard something."""
        return [name for name, listener in self._listeners.items() if self._heard(listener)]

    def _near(self) -> Path:
        """Where sockets can lie: a `TMPDIR` may be longer than the address of a socket."""
        if not hasattr(socket, "AF_UNIX") or len(os.fsencode(self._directory)) <= ADDRESS:
            return self._directory
        return Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="defense-desk-", dir=SHORT)))

    def _open(self, family: int, kind: int, address: Any) -> socket.socket:
        listener = self._stack.enter_context(socket.socket(family, kind))
        listener.bind(address)
        if kind == socket.SOCK_STREAM:
            listener.listen()
        listener.setblocking(False)
        return listener

    def _heard(self, listener: socket.socket) -> bool:
        try:
            if listener.type == socket.SOCK_STREAM:
                listener.accept()[0].close()
            else:
                listener.recv(16)
        except OSError:
            return False
        return True
