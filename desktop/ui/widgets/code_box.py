"""A few lines of code or a value, to be read and copied."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.roles import set_role
from desktop.vocabulary.plain import spelled_out

LONGEST = 100_000  # characters; a test of the examiner has up to 20,000, and is agreed to as a whole
MOST_LINES = 14


class CodeBox(QPlainTextEdit):
    """As high as its lines, up to 14; a longer text scrolls. Long lines are wrapped, so nothing hides at the right."""

    def __init__(
        self, theme: Theme, text: str = "", name: str = "", points: float = 9.5, parent: QWidget | None = None
    ):
        super().__init__(parent)
        self._theme, self._points = theme, points
        set_role(self, "codebox")
        self.setAccessibleName(name or self.tr("Code"))
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(6)
        theme.changed.connect(self._wear)
        self._wear()
        self.show_text(text)

    def show_text(self, text: str) -> None:
        text = spelled_out(text)
        cut = text if len(text) <= LONGEST else text[:LONGEST] + "…"
        self.setPlainText(cut)
        self._fit_height()

    def _wear(self) -> None:
        self.setFont(self._theme.code_font(self._points))
        self._fit_height()

    def _fit_height(self) -> None:
        lines = int(self.document().size().height())  # a plain text document counts its size in lines
        height = QFontMetricsF(self.font()).lineSpacing() * min(MOST_LINES, max(1, lines))
        shown = Qt.ScrollBarPolicy.ScrollBarAsNeeded if lines > MOST_LINES else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(shown)
        self.setFixedHeight(int(height + 2 * self.document().documentMargin()) + 5)  # with its edge

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.verticalScrollBar().maximum() > 0 and self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
