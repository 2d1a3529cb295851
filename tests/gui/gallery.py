"""Draws every part in every theme to PNG files, to be looked at: `python tests/gui/gallery.py FOLDER`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[2]))

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from desktop.ui.editor.code_editor import CodeEditor
from desktop.ui.editor.find_bar import FindBar
from desktop.ui.output.output_pane import FIGURES, TESTS, VARIABLES, OutputPane
from desktop.ui.output.variables_view import Variable
from desktop.ui.theme.palette import PALETTES
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button, IconButton, PrimaryButton
from desktop.ui.widgets.choice import Choice
from desktop.ui.widgets.empty import EmptyState
from desktop.ui.widgets.fold_row import FoldRow
from desktop.ui.widgets.labels import Chip, TextLabel
from desktop.ui.widgets.panel import Panel
from desktop.ui.widgets.prose import Prose
from desktop.ui.widgets.roles import set_role
from desktop.ui.widgets.splitter import Splitter
from desktop.ui.widgets.step_header import StepHeader
from desktop.vocabulary.cases import Verdict
from desktop.vocabulary.runs import ErrorInfo, Outcome


def column(*widgets: QWidget, margin: int = 12, spacing: int = 8) -> QWidget:
    box = QWidget()
    layout = QVBoxLayout(box)
    layout.setContentsMargins(margin, margin, margin, margin)
    layout.setSpacing(spacing)
    for widget in widgets:
        layout.addWidget(widget)
    return box


def row(*widgets: QWidget) -> QWidget:
    box = QWidget()
    layout = QHBoxLayout(box)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(8)
    for widget in widgets:
        layout.addWidget(widget)
    layout.addStretch()
    return box


def widgets(theme: Theme) -> QWidget:
    left = Panel(theme, "Parts", "book-open")
    left.add_right(Chip("Clustering"), IconButton(theme, "settings", "Settings"))
    chips = row(
        Chip("2 of 3"),
        Chip("Looking", "accent"),
        Chip("Examiner ready", "ok"),
        Chip("Waiting for you", "warn"),
        Chip("Failed", "error"),
    )
    off = Button(theme, "Stop", icon="square")
    off.setEnabled(False)
    off_primary = PrimaryButton(theme, "Submit", "send")
    off_primary.setEnabled(False)
    buttons = row(
        Button(theme, "Run", icon="play", token="ok", shortcut="F5"),
        off,
        PrimaryButton(theme, "Submit", "graduation-cap"),
    )
    more = row(Button(theme, "Delete", "danger"), Button(theme, "Show hint", "quiet", "lightbulb"), off_primary)
    field = QLineEdit()
    field.setAccessibleName("Your answer")
    field.setPlaceholderText("Type a list, for example [1, 2, 3]")
    choice = Choice(theme, "Examiner")
    choice.addItems(["Embedded examiner", "Endpoint"])
    texts = column(
        TextLabel("Title of a screen", "title"),
        TextLabel("Head of a part", "head"),
        TextLabel("Plain words, 中文也可以 🙂 and <b>no markup</b>"),
        TextLabel("Muted words", "muted"),
        TextLabel("Small words", "small"),
        TextLabel("What went wrong", "error"),
        margin=0,
        spacing=3,
    )
    left.add(
        column(
            texts,
            chips,
            buttons,
            more,
            field,
            choice,
            EmptyState(theme, "history", "Nothing yet", "Runs will be listed here."),
        ),
        1,
    )

    right = Panel(theme, "Defense", "graduation-cap", "accent")
    right.add_right(Chip("Waiting for you", "warn"))
    begun, middle, over = StepHeader(theme), StepHeader(theme), StepHeader(theme)
    middle.show_step(3)
    over.show_step(4, finished=True)
    opened = FoldRow(
        theme,
        "flask-conical",
        "Edge case: duplicates",
        "nan in centroids",
        "error",
        lambda: column(TextLabel("kmeans(np.zeros((5, 2)), k=3)", "code")),
    )
    opened.set_open(True)
    rows = [
        FoldRow(theme, "file-code-2", "Read your code", "22 lines", "ok", QWidget),
        FoldRow(theme, "list-checks", "Baseline test", "3 of 3 passed", "ok", QWidget),
        opened,
        FoldRow(
            theme,
            "shield-alert",
            "Wants to run a test of its own in your session, which is a long story",
            "",
            "waiting",
            QWidget,
        ),
        FoldRow(theme, "wrench", "Running the baseline", "", "running"),
        FoldRow(theme, "brain", "Thought for 6 s", "", "", QWidget),
    ]
    right.add(column(begun, middle, over, *rows), 0)
    right.body.addStretch()
    split = Splitter(theme, Qt.Orientation.Horizontal)
    split.addWidget(left)
    split.addWidget(right)
    split.setSizes([480, 460])
    page = column(split, margin=10)
    set_role(page, "ground")
    page.resize(960, 640)
    buttons.layout().itemAt(0).widget().setFocus()
    return page


CODE = '''import numpy as np
import math


def kmeans(X, k, n_iter=100, seed=0):
    """Cluster the rows of X into k groups.

    Returns (centroids, labels).
    """
    rng = np.random.default_rng(seed)
    C = X[rng.choice(len(X), k, replace=False)]
    for _ in range(n_iter):
        dist = ((X[:, None] - C[None]) ** 2).sum(axis=-1)
        labels = dist.argmin(axis=1)
        new = C.copy()
        for j in range(k):
            pts = X[labels == j]
            if len(pts) > 0:  # keep the old centroid when empty 中文
                new[j] = pts.mean(axis=0)

        if np.allclose(new, C) and new != None:
            break
        C = new
    return C, lables


class Point:
    @property
    def name(self) -> str:
        return f"point {self.x!r} of {len('🙂')}"
'''


def editor(theme: Theme) -> QWidget:
    panel = Panel(theme, "kmeans.py", "file-code-2")
    panel.add_left(TextLabel("saved 14:02", "small"))
    panel.add_right(
        Button(theme, "Run", icon="play", token="ok", shortcut="F5"),
        PrimaryButton(theme, "Submit for defense", "graduation-cap"),
    )
    code = CodeEditor(theme)
    bar = FindBar(theme, code)
    panel.add(code, 1)
    panel.add(bar)
    code.load(CODE)
    code.problems.look()
    bar.find_field.setText("new")
    bar.open_bar(replace=True)
    code.mark_lines([13])
    code.go_to_line(19, 42)
    locked = Panel(theme, "kmeans.py", "file-code-2")
    reading = CodeEditor(theme)
    reading.load(CODE)
    reading.set_read_only("A question about this code is open: it can be read and copied, not changed.")
    reading.pick_lines(True)
    reading.go_to_line(12)
    locked.add(reading, 1)
    split = Splitter(theme, Qt.Orientation.Horizontal)
    split.addWidget(panel)
    split.addWidget(locked)
    split.setSizes([700, 500])
    page = column(split, margin=10)
    set_role(page, "ground")
    page.resize(1240, 780)
    return page


def output(theme: Theme) -> QWidget:
    verdicts = [
        Verdict(
            case_id="1", title="Three well separated blobs", call="kmeans(X, 3)", passed=True, got="…", expected="…"
        ),
        Verdict(
            case_id="2",
            title="Five equal points",
            call="kmeans(np.zeros((5, 2)), k=3)",
            passed=False,
            got="(array([[nan, nan], [0., 0.], [0., 0.]]), array([1, 1, 1, 1, 1]))",
            expected="no nan in the centroids",
            why="nan in the centroids",
        ),
        Verdict(
            case_id="3", title="k larger than n", call="kmeans(X[:2], 5)", passed=None, got="ValueError", expected=""
        ),
    ]
    outcome = Outcome(
        status="error",
        seconds=0.04,
        error=ErrorInfo(
            type="NameError",
            line=23,
            traceback="Traceback (most recent call last):\n"
            '  File "<student>", line 23, in kmeans\n    return C, lables\n'
            "NameError: name 'lables' is not defined. Did you mean: 'labels'?",
        ),
    )
    panes = [OutputPane(theme) for _ in range(6)]
    panes[1].run_started("Run 3 · same session as runs 1 and 2")
    panes[1].write("stdout", "[[ 0.1 -0.2]\n [ 6.1  5.9]\n [11.9 12.2]]\n\x1b[32mok\x1b[0m 中文\n")
    panes[1].run_ended(outcome)
    panes[2].run_started("Run 4")
    panes[2].write("stdout", "How many clusters? ")
    panes[2].ask_line("How many clusters? ")
    panes[3].show_variables(
        [
            Variable("X", "ndarray (60, 2)", "array([[ 0.12, -0.33], [ 6.01, 5.87], …])"),
            Variable("kmeans", "function", "<function kmeans at 0x7f>"),
            Variable("k", "int", "3"),
        ]
    )
    panes[3].show_tab(VARIABLES)
    panes[4].show_verdicts(verdicts)
    panes[4].tests.rows[1].set_open(True)
    panes[4].show_tab(TESTS)
    panes[5].show_tab(FIGURES)
    grid = QWidget()
    layout = QGridLayout(grid)
    layout.setSpacing(8)
    for index, pane in enumerate(panes):
        layout.addWidget(pane, index // 2, index % 2)
    set_role(grid, "ground")
    grid.resize(1280, 900)
    return grid


def prose(theme: Theme) -> QWidget:
    panel = Panel(theme, "Problem", "book-open")
    panel.add(column(Prose(theme, PROSE), margin=14))
    panel.body.addStretch(1)
    page = column(panel, margin=10)
    set_role(page, "ground")
    page.resize(460, 760)
    return page


PROSE = """**Implement K-Means clustering.** Write `kmeans(X, k, n_iter=100, seed=0)` with NumPy only.

