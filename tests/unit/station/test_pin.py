"""The PIN of the invigilator: its hash is kept, never the PIN."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from desktop.station.pin import PinFile, fits, hash_pin
from desktop.vocabulary.trouble import Trouble
from tests.support.pins import quick_hash


def test_a_hash_fits_its_pin_alone_and_does_not_hold_it():
    stored = hash_pin("482913")
    assert fits("482913", stored)
    assert not fits("482914", stored)
    assert not fits("", stored)
    assert "482913" not in stored
    assert hash_pin("482913") != stored  # each has a salt of its own


def test_digits_typed_with_a_chinese_keyboard_are_digits():
    assert fits("４８２９１３", quick_hash("482913"))


@pytest.mark.parametrize("pin", ["", "12345", "x" * 65])
def test_a_pin_is_neither_short_nor_endless(pin: str):
    with pytest.raises(Trouble, match="6 to 64"):
        hash_pin(pin)


@pytest.mark.parametrize(
    "stored",
    ["", "plain", "scrypt$x$8$1$AAAA$AAAA", "scrypt$16$8$1$!$AAAA", "scrypt$1073741824$8$1$AAAA$AAAA", "md5$1$1$1$A$A"],
)
def test_what_is_no_hash_fits_nothing(stored: str):
    assert not fits("482913", stored)


def test_the_file_is_for_its_owner_and_holds_only_the_hash(tmp_path: Path):
    file = PinFile(tmp_path / "exam-pin")
    assert file.read() == ""
    file.write("482913")
    assert fits("482913", file.read())
    assert "482913" not in (tmp_path / "exam-pin").read_text("utf-8")
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "exam-pin").stat().st_mode) == 0o600
    file.remove()
    file.remove()
    assert file.read() == ""
