"""Where workers come from on Linux: a template process that forks them. And what every worker is told at its birth."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop.interpreter.packaged import packaged, packaged_worker
from desktop.interpreter.process import Keeper, Worker
from desktop.interpreter.sandbox.bubblewrap import HELPERS, pid_outside
from desktop.interpreter.transport import Watched
from desktop.interpreter.usage import remove_tree
from desktop.vocabulary.trouble import InterpreterTrouble

START_SECONDS, END_SECONDS = 30.0, 5.0
PIPE_BYTES = 1 << 20
SET_PIPE_SIZE = 1031  # F_SETPIPE_SZ
PREFIX = "defense-desk-"
NUMBER = re.compile("[1-9][0-9]{0,8}")  # of a process: the kernel has none above 2**22
ROOT = Path(__file__).resolve().parents[2]
HIDDEN = ("desktop", "tools", "resources")  # ours: packs hold answer keys, and may lie beside numpy in site-packages
BOOT = "import sys; sys.path.insert(0, {root!r}); from desktop.interpreter.template import main; main()"


@dataclass(frozen=True, slots=True)
class Order:
    """What a worker is wanted for. Memory is what a program may add to what Python itself uses, in MiB."""

    memory_mib: int
    forks: bool
    hash_seed: int | None = None
    sandboxed: bool = True
    landlock: bool = True  # False: as on a kernel that has none
    boxed: bool = False  # inside bubblewrap, sandbox-exec or an AppContainer
    fills_cache: bool = False  # runs code of ours that may write into the shared directory


class Places:
    """A private directory for this host: one empty work directory for each worker. Removed by `close`.

    What a killed program left behind is removed by the next one.
    """

    def __init__(self) -> None:
        self.root = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
        self._count = itertools.count()

    def new(self) -> Path:
        work = self.root / f"work{next(self._count)}"
        work.mkdir(mode=0o700)
        return work

    def close(self) -> None:
        remove_tree(self.root)

    def remove_abandoned(self) -> None:
        """Directories of ours (by owner and name) whose program is no longer alive."""
        if sys.platform == "win32":  # no owners to compare, and os.kill(pid, 0) is no question there
            return
        for other in self.root.parent.glob(f"{PREFIX}*"):
            pid = other.name.removeprefix(PREFIX).partition("-")[0]
            with contextlib.suppress(OSError):
                ours = other.lstat().st_uid == os.getuid() and not other.is_symlink()
                if ours and NUMBER.fullmatch(pid) and not _alive(int(pid)):
                    remove_tree(other)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def command(mode: str, config: Mapping[str, Any], hash_seed: int | None = None) -> list[str]:
    """Packaged: the worker's own program in our folder. Else this Python, told nothing by the environment."""
    tail = ["worker", mode, json.dumps(config)]
    if packaged():
        return [str(packaged_worker(Path(sys.executable), hash_seed)), *tail]
    # not -I: it would ignore PYTHONHASHSEED; -P and -s and an environment of our own come to the same
    return [sys.executable, "-P", "-s", "-c", BOOT.format(root=str(ROOT)), *tail]


def environment(hash_seed: int | None) -> dict[str, str]:
    """Of the template: nothing of the user's is in it, because a program may read its own /proc/self/environ.

    Hash seed 0 unless asked: a set is printed in the same order today and tomorrow.
    """
    wanted = {name: os.environ[name] for name in ("SYSTEMROOT", "LD_LIBRARY_PATH") if name in os.environ}
    # one malloc arena: each thread's own would take 64 MiB of the address space that RLIMIT_AS counts
    own = {"LANG": "C.UTF-8", "PYTHONHASHSEED": str(hash_seed or 0), "PYTHONUTF8": "1"}
    return {**wanted, **own, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "1"}


def settings(work: Path, order: Order, shared: Path) -> dict[str, Any]:
    home = {"HOME": str(work), "TMPDIR": str(work), "USER": "student", "LOGNAME": "student", "TERM": "dumb"}
    return {
        "work": str(work),
        "memory_mib": order.memory_mib,
        "forks": order.forks,
        "sandboxed": order.sandboxed,
        "landlock": order.landlock,
        "boxed": order.boxed,
        "environment": environment(order.hash_seed)
        | home
        | {"MPLBACKEND": "module://student_figures", "MPLCONFIGDIR": str(shared)},
        "readable": [str(shared)],
        "writable": [str(shared)] if order.fills_cache else [],
        "hidden": [str(ROOT / name) for name in HIDDEN],
    }


