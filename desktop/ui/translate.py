"""The window's words from the shared catalogue: `self.tr("English sentence")` needs no compiled files."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject, QTranslator

from desktop.vocabulary.words import Words


class CatalogueTranslator(QTranslator):
    """Answers every context with the catalogue, and with the English sentence where that has none."""

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.words = words

    def isEmpty(self) -> bool:
        return False

    def translate(
        self, context: bytes | str, sourceText: bytes | str, disambiguation: bytes | str | None = None, n: int = -1
    ) -> str:
        sentence = sourceText.decode() if isinstance(sourceText, bytes) else sourceText
        return self.words(sentence)  # never "": Qt takes an empty text for a translation


def translated(sentence: str) -> str:
    """A sentence of another room (a trouble) in the language of the window; each such room has its own catalogue."""
    return QCoreApplication.translate("", sentence) if sentence else ""
