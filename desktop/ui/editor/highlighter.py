"""Colours for Python, line by line with one regular expression."""

from __future__ import annotations

import builtins
import keyword
import re
from typing import Final

from PySide6.QtGui import QColor, QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument, QTextFormat

from desktop.ui.editor.columns import utf16_length
from desktop.ui.theme.palette import Palette

# States a line can end in. A prefix with `r` changes nothing: a backslash keeps the quote after it from ending either.
OUTSIDE: Final = 0
IN_DOUBLE: Final = 1  # inside """
IN_SINGLE: Final = 2  # inside '''

_WORDS = {
    **{name: "builtin" for name in dir(builtins) if not name.startswith("_")},
    **dict.fromkeys(("self", "cls"), "builtin"),
    **dict.fromkeys(keyword.kwlist, "keyword"),
}
_TOKEN = re.compile(
    r"""
      (?P<comment>\#.*)
    | (?P<triple>(?:(?<!\w)[rRbBuUfFtT]{1,2})?(?:\"\"\"|'''))
    | (?P<string>(?:(?<!\w)[rRbBuUfFtT]{1,2})?(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?))
    | \b(?P<defining>def|class)\s+(?P<definition>\w+)
    | (?P<soft>^\s*(?:match|case))(?=\s+[^\s=].*:\s*(?:\#.*)?$)
    | (?P<decorator>^\s*@[\w.]+)
    | \b(?P<number>0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|\d[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?\d[\d_]*)?[jJ]?)
    | (?P<name>[^\W\d]\w*)
    """,
    re.VERBOSE,
)
_END = {
    IN_DOUBLE: re.compile(r'(?:[^\\"]|\\.|\\$|"(?!""))*"""'),
    IN_SINGLE: re.compile(r"(?:[^\\']|\\.|\\$|'(?!''))*'''"),
}
_TOKENS = {  # kind of text: token of the palette
    "comment": "comment",
    "string": "string",
    "keyword": "keyword",
    "soft": "keyword",
    "decorator": "definition",
    "builtin": "builtin",
    "number": "number",
    "definition": "definition",
}
_KIND = int(QTextFormat.Property.UserProperty.value) + 1
LONGEST_LINE = 5_000  # characters; what is longer stays plain, it is data and not code


def formats(palette: Palette) -> dict[str, QTextCharFormat]:
    made: dict[str, QTextCharFormat] = {}
    for kind, token in _TOKENS.items():
        made[kind] = QTextCharFormat()
        made[kind].setForeground(QColor(str(getattr(palette, token))))
        made[kind].setProperty(_KIND, kind)
    made["comment"].setFontItalic(True)
    for kind in ("keyword", "soft"):
        made[kind].setFontWeight(QFont.Weight.DemiBold)
    return made


class PythonHighlighter(QSyntaxHighlighter):
    """Draws keywords, names, strings and comments; a string over several lines is carried in the block state."""

    def __init__(self, document: QTextDocument, palette: Palette):
        super().__init__(document)
        self._formats = formats(palette)

    def wear(self, palette: Palette) -> None:
        """Another theme; the text and its undo history are not touched."""
        self._formats = formats(palette)
        self.rehighlight()

    @staticmethod
    def is_words(form: QTextCharFormat) -> bool:
        """Whether this is how strings or comments are drawn."""
        return form.property(_KIND) in ("string", "comment")

    def highlightBlock(self, text: str) -> None:
        if len(text) > LONGEST_LINE:
            self.setCurrentBlockState(max(OUTSIDE, self.previousBlockState()))
            return
        plain = text.isascii() or utf16_length(text) == len(text)
        for start, end, kind in self._spans(text, max(OUTSIDE, self.previousBlockState())):
            if plain:
                self.setFormat(start, end - start, self._formats[kind])
            else:
                left = utf16_length(text[:start])
                self.setFormat(left, utf16_length(text[start:end]), self._formats[kind])

    def _spans(self, text: str, state: int) -> list[tuple[int, int, str]]:
        spans: list[tuple[int, int, str]] = []
        at = 0
        if state in _END:
            closing = _END[state].match(text)
            if closing is None:
                self.setCurrentBlockState(state)
                return [(0, len(text), "string")]
            at = closing.end()
            spans.append((0, at, "string"))
        self.setCurrentBlockState(OUTSIDE)
        while (found := _TOKEN.search(text, at)) is not None:
            start, at = found.span()
            kind = found.lastgroup or ""
            if kind == "triple":
                inside = IN_DOUBLE if found.group().endswith('"') else IN_SINGLE
                closing = _END[inside].match(text, at)
                at = closing.end() if closing else len(text)
                spans.append((start, at, "string"))
                if closing is None:
                    self.setCurrentBlockState(inside)
            elif kind == "definition":
                spans += [(*found.span("defining"), "keyword"), (*found.span("definition"), "definition")]
            elif kind == "name":
                word = _WORDS.get(found.group())
                if word and text[start - 1 : start] != ".":
                    spans.append((start, at, word))
            else:
                spans.append((start, at, kind))
            at = max(at, start + 1)
        return spans
