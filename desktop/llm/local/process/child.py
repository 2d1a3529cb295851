"""The child process: checks one model file, loads it, and serves it on loopback until its standard input ends."""

from __future__ import annotations

import importlib
import os
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from desktop.llm.local.process.known import KnownFile, NotGguf, digest_of, find_known, is_damaged, look_at
from desktop.llm.local.process.memory import free_mib, needed_mib
from desktop.llm.local.process.talk import ALIAS, Checked, ChildEvent, ChildSettings, Failed, Progress, Ready, as_line
from desktop.llm.local.process.template import TEMPLATES


class Refused(Exception):
    """Why nothing is served."""

    def __init__(self, failed: Failed) -> None:
        super().__init__(failed.reason)
        self.failed = failed


def main() -> None:
    """Never returns: the process ends here, without the finalizers of native threads that are still at work."""
    orders, events = _channels()
    try:
        settings = _read_settings(orders)
        threading.Thread(target=_end_with, args=(orders,), name="standard input", daemon=True).start()
        server, port = _serve(settings, partial(_say, events))
    except Refused as refused:
        _say(events, refused.failed)
        os._exit(3)
    _say(events, Ready(port=port))
    threading.Event().wait()
    del server  # held until here: it stops serving when it is collected


def _channels() -> tuple[BinaryIO, BinaryIO]:
    """Descriptors and not `sys.stdin`: a program frozen without a console has none. Native code prints to 1 and 2,
    so the events get a descriptor of their own and these two lead nowhere until there is a log."""
    orders = os.fdopen(os.dup(0), "rb")
    events = os.fdopen(os.dup(1), "wb", buffering=0)
    _lead_output_to(os.devnull)
    return orders, events


def _lead_output_to(path: str) -> None:
    log = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    for descriptor in (1, 2):
        os.dup2(log, descriptor)
    os.close(log)


def _read_settings(orders: BinaryIO) -> ChildSettings:
    try:
        settings = ChildSettings.model_validate_json(orders.readline())
        _lead_output_to(settings.log)
    except (ValueError, OSError) as error:
        raise Refused(Failed(reason="settings", detail=type(error).__name__)) from None
    return settings


def _end_with(orders: BinaryIO) -> None:
    """The end of our input means that the program that started us is done with us, or dead. The same on all systems."""
    while orders.readline():
        pass
    os._exit(0)


def _say(events: BinaryIO, event: ChildEvent) -> None:
    try:
        events.write(as_line(event))
    except OSError:  # nobody reads any more
        os._exit(0)


def _serve(settings: ChildSettings, say: Callable[[ChildEvent], None]) -> tuple[object, int]:
    """The running server and its port. What is quick to find out comes first."""
    path = Path(settings.model)
    size = _size(path)
    try:
        xllamacpp: Any = importlib.import_module("xllamacpp")
    except ImportError as error:
        raise Refused(Failed(reason="package", detail=str(error))) from None
    need, free = needed_mib(size), free_mib()
    if free is not None and free < need:
        raise Refused(Failed(reason="memory", detail=f"{need} {free}"))
    template = _checked(path, size, settings.known, say)
    say(Progress(phase="loading", percent=100))
    try:
        server: Any = xllamacpp.Server(_params(xllamacpp, settings, template))
        port = int(str(server.listening_address).rpartition(":")[2].strip("/"))
    except Exception as error:  # noqa: BLE001 - native code throws what it likes; the host makes a sentence of it
        raise Refused(Failed(reason="server", detail=f"{type(error).__name__}: {error}"[:500])) from None
    return server, port


def _size(path: Path) -> int:
    try:
        return look_at(path)
    except NotGguf:
        raise Refused(Failed(reason="not_gguf")) from None
    except FileNotFoundError:
        raise Refused(Failed(reason="missing")) from None
    except OSError as error:
        raise Refused(Failed(reason="unreadable", detail=error.strerror or str(error))) from None


def _checked(path: Path, size: int, known: Sequence[KnownFile], say: Callable[[ChildEvent], None]) -> str:
    """Reads the whole file; the name of the template it needs."""
    try:
        sha256 = digest_of(path, lambda percent: say(Progress(phase="checking", percent=percent)))
    except OSError as error:
        raise Refused(Failed(reason="unreadable", detail=error.strerror or str(error))) from None
    if is_damaged(known, path.name, size, sha256):
        raise Refused(Failed(reason="damaged", detail=sha256))
    say(Checked(sha256=sha256))
    found = find_known(known, sha256)
    return found.template if found else ""


def _params(xllamacpp: Any, settings: ChildSettings, template: str) -> Any:
    params = xllamacpp.CommonParams()
    params.model.path = settings.model
    params.model_alias = {ALIAS}
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.api_keys = [settings.key]
    params.cors_origins = "https://closed.invalid"  # no page in a browser; "null" would be every file:// page
    params.cors_credentials = False
    params.ui = params.endpoint_slots = params.endpoint_props = False
    params.offline = True
    params.n_ctx = settings.n_ctx
    params.n_parallel = 1  # the context is divided by the slots
    params.n_batch = params.n_ubatch = settings.n_batch
    params.cache_ram_mib = 0  # 8 GiB of remembered prompts otherwise
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = settings.threads
    params.n_threads_http = 2
    params.sleep_idle_seconds = settings.idle
    params.verbosity = 1
    if template in TEMPLATES:
        params.chat_template = TEMPLATES[template]
    return params
