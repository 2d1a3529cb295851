"""The door of the student's side: `worker template ...` forks sandboxed workers, `worker spawn ...` becomes one.

Started by the host with descriptors and one JSON object: `... worker MODE CONFIG`. Imports numpy once; runs no student
code itself. Linux forks (a worker then costs a few milliseconds); macOS, Windows and interpreters with a hash seed of
their own are spawned. The host goes away: end of file on the control socket ends template, workers and what they left.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import socket
import sys
from types import FrameType
from typing import Any, NoReturn

PRELOAD = ("numpy", "numpy.random", "numpy.linalg")
STDLIB = ("collections", "copy", "dataclasses", "datetime", "functools", "heapq", "itertools", "math", "random", "re",
          "typing")  # fmt: skip


def main() -> None:
    mode, config = sys.argv[2], json.loads(sys.argv[3])
    if mode == "spawn":
        host = os.getppid()
        if sys.platform == "linux":
            from desktop.interpreter.sandbox import kernel

            kernel.die_with_parent(host)  # already now: the imports take a while
        _warm()
        _become_worker(config, _descriptors(config), pid_of_host=host)
    else:
        Template(socket.socket(fileno=config["control"]), config).serve()


class Template:
    """Answers on a packet socket: `fork` with three descriptors -> `pid`; `kill` -> killed; later, for each: `exit`."""

    def __init__(self, control: socket.socket, config: dict[str, Any]) -> None:
        self._control, self._config = control, config
        self._pid = os.getpid()
        self._children: set[int] = set()

    def serve(self) -> None:
        from desktop.interpreter.sandbox import kernel

        kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)
        kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        # not SIGKILL: the workers' own children must be killed first, see _leave
        signal.signal(signal.SIGTERM, self._told_to_leave)
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGTERM)
        _warm()
        gc.collect()
        gc.freeze()
        wake_in, wake_out = socket.socketpair()
        for end in (wake_in, wake_out):
            end.setblocking(False)
        signal.signal(signal.SIGCHLD, _noted)
        signal.set_wakeup_fd(wake_out.fileno(), warn_on_full_buffer=False)
        self._say(ready=True)
        import select

        while True:
            ready, _, _ = select.select([self._control, wake_in], [], [])
            if wake_in in ready:
                with contextlib.suppress(BlockingIOError):
                    wake_in.recv(4096)
                self._reap()
            if self._control in ready:
                self._obey()

    def _obey(self) -> None:
        try:
            data, fds, _, _ = socket.recv_fds(self._control, 1 << 16, 3)
        except OSError:
            data, fds = b"", []
        if not data:
            self._leave()
        message: dict[str, Any] = json.loads(data)
        if message["op"] == "fork":
            self._fork(message, fds)
        elif message["op"] == "kill" and message["pid"] in self._children:
            _kill_group(message["pid"])

    def _fork(self, message: dict[str, Any], fds: list[int]) -> None:
        try:
            pid = os.fork()
        except OSError as error:
            self._say(id=message["id"], error=str(error))
            pid = -1
        if pid == 0:
            signal.set_wakeup_fd(-1)
            for number in (signal.SIGCHLD, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)
            control, out, err = fds
            _place({out: 1, err: 2})
            _become_worker(self._config | message, (control, control), pid_of_host=self._pid)
        for fd in fds:
            os.close(fd)
        if pid > 0:
            self._children.add(pid)
            self._say(id=message["id"], pid=pid)

    def _reap(self) -> None:
        while True:
            try:
                # only looked at, not yet reaped: while the zombie lies there its number cannot be reused
                found = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:
                return
            if found is None:
                return
            if found.si_pid in self._children:
                _kill_group(found.si_pid)
            pid, status = os.waitpid(found.si_pid, 0)
            if pid in self._children:
                self._children.discard(pid)
                self._say(exit=pid, status=os.waitstatus_to_exitcode(status))

    def _say(self, **message: Any) -> None:
        with contextlib.suppress(OSError):
            self._control.send(json.dumps(message).encode())

    def _told_to_leave(self, _number: int, _frame: FrameType | None) -> None:
        self._leave()

    def _leave(self) -> NoReturn:
        for pid in self._children:
            _kill_group(pid)
        os._exit(0)


def _become_worker(config: dict[str, Any], ends: tuple[int, int], pid_of_host: int) -> None:
    from desktop.interpreter.inside.channel import Channel
    from desktop.interpreter.inside.worker import serve
    from desktop.interpreter.sandbox import kernel, layers, limits

    work, boxed = config["work"], config.get("boxed", False)
    report: dict[str, Any] = {"landlock": 0, "seccomp": False, "limits": False, "reasons": []}
    if sys.platform != "win32":
        if os.getsid(0) != os.getpid() and not boxed:  # in a box its group is that of the box
            os.setsid()
        _place({os.open(os.devnull, os.O_RDONLY): 0})
        _close_all_but({0, 1, 2, *ends})
    if sys.platform == "linux":
        kernel.die_with_parent(pid_of_host)
        kernel.prctl(kernel.PR_SET_DUMPABLE, 1)
        _first_to_go()
        _children_die_with_parents(kernel)
    elif sys.platform == "darwin":
        _leave_with(pid_of_host)
    os.chdir(work)
    os.umask(0o077)
    os.environ.clear()
    os.environ.update(config["environment"])
    sys.argv[:] = [config.get("name", "<student>")]
    sys.path.append(work)  # last: a random.py of the student's must not shadow the library for the harness
    if sys.platform == "linux" and config["sandboxed"]:
        report = layers.close_in(
            None if boxed or not config["landlock"] else [*layers.readable_paths(), *config["readable"]],
            config["hidden"],
            [work, *config["writable"]],
            config["memory_mib"],
            forks=config["forks"],
            boxed=boxed,
        )
    elif sys.platform != "win32":
        limits.resource_limits(config["memory_mib"])
        report["limits"] = True
    elif config["sandboxed"] and not boxed:
        from desktop.interpreter.sandbox.windows_integrity import lower

        report["limits"] = lower(work)
    serve(Channel(*ends), {"sandbox": report})


def _descriptors(config: dict[str, Any]) -> tuple[int, int]:
    """Inherited as descriptors, or on Windows as handles (and there with a third one, for interrupts)."""
    if sys.platform != "win32" or not config.get("handles"):
        return config["read"], config["write"]
    import msvcrt

    from desktop.interpreter.sandbox.windows_integrity import listen_for_interrupts

    listen_for_interrupts(msvcrt.open_osfhandle(config["interrupts"], os.O_RDONLY))
    return msvcrt.open_osfhandle(config["read"], os.O_RDONLY), msvcrt.open_osfhandle(config["write"], os.O_WRONLY)


def _warm() -> None:
    """Import everything a worker uses, so that a fork has nothing left to do."""
    import importlib

    _leave_project()
    for name in (*STDLIB, *PRELOAD):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


def _leave_project() -> None:
    """Our own root was only needed to import this; an editable install would leave the project readable."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    from desktop.interpreter.inside import worker

    assert worker  # imported while the root is still on the path
    if getattr(sys, "frozen", False):  # the packaged worker's root holds its library, and of ours only this
        return
    if os.path.basename(root) not in ("site-packages", "dist-packages"):
        sys.path[:] = [path for path in sys.path if path and os.path.abspath(path) != root]
    elif sys.path and sys.path[0] == root:
        del sys.path[0]


