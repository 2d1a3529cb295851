"""How fast the parts of the window are: `QT_QPA_PLATFORM=offscreen python tests/benchmarks/window_parts.py`."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[2]))

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.ui.editor.code_editor import CodeEditor
from desktop.ui.editor.problems import find_problems
from desktop.ui.output.console import Console
from desktop.ui.theme.palette import DARK, LIGHT
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.prose import Prose

FUNCTION = '''def step_{n}(points, centroids, limit=100):
    """Move every centroid to the mean of its points, which is said at some length."""
    labels = [min(range(len(centroids)), key=lambda j: abs(p - centroids[j])) for p in points]
    for j in range(len(centroids)):
        mine = [p for p, label in zip(points, labels) if label == j]
        if mine:  # an empty cluster keeps its centroid
            centroids[j] = sum(mine) / len(mine)
    total = f"{{len(points)}} points, {{limit}} steps" + 'and more'
    return labels, centroids, total

'''
MESSAGE = "The **baseline** passes with `k = 3`.\n\n- one\n- two\n\n```python\nx = 1\n```\n\n"


def source(lines: int) -> str:
    return "".join(FUNCTION.format(n=n) for n in range(lines // 10))


def milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def say(what: str, times: list[float]) -> None:
    ordered = sorted(times)
    p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    print(f"{what:54} median {ordered[len(ordered) // 2]:8.2f} ms   p99 {p99:8.2f} ms   n={len(ordered)}")


def main() -> None:
    app = QApplication([])
    theme = Theme()
    theme.wear(app)
    editor = CodeEditor(theme)
    editor.resize(900, 700)
    editor.show()
    for lines in (100, 2_000, 10_000):
        text = source(lines)
        say(f"load and colour {lines} lines", [milliseconds(lambda text=text: editor.load(text)) for _ in range(5)])
        say(f"find problems in {lines} lines", [milliseconds(lambda text=text: find_problems(text)) for _ in range(3)])
    editor.load(source(2_000))
    editor.go_to_line(1_000, 20)
    app.processEvents()

    def key(letter: str) -> None:
        QTest.keyClick(editor, letter)
        app.processEvents()

    say("key to paint, 2,000 lines", [milliseconds(lambda c=c: key(c)) for c in "abc xyz(1) " * 40])

    def enter() -> None:
        QTest.keyClick(editor, Qt.Key.Key_Return)
        app.processEvents()

    say("enter to paint, 2,000 lines", [milliseconds(enter) for _ in range(100)])
    say("another theme, 2,000 lines open", [milliseconds(lambda p=p: theme.change(p)) for p in [DARK, LIGHT] * 10])
    console = Console(theme)
    console.resize(700, 300)
    console.show()

    def flood() -> None:
        for number in range(20_000):
            console.write("stdout", f"line {number}\n")

    say("20,000 lines given to the console", [milliseconds(flood) for _ in range(5)])

    def tick() -> None:
        console._tick()
        app.processEvents()

    say("one tick of drawing them", [milliseconds(tick) for _ in range(10)])
    flood()
    say("all that waits drawn at once", [milliseconds(console.flush)])
    prose = Prose(theme)
    prose.resize(420, 100)
    prose.show()

    def grow(piece: str) -> None:
        prose.grow(piece)
        app.processEvents()

    text = MESSAGE * 40
    say(
        "7 characters more of a message of 3,000",
        [milliseconds(lambda at=at: grow(text[at : at + 7])) for at in range(0, len(text), 7)],
    )


if __name__ == "__main__":
    main()
