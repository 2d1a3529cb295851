"""The window of the packaged program: shown on a screen of our own, looked at, and closed."""

from __future__ import annotations

import os
import signal
import struct
import subprocess
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import contents
from smoking.places import Debian, Failed, Inside, Place, left_processes, wait_for

SIZE = (1280, 800)
COLOURS = 40  # an empty screen has one or two; text drawn smoothly has many
EVERY = 53  # pixels: looking must not take the processor from what is looked at
SECONDS = 60.0


def open_and_close(place: Place, environment: dict[str, str]) -> str:
    process = place.start(**environment)
    try:
        time.sleep(5)
        if process.poll() is not None:
            raise Failed(f"it ended with {process.returncode}: {process.communicate()[1][-600:]}")
        process.send_signal(signal.SIGTERM)
        _, told = process.communicate(timeout=SECONDS)
    finally:
        process.kill()
    if process.returncode:
        raise Failed(f"exit {process.returncode}: {told[-600:]}")
    wait_for(5, lambda: not left_processes(contents.WORKER))
    return f"ended by itself when told{_complaints(told)}"


def show(place: Inside, debian: Debian, picture: Path, figures: list[str]) -> str:
    """Under Xvfb, whose picture is a file; how long until the first page stands there."""
    buffer = place.share / "screen"
    buffer.mkdir(exist_ok=True)
    os.chown(buffer, place.user, place.user)
    display = ":77"
    command = ["Xvfb", display, "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-fbdir", str(place.inside / "screen")]
    server = subprocess.Popen(place.wrapped([*command, "-nolisten", "tcp"]), env=place.environment({}),
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
    try:
        wait_for(20, (debian.root / "tmp" / ".X11-unix" / f"X{display[1:]}").exists)
        begun = time.monotonic()
        process = place.start(DISPLAY=display, QT_QPA_PLATFORM="xcb", LIBGL_ALWAYS_SOFTWARE="1")
        try:
            screen = Screen(buffer / "Xvfb_screen0")
            wait_for(SECONDS, lambda: process.poll() is not None or screen.colours() > COLOURS)
            seconds = time.monotonic() - begun
            time.sleep(2)
            if process.poll() is not None:
                raise Failed(f"it ended with {process.returncode}: {process.communicate()[1][-600:]}")
            screen.save(picture)
            process.send_signal(signal.SIGTERM)
            _, told = process.communicate(timeout=SECONDS)
        finally:
            process.kill()
    finally:
        server.terminate()
        server.wait()
    if process.returncode:
        raise Failed(f"exit {process.returncode}: {told[-600:]}")
    figures.append(f"window drawn, {picture.stem}: {seconds:.2f} s after its start")
    return f"drawn after {seconds:.2f} s, {picture.name}, closed when told{_complaints(told)}"


class Screen:
    """The frame buffer of Xvfb: a file in the format of xwd, 32 bits a pixel."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def colours(self) -> int:
        pixels = self._pixels()[2]
        return len({pixels[at : at + 3] for at in range(0, len(pixels), 4 * EVERY)})

    def save(self, picture: Path) -> None:
        width, height, pixels = self._pixels()
        rows = bytearray()
        for row in range(height):
            line = pixels[row * width * 4 : (row + 1) * width * 4]
            rgb = bytearray(width * 3)
            rgb[0::3], rgb[1::3], rgb[2::3] = line[2::4], line[1::4], line[0::4]
            rows += b"\0" + rgb
        head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
        parts = (b"IHDR", head), (b"IDAT", zlib.compress(bytes(rows), 6)), (b"IEND", b"")
        chunk: Callable[[bytes, bytes], bytes] = lambda name, data: (  # noqa: E731
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        )
        picture.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(chunk(name, data) for name, data in parts))

    def _pixels(self) -> tuple[int, int, bytes]:
        data = self._file.read_bytes()
        header = struct.unpack(">25I", data[:100])
        start = header[0] + header[19] * 12  # the header, then a table of colours of 12 bytes each
        width, height = header[4], header[5]
        return width, height, data[start : start + width * height * 4]


def _complaints(told: str) -> str:
    lines = [line for line in told.splitlines() if line.strip()]
    return f"; on stderr: {' | '.join(lines)[:300]}" if lines else ""
