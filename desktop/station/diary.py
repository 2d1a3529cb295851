"""Writes down what went wrong, for a bug report, with every key blacked out."""

from __future__ import annotations

import logging
import re
import sys
import threading
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Any, Self

MEGABYTE = 1_000_000
# A word after one of these names, or one that begins as keys of known makers do, is never written down.
_SECRETS = (
    re.compile(r"(?i)(authorization\W{1,4}(?:bearer|basic|token)?\s*|bearer\s+)[^\s'\",;]+"),
    re.compile(r"(?i)((?:api[-_ ]?key|x-api-key|access[-_ ]?token|password|secret)[\"']?\s*[:=]\s*[\"']?)[^\s'\",;&]+"),
    re.compile(r"()\b(?:sk|pk|rk|gsk|xai|hf|ghp|gho)[-_][A-Za-z0-9_\-]{8,}"),
    re.compile(r"(//)[^/\s:@]+:[^/\s@]+(?=@)"),
)
BLACK = "[key]"


class Diary:
    """A log file of at most three times one megabyte. `hide` adds a key to what is blacked out."""

    def __init__(self, path: Path, level: int = logging.INFO) -> None:
        self._secrets: set[str] = set()
        self._handler = _Quiet(path, maxBytes=MEGABYTE, backupCount=2, encoding="utf-8", delay=True)
        self._handler.setFormatter(_Scrubbed("%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s", self))
        self._handler.setLevel(level)
        self._level = level
        self._before: tuple[Any, Any, Any, int] | None = None

    def hide(self, key: str) -> None:
        if len(key) >= 6:  # blacking out "1" or "test" everywhere would hide the bug, not the key
            self._secrets.add(key)

    def scrub(self, text: str) -> str:
        for key in self._secrets:
            text = text.replace(key, BLACK)
        for pattern in _SECRETS:
            text = pattern.sub(rf"\g<1>{BLACK}", text)
        return text

    def open(self) -> Self:
        """From here on the root logger and every uncaught exception of any thread are written down."""
        root = logging.getLogger()
        self._before = (sys.excepthook, threading.excepthook, sys.unraisablehook, root.level)
        root.addHandler(self._handler)
        root.setLevel(min(root.level or self._level, self._level))
        for chatty in ("httpx", "httpcore", "asyncio", "qasync"):
            logging.getLogger(chatty).setLevel(logging.WARNING)
        sys.excepthook = self._uncaught
        threading.excepthook = self._uncaught_in_thread
        sys.unraisablehook = self._unraisable
        return self

    def close(self) -> None:
        if self._before is None:
            return
        sys.excepthook, threading.excepthook, sys.unraisablehook, level = self._before
        root = logging.getLogger()
        root.removeHandler(self._handler)
        root.setLevel(level)
        self._handler.close()
        self._before = None

    def __enter__(self) -> Self:
        return self.open()

    def __exit__(self, *error: object) -> None:
        self.close()

    def _uncaught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not issubclass(kind, KeyboardInterrupt):
            logging.getLogger("desktop").critical("uncaught", exc_info=(kind, error, trace))
        if self._before is not None:
            self._before[0](kind, error, trace)

    def _uncaught_in_thread(self, hooked: threading.ExceptHookArgs) -> None:
        if hooked.exc_value is not None and not issubclass(hooked.exc_type, SystemExit):
            found = (hooked.exc_type, hooked.exc_value, hooked.exc_traceback)
            name = hooked.thread.name if hooked.thread else "?"
            logging.getLogger("desktop").critical("uncaught in thread %s", name, exc_info=found)
        if self._before is not None:
            self._before[1](hooked)

    def _unraisable(self, hooked: sys.UnraisableHookArgs) -> None:
        if hooked.exc_value is not None:
            found = (hooked.exc_type, hooked.exc_value, hooked.exc_traceback)
            logging.getLogger("desktop").error("unraisable: %s", hooked.err_msg or "", exc_info=found)
        if self._before is not None:
            self._before[2](hooked)


class _Quiet(RotatingFileHandler):
    """A diary that cannot be written (full disk, file taken away) must not become a second fault."""

    def handleError(self, record: logging.LogRecord) -> None:
        return


class _Scrubbed(logging.Formatter):
    def __init__(self, pattern: str, diary: Diary) -> None:
        super().__init__(pattern)
        self._diary = diary

    def format(self, record: logging.LogRecord) -> str:
        return self._diary.scrub(super().format(record))  # after formatting: tracebacks are scrubbed as well
