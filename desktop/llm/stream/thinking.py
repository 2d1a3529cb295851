"""Takes the thinking out of a content stream that begins with `<think>` or one of its cousins."""

from __future__ import annotations

from typing import Literal

PAIRS = {"<think>": "</think>", "<thinking>": "</thinking>", "<thought>": "</thought>", "[THINK]": "[/THINK]"}

Piece = tuple[Literal["content", "reasoning"], str]


class ThinkSplitter:
    """Feed content; get it back as pieces of content and of reasoning. Tags may be cut anywhere."""

    def __init__(self) -> None:
        self._state: Literal["start", "inside", "after", "done"] = "start"
        self._held = ""
        self._closing = ""

    def feed(self, text: str) -> list[Piece]:
        if self._state == "done":
            return [("content", text)]
        self._held += text
        pieces: list[Piece] = []
        if self._state == "start":
            self._begin(pieces)
        if self._state == "inside":
            self._search_end(pieces)
        if self._state == "after":
            self._skip_line_breaks(pieces)
        return pieces

    def stop(self) -> list[Piece]:
        """No tag is expected any more: the server has a field of its own for reasoning, or the stream ended."""
        held, inside = self._held, self._state == "inside"
        self._held, self._state = "", "inside" if inside else "done"
        return [("reasoning" if inside else "content", held)] if held else []

    def _begin(self, pieces: list[Piece]) -> None:
        head = self._held.lstrip()
        for opening, closing in PAIRS.items():
            if head.startswith(opening):
                self._held, self._closing, self._state = head[len(opening) :], closing, "inside"
                return
        if any(opening.startswith(head) for opening in PAIRS) and len(self._held) < 1000:
            return  # a tag may still come
        pieces.append(("content", self._held))
        self._held, self._state = "", "done"

    def _search_end(self, pieces: list[Piece]) -> None:
        inside, found, rest = self._held.partition(self._closing)
        if found:
            self._held, self._state = rest, "after"
        else:
            keep = next((n for n in range(len(self._closing) - 1, 0, -1) if inside.endswith(self._closing[:n])), 0)
            self._held = inside[len(inside) - keep :]
            inside = inside[: len(inside) - keep]
        if inside:
            pieces.append(("reasoning", inside))

    def _skip_line_breaks(self, pieces: list[Piece]) -> None:
        text = self._held.lstrip("\r\n")
        self._held = ""
        if text:
            pieces.append(("content", text))
            self._state = "done"


def split_lost_opening(content: str) -> tuple[str, str]:
    """`(thinking, content)` where a chat template swallowed the opening tag: `...</think>` on a line's end."""
    thinking, found, rest = content.partition("</think>")
    if not found or "<think>" in thinking or (rest and not rest.startswith(("\n", "\r"))):
        return "", content
    return thinking.strip(), rest.lstrip("\r\n")
