"""What is stored, one line a defense, and removing a whole defense."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from desktop.store.log import EventLog, trouble_of
from desktop.vocabulary.trouble import StoreTrouble

LIST = """
SELECT session, min(at), max(at), count(*),
       max(CASE WHEN seq = 0 AND json_valid(body) THEN json_extract(body, '$.problem.id') END),
       max(CASE WHEN seq = 0 AND json_valid(body) THEN json_extract(body, '$.problem.title.en') END),
       max(CASE WHEN seq = 0 AND json_valid(body) THEN json_extract(body, '$.problem.title.zh') END),
       max(CASE WHEN seq = 0 AND json_valid(body) THEN json_extract(body, '$.rules.mode') END),
       max(CASE WHEN kind = 'defense_closed' AND json_valid(body) THEN json_extract(body, '$.reason') END),
       max(kind = 'submitted'), max(kind = 'tool_ended'), max(kind = 'student_answered')
FROM records GROUP BY session ORDER BY max(at) DESC
"""


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """`step` is where it stands: writing, submitted, examined, answering, closed; `mode`: practice, exam. Times UTC."""

    id: str
    problem_id: str
    title_en: str
    title_zh: str
    mode: str
    opened_at: datetime
    changed_at: datetime
    records: int
    closed: str | None
    step: str


def list_sessions(log: EventLog) -> Sequence[SessionSummary]:
    """Newest first."""
    try:
        rows = log.connection.execute(LIST).fetchall()
    except sqlite3.Error as error:
        raise trouble_of(error, log.path) from error
    return [
        SessionSummary(
            id=session,
            problem_id=problem_id or "",
            title_en=en or session,
            title_zh=zh or "",
            mode=mode or "practice",
            opened_at=_time(first),
            changed_at=_time(last),
            records=count,
            closed=closed,
            step=_step(closed, submitted, examined, answered),
        )
        for session, first, last, count, problem_id, en, zh, mode, closed, submitted, examined, answered in rows
    ]


def remove_session(log: EventLog, session_id: str) -> None:
    """All of it or nothing; that it was removed, how long it was and its last hash stay known."""
    db = log.connection
    try:
        db.execute("BEGIN IMMEDIATE")
        try:
            row = db.execute("SELECT count(*), max(seq) FROM records WHERE session = ?", (session_id,)).fetchone()
            if not row[0]:
                raise StoreTrouble(f"There is no defense {session_id}.", "The command `sessions` lists them.")
            head = db.execute(
                "SELECT hash FROM records WHERE session = ? AND seq = ?", (session_id, row[1])
            ).fetchone()[0]
            now = datetime.now(UTC).isoformat()
            db.execute("INSERT INTO removals VALUES (?, ?, ?, ?)", (session_id, now, row[0], head))
            db.execute("DELETE FROM records WHERE session = ?", (session_id,))
            db.execute("DELETE FROM drafts WHERE session = ?", (session_id,))
            db.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # a full disk rolls back by itself
                db.execute("ROLLBACK")
            raise
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # nor does it stay in the write-ahead log
    except sqlite3.Error as error:
        raise trouble_of(error, log.path) from error


def _time(at: object) -> datetime:
    """A damaged time must not hide the other defenses."""
    try:
        return datetime.fromisoformat(str(at))
    except ValueError:
        return datetime.fromtimestamp(0, UTC)


def _step(closed: str | None, submitted: int, examined: int, answered: int) -> str:
    if closed:
        return "closed"
    if answered:
        return "answering"
    if examined:
        return "examined"
    return "submitted" if submitted else "writing"
