"""Keeps an API key out of every repr, sentence and log."""

from __future__ import annotations

from dataclasses import replace

from desktop.llm.failures.faults import Fault
from desktop.vocabulary.trouble import ModelTrouble


class Key:
    """A secret that no repr shows and no sentence repeats."""

    def __init__(self, key: str) -> None:
        self._value = key.strip()

    def __repr__(self) -> str:
        return "a key" if self._value else "no key"

    def headers(self) -> dict[str, str]:
        headers = {
            "Content-Type": "application/json",
            "Accept": "text/event-stream, application/json",
            "Accept-Encoding": "identity",  # compression only holds a stream back
        }
        if self._value and not (self._value.isascii() and self._value.isprintable()):
            raise ModelTrouble(
                "The API key holds characters no key has.", "Copy the key again and paste it in the settings."
            )
        return headers | ({"Authorization": f"Bearer {self._value}"} if self._value else {})

    def scrubbed(self, fault: Fault) -> Fault:
        if len(self._value) < 8:  # "none", "ollama": no secret, and a word that sentences may hold
            return fault
        quoted, written = (text.replace(self._value, "[key]") for text in (fault.quoted, fault.written))
        return replace(fault, quoted=quoted, written=written)
