"""Draws every part in every theme to PNG files, to be looked at: `python tests/gui/gallery.py FOLDER`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[2]))

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from desktop.ui.theme.palette import PALETTES
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button, IconButton, PrimaryButton
from desktop.ui.widgets.choice import Choice
from desktop.ui.widgets.empty import EmptyState
from desktop.ui.widgets.fold_row import FoldRow
from desktop.ui.widgets.labels import Chip, TextLabel
from desktop.ui.widgets.panel import Panel
from desktop.ui.widgets.roles import set_role
from desktop.ui.widgets.splitter import Splitter
from desktop.ui.widgets.step_header import StepHeader


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


PAGES: dict[str, Callable[[Theme], QWidget]] = {"widgets": widgets}


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
