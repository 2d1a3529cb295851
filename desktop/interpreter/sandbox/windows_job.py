"""Windows: a job object around each worker. Written from the documentation; it has never run on the project's machines.

The job ends all its processes when its handle is closed (so also when this program is killed), and limits memory and
the number of processes. Files and the network are closed by `windows_container.py`. Where that fails the worker lowers
its own integrity level (`windows_integrity.py`): it then can still read the user's files, and the level is D.
Source: learn.microsoft.com, "Job Objects" and JOBOBJECT_EXTENDED_LIMIT_INFORMATION.
"""

from __future__ import annotations

import contextlib
import ctypes
import sys
from typing import Any

KILL_ON_CLOSE, ACTIVE_PROCESSES, PROCESS_MEMORY, DIE_SILENTLY = 0x2000, 0x8, 0x100, 0x400
EXTENDED_LIMITS = 9
TICKS = 1e-7  # seconds of a FILETIME unit


class _Basic(ctypes.Structure):
    _fields_ = (
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("working_set_min", ctypes.c_size_t),
        ("working_set_max", ctypes.c_size_t),
        ("active_processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority", ctypes.c_uint32),
        ("scheduling", ctypes.c_uint32),
    )


class _Extended(ctypes.Structure):
    _fields_ = (
        ("basic", _Basic),
        ("io", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process", ctypes.c_size_t),
        ("peak_job", ctypes.c_size_t),
    )


class Job:
    """`process` is the handle of a worker that runs nothing of the student's yet."""

    def __init__(self, process: int, memory_mib: int, processes: int) -> None:
        self._kernel: Any = _kernel()
        self._process = process
        self._handle = self._kernel.CreateJobObjectW(None, None)
        limits = _Extended()
        limits.basic.flags = KILL_ON_CLOSE | ACTIVE_PROCESSES | PROCESS_MEMORY | DIE_SILENTLY
        limits.basic.active_processes = processes + 1
        limits.process_memory = memory_mib << 20
        size = ctypes.sizeof(limits)
        ok = self._kernel.SetInformationJobObject(self._handle, EXTENDED_LIMITS, ctypes.byref(limits), size)
        if not ok or not self._kernel.AssignProcessToJobObject(self._handle, process):
            raise OSError("the job object could not be made")

    def kill(self) -> None:
        self._kernel.TerminateJobObject(self._handle, 1)

    def cpu_seconds(self) -> float | None:
        times = [ctypes.c_uint64() for _ in range(4)]
        if not self._kernel.GetProcessTimes(self._process, *map(ctypes.byref, times)):
            return None
        return (times[2].value + times[3].value) * TICKS

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._kernel.CloseHandle(self._handle)


def _kernel() -> Any:
    if sys.platform != "win32":
        raise OSError("there are job objects on Windows only")
    kernel: Any = ctypes.WinDLL("kernel32", use_last_error=True)
    kernel.CreateJobObjectW.restype = ctypes.c_void_p
    for name in ("SetInformationJobObject", "AssignProcessToJobObject", "TerminateJobObject", "CloseHandle"):
        getattr(kernel, name).argtypes = None
    handle = ctypes.c_void_p
    kernel.SetInformationJobObject.argtypes = [handle, ctypes.c_int, handle, ctypes.c_uint32]
    kernel.AssignProcessToJobObject.argtypes = [handle, handle]
    kernel.TerminateJobObject.argtypes = [handle, ctypes.c_uint32]
    kernel.GetProcessTimes.argtypes = [handle, *[handle] * 4]
    kernel.CloseHandle.argtypes = [handle]
    return kernel
