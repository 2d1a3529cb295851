"""Another text in front of the program: what is behind it can be neither seen, copied, found nor read aloud.

The editor gets a document of its own for that text, so whatever asks the editor what it shows (selection, clipboard,
find bar, completion, accessible text, undo) meets nothing else. The program keeps its own history of undo meanwhile.
"""

from __future__ import annotations

from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QPlainTextEdit

from desktop.ui.editor.highlighter import PythonHighlighter
from desktop.ui.editor.line_layout import plain_document
from desktop.ui.theme.palette import Palette


class Veil:
    """`drawn` is true while it hides what is behind."""

    def __init__(self, editor: QPlainTextEdit) -> None:
        self._editor = editor
        self._behind: QTextDocument | None = None
        self._colours: PythonHighlighter | None = None
        self._place = (0, 0, 0)  # anchor and position of the cursor, and the first line in view

    @property
    def drawn(self) -> bool:
        return self._behind is not None

    @property
    def text_behind(self) -> str:
        """The program itself, whatever is shown."""
        return (self._behind or self._editor.document()).toPlainText()

    def draw(self, text: str, palette: Palette) -> None:
        """Show `text` in place of the program, on the same lines."""
        editor = self._editor
        cursor, top = editor.textCursor(), editor.verticalScrollBar().value()
        if self._behind is None:
            self._behind = editor.document()
            self._place = (cursor.anchor(), cursor.position(), top)
            front = plain_document(editor)
            front.setUndoRedoEnabled(False)
            self._colours = PythonHighlighter(front, palette)
            editor.setDocument(front)
        editor.setPlainText(text)
        editor.verticalScrollBar().setValue(top)

    def lift(self) -> None:
        """The program again, with its cursor, its place and its history."""
        if self._behind is None:
            return
        editor, front = self._editor, self._editor.document()
        self._behind.setDefaultFont(editor.font())  # the size of the text may have changed meanwhile
        editor.setDocument(self._behind)
        self._behind = self._colours = None
        front.deleteLater()
        cursor = editor.textCursor()
        cursor.setPosition(self._place[0])
        cursor.setPosition(self._place[1], cursor.MoveMode.KeepAnchor)
        editor.setTextCursor(cursor)
        editor.verticalScrollBar().setValue(self._place[2])

    def wear(self, palette: Palette) -> None:
        if self._colours is not None:
            self._colours.wear(palette)
