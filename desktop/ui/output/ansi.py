"""Terminal text taken apart: pieces with a colour of the theme, everything else a terminal can do left out."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SGR_TOKENS = ("text", "error", "ok", "warn", "accent", "keyword", "builtin", "muted")
_ESCAPE = re.compile(
    r"\x1b(?:\[(?P<arguments>[0-?]*)[ -/]*(?P<end>[@-~])"  # CSI: colours, cursor, clearing
    r"|\][^\x07\x1b]*(?:\x07|\x1b\\)"  # OSC: titles, links
    r"|[PX^_][^\x1b]*\x1b\\"  # DCS and other strings
    r"|[ -/]*[0-Z\\^-~])"  # two characters
)
_UNFINISHED = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b]*\x1b?|[PX^_][^\x1b]*\x1b?|[ -/]*)?$")
_CONTROL = {code: None for code in range(32) if chr(code) not in "\t\n\r"} | {127: None}
_BREAKS = {0x2028: " ", 0x2029: " ", 0x85: " "}  # Qt would start a line here, and Python did not
LONGEST_ESCAPE = 4_096  # an escape that does not end within so many characters is none


@dataclass(frozen=True, slots=True)
class Piece:
    """Text in one colour: the name of a token of the palette, or empty for the colour of its stream."""

    text: str
    token: str = ""
    bold: bool = False


class AnsiReader:
    """Reads a stream in pieces of any size; an escape cut in two by the pieces is put together again."""

    def __init__(self) -> None:
        self._rest = ""
        self._token = ""
        self._bold = False

    def read(self, text: str) -> list[Piece]:
        text = self._rest + text
        self._rest = ""
        unfinished = _UNFINISHED.search(text)
        if unfinished and len(unfinished.group()) < LONGEST_ESCAPE:
            self._rest, text = unfinished.group(), text[: unfinished.start()]
        pieces: list[Piece] = []
        at = 0
        for escape in _ESCAPE.finditer(text):
            self._add(pieces, text[at : escape.start()])
            if escape["end"] == "m":
                self._colour(escape["arguments"])
            at = escape.end()
        self._add(pieces, text[at:])
        return pieces

    def _add(self, pieces: list[Piece], text: str) -> None:
        text = text.translate(_CONTROL).translate(_BREAKS)
        if text:
            pieces.append(Piece(text, self._token, self._bold))

    def _colour(self, arguments: str) -> None:
        codes = [int(code) if code.isdigit() and len(code) < 4 else 0 for code in arguments.split(";")]
        while codes:
            code = codes.pop(0)
            if code == 0:
                self._token, self._bold = "", False
            elif code == 1:
                self._bold = True
            elif code == 22:
                self._bold = False
            elif 30 <= code <= 37 or 90 <= code <= 97:
                self._token = _SGR_TOKENS[code % 10]
            elif code == 39:
                self._token = ""
            elif code in (38, 48):  # 256 or true colours follow: too many to be readable in every theme
                del codes[: 2 if codes[:1] == [5] else 4]
