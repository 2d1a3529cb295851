"""Sentences in the language of the person: one catalogue for window, terminal and examiner."""

from __future__ import annotations

from collections.abc import Mapping

from desktop.vocabulary.problem import Language

ONE = "|one"


class Words:
    """`words("Edge case {n}", n=2)`: the English sentence is the key; a missing translation falls back to it.

    Where `n` is 1 the catalogue may have a form of its own, under the sentence and `ONE`; Chinese needs none.
    """

    def __init__(self, language: Language = "en", catalogue: Mapping[str, str] | None = None) -> None:
        self.language: Language = language
        self._catalogue = catalogue or {}

    def __call__(self, sentence: str, /, **fields: object) -> str:
        said = self._catalogue.get(sentence, sentence)
        if fields.get("n") == 1:
            said = self._catalogue.get(sentence + ONE, said)
        return said.format(**fields) if fields else said


ENGLISH = Words()
