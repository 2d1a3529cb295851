"""How wide and high the panes of a desk are: as a person left them, otherwise as suits the window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QSplitter

USUAL_SIZES = {"desk": (290, 600, 390), "middle": (430, 190)}
SHARES = (0.25, 0.25)  # of what a wide screen has beyond these: no line of code needs it all
MOST_FOR_SIDES = (0.26, 0.42)  # of the width, at any text size: the code is what one works at


def restore_sizes(name: str, splitter: QSplitter, kept: Mapping[str, Sequence[int]]) -> bool:
    """True if a person chose the sizes at another time."""
    wanted, usual = kept.get(name, ()), USUAL_SIZES[name]
    chosen = len(wanted) == len(usual) and all(wanted)
    splitter.setSizes(list(wanted if chosen else usual))
    return chosen


def sizes_of(splitters: Mapping[str, QSplitter]) -> dict[str, tuple[int, ...]]:
    """For the settings; panes that are hidden now are not remembered as empty."""
    return {name: tuple(it.sizes()) for name, it in splitters.items() if all(it.sizes())}


def suit_window(desk: QSplitter, text_scale: float) -> None:
    """The usual sizes of the side panes; larger words and wider screens give them more, up to a share of the width."""
    width = desk.width()
    spare = max(0.0, width - sum(USUAL_SIZES["desk"]) * text_scale)
    left, right = (
        round(min(size * text_scale + share * spare, most * width))
        for size, share, most in zip(USUAL_SIZES["desk"][::2], SHARES, MOST_FOR_SIDES, strict=True)
    )
    desk.setSizes([left, width - left - right, right])
