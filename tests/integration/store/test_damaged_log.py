"""A log that was damaged, changed or emptied from outside: words, never a traceback, and the rest stays usable."""

from pathlib import Path

import pytest

from desktop.store.log import EventLog
from desktop.store.summaries import list_sessions, remove_session
from desktop.vocabulary import events as ev
from desktop.vocabulary.chat import Reply
from desktop.vocabulary.trouble import StoreTrouble
from tests.support.sayings import OPENED, TO_THE_GRADE

DEEP = "[" * 60_000


@pytest.fixture
def log(tmp_path: Path):
    log = EventLog(tmp_path / "defenses.db")
    for name in ("whole", "s"):
        for seq, event in enumerate(TO_THE_GRADE):
            log.append(name, seq, event)
    yield log
    log.close()


def damage(log: EventLog, sql: str, *values: object) -> None:
    log.connection.executescript("DROP TRIGGER records_never_change; DROP TRIGGER records_never_go;")
    log.connection.execute(f"{sql} AND session = 's'", values)


@pytest.mark.parametrize(
    ("sql", "value"),
    [
        ("UPDATE records SET body = ? WHERE seq = 0", "{"),
        ("UPDATE records SET body = ? WHERE seq = 0", "null"),
        ("UPDATE records SET body = ? WHERE seq = 3", DEEP),
        ("UPDATE records SET body = ? WHERE seq = 3", "[1]"),
        ("UPDATE records SET at = ? WHERE seq = 3", "yesterday"),
        ("UPDATE records SET at = ? WHERE seq >= 0", 7),
        ("UPDATE records SET body = CAST(? AS TEXT) WHERE seq = 3", b"\xff{"),
        ("UPDATE records SET version = ? WHERE seq = 3", 9),
    ],
)
def test_one_damaged_record_is_told_and_hides_no_other_defense(log: EventLog, sql: str, value: object):
    damage(log, sql, value)
    with pytest.raises(StoreTrouble):
        log.read("s")
    assert {row.id for row in list_sessions(log)} == {"s", "whole"}
    assert log.read("whole")
    remove_session(log, "s")
    assert [row.id for row in list_sessions(log)] == ["whole"]


def test_a_torn_page_is_told_in_words(tmp_path: Path):
    path = tmp_path / "defenses.db"
    log = EventLog(path)
    for seq, event in enumerate(TO_THE_GRADE):
        log.append("s", seq, event)
    log.close()
    whole = path.read_bytes()
    path.write_bytes(whole[: 4096 * 2] + b"\xff" * (len(whole) - 4096 * 2))
    torn = EventLog(path)
    for ask in (lambda: torn.read("s"), lambda: torn.broken_at("s"), lambda: list_sessions(torn)):
        with pytest.raises(StoreTrouble, match="not a readable database"):
            ask()
    torn.close()


def test_text_that_utf8_cannot_write_is_replaced_and_comes_back_as_it_was_stored(log: EventLog):
    log.append("t", 0, OPENED)
    stored = log.append("t", 1, ev.ModelReplied(reply=Reply(content="a \ud800 b", reasoning="\udfff")))
    assert stored.event == ev.ModelReplied(reply=Reply(content="a \ufffd b", reasoning="\ufffd"))
    assert log.read("t")[1] == stored
    assert log.broken_at("t") is None


def test_a_deleted_defense_leaves_no_word_on_the_disk(tmp_path: Path):
    log = EventLog(tmp_path / "defenses.db")
    log.append("s", 0, OPENED)
    log.append("s", 1, ev.StudentAnswered(text="a very private sentence"))
    remove_session(log, "s")
    left = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"private sentence" not in left
    log.close()
