"""Takes a person to the lines of code that something is about."""

from __future__ import annotations

from PySide6.QtCore import Signal

from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button

MOST = 3  # numbers that are named where the lines do not stand together


class LinesButton(Button):
    """`lines_wanted` carries the lines, from 1, as a tuple."""

    lines_wanted = Signal(object)

    def __init__(self, theme: Theme, lines: tuple[int, ...]) -> None:
        self._lines = lines
        super().__init__(theme, "", "quiet")
        first, last = lines[0], lines[-1]
        some = self.tr("line {n}") if len(lines) == 1 else self.tr("lines {n}")
        together = len(lines) > 1 and list(lines) == list(range(first, last + 1))
        more = ", …" if len(lines) > MOST and not together else ""
        numbers = f"{first}–{last}" if together else ", ".join(map(str, lines[:MOST])) + more
        self.setText(some.format(n=numbers))
        self.setToolTip(self.tr("Show line {n} in the editor").format(n=first))
        self.clicked.connect(self._wanted)

    def _wanted(self) -> None:
        self.lines_wanted.emit(self._lines)
