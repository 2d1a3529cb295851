"""The window's words from the shared catalogue: `self.tr("English sentence")` needs no compiled files."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QObject, QTranslator

from desktop.vocabulary.words import ONE, Words


class CatalogueTranslator(QTranslator):
    """Answers every context with the catalogue, then with Qt's own words (Undo, Copy, Cancel), then in English."""

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.words = words
        self._qt = QTranslator(self)
        self._qt.load("qtbase_zh_CN", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))

    def isEmpty(self) -> bool:
        return False

    def translate(
        self, context: bytes | str, sourceText: bytes | str, disambiguation: bytes | str | None = None, n: int = -1
    ) -> str:
        sentence = sourceText.decode() if isinstance(sourceText, bytes) else sourceText
        if _text(context) == "QShortcut":  # the names of keys: the key Home is not the home page
            return sentence
        said = self.words(sentence + ONE) if n == 1 else ""
        if said in ("", sentence + ONE):
            said = self.words(sentence)
        if said == sentence and self.words.language == "zh":
            said = self._qt.translate(_text(context), sentence, _text(disambiguation), n) or said
        return said  # never "": Qt takes an empty text for a translation


def _text(given: bytes | str | None) -> str:
    return given.decode() if isinstance(given, bytes) else given or ""


def translated(sentence: str) -> str:
    """A sentence of another room (a trouble) in the language of the window; each such room has its own catalogue."""
    return QCoreApplication.translate("", sentence) if sentence else ""
