"""Starts a Python of its own for each worker: the way on macOS and Windows, and anywhere to another hash seed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from desktop.interpreter.nursery import END_SECONDS, ROOT, Ends, Order, command, environment, settings
from desktop.interpreter.packaged import packaged, worker_files, worker_starters
from desktop.interpreter.process import Worker
from desktop.interpreter.sandbox import macos, windows_container
from desktop.interpreter.sandbox.bubblewrap import OURS, box, exit_status
from desktop.interpreter.sandbox.windows_job import Job
from desktop.interpreter.transport import Threaded, Transport
from desktop.vocabulary.trouble import InterpreterTrouble

Process = subprocess.Popen[bytes] | windows_container.Contained
POLL = 0.005  # seconds
SETTLE_SECONDS = 0.2


class Spawner:
    """One process takes about 0.1 s. Around it: bubblewrap (an order says so), `sandbox-exec` or a job object."""

    def __init__(self) -> None:
        self._processes: dict[int, Process] = {}
        self._jobs: dict[int, Job] = {}
        self._boxed: set[int] = set()
        self._interrupts: dict[int, int] = {}

    async def worker(self, order: Order, work: Path, shared: Path) -> Worker:
        if sys.platform == "win32":
            return self._on_windows(order, work, shared)
        with Ends() as ends:
            control, out, err = ends.theirs
            config = {**settings(work, order, shared), "read": control, "write": control}
            wrapped = _around(config, order)
            process = subprocess.Popen(  # noqa: ASYNC220 - 2 ms; in a thread it would die with that thread
                [*wrapped, *command("spawn", config, order.hash_seed)],
                env=environment(order.hash_seed),
                cwd=work,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                pass_fds=[control],
                start_new_session=True,
            )
            self._processes[process.pid] = process
            if order.boxed and sys.platform == "linux":
                self._boxed.add(process.pid)
            return ends.worker(process.pid, work, self, order)

    def kill(self, pid: int) -> None:
        if pid in self._jobs:
            self._jobs[pid].kill()
        elif sys.platform != "win32":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(pid, signal.SIGKILL)

    def interrupt(self, pid: int) -> None:
        if pid in self._interrupts:
            with contextlib.suppress(OSError):
                os.write(self._interrupts[pid], b"!")
        else:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGINT)

    def cpu_seconds(self, pid: int) -> float | None:
        if pid in self._jobs:
            return self._jobs[pid].cpu_seconds()
        used = macos.usage(pid)
        return used.cpu_seconds if used else None

    def memory(self, pid: int) -> int | None:
        used = macos.usage(pid)
        return used.memory if used else None

    def close(self) -> None:
        """The rest of them: what was cancelled before it was a worker."""
        for pid, process in list(self._processes.items()):
            self.kill(pid)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(END_SECONDS)
            self._forget(pid)

    async def ended(self, pid: int) -> int | None:
        process = self._processes.get(pid)
        if process is None:
            return None
        await self._wait(process, END_SECONDS)
        boxed = pid in self._boxed
        self._forget(pid)
        return exit_status(process.returncode) if boxed and process.returncode is not None else process.returncode

    async def settle(self, pid: int) -> None:
        if process := self._processes.get(pid):
            await self._wait(process, SETTLE_SECONDS)

    async def _wait(self, process: Process, seconds: float) -> None:
        for _ in range(int(seconds / POLL)):
            if process.poll() is not None:
                break
            await asyncio.sleep(POLL)

    def _forget(self, pid: int) -> None:
        self._processes.pop(pid, None)
        self._boxed.discard(pid)
        if job := self._jobs.pop(pid, None):
            job.close()
        if (pipe := self._interrupts.pop(pid, None)) is not None:
            os.close(pipe)

    def _on_windows(self, order: Order, work: Path, shared: Path) -> Worker:
        """Pipes are inherited as handles, named in the settings; the job closes around the process before it works."""
        to_worker, from_worker, interrupts = os.pipe(), os.pipe(), os.pipe()
        out, err = os.pipe(), os.pipe()
        theirs = {"read": to_worker[0], "write": from_worker[1], "interrupts": interrupts[0]}
        handles = {name: _handle(fd) for name, fd in theirs.items()}
        arguments = command("spawn", {**settings(work, order, shared), **handles, "handles": True}, order.hash_seed)
        try:
            process = _start_windows(arguments, order, work, shared, [*handles.values()], out[1], err[1])
        except OSError as error:
            for fd in (*to_worker, *from_worker, *interrupts, *out, *err):
                os.close(fd)
            raise InterpreterTrouble("The student's Python could not be started.", str(error)) from None
        for fd in (*theirs.values(), out[1], err[1]):
            os.close(fd)
        self._processes[process.pid] = process
        self._interrupts[process.pid] = interrupts[1]
        with contextlib.suppress(OSError):
            self._jobs[process.pid] = Job(_process_handle(process), order.memory_mib, 64 if order.forks else 0)
        if isinstance(process, windows_container.Contained):
            process.go()
        transport: Transport = Threaded(from_worker[0], to_worker[1], out[0], err[0])
        return Worker(process.pid, transport, work, self, forks=False)


def _around(config: dict[str, Any], order: Order) -> list[str]:
    """The command that starts the worker's, where another program closes it."""
    if not order.boxed:
        return []
    writable = [config["work"], *config["writable"]]
    readable = [path for path in config["readable"] if path not in writable]
    if sys.platform == "linux":
        return box(str(ROOT), config["hidden"], readable, writable, _packaged())
    starters = worker_starters(Path(sys.executable)) if packaged() else macos.pythons()
    shown = [*(_packaged() or macos.libraries()), *readable]
    return macos.around(starters, shown, config["hidden"], _ours(), writable, forks=order.forks)


def _packaged() -> list[str]:
    return worker_files(Path(sys.executable)) if packaged() else []


def _ours() -> list[str]:
    return [] if packaged() else [str(ROOT / name) for name in OURS]


def _handle(fd: int) -> int:
    if sys.platform != "win32":
        raise OSError("there are handles on Windows only")
    import msvcrt

    handle = msvcrt.get_osfhandle(fd)
    os.set_handle_inheritable(handle, True)
    return handle


def _process_handle(process: Process) -> int:
    if isinstance(process, windows_container.Contained):
        return process.handle
    return getattr(process, "_handle")  # noqa: B009 - it has no public name


def _start_windows(
    arguments: list[str], order: Order, work: Path, shared: Path, inherited: list[int], out: int, err: int
) -> Process:
    """In a container if it is to be boxed: its first instruction waits until the job is around it."""
    env = environment(order.hash_seed)
    if not order.boxed:
        options: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": out, "stderr": err}
        return _popen_windows(arguments, inherited, env=env, cwd=work, **options)
    windows_container.grant_reading(*windows_container.readable([*_ours(), str(shared)], _packaged()))
    with open(os.devnull, "rb") as nothing:
        standard = _handle(nothing.fileno()), _handle(out), _handle(err)
        return windows_container.start(arguments, env, str(work), standard, inherited)


def _popen_windows(arguments: list[str], handles: list[int], **options: Any) -> subprocess.Popen[bytes]:
    if sys.platform != "win32":
        raise OSError("for Windows only")
    startup = subprocess.STARTUPINFO(lpAttributeList={"handle_list": handles})
    return subprocess.Popen(arguments, startupinfo=startup, creationflags=subprocess.CREATE_NO_WINDOW, **options)
