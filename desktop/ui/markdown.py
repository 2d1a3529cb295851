"""Markdown of packs, models and students, made into HTML that Qt may show.

What comes in is hostile: HTML in it is shown as text, images become their description, links keep their words and
lose their target. Nothing is fetched, nothing can be clicked.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from pygments import lexers
from pygments.lexer import Lexer
from pygments.token import Token as Kind
from pygments.util import ClassNotFound

from desktop.ui.theme.fonts import BODY_POINTS
from desktop.ui.theme.palette import Palette
from desktop.vocabulary.plain import spelled_out

MOST_CHARACTERS = 200_000  # of one message; what is longer is cut, with a mark
_COLOURS: tuple[tuple[Any, str], ...] = (
    (Kind.Comment, "comment"),
    (Kind.Literal.String, "string"),
    (Kind.Literal.Number, "number"),
    (Kind.Operator.Word, "keyword"),
    (Kind.Keyword, "keyword"),
    (Kind.Name.Builtin, "builtin"),
    (Kind.Name.Function, "definition"),
    (Kind.Name.Class, "definition"),
    (Kind.Name.Decorator, "definition"),
)
# A line after a blank one that belongs to the list or quote before it, or may do so when it has grown.
_GOES_ON = re.compile(r"\s|$|>|[-*+](?:\s|$)|\d{1,9}(?:[.)]|$)")
_PYTHON = ("", "py", "python", "python3", "pycon")


@dataclass(frozen=True, slots=True)
class Split:
    """A message in the making: `stable` is final and need not be rendered again, `tail` may still change."""

    stable: str
    tail: str


def split_stable(source: str) -> Split:
    """Cut before the last paragraph that begins after a blank line, outside of fences and not going on a list."""
    position = cut = 0
    fence, after_blank = "", False
    for line in source.splitlines(keepends=True):
        text = line.strip()
        indent = len(line) - len(line.lstrip(" "))
        if not fence and after_blank and not _GOES_ON.match(line):
            cut = position
        if fence:
            if indent < 4 and text.startswith(fence) and not text.strip(fence[0]):
                fence = ""
        elif indent < 4 and text.startswith(("```", "~~~")):
            fence = text[0] * (len(text) - len(text.lstrip(text[0])))
        after_blank = not fence and not text and line.endswith("\n")
        position += len(line)
    return Split(source[:cut], source[cut:])


@lru_cache(maxsize=4)
def renderer(palette: Palette, text_scale: float = 1.0) -> Renderer:
    """One for all messages that look alike: to make it takes longer than to render a message."""
    return Renderer(palette, text_scale)


class Renderer:
    """Turns Markdown into the HTML subset of Qt, in the colours of one palette."""

    def __init__(self, palette: Palette, text_scale: float = 1.0):
        self._palette = palette
        self._points = BODY_POINTS * text_scale
        self._parser = MarkdownIt("commonmark", {"html": False, "linkify": False, "breaks": False})
        self._parser.enable(["table", "strikethrough"])
        rules = cast("RendererHTML", self._parser.renderer).rules
        for rule in ("fence", "code_block", "code_inline", "image", "link_open", "link_close", "table_open", "hr"):
            rules[rule] = getattr(self, f"_{rule}")

    def html(self, source: str) -> str:
        """The body of a document; put `style_sheet` into the document's default style sheet."""
        if len(source) > MOST_CHARACTERS:
            source = source[:MOST_CHARACTERS] + "\n\n…"
        return str(self._parser.render(spelled_out(source)))

    def style_sheet(self) -> str:
        p = self._palette
        return (
            f"body {{ color: {p.text}; }}"
            "p { margin-top: 0; margin-bottom: 7px; }"
            "h1, h2, h3, h4, h5, h6 { margin-top: 10px; margin-bottom: 5px; font-weight: 600; }"
            f"h1 {{ font-size: {self._points * 1.35:.1f}pt; }} h2 {{ font-size: {self._points * 1.2:.1f}pt; }}"
            f"h3, h4, h5, h6 {{ font-size: {self._points * 1.08:.1f}pt; }}"
            "ul, ol { margin-top: 2px; margin-bottom: 8px; } li { margin-bottom: 3px; }"
            "pre { font-family: 'JetBrains Mono'; margin: 0; }"
            f"code {{ font-family: 'JetBrains Mono'; background-color: {p.code}; }}"
            f"th {{ color: {p.muted}; text-align: left; font-weight: 600; }}"
            f"blockquote {{ color: {p.muted}; margin-left: 12px; margin-bottom: 8px; }}"
            f"a {{ color: {p.text}; text-decoration: none; }}"
        )

    # -- what differs from plain HTML

    def _fence(self, tokens: Sequence[Token], index: int, *rest: Any) -> str:
        words = tokens[index].info.strip().split()
        return self._block(tokens[index].content, words[0].lower() if words else "")

    def _code_block(self, tokens: Sequence[Token], index: int, *rest: Any) -> str:
        return self._block(tokens[index].content, "")

    def _block(self, source: str, language: str) -> str:
        body = coloured(source.rstrip("\n"), language, self._palette)
        return (
            f'<table width="100%" cellspacing="0" cellpadding="9" bgcolor="{self._palette.code}"><tr><td>'
            f'<pre style="white-space: pre-wrap">{body}</pre></td></tr></table>'
            '<p style="margin: 0; font-size: 3pt">&nbsp;</p>'
        )

    def _code_inline(self, tokens: Sequence[Token], index: int, *rest: Any) -> str:
        return f"<code>{html.escape(tokens[index].content)}</code>"

    def _image(self, tokens: Sequence[Token], index: int, *rest: Any) -> str:
        words = html.escape(tokens[index].content.strip())
        return f"<i>[{words}]</i>" if words else ""

    def _link_open(self, *_: Any) -> str:
        return "<u>"

    def _link_close(self, *_: Any) -> str:
        return "</u>"

    def _table_open(self, *_: Any) -> str:
        return '<table cellspacing="0" cellpadding="4">'

    def _hr(self, *_: Any) -> str:
        return f'<table width="100%" cellspacing="0" cellpadding="0" bgcolor="{self._palette.border}">' + (
            '<tr><td style="font-size: 1px">&nbsp;</td></tr></table>'
        )


def coloured(source: str, language: str, palette: Palette) -> str:
    """Source text as HTML spans; a language Pygments does not know stays plain."""
    spans: list[str] = []
    for kind, text in _lexer(language).get_tokens(source):
        words = html.escape(text, quote=False)
        token = next((token for family, token in _COLOURS if kind in family), "")
        if token and text.strip():
            spans.append(f'<span style="color:{getattr(palette, token)}">{words}</span>')
        else:
            spans.append(words)
    return "".join(spans).rstrip("\n")


def _lexer(language: str) -> Lexer:
    find = cast("Callable[..., Lexer]", getattr(lexers, "get_lexer_by_name"))  # noqa: B009  # half typed
    try:
        return find("python" if language in _PYTHON else language, stripnl=False)
    except ClassNotFound:
        return find("text", stripnl=False)