### Requirements
- `X` has shape `(n, d)`; `labels` has shape `(n,)`
- Start from `k` **distinct** points of `X`
- A cluster that loses all its points must not give `nan`

### Example
```python
X = np.array([[0., 0.], [0., 1.], [9., 9.]])

C, lab = kmeans(X, 2)
lab            # array([0, 0, 1])
```

After the code a paragraph with [a link](http://example.org), ![a picture](x.png) and <b>html</b>.

1. First
2. Second, which is a long line that goes over the end of the pane

> A quotation of the rules, over more than one line when the pane is narrow.

| Step | What the examiner does |
|---|---|
| Baseline | three well separated blobs |
| Edge cases | `k = 1`, duplicates, empty cluster |
"""


PAGES: dict[str, Callable[[Theme], QWidget]] = {
    "widgets": widgets,
    "editor": editor,
    "output": output,
    "prose": prose,
}


def main(folder: Path, wanted: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    theme = Theme()
    theme.wear(app)
    for palette in PALETTES:
        theme.change(palette)
        for name in wanted or PAGES:
            page = PAGES[name](theme)
            page.show()
            for _ in range(3):
                app.processEvents()
            page.grab().save(str(folder / f"{name}-{palette.name.replace(' ', '-')}.png"))
            page.close()
            page.deleteLater()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
