"""Drafts lie beside the log: they change freely, and go with their defense."""

from __future__ import annotations

from pathlib import Path

from desktop.store.drafts import DraftShelf
from desktop.store.log import EventLog
from desktop.store.summaries import remove_session
from tests.support.sayings import OPENED


def test_the_last_one_of_each_question_is_kept_and_found_by_another_program(tmp_path: Path):
    log = EventLog(tmp_path / "defenses.db")
    shelf = DraftShelf(log)
    shelf.write("s", "c1", "1", "")
    shelf.write("s", "c1", "12", "because \ud800")  # half a pair cannot be written as UTF-8
    shelf.write("s", "c2", "x", "")
    shelf.write("other", "c1", "y", "")
    assert log.read("s") == []
    other = EventLog(tmp_path / "defenses.db")
    assert DraftShelf(other).read("s") == {"c1": ("12", "because \ufffd"), "c2": ("x", "")}
    shelf.forget("s")
    assert DraftShelf(other).read("s") == {}
    assert DraftShelf(other).read("other") == {"c1": ("y", "")}
    other.close()
    log.close()


def test_a_deleted_defense_takes_its_drafts_with_it(tmp_path: Path):
    log = EventLog(tmp_path / "defenses.db")
    log.append("s", 0, OPENED)
    DraftShelf(log).write("s", "c1", "SECRET", "")
    remove_session(log, "s")
    assert DraftShelf(log).read("s") == {}
    log.close()
    assert all(b"SECRET" not in path.read_bytes() for path in tmp_path.iterdir())
