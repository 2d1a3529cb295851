"""Says whether a window can appear here, without loading Qt (which aborts the whole process where none can)."""

from __future__ import annotations

import os
import re
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

WITHOUT_SCREEN = ("offscreen", "minimal", "vnc")  # Qt platforms that draw with no display server


def display_problem(environ: Mapping[str, str] | None = None, platform: str = sys.platform) -> str:
    """ "" where a window can open, else one sentence that says why not. Connects to the display and hangs up."""
    env = os.environ if environ is None else environ
    if platform in ("win32", "darwin") or env.get("QT_QPA_PLATFORM", "").split(":")[0] in WITHOUT_SCREEN:
        return ""
    wayland, x11 = env.get("WAYLAND_DISPLAY", ""), env.get("DISPLAY", "")
    if not wayland and not x11:
        return "There is no display: neither DISPLAY nor WAYLAND_DISPLAY is set."
    if wayland and _answers_unix(Path(env.get("XDG_RUNTIME_DIR", "")) / wayland):
        return ""
    if x11 and _answers_x11(x11):
        return ""
    return f"The display {x11 or wayland} does not answer."


def _answers_x11(display: str) -> bool:
    """X(7): `host:number.screen`; without a host a local socket, in the file system or (Linux) abstract."""
    found = re.fullmatch(r"(?:unix)?(?P<host>.*?):(?P<number>\d+)(?:\.\d+)?", display)
    if found is None:
        return False
    if not found["host"]:
        path = f"/tmp/.X11-unix/X{found['number']}"
        return _answers_unix(path) or (sys.platform == "linux" and _answers_unix("\0" + path))
    try:
        with socket.create_connection((found["host"].strip("[]"), 6000 + int(found["number"])), timeout=2):
            return True
    except (OSError, OverflowError):
        return False


def _answers_unix(address: str | Path) -> bool:
    if sys.platform == "win32":
        return False
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(2)
        try:
            line.connect(str(address))
        except (OSError, ValueError):
            return False
        return True
