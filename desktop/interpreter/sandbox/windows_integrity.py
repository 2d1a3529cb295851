"""Windows: the worker gives up its right to write to the user's files. Never run on the project's machines.

A process may lower its own integrity level; files of the user have the medium level and refuse a low writer. The work
directory is marked low by the worker before it lowers itself.
Source: learn.microsoft.com, "Mandatory Integrity Control".
"""

from __future__ import annotations

import ctypes
import subprocess
import sys
import threading
from typing import Any

LOW = "S-1-16-4096"
TOKEN_ADJUST_DEFAULT, TOKEN_QUERY, INTEGRITY_LEVEL, GROUP_INTEGRITY = 0x80, 0x8, 25, 0x20


class _Label(ctypes.Structure):
    _fields_ = (("sid", ctypes.c_void_p), ("attributes", ctypes.c_uint32))


def lower(work: str) -> bool:
    """True if the process is at low integrity now."""
    if sys.platform != "win32":
        return False
    subprocess.run(["icacls", work, "/setintegritylevel", "(OI)(CI)low"], check=False, capture_output=True)
    security: Any = ctypes.WinDLL("advapi32", use_last_error=True)
    kernel: Any = ctypes.WinDLL("kernel32", use_last_error=True)
    kernel.GetCurrentProcess.restype = ctypes.c_void_p
    token, sid = ctypes.c_void_p(), ctypes.c_void_p()
    process = ctypes.c_void_p(kernel.GetCurrentProcess())
    if not security.OpenProcessToken(process, TOKEN_ADJUST_DEFAULT | TOKEN_QUERY, ctypes.byref(token)):
        return False
    if not security.ConvertStringSidToSidW(LOW, ctypes.byref(sid)):
        return False
    label = _Label(sid, GROUP_INTEGRITY)
    size = ctypes.sizeof(label) + security.GetLengthSid(sid)
    return bool(security.SetTokenInformation(token, INTEGRITY_LEVEL, ctypes.byref(label), size))


def listen_for_interrupts(pipe: int) -> None:
    """Windows has no SIGINT from another process: each byte in this pipe raises KeyboardInterrupt in the main thread.

    A call that waits outside Python (time.sleep) is not woken; the host then ends the worker.
    """
    import _thread
    import os

    def listen() -> None:
        while os.read(pipe, 1):
            _thread.interrupt_main()

    threading.Thread(target=listen, name="interrupts", daemon=True).start()
