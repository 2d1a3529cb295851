"""A diff to be read: added lines and removed ones are told apart by sign and colour."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QSyntaxHighlighter, QTextCharFormat
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.roles import set_role

LONGEST_LINE = 2000  # characters: longer lines freeze Qt
MOST_LINES = 20_000


class DiffBox(QPlainTextEdit):
    """Read only; lines are not wrapped, since a sign belongs to a whole line."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        set_role(self, "codebox")
        self.setAccessibleName(self.tr("What would be written, as a diff"))
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setMaximumBlockCount(MOST_LINES)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setMinimumHeight(120)
        self._colours = _Colours(self)
        theme.changed.connect(self._wear)
        self._wear()

    def show_diff(self, diff: str) -> None:
        lines = (line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…" for line in diff.splitlines())
        self.setPlainText("\n".join(lines))

    def _wear(self) -> None:
        self.setFont(self._theme.code_font(9.5))
        self._colours.wear(self._theme)


class _Colours(QSyntaxHighlighter):
    def __init__(self, box: DiffBox) -> None:
        super().__init__(box.document())
        self._heads, self._added, self._removed, self._places = (QTextCharFormat() for _ in range(4))

    def wear(self, theme: Theme) -> None:
        self._heads.setFontWeight(QFont.Weight.DemiBold)
        self._added.setForeground(theme.color("ok"))
        self._removed.setForeground(theme.color("error"))
        self._places.setForeground(theme.color("muted"))
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        signs = {"+++": self._heads, "---": self._heads, "@@": self._places, "+": self._added, "-": self._removed}
        for sign, style in signs.items():
            if text.startswith(sign):
                self.setFormat(0, len(text), style)
                return
