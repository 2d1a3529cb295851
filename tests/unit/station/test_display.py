"""Whether a window can appear, found out without Qt."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from desktop.station.display import display_problem


def test_nothing_set_is_said() -> None:
    assert "There is no display" in display_problem({}, "linux")


def test_drawing_off_screen_needs_no_display() -> None:
    assert display_problem({"QT_QPA_PLATFORM": "offscreen:x=1"}, "linux") == ""


def test_windows_and_macs_always_have_one() -> None:
    assert display_problem({}, "win32") == display_problem({}, "darwin") == ""


@pytest.mark.parametrize("display", [":4711", "unix:4711.0", "nonsense", "[::1]:70000", "127.0.0.1:59000"])
def test_a_display_that_does_not_answer_is_named(display: str) -> None:
    assert display in display_problem({"DISPLAY": display}, "linux")


@pytest.mark.skipif(sys.platform == "win32", reason="no such sockets there")
def test_a_wayland_display_that_answers_is_enough(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "wayland-0"))
        server.listen()
        environ = {"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": str(tmp_path)}
        assert display_problem(environ, "linux") == ""
    assert "does not answer" in display_problem(environ, "linux")
