"""Code or output to be read: a rounded box, coloured where it is Python, scrolling where it is long."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QVBoxLayout, QWidget

from desktop.ui.editor.highlighter import PythonHighlighter
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.roles import set_role

LONGEST_LINE = 2000  # characters: longer lines freeze Qt
MOST_LINES = 2000
TALLEST = 260  # pixels


class CodeBox(QFrame):
    def __init__(
        self, theme: Theme, text: str, *, python: bool = True, tallest: int = TALLEST, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        set_role(self, "card")
        self.view = _View()
        set_role(self.view, "console")
        self.view.setReadOnly(True)
        self.view.setFont(theme.code_font(9.5))
        self.view.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.view.setAccessibleName(self.tr("Code") if python else self.tr("Text"))
        self.view.document().setDocumentMargin(2)
        self._highlighter = PythonHighlighter(self.view.document(), theme.palette) if python else None
        theme.changed.connect(self._wear)
        self.view.setPlainText(cut(text))
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 6, 6)
        column.addWidget(self.view)
        lines = self.view.blockCount()
        metrics = self.view.fontMetrics()
        widest = max((metrics.horizontalAdvance(line) for line in cut(text).split("\n")), default=0)
        bar = 14 if widest > 380 else 0  # room for a horizontal scroll bar that may come
        self.view.setFixedHeight(min(tallest, lines * metrics.lineSpacing() + 8 + bar))
        self.view.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    @property
    def text(self) -> str:
        return self.view.toPlainText()

    def _wear(self) -> None:
        if self._highlighter is not None:
            self._highlighter.wear(self._theme.palette)


def cut(text: str) -> str:
    lines = text.rstrip("\n").split("\n")
    shown = [line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + " …" for line in lines[:MOST_LINES]]
    return "\n".join([*shown, "…"] if len(lines) > MOST_LINES else shown)


class _View(QPlainTextEdit):
    """The wheel goes to the pane around it unless there is something to scroll here."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.verticalScrollBar().maximum() > 0:
            super().wheelEvent(event)
        else:
            event.ignore()
