"""The document of an editor, which draws one line anew where one line changed."""

from __future__ import annotations

from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QPlainTextDocumentLayout, QPlainTextEdit


def plain_document(owner: QPlainTextEdit) -> QTextDocument:
    """A document that `owner` does not throw away when it is given another one."""
    made = QTextDocument(owner)
    made.setDocumentLayout(LineLayout(made))
    made.setDocumentMargin(0)  # marked lines reach from the gutter to the edge
    made.setDefaultFont(owner.font())
    return made


class LineLayout(QPlainTextDocumentLayout):
    """A highlighter reports its line as removed and added; Qt adds both lengths up, takes the next line for changed,
    too, and has the whole view painted at every key."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._document = document  # asked for by `document()`, it would be deleted together with this
        self._lines = document.blockCount()

    def documentChanged(self, from_: int, charsRemoved: int, charsAdded: int) -> None:
        document = self._document
        lines = document.blockCount()
        block = document.findBlock(from_)
        # as many lines as before, and all that is new lies in one: no other line can have changed
        if lines == self._lines and block.isValid() and from_ + charsAdded <= block.position() + block.length():
            charsRemoved, charsAdded = 0, max(1, charsAdded)
        self._lines = lines
        super().documentChanged(from_, charsRemoved, charsAdded)
