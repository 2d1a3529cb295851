"""Opens the window, or says in one sentence why it cannot."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from desktop.station.display import display_problem
from desktop.station.paths import resources
from desktop.station.typed import program
from desktop.vocabulary.trouble import Trouble

if TYPE_CHECKING:
    from desktop.ui.main_window import MainWindow

SOON = (
    "desktop.interpreter.host",
    "desktop.packs.cases",
    "desktop.store.claim",
    "desktop.embedded.examiner",
    "desktop.embedded.maker",
    "pygments.lexers.python",
)
SPOILT = (6, 12, 0)  # PYSIDE-3474: drops references to None on Python 3.11 until the process aborts
diary = logging.getLogger(__name__)


def main(data_dir: Path | None = None, pack: Path | None = None) -> NoReturn:
    """Ends the process: 0 when the window was closed, 2 when it could not open (the reason on stderr).

    `pack` is imported as if it had been chosen in the window; the file manager hands it over.
    """
    try:
        if why := display_problem():
            raise Trouble(why, f"`{program()} --help` shows what works in a terminal.")
        _check_qt()
        sys.exit(_run(data_dir, pack))
    except Trouble as trouble:
        print(trouble, file=sys.stderr)  # noqa: T201 - there is no window to say it in
        sys.exit(2)


def qt_problem(version: tuple[int, ...], python: tuple[int, int]) -> str:
    """ "" if this PySide6 can be used with this Python."""
    if version[:3] == SPOILT and python == (3, 11):
        return "PySide6 6.12.0 does not work on Python 3.11: it ends the program without a word."
    return ""


def _check_qt() -> None:
    advice = 'Install it with: pip install "defense-desk[window]"'
    try:
        import PySide6
    except ImportError:
        raise Trouble("The window needs PySide6, which is not installed here.", advice) from None
    version = tuple(int(part) for part in PySide6.__version__.split(".")[:3])
    if why := qt_problem(version, sys.version_info[:2]):
        raise Trouble(why, advice)


def _run(data_dir: Path | None, pack: Path | None) -> int:
    from PySide6.QtGui import QIcon
    from PySide6.QtWidgets import QApplication

    from desktop.ui.loop import QtLoop

    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("Defense Desk")
    app.setDesktopFileName("defense-desk")
    app.setWindowIcon(QIcon(str(resources() / "defense-desk.svg")))
    app.setQuitOnLastWindowClosed(False)  # the window ends the program itself, after it has put everything away
    loop = QtLoop(app)
    asyncio.set_event_loop(loop)
    try:
        return loop.run_until_complete(_live(data_dir, pack))
    finally:
        asyncio.set_event_loop(None)
        loop.close()


async def _live(data_dir: Path | None, pack: Path | None) -> int:
    from desktop.ui.main_window import MainWindow
    from desktop.wiring import DefenseDesk

    desk = DefenseDesk.open(data_dir)
    window = MainWindow(desk)
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows
            loop.add_signal_handler(name, window.close)
    window.show()
    if pack is not None:
        window.instructor.bring(pack)
    warm_up(window)
    await window.ended.wait()
    return 0


def warm_up(window: MainWindow) -> None:
    """Begins it, as a task of the window."""
    window.tasks.start_once("warm up", _warm_up)


async def _warm_up() -> None:
    """While the student reads the first page, load what the first problem needs: then it opens without a pause."""
    await asyncio.sleep(0.2)
    await asyncio.to_thread(_load)


def _load() -> None:
    for name in SOON:
        import_module(name)
