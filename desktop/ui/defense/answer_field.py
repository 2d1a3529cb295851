"""A field of a few lines for an answer, in words or in code."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit

from desktop.ui.editor.highlighter import PythonHighlighter
from desktop.ui.editor.line_edits import clean_text
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.roles import set_role

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
MOST_LINES = 8


class AnswerField(QPlainTextEdit):
    """Grows to eight lines; Enter sends, Shift+Enter starts a line, Tab goes on to the next control.

    Signals: `sent()`.
    """

    sent = Signal()

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self._least = 1
        self._code = self._one_line = False
        self._colours: PythonHighlighter | None = None
        set_role(self, "field")
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(3)
        self.textChanged.connect(self._fit)
        theme.changed.connect(self._wear)

    def show_as(self, *, code: bool, least: int = 1, one_line: bool = False) -> None:
        """Code has the font of code; `one_line` of it has the colours of Python, too, and takes no second line."""
        self._code, self._least, self._one_line = code, least, one_line
        if one_line and self._colours is None:
            self._colours = PythonHighlighter(self.document(), self._theme.palette)
        elif not one_line and self._colours is not None:
            self._colours.setDocument(None)  # type: ignore[arg-type]  # Qt takes none
            self._colours = None
        self._wear()

    def _wear(self) -> None:
        self.setFont(self._theme.code_font() if self._code else self._theme.ui_font())
        if self._colours is not None:
            self._colours.wear(self._theme.palette)
        self._fit()

    def _fit(self) -> None:
        lines = min(MOST_LINES, max(self._least, int(self.document().size().height())))
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 18)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def insertFromMimeData(self, source: QMimeData) -> None:
        text = clean_text(source.text())
        self.insertPlainText(" ".join(text.split("\n")).strip() if self._one_line else text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER and (self._one_line or not event.modifiers() & Qt.KeyboardModifier.ShiftModifier):
            self.sent.emit()
            return
        super().keyPressEvent(event)
