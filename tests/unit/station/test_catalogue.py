"""Sentences are found in the files of a language, and a broken file is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.station.catalogue import load_words
from desktop.vocabulary.trouble import Trouble


def test_a_sentence_with_a_field_is_said_in_chinese(tmp_path: Path) -> None:
    (tmp_path / "zh").mkdir()
    (tmp_path / "zh" / "desk.toml").write_text('"Edge case {n}" = "边界情况 {n}"\n"Run" = "运行"\n', "utf-8")
    words = load_words("zh", tmp_path)
    assert words("Edge case {n}", n=2) == "边界情况 2"
    assert words("Run") == "运行"
    assert words("Not yet translated") == "Not yet translated"


def test_a_language_without_a_folder_speaks_english(tmp_path: Path) -> None:
    assert load_words("en", tmp_path)("Edge case {n}", n=1) == "Edge case 1"


@pytest.mark.parametrize("text", ['"Run" = ', '"Run" = 7', "[Run]\nx = 'y'"])
def test_a_broken_file_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "zh").mkdir()
    (tmp_path / "zh" / "desk.toml").write_text(text, "utf-8")
    with pytest.raises(Trouble, match=r"desk\.toml"):
        load_words("zh", tmp_path)
