"""A code box that shows Python in its colours."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from desktop.ui.editor.highlighter import PythonHighlighter
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.code_box import CodeBox


class PythonBox(CodeBox):
    def __init__(self, theme: Theme, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(theme, text, parent=parent)
        self.setAccessibleName(self.tr("Code"))
        self._highlighter = PythonHighlighter(self.document(), theme.palette)
        theme.changed.connect(self._colour)

    def _colour(self) -> None:
        self._highlighter.wear(self._theme.palette)
