"""The database's shape, as numbered steps: a step is never changed, a new one is added below."""

from __future__ import annotations

import sqlite3

from desktop.vocabulary.trouble import StoreTrouble

STEPS = (
    """
    CREATE TABLE records(
        session TEXT NOT NULL, seq INTEGER NOT NULL, at TEXT NOT NULL, kind TEXT NOT NULL, version INTEGER NOT NULL,
        body TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (session, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE removals(
        session TEXT PRIMARY KEY, at TEXT NOT NULL, records INTEGER NOT NULL, head TEXT NOT NULL
    ) STRICT;
    CREATE TRIGGER records_never_change BEFORE UPDATE ON records
        BEGIN SELECT RAISE(ABORT, 'append only: a record never changes'); END;
    CREATE TRIGGER records_never_go BEFORE DELETE ON records
        WHEN NOT EXISTS (SELECT 1 FROM removals WHERE removals.session = OLD.session)
        BEGIN SELECT RAISE(ABORT, 'append only: a record is never removed by itself'); END;
    CREATE TRIGGER removed_stays_removed BEFORE INSERT ON records
        WHEN EXISTS (SELECT 1 FROM removals WHERE removals.session = NEW.session)
        BEGIN SELECT RAISE(ABORT, 'append only: this session was removed'); END;
    CREATE TRIGGER removals_never_change BEFORE UPDATE ON removals
        BEGIN SELECT RAISE(ABORT, 'append only: a removal never changes'); END;
    CREATE TRIGGER removals_never_go BEFORE DELETE ON removals
        BEGIN SELECT RAISE(ABORT, 'append only: a removal never goes'); END;
    """,
    """
    CREATE TABLE drafts(
        session TEXT NOT NULL, call TEXT NOT NULL, answer TEXT NOT NULL, why TEXT NOT NULL, PRIMARY KEY (session, call)
    ) STRICT, WITHOUT ROWID;
    """,
)


def bring_up_to_date(db: sqlite3.Connection) -> None:
    """Run the steps this database has not seen; a newer database than ours is refused, untouched."""
    (seen,) = db.execute("PRAGMA user_version").fetchone()
    if seen > len(STEPS):
        raise StoreTrouble(
            f"These defenses are of a newer Defense Desk (data version {seen}; this program knows {len(STEPS)}).",
            "Install the newer program to open them; nothing was changed.",
        )
    for number, step in enumerate(STEPS[seen:], seen + 1):
        # one transaction a step, so that a crash leaves whole steps only; two programs starting at once: one waits
        db.execute("BEGIN IMMEDIATE")
        (now,) = db.execute("PRAGMA user_version").fetchone()
        if now >= number:
            db.execute("COMMIT")
            continue
        for statement in _statements(step):
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {number}")
        db.execute("COMMIT")


def _statements(step: str) -> list[str]:
    """`executescript` would commit in between; split where SQLite itself says a statement is whole."""
    found, current = list[str](), ""
    for line in step.splitlines(keepends=True):
        current += line
        if sqlite3.complete_statement(current):
            found.append(current)
            current = ""
    return found
