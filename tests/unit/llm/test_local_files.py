"""The list of known model files, the check of a file against it, and the lines between host and child."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from pydantic import ValidationError

from desktop.llm.local.process.known import (
    BLOCK,
    KnownFile,
    NotGguf,
    digest_of,
    find_known,
    is_damaged,
    load_known,
    look_at,
)
from desktop.llm.local.process.memory import free_mib, needed_mib
from desktop.llm.local.process.talk import Checked, ChildSettings, Failed, Progress, Ready, as_line, read_event
from desktop.llm.local.process.template import TEMPLATES
from desktop.station.paths import resources
from desktop.vocabulary.trouble import ModelTrouble

LIST = (KnownFile(name="A", file="a.gguf", size=100, sha256="aa" * 32),)


def test_our_own_list_is_in_order():
    known = load_known(resources() / "local_models.toml")
    assert known
    assert len({entry.sha256 for entry in known}) == len(known)
    assert all(entry.licence and entry.file.endswith(".gguf") for entry in known)
    assert all(entry.template in ("", *TEMPLATES) for entry in known)


@pytest.mark.parametrize("text", ["[[model]]\nname = 1", "no toml", '[[model]]\nname = "x"\nsha256 = "short"'])
def test_a_broken_list_is_a_sentence(tmp_path: Path, text: str):
    (tmp_path / "list.toml").write_text(text, "utf-8")
    with pytest.raises(ModelTrouble, match="cannot be read"):
        load_known(tmp_path / "list.toml")


def test_a_file_is_read_once_with_every_percent_told(tmp_path: Path):
    content = b"GGUF" + bytes(3 * BLOCK)
    path = tmp_path / "m.gguf"
    path.write_bytes(content)
    told: list[int] = []
    assert look_at(path) == len(content)
    assert digest_of(path, told.append) == hashlib.sha256(content).hexdigest()
    assert told == sorted(set(told))
    assert told[-1] == 100


@pytest.mark.parametrize("content", [b"", b"GG", b"ggml....", b"\x7fELF"])
def test_what_does_not_begin_as_gguf_is_none(tmp_path: Path, content: bytes):
    (tmp_path / "m.gguf").write_bytes(content)
    with pytest.raises(NotGguf):
        look_at(tmp_path / "m.gguf")


@pytest.mark.parametrize(
    ("file", "size", "sha256", "damaged"),
    [
        ("a.gguf", 100, "aa" * 32, False),
        ("renamed.gguf", 100, "aa" * 32, False),
        ("a.gguf", 100, "bb" * 32, True),  # one bit is another
        ("A.GGUF", 99, "bb" * 32, True),  # cut off
        ("renamed.gguf", 100, "bb" * 32, True),
        ("another.gguf", 99, "bb" * 32, False),  # unknown, which is allowed
    ],
)
def test_damaged_is_what_looks_like_a_known_file_and_is_not(file: str, size: int, sha256: str, damaged: bool):
    assert is_damaged(LIST, file, size, sha256) is damaged


def test_a_known_file_is_found_by_its_checksum_alone():
    assert find_known(LIST, "aa" * 32) == LIST[0]
    assert find_known(LIST, "bb" * 32) is None


def test_the_memory_estimate_covers_what_was_measured():
    assert 650 <= needed_mib(470 << 20) <= 1000
    assert 1300 <= needed_mib(1070 << 20) <= 1900
    free = free_mib()
    assert free is None or free > 0


@pytest.mark.parametrize(
    "event",
    [Progress(phase="checking", percent=5), Checked(sha256="aa"), Ready(port=5), Failed(reason="memory", detail="9 1")],
)
def test_an_event_is_one_line(event):
    line = as_line(event)
    assert line.count(b"\n") == 1
    assert read_event(line) == event


@pytest.mark.parametrize("line", [b"", b"{}", b"loading...", b'{"event": "ready", "port": 0}', b'{"event": "other"}'])
def test_another_line_is_no_event(line: bytes):
    with pytest.raises(ValueError, match="validation error"):
        read_event(line)


def test_the_limits_of_the_settings_are_those_that_were_measured():
    settings = ChildSettings(model="m", key="k" * 32, log="l")
    assert (settings.n_ctx, settings.n_batch, settings.threads) == (4096, 256, 1)
    assert ChildSettings.model_validate_json(as_line(settings)) == settings
    for wrong in ({"n_batch": 2048}, {"key": "short"}, {"threads": 0}):
        with pytest.raises(ValidationError):
            ChildSettings.model_validate({**settings.model_dump(), **wrong})
