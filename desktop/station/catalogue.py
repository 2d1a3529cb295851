"""Reads the sentences of a language from `resources/locale/<language>/*.toml`: English sentence = translation."""

from __future__ import annotations

import tomllib
from pathlib import Path

from desktop.vocabulary.problem import Language
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.words import Words


def load_words(language: Language, locale: Path) -> Words:
    """`locale` is `resources() / "locale"`. A language without a folder speaks English."""
    return Words(language, read_sentences(locale / language))


def read_sentences(folder: Path) -> dict[str, str]:
    """Every sentence of every file, one file for each room that speaks; `Trouble` names the file that is broken."""
    sentences: dict[str, str] = {}
    for path in sorted(folder.glob("*.toml")):
        try:
            written = tomllib.loads(path.read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise Trouble(f"The sentences in {path} cannot be read: {error}.", "Install Defense Desk again.") from None
        for english, translation in written.items():
            if not isinstance(translation, str):
                raise Trouble(f"{english!r} in {path} has no plain translation.", "Install Defense Desk again.")
            sentences[english] = translation
    return sentences
