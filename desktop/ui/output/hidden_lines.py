"""Lines of the output that may not be read for a while: they are taken out of the document, and put back later.

What is only painted over can still be selected, copied and read aloud.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtGui import QTextBlock, QTextBlockUserData, QTextCharFormat, QTextCursor, QTextDocument

Veil = Callable[[Sequence[str]], list[str]]


class _Behind(QTextBlockUserData):
    """What a line says when nothing is hidden, what is shown for it, and its look; dropped together with its line."""

    def __init__(self, text: str, shown: str, look: QTextCharFormat) -> None:
        super().__init__()
        self.text, self.shown, self.look = text, shown, look


class HiddenLines:
    """The veil it is given says what may be shown of neighbouring lines; without one everything may."""

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self._veil: Veil | None = None

    def veil(self, veil: Veil | None) -> None:
        """Another one, or none: all that stands there is looked at anew."""
        for block in _blocks(self._document.begin()):
            if isinstance(block.userData(), _Behind):
                _replace(block, _behind(block), _look(block))
                block.setUserData(None)  # type: ignore[arg-type]  # Qt takes nothing for none
        self._veil = veil
        self.look(QTextCursor(self._document))

    def end(self) -> QTextCursor:
        """The beginning of the last line; it stays there whatever is written behind it or dropped before it."""
        cursor = QTextCursor(self._document)
        cursor.setKeepPositionOnInsert(True)
        if self._veil is not None:
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock)
        return cursor

    def look(self, first: QTextCursor) -> None:
        """At the line of `first` and all after it."""
        if self._veil is None:
            return
        before = first.block().previous()  # what stands above a line may tell what it is
        blocks = list(_blocks(before if before.isValid() else first.block()))
        texts = [_behind(block) for block in blocks]
        for block, text, shown in zip(blocks, texts, self._veil(texts), strict=True):
            if block.text() != shown:
                look = _look(block)
                _replace(block, shown, look)
                block.setUserData(_Behind(text, shown, look))

    def of_one(self, line: str) -> str:
        """What may be shown of this line."""
        return self._veil([line])[0] if self._veil else line


def _blocks(block: QTextBlock) -> Iterator[QTextBlock]:
    while block.isValid():
        yield block
        block = block.next()


def _behind(block: QTextBlock) -> str:
    data, text = block.userData(), block.text()
    if not isinstance(data, _Behind):
        return text
    return data.text + text.removeprefix(data.shown) if text.startswith(data.shown) else text  # more came, or other


def _look(block: QTextBlock) -> QTextCharFormat:
    """That of its first character; an empty line has kept it in what is behind it."""
    data = block.userData()
    if isinstance(data, _Behind):
        return data.look
    cursor = QTextCursor(block)
    cursor.movePosition(QTextCursor.MoveOperation.NextCharacter)
    return cursor.charFormat()


def _replace(block: QTextBlock, text: str, look: QTextCharFormat) -> None:
    cursor = QTextCursor(block)
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText(text, look)
