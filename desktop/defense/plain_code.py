"""Python without what it says to a reader: comments and docstrings blanked, line by line."""

from __future__ import annotations

import io
import re
import tokenize

COMMENT = re.compile(r"#[^\n'\"]*$", re.MULTILINE)
BETWEEN_STATEMENTS = (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.NL, tokenize.COMMENT)


def blanked(source: str) -> str:
    """The same lines, so that line numbers still hold. A docstring becomes `""`.

    Text that Python cannot split into tokens loses only the comments that are certain to be some.
    """
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    except (tokenize.TokenError, SyntaxError, ValueError):
        return COMMENT.sub("", source)
    lines = [f"{line}\n" for line in source.split("\n")]  # as Python counts them: splitlines knows more ends
    before = tokenize.NEWLINE
    for place, token in enumerate(tokens):
        if token.type == tokenize.COMMENT:
            _blank(lines, token, "")
        elif token.type == tokenize.STRING and before in BETWEEN_STATEMENTS and _ends(tokens, place):
            _blank(lines, token, '""')
        before = token.type
    return "".join(lines)[:-1]


def code_lines(source: str) -> list[str]:
    """The lines that do something, stripped; imports left out, for they give nothing away."""
    lines = (line.strip() for line in blanked(source).splitlines())
    return [line for line in lines if line not in ("", '""') and not line.startswith(("import ", "from "))]


def _ends(tokens: list[tokenize.TokenInfo], place: int) -> bool:
    """Whether a string is a whole statement."""
    following = next((t.type for t in tokens[place + 1 :] if t.type != tokenize.COMMENT), tokenize.NEWLINE)
    return following in (tokenize.NEWLINE, tokenize.ENDMARKER)


def _blank(lines: list[str], token: tokenize.TokenInfo, instead: str) -> None:
    (first, left), (last, right) = token.start, token.end
    for row in range(first, last + 1):
        line = lines[row - 1]
        end = right if row == last else len(line) - 1
        start = left if row == first else 0
        kept = instead if row == first else ""
        lines[row - 1] = line[:start] + kept.ljust(end - start) + line[end:]
