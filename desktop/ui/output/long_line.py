"""One very long line of output, whole: it was cut where it came, since Qt cannot draw it there."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button
from desktop.ui.widgets.labels import TextLabel
from desktop.ui.widgets.roles import set_role

WIDTH = 120  # characters of a piece
SIZE = (860, 480)  # pixels at 100 %
KEPT = 4_000_000  # characters of long lines that are kept for one run


class LongLines:
    """The rests of lines that were cut, up to four million characters; what is more is lost, and said to be."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._rest: list[str] = []
        self._room = KEPT

    def add(self, rest: str) -> None:
        """Another part of the line that is being written, behind what is drawn of it."""
        kept = rest[: self._room]
        self._room -= len(kept)
        self._rest.append(kept)

    def end(self, drawn: str) -> int:
        """The line is over; its number for `whole`."""
        self._lines.append(drawn + "".join(self._rest))
        self._rest.clear()
        return len(self._lines) - 1

    def drop(self) -> None:
        """The line was written over."""
        self._rest.clear()

    def whole(self, number: int) -> str:
        return self._lines[number]


class LongLineDialog(QDialog):
    """Shown with `open()`. Broken into pieces of equal length; copying gives it in one."""

    def __init__(self, theme: Theme, line: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line = line
        self.setWindowTitle(self.tr("One line of the output"))
        self.resize(*(round(side * theme.text_scale) for side in SIZE))
        self.text = QPlainTextEdit()
        set_role(self.text, "codebox")
        self.text.setReadOnly(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setFont(theme.code_font(9.5))
        self.text.setAccessibleName(self.windowTitle())
        self.text.setPlainText("\n".join(line[start : start + WIDTH] for start in range(0, len(line), WIDTH)))
        copy = Button(theme, self.tr("Copy the line"), icon="copy")
        close = Button(theme, self.tr("Close"))
        copy.clicked.connect(self._copy)
        close.clicked.connect(self.accept)
        said = self.tr("%n characters in one line; broken here to be read.", "", len(line))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(TextLabel(said, "small", wrap=True), 1)
        row.addWidget(copy)
        row.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 14)
        column.setSpacing(12)
        column.addWidget(self.text, 1)
        column.addLayout(row)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._line)