def _place(wanted: dict[int, int]) -> None:
    for have, number in wanted.items():
        if have != number:
            os.dup2(have, number)
            os.close(have)


def _close_all_but(keep: set[int]) -> None:
    low = 0
    for fd in sorted(keep):
        if low < fd:
            os.closerange(low, fd)
        low = fd + 1
    os.closerange(low, 4096)


def _first_to_go() -> None:
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")


def _children_die_with_parents(kernel: Any) -> None:
    """The death signal is not inherited. A program can fork past these hooks; its group is killed then, see _leave."""
    parents = [0]

    def remember() -> None:
        parents[0] = os.getpid()

    def bind() -> None:
        with contextlib.suppress(OSError):
            kernel.die_with_parent(parents[0])

    os.register_at_fork(before=remember, after_in_child=bind)


def _leave_with(host: int) -> None:
    """macOS has no death signal: a thread looks whether the host is still the parent. Never run on our machines."""
    import threading
    import time

    def look() -> None:
        while os.getppid() == host:
            time.sleep(0.2)
        os.killpg(0, signal.SIGKILL)

    threading.Thread(target=look, name="host", daemon=True).start()


def _noted(_number: int, _frame: FrameType | None) -> None:
    """SIGCHLD only has to wake the loop; the descriptor of `set_wakeup_fd` does."""


def _kill_group(pid: int) -> None:
    """The worker and every process it made: nobody inside can leave the group (setsid and setpgid are refused)."""
    for kill in (os.killpg, os.kill):  # the second for a worker that had no time yet to lead its group
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
