"""The log on a real disk: durable, append-only, one writer a place."""

import os
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.store.log import EventLog
from desktop.store.schema import STEPS
from desktop.store.summaries import list_sessions, remove_session
from desktop.store.upcast import upcast
from desktop.vocabulary import events as ev
from desktop.vocabulary.trouble import AlreadyWritten, StoreTrouble
from tests.support.sayings import OPENED, READY, TO_THE_GRADE


@pytest.fixture
def log(tmp_path: Path):
    log = EventLog(tmp_path / "defenses.db")
    yield log
    log.close()


def fill(log: EventLog, events: list[ev.Recorded] = TO_THE_GRADE, name: str = "s") -> None:
    for seq, event in enumerate(events):
        log.append(name, seq, event)


def test_what_was_written_is_read_again(log: EventLog, tmp_path: Path):
    fill(log)
    again = EventLog(tmp_path / "defenses.db")
    assert [stored.event for stored in again.read("s")] == TO_THE_GRADE
    assert [stored.seq for stored in again.read("s", after=3)] == list(range(4, len(TO_THE_GRADE)))
    again.close()


def test_it_is_durable_by_wal_and_full(log: EventLog):
    assert log.connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert log.connection.execute("PRAGMA synchronous").fetchone() == (2,)


@pytest.mark.parametrize("sql", ["UPDATE records SET body = '{}'", "DELETE FROM records", "DELETE FROM removals"])
def test_nothing_changes_or_goes(log: EventLog, sql: str):
    fill(log)
    fill(log, name="gone")
    remove_session(log, "gone")
    with pytest.raises(sqlite3.IntegrityError, match="append only"):
        log.connection.execute(sql)
    assert len(log.read("s")) == len(TO_THE_GRADE)


def test_a_second_writer_at_the_same_place_loses(log: EventLog, tmp_path: Path):
    fill(log, READY)
    other = EventLog(tmp_path / "defenses.db")
    other.append("s", len(READY), ev.Paused(by="other"))
    with pytest.raises(AlreadyWritten):
        log.append("s", len(READY), ev.Paused(by="me"))
    assert log.read("s")[-1].event == ev.Paused(by="other")
    other.close()


def test_a_gap_is_refused(log: EventLog):
    with pytest.raises(StoreTrouble):
        log.append("s", 3, ev.Paused())


def test_a_changed_record_is_found(log: EventLog):
    fill(log)
    assert log.broken_at("s") is None
    log.connection.execute("DROP TRIGGER records_never_change")
    log.connection.execute("UPDATE records SET body = replace(body, '\"q1\"', '\"q2\"') WHERE seq = 3")
    assert log.broken_at("s") == 3


def test_a_removed_session_leaves_its_last_hash_and_cannot_be_written_again(log: EventLog):
    fill(log)
    head = log.read("s")[-1].hash
    remove_session(log, "s")
    assert not log.read("s")
    assert log.connection.execute("SELECT records, head FROM removals").fetchall() == [(len(TO_THE_GRADE), head)]
    with pytest.raises(StoreTrouble):
        log.append("s", 0, OPENED)


def test_the_list_says_where_a_defense_stands(log: EventLog):
    fill(log, [OPENED], "new")
    fill(log, TO_THE_GRADE, "asked")
    fill(log, [*READY, ev.DefenseClosed(reason="rounds")], "over")
    assert {row.id: (row.step, row.closed) for row in list_sessions(log)} == {
        "new": ("writing", None),
        "asked": ("examined", None),
        "over": ("closed", "rounds"),
    }
    assert list_sessions(log)[0].title_en == "Nearest"


def test_a_newer_database_is_refused_in_words_and_left_alone(tmp_path: Path):
    path = tmp_path / "defenses.db"
    EventLog(path).close()
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {len(STEPS) + 1}")
    db.close()
    before = path.read_bytes()
    with pytest.raises(StoreTrouble, match="newer Defense Desk"):
        EventLog(path)
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path):
    path = tmp_path / "defenses.db"
    path.write_bytes(b"my diary, not a database" * 100)
    with pytest.raises(StoreTrouble, match="not a readable database"):
        EventLog(path)
    assert path.read_bytes().startswith(b"my diary")


@pytest.mark.skipif(os.getuid() == 0, reason="root may write anywhere; the bootstrap tests do this as a user")
def test_a_read_only_folder_is_told(tmp_path: Path):
    tmp_path.chmod(0o500)
    with pytest.raises(StoreTrouble, match="cannot be saved"):
        EventLog(tmp_path / "defenses.db")


def test_an_old_body_is_read_in_todays_shape():
    def rename(body: dict[str, object]) -> dict[str, object]:
        return {"kind": body["kind"], "by": body["who"]}

    steps = {"paused": (rename,)}
    assert upcast("paused", 1, {"kind": "paused", "who": "me"}, steps) == {"kind": "paused", "by": "me"}
    assert upcast("paused", 2, {"kind": "paused", "by": "me"}, steps) == {"kind": "paused", "by": "me"}
    with pytest.raises(StoreTrouble, match="newer"):
        upcast("paused", 3, {}, steps)


@settings(max_examples=30, deadline=None)
@given(st.text(), st.text())
def test_any_text_comes_back_as_it_was(tmp_path_factory: pytest.TempPathFactory, text: str, why: str):
    log = EventLog(tmp_path_factory.mktemp("log") / "d.db")
    fill(log, [OPENED, ev.StudentAnswered(text=text, why=why)])
    assert log.read("s")[1].event == ev.StudentAnswered(text=text, why=why)
    log.close()
