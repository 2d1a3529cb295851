"""The editor with its bars: what a page puts in one place."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.ui.editor.code_editor import CodeEditor
from desktop.ui.editor.find_bar import FindBar
from desktop.ui.editor.go_to_bar import GoToBar
from desktop.ui.editor.line_reader import LineReader
from desktop.ui.theme.theme import Theme


class EditorPane(QWidget):
    """One bar at a time under the code."""

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self.editor = CodeEditor(theme)
        self.line_reader = LineReader(self.editor)
        self.find_bar = FindBar(theme, self.editor)
        self.go_to_bar = GoToBar(theme, self.editor)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.editor, 1)
        column.addWidget(self.find_bar)
        column.addWidget(self.go_to_bar)
        self.setFocusProxy(self.editor)
        self.editor.find_requested.connect(self._find)
        self.editor.go_to_requested.connect(self._go_to)

    def _find(self, replace: bool) -> None:
        self.go_to_bar.hide()
        self.find_bar.open_bar(replace)

    def _go_to(self) -> None:
        if self.find_bar.isVisible():
            self.find_bar.close_bar()
        self.go_to_bar.open_bar()
