"""The student's Python: serves requests one after another in one `__main__`, and reports exactly what happened.

Entered once per process, after the sandbox is closed. Names of the standard library are captured before the first
student byte; student code can break its own copy of the world, and the report still comes.
"""

from __future__ import annotations

import ast
import builtins
import gc
import linecache
import os
import random
import sys
import threading
import time
from types import CodeType, ModuleType
from typing import Any

from desktop.interpreter.inside import wire
from desktop.interpreter.inside.channel import Channel
from desktop.interpreter.inside.figures import Figures
from desktop.interpreter.inside.streams import Streams
from desktop.interpreter.inside.tidy import Tidy
from desktop.interpreter.inside.tracebacks import describe
from desktop.interpreter.sandbox.limits import limit_memory

REPR, REPR_KEPT = 5_000, 4_900  # characters
REHEARSAL = "<rehearsal>"
NAMES = 20  # threads, patched names
VARIABLES, SHORT = 200, 60  # rows of the Variables tab; nodes shown of one value


class Worker:
    def __init__(self, channel: Channel, about: dict[str, Any]) -> None:
        self._channel = channel
        self._request: dict[str, Any] = {}
        self._lines: list[str] | None = None
        self._waited = 0.0
        self._now, self._cpu = time.perf_counter, time.process_time
        self._frames: Any = getattr(sys, "_current_frames")  # noqa: B009 - the one list no program can change
        self._known_threads: Any = vars(threading)["_active"]
        self._cache = linecache.cache
        self._modules, self._sys = sys.modules, sys.__dict__
        self._compile: Any = compile
        self._exec, self._eval = exec, eval
        self._limit_memory = limit_memory
        self._fflush = _c_flush()
        self._figures = Figures(self._send_figure)
        self._streams = Streams(self._ask)
        self._tidy = Tidy()
        self._rehearse()
        self._main = self._new_main("<student>")
        self._own_threads = set(self._frames())
        self._reseed = _seeds()
        self._reseed(None)
        self._tidy.deafen()
        channel.send({"ev": "ready", "pid": os.getpid(), **about})

    def _rehearse(self) -> None:
        """Touch what a first run touches: a fork's pages are copied and caches filled now, not while somebody waits."""
        self._main = self._new_main(REHEARSAL)
        self._streams.start()
        for source in ("1+1", "1/0"):
            done: dict[str, Any] = {}
            self._perform({"op": "run", "source": source, "name": REHEARSAL}, done, [])
            self._channel.measure(done)
        self._streams.finish()
        self._tidy.reset()
        self._cache.pop(REHEARSAL, None)

    def serve(self) -> None:
        while True:
            request = self._channel.receive()
            match request.get("op"):
                case "run" | "call":
                    self._attend(request)
                case "variables":
                    self._channel.send({"ev": "variables", "id": request["id"], "rows": self._variables()})
                case "input" | "nonce":
                    pass  # an answer that came after its question was over
                case _:
                    os._exit(0)

    def _attend(self, request: dict[str, Any]) -> None:
        self._request, self._waited = request, 0.0
        self._lines = request.get("lines")
        if request.get("fresh") or self._modules.get("__main__") is not self._main:
            self._main = self._new_main(request.get("name", "<student>")) if request.get("fresh") else self._main
            self._modules["__main__"] = self._main
        self._streams.renew()
        self._figures.start()
        self._streams.start()
        self._limit_memory(request.get("memory_mib"))
        done: dict[str, Any] = {"ev": "done", "id": request["id"], "status": "interrupted"}
        patched: list[str] = []
        start, start_cpu = self._now(), self._cpu()
        try:
            self._tidy.listen()
            self._perform(request, done, patched)
        except BaseException:  # noqa: BLE001 - only a KeyboardInterrupt between two of the handlers inside
            done.setdefault("status", "interrupted")
        while True:
            try:
                patched += self._tidy.unhook()
                self._tidy.deafen()
                break
            except BaseException:  # noqa: BLE001 - interrupted once more on the way out
                continue
        if self._channel.forked():
            self._streams.finish()
            os._exit(0)
        done.setdefault("seconds", self._now() - start - self._waited)
        done.setdefault("cpu_seconds", self._cpu() - start_cpu)
        self._request = {}
        self._limit_memory(None)
        self._streams.finish()
        if self._fflush is not None:
            self._fflush(None)
        self._tidy.reset()
        done["threads"] = self._leftover_threads()
        done["patched"] = list(dict.fromkeys(patched))[:NAMES]
        self._report(done)

    def _perform(self, request: dict[str, Any], done: dict[str, Any], patched: list[str]) -> None:
        """Student code runs here, and the parts of the report that may run it again (repr, messages, figures)."""
        name = request.get("name", "<student>")
        start, start_cpu = self._now(), self._cpu()
        error: BaseException | None = None
        try:
            try:
                if request["op"] == "call":
                    self._call(request, done)
                else:
                    self._run(request, name, done)
            except self._tidy.interruption:  # by that name: the builtins may not be there
                self._tidy.deafen()  # it has stopped; a second strike would only hit the report
                raise
            finally:
                patched += self._tidy.unhook()
                if self._channel.forked():
                    self._streams.finish()
                    os._exit(0)
                self._limit_memory(None)
                done["seconds"] = self._now() - start - self._waited
                done["cpu_seconds"] = self._cpu() - start_cpu
        except SystemExit as left:
            done["status"], done["exit_code"] = "exit", "1"
            self._tidy.listen()  # whatever the student did to SIGINT: what follows may run student code
            done["exit_code"] = self._exit_code(left)
        except KeyboardInterrupt as stopped:
            done["status"], error = "interrupted", stopped
        except BaseException as raised:  # noqa: BLE001 - whatever the student raises is reported
            done["status"], error = "error", raised
            self._tidy.listen()
        try:
            if error is not None:
                done["error"] = {"type": wire.type_name(error)}
                done["error"] = describe(error, name)
            self._figures.collect()
        except KeyboardInterrupt:
            if error is None:
                done["status"] = "interrupted"
        except BaseException as second:  # noqa: BLE001 - a figure that cannot be drawn: the student's canvas
            if error is None:
                done["status"] = "error"
                done["error"] = describe(second, name)

    def _run(self, request: dict[str, Any], name: str, done: dict[str, Any]) -> None:
        source = plain_source(request["source"])
        self._cache[name] = (len(source), None, [line + "\n" for line in source.split("\n")], name)
        refuse_odd_characters(source, name)
        # not ast.parse: its frame would be in the traceback of a syntax error
        tree = self._compile(source, name, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
        last = tree.body.pop() if tree.body and type(tree.body[-1]) is ast.Expr else None
        body: CodeType = self._compile(tree, name, "exec", dont_inherit=True)
        tail: CodeType | None = None
        if type(last) is ast.Expr:
            tail = self._compile(ast.Expression(last.value), name, "eval", dont_inherit=True)
        namespace = self._namespace
        namespace["__builtins__"] = builtins
        self._exec(body, namespace)
        if tail is not None:
            value = self._eval(tail, namespace)
            self._tidy.unhook_quietly()
            if request.get("want_value"):
                done["value"] = wire.encode(value)
            if value is not None:
                done["repr"] = _shortened(repr(value))
        done["status"] = "ok"

    def _call(self, request: dict[str, Any], done: dict[str, Any]) -> None:
        function = self._find(request["function"])
        args = [wire.decode(arg) for arg in request["args"]]
        kwargs = {key: wire.decode(value) for key, value in request["kwargs"].items()}
        given = [*args, *kwargs.values()]
        if request.get("seed") is not None:
            self._reseed(request["seed"])
        try:
            value = function(*args, **kwargs)
            self._tidy.unhook_quietly()
            done["value"] = wire.encode(value)
            done["status"] = "ok"
        finally:
            self._tidy.unhook_quietly()
            room = wire.Room()
            done["arguments_after"] = [wire.encode(argument, room) for argument in given]

    def _find(self, path: str) -> Any:
        first, *rest = path.split(".")
        if first not in self._namespace:
            raise NameError(f"The program has no function named {first!r}.")
        found = self._namespace[first]
        for part in rest:
            found = getattr(found, part)
        if not callable(found):
            raise TypeError(f"{path!r} is not a function.")
        return found

    def _report(self, done: dict[str, Any]) -> None:
        """Says "finished", waits for the nonce, and sends the result under it; parts that are too long are cut."""
        self._channel.send({"ev": "finished", "id": done["id"]})
        while True:
            answer = self._channel.receive()
            if answer.get("op") == "nonce" and answer.get("id") == done["id"]:
                break
        done["nonce"] = answer["nonce"]
        lost = {"type": "Exception", "message": "It is too long to be shown."}
        for part, instead in (("arguments_after", None), ("value", wire.CUT), ("repr", "..."), ("error", lost)):
            if self._channel.send(done):
                return
            if part in done:
                done[part] = [wire.CUT for _ in done[part]] if part == "arguments_after" else instead
        self._channel.send(done)

    def _ask(self) -> str | None:
        """The next line of input: scripted, or asked of the host while the clock stands still."""
        request = self._request
        if not request:
            return None  # a leftover thread, after its run
        if self._lines is not None:
            return self._lines.pop(0) if self._lines else None
        if not request.get("ask"):
            return None
        self._streams.out.flush()
        began = self._now()
        try:
            self._channel.send({"ev": "input", "id": request["id"]})
            while True:
                answer = self._channel.wait_for_input(lambda: self._request is not request)
                if answer is None:
                    return None
                if answer.get("op") == "input" and answer.get("id") == request["id"]:
                    text = answer.get("text")
                    return None if text is None else str(text)
        finally:
            self._waited += self._now() - began

    def _send_figure(self, png: str) -> None:
        if self._request:
            self._channel.send({"ev": "figure", "id": self._request["id"], "png": png})

    def _exit_code(self, left: SystemExit) -> str:
        try:
            code = left.code
            if code is None:
                return "0"
            text = str(int(code) if type(code) is bool else code)[:500]
            if type(code) not in (int, bool) and self._streams.err is self._sys.get("stderr"):
                self._streams.err.write(text + "\n")
        except Exception:  # noqa: BLE001 - `__str__` of what the student handed to sys.exit
            return "1"
        return text

    def _leftover_threads(self) -> list[str]:
        """By what the interpreter itself knows: `name` and `is_alive` of a thread may be the student's."""
        names: list[str] = []
        for ident in self._frames():
            if ident not in self._own_threads:
                name = _attributes_of(self._known_threads.get(ident)).get("_name")
                names.append(name[:100] if type(name) is str else "?")
        return names[:NAMES]

    def _variables(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = []
        for name, value in list(self._namespace.items()):
            if len(rows) == VARIABLES:
                break
            if type(name) is not str or name.startswith("__") or wire.is_module(value):
                continue
            short = wire.encode(value, wire.Room(nodes=SHORT, characters=2_000, depth=4))
            rows.append({"name": name, "type": wire.type_name(value), "size": wire.size_of(value), "value": short})
        return rows

    def _new_main(self, name: str) -> ModuleType:
        main = ModuleType("__main__")
        self._namespace = main.__dict__  # kept: the program may give its module another class
        self._namespace.update(__builtins__=builtins, __file__=name)
        self._modules["__main__"] = main
        return main


def _attributes_of(thread: Any) -> dict[str, Any]:
    """Without asking its class, or the class it says it has."""
    for real in _mro_of(type(thread)):
        if real is threading.Thread:
            return _attributes(thread)
    return {}


_mro_of = type.__dict__["__mro__"].__get__
_attributes: Any = threading.Thread.__dict__["__dict__"].__get__


def plain_source(text: str) -> str:
    """The text as the compiler counts its lines: no byte order mark, and every line ends with a newline alone."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def refuse_odd_characters(source: str, name: str) -> None:
    """Two characters the compiler refuses without saying where: a NUL and half of a surrogate pair."""
    if source.isascii() and "\0" not in source:
        return
    for number, line in enumerate(source.split("\n"), 1):
        for column, character in enumerate(line, 1):
            if character == "\0" or "\ud800" <= character <= "\udfff":
                what = "a NUL character" if character == "\0" else "half of a surrogate pair"
                raise SyntaxError(f"this line contains {what}", (name, number, column, ascii(line)[1:-1]))


def _shortened(text: Any) -> str:
    if type(text) is not str:
        text = str.__str__(text)
    return text if len(text) <= REPR else text[:REPR_KEPT] + "..."


def _seeds() -> Any:
    """Sets both generators, or starts them anew (None): every forked worker would otherwise draw the same numbers."""
    numpy: Any = sys.modules.get("numpy")
    both = [random.seed] if numpy is None else [random.seed, numpy.random.seed]

    def reseed(seed: int | None) -> None:
        for one in both:
            one(seed)

    return reseed


def _c_flush() -> Any:
    try:
        import ctypes

        return ctypes.CDLL(None).fflush
    except (ImportError, OSError, TypeError, AttributeError):  # no ctypes, or Windows
        return None


def serve(channel: Channel, about: dict[str, Any]) -> None:
    """Never returns: the process ends with its channel."""
    worker = Worker(channel, about)
    for name in [name for name in sys.modules if name == "desktop" or name.startswith("desktop.")]:
        del sys.modules[name]
    gc.freeze()
    worker.serve()
