"""Windows: a worker in an AppContainer without capabilities: no network, no file but those that name it.

Never run on the project's machines. Written from learn.microsoft.com: "AppContainer Isolation",
CreateAppContainerProfile, SECURITY_CAPABILITIES, UpdateProcThreadAttribute, CreateProcessW, icacls.
Everything is closed to it but what the rights of a file name: the container itself may write in the work directory, and
"all application packages" may read Python and what a worker imports of ours.
"""

from __future__ import annotations

import ctypes
import functools
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

NAME = "DefenseDesk.Student"
ALL_PACKAGES = "S-1-15-2-1"
ALREADY_THERE = 0x800700B7  # HRESULT of ERROR_ALREADY_EXISTS
HANDLE_LIST, SECURITY_CAPABILITIES = 0x20002, 0x20009
SUSPENDED, DETACHED, UNICODE_ENVIRONMENT, EXTENDED_STARTUP = 0x4, 0x8, 0x400, 0x80000
USE_HANDLES = 0x100
STILL_THERE = 0x102  # WAIT_TIMEOUT

_handle, _dword, _word = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint16


class Capabilities(ctypes.Structure):
    """SECURITY_CAPABILITIES: whose container, and that it may do nothing more."""

    _fields_ = (("container", _handle), ("capabilities", _handle), ("count", _dword), ("reserved", _dword))


class Startup(ctypes.Structure):
    """STARTUPINFOEXW."""

    _fields_ = (
        ("size", _dword),
        ("reserved", ctypes.c_wchar_p),
        ("desktop", ctypes.c_wchar_p),
        ("title", ctypes.c_wchar_p),
        *((name, _dword) for name in ("x", "y", "width", "height", "columns", "rows", "fill", "flags")),
        ("show", _word),
        ("reserved_bytes", _word),
        ("reserved_pointer", _handle),
        ("input", _handle),
        ("output", _handle),
        ("error", _handle),
        ("attributes", _handle),
    )


class Made(ctypes.Structure):
    """PROCESS_INFORMATION."""

    _fields_ = (("process", _handle), ("thread", _handle), ("pid", _dword), ("thread_id", _dword))


class Contained:
    """The part of `subprocess.Popen` that is used of a worker; it is suspended until `go`."""

    def __init__(self, made: Made) -> None:
        self._made = made
        self.pid: int = made.pid
        self.returncode: int | None = None

    @property
    def handle(self) -> int:
        return self._made.process or 0

    def go(self) -> None:
        _kernel().ResumeThread(self._made.thread)
        _kernel().CloseHandle(self._made.thread)

    def poll(self) -> int | None:
        return self._look(0)

    def wait(self, timeout: float) -> int:
        """`subprocess.TimeoutExpired` as from `Popen`; `timeout` in seconds."""
        if self._look(int(timeout * 1000)) is None:
            raise subprocess.TimeoutExpired(NAME, timeout)
        return self.returncode or 0

    def _look(self, milliseconds: int) -> int | None:
        kernel = _kernel()
        if self.returncode is None and kernel.WaitForSingleObject(self._made.process, milliseconds) != STILL_THERE:
            code = _dword()
            kernel.GetExitCodeProcess(self._made.process, ctypes.byref(code))
            self.returncode = code.value
            kernel.CloseHandle(self._made.process)
        return self.returncode


def start(
    arguments: list[str],
    environment: Mapping[str, str],
    work: str,
    standard: tuple[int, int, int],
    inherited: list[int],
) -> Contained:
    """`standard`: handles of input, output and error. `OSError` where a container cannot be made."""
    container = _container()
    grant(work, _sid_text(container), "(OI)(CI)F")
    kernel = _kernel()
    capabilities = Capabilities(container, None, 0, 0)
    handles = (_handle * (len(standard) + len(inherited)))(*standard, *inherited)
    size = ctypes.c_size_t()
    kernel.InitializeProcThreadAttributeList(None, 2, 0, ctypes.byref(size))
    attributes = ctypes.create_string_buffer(size.value)
    _checked(kernel.InitializeProcThreadAttributeList(attributes, 2, 0, ctypes.byref(size)), "attributes")
    try:
        for which, value in ((SECURITY_CAPABILITIES, capabilities), (HANDLE_LIST, handles)):
            address, length = ctypes.byref(value), ctypes.sizeof(value)
            done = kernel.UpdateProcThreadAttribute(attributes, 0, which, address, length, None, None)
            _checked(done, "an attribute")
        startup = Startup(size=ctypes.sizeof(Startup), flags=USE_HANDLES)
        startup.input, startup.output, startup.error = standard
        startup.attributes = ctypes.cast(attributes, _handle)
        made = Made()
        line = ctypes.create_unicode_buffer(subprocess.list2cmdline(arguments))
        block = ctypes.create_unicode_buffer(environment_block(environment))
        flags = SUSPENDED | DETACHED | UNICODE_ENVIRONMENT | EXTENDED_STARTUP
        done = kernel.CreateProcessW(
            arguments[0], line, None, None, True, flags, block, work, ctypes.byref(startup), ctypes.byref(made)
        )
        _checked(done, "the process")
    finally:
        kernel.DeleteProcThreadAttributeList(attributes)
    return Contained(made)


