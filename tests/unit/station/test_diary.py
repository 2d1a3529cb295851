"""The diary writes down faults of every thread, and no key."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.station.diary import BLACK, Diary

LOG = logging.getLogger("desktop.test")


@pytest.fixture
def quiet_hooks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """pytest's own hooks would report what these tests provoke."""
    monkeypatch.setattr(sys, "excepthook", lambda *found: None)
    monkeypatch.setattr(threading, "excepthook", lambda found: None)


def read(path: Path) -> str:
    return path.read_text("utf-8")


@pytest.mark.parametrize(
    "line",
    [
        "Authorization: Bearer abc.def-123",
        "{'authorization': 'Bearer abc.def-123'}",
        "headers Authorization=Basic abc.def-123",
        'api_key="abc.def-123"',
        "GET /v1?api_key=abc.def-123&x=1",
        "X-Api-Key: abc.def-123",
        "password = abc.def-123",
        "http://me:abc.def-123@host/v1",
    ],
)
def test_what_looks_like_a_secret_is_blacked_out(tmp_path: Path, line: str) -> None:
    with Diary(tmp_path / "diary.log"):
        LOG.error(line)
    assert "abc.def-123" not in read(tmp_path / "diary.log")
    assert BLACK in read(tmp_path / "diary.log")


def test_makers_prefixes_are_known() -> None:
    diary = Diary(Path("unused"))
    assert diary.scrub("with sk-proj-0123456789abcdef.") == f"with {BLACK}."
    assert diary.scrub("task-oriented risk_free_approach") == "task-oriented risk_free_approach"


def test_a_key_that_was_named_is_blacked_out_even_in_a_traceback(tmp_path: Path) -> None:
    with Diary(tmp_path / "diary.log") as diary:
        diary.hide("plain0word9key")
        try:
            raise ValueError("refused plain0word9key")
        except ValueError:
            LOG.exception("asked with %s", "plain0word9key")
    assert "plain0word9key" not in read(tmp_path / "diary.log")
    assert "ValueError" in read(tmp_path / "diary.log")


@pytest.mark.usefixtures("quiet_hooks")
def test_uncaught_exceptions_are_written_down(tmp_path: Path) -> None:
    with Diary(tmp_path / "diary.log"):
        error = RuntimeError("on the main thread")
        sys.excepthook(RuntimeError, error, None)
        thread = threading.Thread(target=lambda: {}["on a thread"], name="reader")
        thread.start()
        thread.join()
    written = read(tmp_path / "diary.log")
    assert "on the main thread" in written
    assert "uncaught in thread reader" in written
    assert "on a thread" in written


def test_closed_it_leaves_everything_as_it_was(tmp_path: Path) -> None:
    root = logging.getLogger()
    before = (sys.excepthook, threading.excepthook, sys.unraisablehook, root.level, list(root.handlers))
    diary = Diary(tmp_path / "diary.log").open()
    diary.close()
    diary.close()
    assert before == (sys.excepthook, threading.excepthook, sys.unraisablehook, root.level, list(root.handlers))


def test_a_diary_that_cannot_be_written_is_no_second_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    with Diary(tmp_path / "file" / "diary.log"):
        LOG.error("nobody hears this")
    assert capsys.readouterr().err == ""


def test_it_never_grows_past_three_files(tmp_path: Path) -> None:
    with Diary(tmp_path / "diary.log"):
        for _ in range(50):
            LOG.warning("x" * 100_000)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["diary.log", "diary.log.1", "diary.log.2"]
