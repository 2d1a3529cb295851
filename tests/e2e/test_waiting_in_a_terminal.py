"""Who waits for a server at a terminal sees the seconds run, and Ctrl-C leaves at once; nothing is lost."""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest

from desktop.vocabulary.waiting import Waiting
from desktop.wiring import DefenseDesk

if os.name != "posix":
    pytest.skip("a terminal as POSIX has it", allow_module_level=True)
import pty

ROOT = Path(__file__).parents[2]
KMEANS = str(ROOT / "tests" / "fixtures" / "solutions" / "kmeans.py")
BUSY = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 20\r\nContent-Length: 7\r\n\r\nNo room"


@contextmanager
def server(answer: bytes) -> Iterator[str]:
    """Reads a request, sends `answer` (nothing at all where it is empty) and holds the line."""
    listening = socket.create_server(("127.0.0.1", 0))
    held: list[socket.socket] = []

    def serve() -> None:
        with contextlib.suppress(OSError):
            while True:
                line, _ = listening.accept()
                held.append(line)
                line.recv(65536)
                line.sendall(answer)

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
    finally:
        listening.close()
        for line in held:
            line.close()


@contextmanager
def at_a_terminal(data: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "desktop", "--data-dir", str(data), *arguments]
    environment = {**os.environ, "DEFENSE_DESK_API_KEY": "not-a-secret", "LC_ALL": "C.UTF-8"}
    with subprocess.Popen(command, cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        try:
            yield process, ours
        finally:
            process.kill()
            os.close(ours)


def read_until(terminal: int, pattern: str, seen: str = "") -> str:
    end = time.monotonic() + 90
    while not re.search(pattern, seen):
        assert time.monotonic() < end, seen
        if select.select([terminal], [], [], 1)[0]:
            try:
                seen += os.read(terminal, 65536).decode("utf-8", "replace")
            except OSError:  # the other side has closed
                assert re.search(pattern, seen), seen
    return seen


def test_the_seconds_run_down_in_place_and_ctrl_c_leaves_a_defense_that_can_be_resumed(tmp_path: Path):
    with server(BUSY) as url:
        asked = ("defend", "kmeans", KMEANS, "--base-url", url, "--model", "m")
        with at_a_terminal(tmp_path, *asked) as (process, terminal):
            seen = read_until(terminal, r"\r\x1b\[K[^\n]*\d+ s +\(Ctrl-C leaves\)")
            assert re.search(r"The server is busy\..*Trying again in\s+\d+\s+s", seen, re.DOTALL)
            process.send_signal(signal.SIGINT)
            read_until(terminal, r"Stopped\.(.|\n)*resume \d{8}-kmeans", seen)
            assert process.wait(30) == 0


@pytest.mark.parametrize(
    ("then", "flag", "goes_on"),
    [("ask", "--take-over", True), ("embedded", "", True), ("embedded", "--ask-first", False)],
)
def test_over_the_limit_the_embedded_examiner_takes_over_as_settings_and_options_say(
    tmp_path: Path, then: Literal["ask", "embedded"], flag: str, goes_on: bool
):
    with server(b"") as url:
        desk = DefenseDesk.open(tmp_path)
        desk.save_settings(desk.settings.model_copy(update={"waiting": {url: Waiting(then=then)}}))
        options = ("--base-url", url, "--model", "m", "--wait-first", "1", *([flag] if flag else []), "--json")
        command = [sys.executable, "-m", "desktop", "--data-dir", str(tmp_path), "defend", "kmeans", KMEANS, *options]
        environment = {**os.environ, "DEFENSE_DESK_API_KEY": "not-a-secret"}
        done = subprocess.run(
            [*command, "--approve", "all"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
    told = [json.loads(line) for line in done.stdout.splitlines()]
    [failed] = [event for event in told if event.get("kind") == "model_failed"]
    assert failed["waited"]
    assert failed["timing"]["attempts"] == 1
    if not goes_on:
        assert told[-1]["waiting"]["for"] == "retry"
        return
    [changed] = [event for event in told if event.get("kind") == "examiner_changed"]
    assert changed["examiner"]["kind"] == "embedded"
    assert "within 1 s" in changed["reason"]
    assert told[-1]["waiting"]["for"] == "answer", "the embedded examiner has come as far as its first question"


def test_a_server_that_sends_nothing_is_told_as_a_queue(tmp_path: Path):
    with server(b"") as url, at_a_terminal(tmp_path, "ask", url, "Hello.", "--model", "m") as (process, terminal):
        read_until(terminal, r"Waiting for the server \(place unknown\): \d+ s")
        process.send_signal(signal.SIGINT)
        read_until(terminal, r"Stopped\.")