class Template:
    """The fork server of one host; started when first asked, started again if it died."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._ready: asyncio.Future[None] | None = None
        self._forks: dict[int, asyncio.Future[int]] = {}
        self._ends: dict[int, asyncio.Future[int | None]] = {}
        self._ids = itertools.count()

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    async def start(self) -> None:
        if self._ready is not None and not self.alive:
            self._lost("It ended.")
        if self._ready is None:
            self._launch()
        assert self._ready is not None
        try:
            async with asyncio.timeout(START_SECONDS):  # `wait_for` of 3.11 loses a cancellation
                await asyncio.shield(self._ready)
        except TimeoutError:
            self.close()
            raise InterpreterTrouble("The student's Python did not start in time.", "Try again in a moment.") from None

    async def worker(self, order: Order, work: Path, shared: Path) -> Worker:
        """No `asyncio.wait_for` here: that of Python 3.11 swallows a cancel which comes together with the answer."""
        await self.start()
        if self._control is None:
            raise InterpreterTrouble("The student's Python could not be started.", "It was closed.")
        number = next(self._ids)
        born = asyncio.get_running_loop().create_future()
        self._forks[number] = born
        with Ends() as ends:
            message = {"op": "fork", "id": number, **settings(work, order, shared)}
            try:
                socket.send_fds(self._control, [json.dumps(message).encode()], ends.theirs)
            except OSError as error:
                raise InterpreterTrouble("The student's Python could not be started.", str(error)) from None
            try:
                async with asyncio.timeout(START_SECONDS):
                    pid = await born
            except TimeoutError:
                raise InterpreterTrouble(
                    "The student's Python did not start in time.", "Try again in a moment."
                ) from None
            except asyncio.CancelledError:
                if born.done() and not born.cancelled() and born.exception() is None:  # born in the same moment
                    self.kill(born.result())
                    self._ends.pop(born.result(), None)
                raise
            self._ends.setdefault(pid, asyncio.get_running_loop().create_future())
            return ends.worker(pid, work, self, order)

    def kill(self, pid: int) -> None:
        if self._control is not None:
            with contextlib.suppress(OSError):
                self._control.send(json.dumps({"op": "kill", "pid": pid}).encode())
        else:  # the template is gone: its workers die with it, what they forked is reached by their group
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(pid, signal.SIGKILL)

    def interrupt(self, pid: int) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGINT)

    async def settle(self, pid: int) -> None:
        return  # nobody is around it

    def cpu_seconds(self, pid: int) -> float | None:
        return None  # Linux: asked of the system directly

    def memory(self, pid: int) -> int | None:
        return None  # Linux: has a limit of its own

    async def ended(self, pid: int) -> int | None:
        end = self._ends.get(pid)
        if end is None:
            return None
        try:
            async with asyncio.timeout(END_SECONDS):
                return await asyncio.shield(end)
        except TimeoutError:
            return None
        finally:
            self._ends.pop(pid, None)

    def close(self) -> None:
        self._lost("It was closed.")
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(END_SECONDS)
            self._process = None

    def _launch(self) -> None:
        loop = asyncio.get_running_loop()
        with contextlib.ExitStack() as unless_launched:
            try:
                ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
                unless_launched.enter_context(ours)
                with theirs, (self._places.root / "template.log").open("wb") as log:
                    # from this thread, not a pool's: the template dies with the thread that started it
                    # (PR_SET_PDEATHSIG)
                    self._process = subprocess.Popen(
                        command("template", {"control": theirs.fileno()}),
                        env=environment(None),
                        cwd=self._places.root,
                        stdin=subprocess.DEVNULL,
                        stdout=subprocess.DEVNULL,
                        stderr=log,
                        pass_fds=[theirs.fileno()],
                        start_new_session=True,
                    )
            except OSError as error:
                raise InterpreterTrouble("The student's Python could not be started.", str(error)) from None
            ours.setblocking(False)
            loop.add_reader(ours.fileno(), self._read)
            self._control, self._ready = ours, loop.create_future()
            unless_launched.pop_all()

    def _read(self) -> None:
        assert self._control is not None
        try:
            data = self._control.recv(1 << 16)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._lost(_tail(self._places.root / "template.log"))
            return
        message: dict[str, Any] = json.loads(data)
        if "ready" in message and self._ready is not None and not self._ready.done():
            self._ready.set_result(None)
        elif "pid" in message:
            born = self._forks.pop(message["id"], None)
            if born is not None and not born.done():
                self._ends[message["pid"]] = asyncio.get_running_loop().create_future()
                born.set_result(message["pid"])
            else:  # nobody waits for it any more
                self.kill(message["pid"])
        elif "error" in message:
            born = self._forks.pop(message["id"], None)
            if born is not None and not born.done():
                born.set_exception(InterpreterTrouble("The student's Python could not be started.", message["error"]))
        elif "exit" in message:
            end = self._ends.get(message["exit"])
            if end is not None and not end.done():
                end.set_result(message["status"])

    def _lost(self, why: str) -> None:
        if self._control is not None:
            asyncio.get_running_loop().remove_reader(self._control.fileno())
            self._control.close()
            self._control = None
        trouble = InterpreterTrouble("The student's Python could not be started.", why)
        for waiting in [*self._forks.values(), *([self._ready] if self._ready is not None else [])]:
            if not waiting.done():
                waiting.set_exception(trouble)
                waiting.exception()  # seen, even if nobody waits
        for pid, end in self._ends.items():
            if not end.done():  # else its number may be somebody else's by now
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(pid, signal.SIGKILL)
                end.set_result(None)
        self._forks.clear()
        self._ready = None


class Ends:
    """The descriptors of a new worker. Theirs are closed here in any case; ours too, unless a worker took them."""

    def __enter__(self) -> Ends:
        with contextlib.ExitStack() as ours, contextlib.ExitStack() as theirs:
            self._control, control = socket.socketpair()
            ours.enter_context(self._control)
            theirs.enter_context(control)
            self._out, out = _pipe(ours, theirs)
            self._err, err = _pipe(ours, theirs)
            self.theirs = [control.fileno(), out, err]
            self._to_close = theirs.pop_all()
            self._unless_taken = ours.pop_all()
        return self

    def worker(self, pid: int, work: Path, keeper: Keeper, order: Order) -> Worker:
        worker = Worker(pid, Watched(self._control, self._out, self._err), work, keeper, forks=order.forks)
        self._unless_taken.pop_all()
        return worker

    def __exit__(self, *_: object) -> None:
        self._to_close.close()
        self._unless_taken.close()


def _pipe(ours: contextlib.ExitStack, theirs: contextlib.ExitStack) -> tuple[int, int]:
    read, write = os.pipe()
    ours.callback(os.close, read)
    theirs.callback(os.close, write)
    with contextlib.suppress(OSError):  # a smaller pipe works as well
        _widen(write)
    return read, write


def _widen(pipe: int) -> None:
    if sys.platform == "linux":
        import fcntl

        fcntl.fcntl(pipe, SET_PIPE_SIZE, PIPE_BYTES)


async def first_words(worker: Worker, *, boxed: bool = False) -> None:
    """Wait until the worker says that it is ready, and how well its sandbox is closed."""
    try:
        message = await worker.frame(START_SECONDS)
    except BaseException:
        worker.abandon()
        raise
    if message is None or message.get("ev") != "ready":
        await worker.end()
        said = worker.rings["stderr"].text()[-500:].strip()
        raise InterpreterTrouble("The student's Python could not be started.", said)
    worker.about = message
    if boxed and sys.platform == "linux":
        program = pid_outside(worker.pid, message["pid"])
        if program is None:
            await worker.end()
            raise InterpreterTrouble("The student's Python could not be started.", "It is not in its box.")
        worker.program, worker.helpers = program, HELPERS


def _tail(log: Path) -> str:
    with contextlib.suppress(OSError):
        return log.read_text("utf-8", "backslashreplace").strip()[-500:]
    return ""
