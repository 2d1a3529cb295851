"""Renders the README's pictures: a real defense, by the real program, in the real window, without a screen.

    python packaging/screenshots.py [FOLDER]

The folder is `resources/help/pictures` unless another is given. Fonts differ between machines, so pictures do too.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.setdefault("QT_SCALE_FACTOR", "1.5")
ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from PySide6.QtCore import QPoint, QRect, Qt  # noqa: E402 - the platform is chosen first
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap  # noqa: E402
from PySide6.QtWidgets import QApplication, QPushButton  # noqa: E402

from desktop.station.settings import Settings  # noqa: E402
from desktop.ui.loop import QtLoop  # noqa: E402
from desktop.ui.main_window import MainWindow  # noqa: E402
from desktop.view.screen import ForAnswer, ForApproval  # noqa: E402
from desktop.vocabulary.values import render  # noqa: E402
from desktop.wiring import DefenseDesk  # noqa: E402

SIZE = (1360, 800)
SOLUTION = ROOT / "tests" / "fixtures" / "solutions" / "kmeans.py"
TRY = "\nprint(kmeans([[0, 0], [0, 1], [9, 9], [8, 9]], 2))\n"


async def until(said: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not said():  # noqa: ASYNC110 - it looks from outside, as a person would
            await asyncio.sleep(0.02)


async def take(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as data:
        desk = DefenseDesk.open(Path(data))
        desk.save_settings(desk.settings.model_copy(update={"language": "en", "theme": "dark", "tour_seen": True}))
        window = MainWindow(desk)
        window.resize(*SIZE)
        window.show()
        await defend(window, folder)
        window.close()
        await window.ended.wait()


async def defend(window: MainWindow, folder: Path) -> None:
    start = window.findChild(QPushButton, "start:kmeans")
    assert isinstance(start, QPushButton)
    start.click()
    await until(lambda: window.page is not None and window.page.editor.text())
    page, controller = window.page, window.controller
    assert page is not None
    assert controller is not None
    code = SOLUTION.read_text("utf-8")
    page.editor.replace_all(code + TRY)
    page.run.click()
    await until(lambda: "Finished" in page.output.console.toPlainText())
    page.editor.replace_all(code)
    page.submit.click()
    await until(lambda: isinstance(page._screen.waiting, ForApproval) and page.dialog is not None)
    await asyncio.sleep(0.5)
    assert page.dialog is not None
    together(window.grab(), page.dialog.grab()).save(str(folder / "approval-dark.png"))
    page.dialog.allow_all.click()
    for number in (1, 2):
        await until(lambda: isinstance(page._screen.waiting, ForAnswer))
        waiting = page._screen.waiting
        assert isinstance(waiting, ForAnswer)
        key = waiting.question.key if waiting.question else None
        if isinstance(key, list) and waiting.question and waiting.question.answer_form == "line":
            key = key[0]  # any of them is right
        box = page.defense.answer
        if waiting.question and waiting.question.answer_form == "order":
            box.order.set_order(str(key))
        else:
            example = waiting.question.recipe.get("example") if waiting.question and key is None else None
            box.field.setPlainText(str(example) if example else key if isinstance(key, str) else render(key))
        if number == 2:
            break
        page.defense.answer.send.click()
        await until(lambda asked=waiting: page._screen.waiting != asked)
    window._settings_changed(desk_in_light(window))
    await asyncio.sleep(0.5)
    window.grab().save(str(folder / "desk-light.png"))


def desk_in_light(window: MainWindow) -> Settings:
    return window.desk.settings.model_copy(update={"theme": "light"})


def together(window: QPixmap, dialog: QPixmap) -> QPixmap:
    """The dialog in the middle of the window it belongs to, which is dimmed."""
    painter = QPainter(window)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    size, inner = window.deviceIndependentSize(), dialog.deviceIndependentSize()
    painter.fillRect(QRect(0, 0, int(size.width()), int(size.height())), QColor(0, 0, 0, 110))
    corner = QPoint(int(size.width() - inner.width()) // 2, int(size.height() - inner.height()) // 2)
    painter.drawPixmap(corner, dialog)
    painter.setPen(QPen(QColor("#5a6474"), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRect(corner, inner.toSize()))
    painter.end()
    return window


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "resources" / "help" / "pictures")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    loop = QtLoop(app)
    asyncio.set_event_loop(loop)
    loop.run_until_complete(take(folder))
    loop.close()
    for name in ("desk-light.png", "approval-dark.png"):
        print(folder / name)


if __name__ == "__main__":
    main()
