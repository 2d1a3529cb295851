"""Puts the process back after student code: builtins (reported), signals, hooks, alarms, directory, descriptors."""

from __future__ import annotations

import builtins
import contextlib
import faulthandler
import gc
import importlib
import os
import signal
import sys
import threading
from typing import Any


class Tidy:
    """Everything needed is captured before student code exists, so that patching a module later changes nothing."""

    def __init__(self) -> None:
        self._builtins = builtins.__dict__
        self._originals = list(self._builtins.items())
        self._get, self._put = self._builtins.get, self._builtins.__setitem__
        self._modules = sys.modules
        self._vital = {name: module for name, module in sys.modules.items() if not name.startswith("desktop")}
        self._home = os.getcwd()
        self._chdir, self._umask = os.chdir, os.umask
        self._settrace, self._setprofile = sys.settrace, sys.setprofile
        self._recursion, self._switch = sys.setrecursionlimit, sys.setswitchinterval
        bare: Any = importlib.import_module("_signal")  # `signal` wraps it in Python that needs the builtins
        self._signal, self._getsignal = bare.signal, bare.getsignal
        self._ignore, self._default, self._interrupt = bare.SIG_IGN, bare.default_int_handler, int(signal.SIGINT)
        self._mask: Any = getattr(bare, "pthread_sigmask", None)
        self._setmask = getattr(signal, "SIG_SETMASK", 0)
        self._timer: Any = getattr(bare, "setitimer", None)
        self._timers = [
            getattr(signal, n) for n in ("ITIMER_REAL", "ITIMER_VIRTUAL", "ITIMER_PROF") if hasattr(signal, n)
        ]
        self._anything, self.interruption = BaseException, KeyboardInterrupt
        handlers = [(int(number), bare.getsignal(number)) for number in signal.valid_signals() - {signal.SIGINT}]
        self._handlers = [(number, handler) for number, handler in handlers if handler is not None]
        self._cancel_dump = faulthandler.cancel_dump_traceback_later
        self._monitoring: Any = getattr(sys, "monitoring", None)
        self._sys: Any = sys.__dict__  # not the module: a program may give it another class
        self._sys.update(breakpointhook=no_debugger, addaudithook=no_audit_hook)
        names = ("breakpointhook", "addaudithook", "excepthook", "displayhook", "unraisablehook")
        self._hooks = [(name, self._sys[name]) for name in names]
        self._threading, self._thread_hook = threading.__dict__, threading.excepthook
        self._path, self._arguments = list(sys.path), list(sys.argv)
        self._wakeup: Any = bare.set_wakeup_fd
        self._callbacks, self._collect, self._thresholds = gc.callbacks, gc.enable, gc.get_threshold()
        self._set_thresholds = gc.set_threshold
        self.pending: list[str] = []  # names put back and not yet reported

    def listen(self) -> None:
        """From here on SIGINT is a KeyboardInterrupt in the main thread."""
        self._signal(self._interrupt, self._default)

    def deafen(self) -> None:
        self._signal(self._interrupt, self._ignore)

    def unhook(self) -> list[str]:
        """First thing after student code: no alarms, no tracing, the builtins as they were. Returns the names put back.

        Uses no builtin by name until they are back.
        """
        if self._timer is not None:
            for which in self._timers:  # before the handlers: an alarm without its handler would end the process
                self._timer(which, 0)
        for number, handler in self._handlers:
            if self._getsignal(number) is not handler:
                self._signal(number, handler)
        del self._callbacks[:]  # a collection may come at any moment
        try:
            self._settrace(None)
            self._setprofile(None)
        except self._anything:  # a hook that raises is dropped by Python at once: the second time is quiet
            self._settrace(None)
            self._setprofile(None)
        get, put = self._get, self._put
        patched, self.pending = self.pending, []
        for name, original in self._originals:
            if get(name) is not original and name != "_":
                patched.append(name)
                put(name, original)
        if self._sys.get("modules") is not self._modules:
            self._sys["modules"] = self._modules
            patched.append("sys.modules")
        if "builtins" not in self._modules or "sys" not in self._modules:
            for name in [name for name in self._vital if name not in self._modules]:
                self._modules[name] = self._vital[name]
            patched.append("sys.modules")
        return patched

    def unhook_quietly(self) -> None:
        """After student code returned a value and before the value is looked at: no hooks, real builtins.

        What was patched is still found and reported by the next `unhook`.
        """
        self.pending = self.unhook()

    def reset(self) -> None:
        """Between two runs: whatever a program may have left behind in its own process."""
        self._recursion(1000)
        self._switch(0.005)
        self._cancel_dump()
        if self._mask is not None:
            self._mask(self._setmask, [])
        if self._monitoring is not None:
            for tool in range(6):
                if self._monitoring.get_tool(tool) is not None:
                    self._monitoring.set_events(tool, 0)
                    self._monitoring.free_tool_id(tool)
        self._sys.update(self._hooks)
        self._threading["excepthook"] = self._thread_hook
        self._sys.update(path=list(self._path), argv=list(self._arguments))
        self._wakeup(-1)
        self._collect()
        self._set_thresholds(*self._thresholds)
        self._umask(0o077)
        with contextlib.suppress(OSError):  # the program may have removed its own directory
            self._chdir(self._home)


def no_audit_hook(_hook: object) -> None:
    raise RuntimeError("An audit hook cannot be removed again, so there are none here.")


def no_debugger(*_: object, **__: object) -> None:
    raise EOFError("breakpoint() needs a person at a terminal. Print the values you want to see instead.")
