"""Options without a command open the window; a starter in a menu may hand over a pack, or nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.cli.commands import WindowWanted, defense_desk


@pytest.mark.parametrize(
    ("given", "data_dir", "pack"),
    [
        ([], None, None),
        (["--import-pack"], None, None),
        (["--import-pack", "exam 1.ddpack"], None, Path("exam 1.ddpack")),
        (["--data-dir", "here", "--import-pack", "p.zip"], Path("here"), Path("p.zip")),
    ],
)
def test_what_the_window_is_opened_with(given: list[str], data_dir: Path | None, pack: Path | None) -> None:
    with pytest.raises(WindowWanted) as wanted:
        defense_desk.main(given, standalone_mode=False)
    assert (wanted.value.data_dir, wanted.value.pack) == (data_dir, pack)
