"""Says the line one is on: some screen readers pass over empty lines, or read the one after them instead."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt

from desktop.ui.announce import announce
from desktop.ui.editor.code_editor import CodeEditor
from desktop.ui.keymap import editor_keys
from desktop.ui.widgets.keys import install

KEYS = "Ctrl+Shift+Space"


class LineReader(QObject):
    """An empty line is said when the cursor comes to it; any line, with its indent, when it is asked for by keys."""

    def __init__(self, editor: CodeEditor) -> None:
        super().__init__(editor)
        self._editor = editor
        self._line = 0
        editor.cursor_moved.connect(self._moved)
        install(editor, KEYS, editor_keys(self.tr)[KEYS], self.read, Qt.ShortcutContext.WidgetShortcut)

    def read(self) -> None:
        announce(self._editor, self.words())

    def words(self) -> str:
        """What is said of the line the cursor is on."""
        block = self._editor.textCursor().block()
        text, number = block.text(), block.blockNumber() + 1
        if not text.strip():
            return self.tr("Line {line}, empty").format(line=number)
        spaces = len(text) - len(text.lstrip())
        if not spaces:
            return self.tr("Line {line}: {text}").format(line=number, text=text)
        said = self.tr("Line {line}, indented by {spaces}: {text}")
        return said.format(line=number, spaces=spaces, text=text.strip())

    def _moved(self, line: int, _column: int) -> None:
        come, self._line = line != self._line, line
        if come and self._editor.hasFocus() and not self._editor.textCursor().block().text().strip():
            self.read()
