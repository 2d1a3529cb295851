"""What the window costs, by hand: start, a long stream, gaps of the UI thread over a whole defense.

    python tests/benchmarks/window.py [stream | typing | defense [--where]]

Goals: usable in 1.0 s; a flush under 10 ms at 200 tokens/s into 500 messages; key to paint in 8 ms (p99) at 2,000
lines; no gap above 50 ms in a whole defense; another theme in 100 ms; 150 MB. `--where` tells what a long gap did.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "qt.qpa.*=false")
sys.path.insert(0, str(Path(__file__).parents[2]))

from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from desktop.session.ports import Examiner
from desktop.ui.app import warm_up
from desktop.ui.defense.defense_pane import DefensePane
from desktop.ui.editor.code_editor import CodeEditor
from desktop.ui.loop import QtLoop
from desktop.ui.main_window import MainWindow
from desktop.ui.theme.theme import Theme
from desktop.view.present import present
from desktop.view.screen import ExaminerCard, ForAnswer, ForApproval, Screen, StudentCard
from desktop.vocabulary.chat import Delta, Reply
from desktop.vocabulary.request import ModelRequest
from desktop.vocabulary.values import render
from desktop.vocabulary.words import Words
from desktop.wiring import DefenseDesk
from tests.benchmarks.watchdog import Watchdog
from tests.support.sayings import READY

ROOT = Path(__file__).parents[2]
START = (
    "import time; begun = time.perf_counter(); import desktop.ui.main_window as m; old = m.MainWindow.show\n"
    "def show(self):\n"
    "    old(self)\n"
    "    from PySide6.QtCore import QTimer\n"
    "    QTimer.singleShot(0, lambda: (print(time.perf_counter() - begun, flush=True), self.close()))\n"
    "m.MainWindow.show = show\n"
    "from desktop.ui.app import main; main()"
)
TALK = "the loop on line **14** runs `k` times because the labels change until they do not"
READING = 3.0  # seconds on the first page before a problem is chosen
WORDS = [*(f"{word} " for word in TALK.split()), "\n\n"]  # tokens of a paragraph


def start() -> None:
    times: list[float] = []
    for _ in range(6):
        with tempfile.TemporaryDirectory() as folder:
            env = {**os.environ, "PYTHONPATH": str(ROOT), "DEFENSE_DESK_DATA_DIR": folder}
            said = subprocess.run([sys.executable, "-c", START], env=env, capture_output=True, text=True, check=True)
            times.append(float(said.stdout))
    print(f"import to usable window: median {statistics.median(times[1:]):.2f} s (first {times[0]:.2f} s)")


def stream(theme: Theme) -> None:
    """Seven tokens a frame are 200 a second; 500 messages are there already."""
    app = QApplication.instance()
    assert app is not None
    screen = Screen()
    for event in READY:
        screen = present(screen, event)
    talk = tuple(
        ExaminerCard(f"Message **{n}** about `x`.") if n % 2 else StudentCard(f"answer {n}") for n in range(500)
    )
    pane = DefensePane(theme, Words())
    pane.resize(420, 700)
    pane.show()
    screen = replace(screen, cards=talk)
    pane.show_screen(screen)
    app.processEvents()
    costs: list[float] = []
    for frame in range(210):
        for place in range(7):
            screen = present(screen, Delta("content", WORDS[(frame * 7 + place) % len(WORDS)]))
        begun = time.thread_time()
        pane.show_screen(screen)
        app.processEvents()
        costs.append((time.thread_time() - begun) * 1000)
    costs.sort()
    print(f"flush into 500 messages: median {costs[105]:.1f} ms, p99 {costs[207]:.1f} ms of CPU, with its paint")
    pane.hide()
    pane.deleteLater()


def typing(theme: Theme) -> None:
    """From the key to the end of its paint at 2,000 lines; beside Qt's own field without anything of ours."""
    editor = CodeEditor(theme)
    bare = QPlainTextEdit()
    bare.setFont(theme.code_font())
    source = (ROOT / "tests/fixtures/solutions/kmeans.py").read_text("utf-8")
    source = "\n".join((source * (2_000 // source.count("\n") + 1)).split("\n")[:2_000])
    editor.load(source)
    bare.setPlainText(source)
    for name, field in (("the editor", editor), ("a bare QPlainTextEdit", bare)):
        field.resize(900, 700)
        field.show()
        field.moveCursor(QTextCursor.MoveOperation.Start)
        for _ in range(1_000):
            field.moveCursor(QTextCursor.MoveOperation.Down)
        settle()
        costs = [computing(lambda c=c, field=field: type_into(field, c)) for c in "abc xyz(1) " * 40]
        print(f"key to paint at 2,000 lines, {name}: {spread(costs)} of CPU")
        field.hide()


def type_into(field: QWidget, letter: str) -> None:
    QTest.keyClick(field, letter)
    settle()


def settle() -> None:
    app = QApplication.instance()
    assert app is not None
    app.processEvents()


def computing(work: Callable[[], object]) -> float:
    begun = time.thread_time()
    work()
    return (time.thread_time() - begun) * 1000


def spread(costs: list[float]) -> str:
    costs = sorted(costs)
    return f"median {statistics.median(costs):.1f} ms, p99 {costs[int(len(costs) * 0.99)]:.1f} ms"


def memory() -> str:
    """Of this process; pages shared with others are counted in part."""
    kilobytes = next(
        int(line.split()[1])
        for line in Path("/proc/self/smaps_rollup").read_text().splitlines()
        if line.startswith("Pss:")
    )
    return f"{kilobytes / 1024:.0f} MB"


async def gaps(where: float | None) -> None:
    """A whole defense by a person who knows the answers; the examiner talks 200 tokens a second between its calls."""
    with tempfile.TemporaryDirectory() as folder:
        desk = DefenseDesk.open(Path(folder))
        desk.save_settings(desk.settings.model_copy(update={"tour_seen": True}))
        make = desk.make_examiner
        desk.make_examiner = lambda choice: Talkative(make(choice))  # type: ignore[method-assign]
        window = MainWindow(desk)
        window.show()
        warm_up(window)
        await asyncio.sleep(READING)
        watch = Watchdog(where)
        watch.start()
        window.open_problem(desk.problem("kmeans"))
        page = window.page
        assert page is not None
        await asyncio.sleep(0.5)
        opened, watch.gaps = watch.line(), []
        page.editor.replace_all((ROOT / "tests/fixtures/solutions/kmeans.py").read_text("utf-8"))
        page.press_submit()
        begun = time.perf_counter()
        while not page.controller.screen.closed:
            await asyncio.sleep(0.02)
            waiting = page.controller.screen.waiting
            if isinstance(waiting, ForApproval) and page.dialog is not None:
                page.dialog.allow_all.click()
            elif isinstance(waiting, ForAnswer):
                key = waiting.question.key if waiting.question else None
                if isinstance(key, list) and waiting.question and waiting.question.answer_form == "line":
                    key = key[0]
                page.controller.answer(key if isinstance(key, str) else render(key))
        await asyncio.sleep(0.2)
        watch.stop()
        print(f"gaps of the UI thread while a desk opens: {opened}")
        print(f"gaps in a whole defense of {time.perf_counter() - begun:.1f} s: {watch.line()}")
        settle()
        themes = [{"theme": name} for name in ("dark", "light") * 4]
        settings = window.desk.settings

        def wear(change: dict[str, str]) -> None:
            window._settings_changed(settings.model_copy(update=change))
            settle()

        print(
            f"another theme, at the end of a defense: {spread([computing(lambda c=c: wear(c)) for c in themes])} of CPU"
        )
        print(f"memory then: {memory()}")
        for gap, stacks in sorted(watch.where, key=lambda it: -it[0].own)[:8]:
            print(f"  {gap.own:.0f} ms (computing {gap.computing:.0f})")
            for stack, times in stacks.most_common(6):
                print(f"    {times:4} x {stack}")
        window.close()
        await window.ended.wait()


class Talkative:
    """The examiner of the defense, with a paragraph before every call, at 200 tokens a second."""

    def __init__(self, examiner: Examiner) -> None:
        self._examiner = examiner

    async def reply(self, request: ModelRequest) -> AsyncGenerator[Delta | Reply, None]:
        said = "".join(WORDS) * 3
        for place in range(3 * len(WORDS)):
            yield Delta("content", WORDS[place % len(WORDS)])
            await asyncio.sleep(0.005)
        async with aclosing(self._examiner.reply(request)) as parts:
            async for part in parts:
                yield replace_content(part, said) if isinstance(part, Reply) else part


def replace_content(reply: Reply, said: str) -> Reply:
    return reply.model_copy(update={"content": said + reply.content})


def main() -> None:
    """Each part in a process of its own: what one leaves behind must not be another's cost."""
    part = sys.argv[1] if len(sys.argv) > 1 else ""
    if not part:
        start()
        for name in ("stream", "typing", "defense"):
            subprocess.run([sys.executable, __file__, name], check=True)
        return
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    if part != "defense":
        theme = Theme()
        theme.wear(app)
        {"stream": stream, "typing": typing}[part](theme)
        return
    loop = QtLoop(app)
    asyncio.set_event_loop(loop)
    loop.run_until_complete(gaps(30.0 if "--where" in sys.argv else None))
    loop.close()


if __name__ == "__main__":
    main()
