"""What whoever imports or opens a pack is told is said in their language; faults inside one are for its author."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from desktop.packs.files import read_files
from desktop.packs.loader import load_shelf
from desktop.station.catalogue import load_words
from desktop.vocabulary.trouble import PackTrouble, Trouble

ROOT = Path(__file__).parents[3]
LOCALE = ROOT / "resources" / "locale"
CHINESE = load_words("zh", LOCALE)
FOR_AUTHORS = ("pack.toml lists a problem twice.", "Make them equal.")


def told(module: str) -> list[str]:
    """Every literal that a trouble of this module is made of."""
    tree = ast.parse((ROOT / "desktop" / "packs" / module).read_text("utf-8"))
    made = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("PackTrouble", "AlreadyThere")
    ]
    return [arg.value for node in made for arg in node.args if isinstance(arg, ast.Constant) and arg.value]


@pytest.mark.parametrize("module", ["files.py", "bring.py", "loader.py"])
def test_every_sentence_is_translated(module: str):
    sentences = [sentence for sentence in told(module) if sentence not in FOR_AUTHORS]
    assert sentences
    assert [sentence for sentence in sentences if CHINESE(sentence) == sentence] == []


def test_a_trouble_is_said_in_both_languages(tmp_path: Path):
    with pytest.raises(PackTrouble) as raised:
        read_files(tmp_path / "gone.zip")
    assert str(raised.value) == f"There is no pack at {tmp_path / 'gone.zip'}. Check the path."
    assert raised.value.in_words(CHINESE) == (f"{tmp_path / 'gone.zip'} 处没有题目包。", "请检查路径。")


def test_a_broken_pack_on_the_shelf_is_told_by_its_name(tmp_path: Path):
    (tmp_path / "torn.zip").write_bytes(b"no zip {at} all")
    (trouble,) = load_shelf(tmp_path).troubles
    assert trouble.what == "torn.zip: torn.zip is neither a folder nor a zip file."
    assert trouble.in_words(CHINESE)[0] == "torn.zip: torn.zip 既不是文件夹，也不是 zip 文件。"


def test_a_sentence_without_fields_may_hold_braces():
    assert str(Trouble("It is {not} a field.", "Look at {this}.")) == "It is {not} a field. Look at {this}."
