"""Terminal text of any kind, in pieces of any size, becomes plain pieces."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop.ui.output.ansi import AnsiReader, Piece

PARTS = st.sampled_from(
    ["a", "b\n", "\r", "\x1b[31m", "\x1b[1;92m", "\x1b[0m", "\x1b[38;5;9m", "\x1b[2K", "\x1b]0;t\x07", "\x1b(B", "\x07"]
)


def joined(pieces: list[Piece]) -> list[tuple[str, str, bool]]:
    return [(character, piece.token, piece.bold) for piece in pieces for character in piece.text]


@given(st.lists(PARTS, max_size=20), st.integers(1, 5))
def test_the_size_of_the_pieces_makes_no_difference(parts: list[str], size: int) -> None:
    text = "".join(parts)
    whole = AnsiReader().read(text)
    reader = AnsiReader()
    cut = [piece for at in range(0, len(text), size) for piece in reader.read(text[at : at + size])]
    assert joined(cut) == joined(whole)


@given(st.text(max_size=60))
def test_no_control_character_comes_through(text: str) -> None:
    said = "".join(piece.text for piece in AnsiReader().read(text))
    assert not [c for c in said if (ord(c) < 32 and c not in "\t\n\r") or c in "\x7f\x85\u2028\u2029"]


def test_colours_and_bold_and_back() -> None:
    pieces = AnsiReader().read("a\x1b[1;31mb\x1b[22mc\x1b[39md\x1b[38;2;1;2;3me\x1b[mf")
    assert pieces == [
        Piece("a"),
        Piece("b", "error", True),
        Piece("c", "error"),
        Piece("d"),
        Piece("e"),
        Piece("f"),
    ]


def test_an_escape_that_never_ends_is_let_go() -> None:
    reader = AnsiReader()
    for _ in range(20):
        reader.read("\x1b]0;" + "x" * 1000)
    assert reader.read("\x07end")[-1].text.endswith("end")