def environment_block(environment: Mapping[str, str]) -> str:
    """Sorted as Windows wants it; each entry ends with a NUL, the block with one more (the buffer adds it)."""
    return "".join(f"{name}={value}\0" for name, value in sorted(environment.items(), key=lambda one: one[0].upper()))


def grant(path: str, sid: str, rights: str) -> None:
    """`rights` as icacls writes them. Where it is not ours to give, the worker cannot start, and the level is D."""
    subprocess.run(["icacls", path, "/grant", f"*{sid}:{rights}"], check=False, capture_output=True)


@functools.cache
def grant_reading(directories: tuple[str, ...], files: tuple[str, ...]) -> None:
    """To every container, once a program: like what lies in "Program Files", where this changes nothing."""
    for path in directories:
        grant(path, ALL_PACKAGES, "(OI)(CI)RX")
    for path in files:
        grant(path, ALL_PACKAGES, "RX")


def readable(ours: Iterable[str], packaged: Sequence[str] = ()) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Directories and files a worker reads: Python with its packages, and `ours`. Never where problems and keys lie.

    `packaged`: all that the worker's program is made of, where it is no Python of the system.
    """
    paths = [*(packaged or (sys.base_prefix, sys.prefix)), *ours]
    found = [os.path.abspath(path) for path in dict.fromkeys(paths)]
    directories = [path for path in found if os.path.isdir(path)]
    return tuple(directories), tuple(path for path in found if path not in directories)


def _container() -> int:
    if sys.platform != "win32":
        raise OSError("there are containers on Windows only")
    user: Any = ctypes.WinDLL("userenv")
    sid = _handle()
    made = user.CreateAppContainerProfile(NAME, NAME, "Runs a student's program", None, 0, ctypes.byref(sid))
    if made & 0xFFFFFFFF == ALREADY_THERE:
        made = user.DeriveAppContainerSidFromAppContainerName(NAME, ctypes.byref(sid))
    if made or not sid.value:
        raise OSError("the AppContainer could not be made")
    return sid.value


def _sid_text(sid: int) -> str:
    if sys.platform != "win32":
        raise OSError("there are containers on Windows only")
    security: Any = ctypes.WinDLL("advapi32")
    text = ctypes.c_wchar_p()
    _checked(security.ConvertSidToStringSidW(_handle(sid), ctypes.byref(text)), "the name of the container")
    return text.value or ""


def _checked(done: int, what: str) -> None:
    if not done:
        raise OSError(f"the AppContainer could not be used: {what}")


@functools.cache
def _kernel() -> Any:
    if sys.platform != "win32":
        raise OSError("there are containers on Windows only")
    kernel: Any = ctypes.WinDLL("kernel32", use_last_error=True)
    size = ctypes.c_size_t
    kernel.InitializeProcThreadAttributeList.argtypes = [_handle, _dword, _dword, _handle]
    kernel.UpdateProcThreadAttribute.argtypes = [_handle, _dword, size, _handle, size, _handle, _handle]
    kernel.DeleteProcThreadAttributeList.argtypes = [_handle]
    kernel.CreateProcessW.argtypes = [
        ctypes.c_wchar_p, ctypes.c_wchar_p, _handle, _handle, ctypes.c_int, _dword, _handle, ctypes.c_wchar_p,
        _handle, _handle,
    ]  # fmt: skip
    for name in ("ResumeThread", "CloseHandle"):
        getattr(kernel, name).argtypes = [_handle]
    kernel.WaitForSingleObject.argtypes = [_handle, _dword]
    kernel.GetExitCodeProcess.argtypes = [_handle, _handle]
    return kernel
