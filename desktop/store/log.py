"""The append-only log of defenses: one row a record, each with a hash that covers the one before."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from pydantic_core import PydanticSerializationError

from desktop.store.schema import bring_up_to_date
from desktop.store.upcast import current_version, upcast
from desktop.vocabulary.events import RECORDED, Recorded, Stored
from desktop.vocabulary.plain import plain
from desktop.vocabulary.trouble import AlreadyWritten, StoreTrouble

BUSY_SECONDS = 5.0  # how long a commit of another process is waited for
FIRST = "0" * 64


class EventLog:
    """Durable when `append` returns: WAL with `synchronous=FULL`. Used from one thread.

    `shared_disk`: a write-ahead log needs shared memory, which a network drive has not; a rollback journal then.
    """

    def __init__(self, path: Path, shared_disk: bool = False) -> None:
        self._path = path
        try:
            self._db = sqlite3.connect(path, isolation_level=None, timeout=BUSY_SECONDS)
            self._db.execute("PRAGMA journal_mode=DELETE" if shared_disk else "PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute("PRAGMA trusted_schema=OFF")
            self._db.execute("PRAGMA secure_delete=ON")  # a deleted defense leaves no bytes in free pages
            bring_up_to_date(self._db)
        except sqlite3.Error as error:
            raise trouble_of(error, path) from error

    def append(self, session_id: str, seq: int, event: Recorded) -> Stored:
        """Write the record at place `seq`, or `AlreadyWritten` if that place is taken.

        What comes back holds the event as it will be read: text that UTF-8 cannot write is replaced.
        """
        at = datetime.now(UTC)
        try:
            body = event.model_dump_json()
        except PydanticSerializationError:
            event = RECORDED.validate_python(plain(event.model_dump()))
            body = event.model_dump_json()
        try:
            before = self._hash_at(session_id, seq - 1)
            digest = record_hash(before, session_id, seq, at.isoformat(), event.kind, body)
            row = (session_id, seq, at.isoformat(), event.kind, current_version(event.kind), body, digest)
            self._db.execute("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        except sqlite3.IntegrityError as error:
            if "UNIQUE" in str(error):
                raise AlreadyWritten(
                    "Another window or terminal wrote to this defense first.", "Look at what changed, and try again."
                ) from error
            raise trouble_of(error, self._path) from error
        except sqlite3.Error as error:
            raise trouble_of(error, self._path) from error
        return Stored(seq, at, event, digest)

    def read(self, session_id: str, after: int = -1) -> Sequence[Stored]:
        """The records behind place `after`; `StoreTrouble` if one is damaged or from a newer program."""
        sql = "SELECT seq, at, kind, version, body, hash FROM records WHERE session = ? AND seq > ? ORDER BY seq"
        try:
            rows = self._db.execute(sql, (session_id, after)).fetchall()
        except sqlite3.Error as error:
            raise trouble_of(error, self._path) from error
        return [_stored(*row) for row in rows]

    def broken_at(self, session_id: str) -> int | None:
        """The first place whose hash does not fit its body and the record before; None if all fit."""
        sql = "SELECT seq, at, kind, body, hash FROM records WHERE session = ? ORDER BY seq"
        before = FIRST
        try:
            rows = self._db.execute(sql, (session_id,)).fetchall()
        except sqlite3.Error as error:
            raise trouble_of(error, self._path) from error
        for place, (seq, at, kind, body, digest) in enumerate(rows):
            if seq != place or digest != record_hash(before, session_id, seq, at, kind, body):
                return place
            before = digest
        return None

    @property
    def path(self) -> Path:
        return self._path

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._db.close()

    @property
    def connection(self) -> sqlite3.Connection:
        """For the other rooms' files of this room only."""
        return self._db

    def _hash_at(self, session_id: str, seq: int) -> str:
        if seq < 0:
            return FIRST
        row = self._db.execute("SELECT hash FROM records WHERE session = ? AND seq = ?", (session_id, seq)).fetchone()
        if row is None:
            raise StoreTrouble("This defense is not in the log any more.", "It may have been deleted elsewhere.")
        return row[0]


def _stored(seq: int, at: str, kind: str, version: int, body: str, digest: str) -> Stored:
    try:
        event = RECORDED.validate_python(upcast(kind, version, json.loads(body)))
        return Stored(seq, datetime.fromisoformat(at), event, digest)
    except (ValueError, RecursionError) as error:  # pydantic's ValidationError is a ValueError
        raise StoreTrouble(
            f"Record {seq} of this defense cannot be read ({kind}).", "The other records are kept as they are."
        ) from error


def record_hash(before: str, session_id: str, seq: int, at: str, kind: str, body: str) -> str:
    """SHA-256 over the hash of the record before and everything in this one."""
    return hashlib.sha256("\n".join((before, session_id, str(seq), at, kind, body)).encode()).hexdigest()


def trouble_of(error: sqlite3.Error, path: Path) -> StoreTrouble:
    """What the database says, in words for people."""
    text = str(error)
    if "readonly" in text or "unable to open" in text:
        return StoreTrouble(
            f"Defenses cannot be saved in {path.parent}.",
            "Choose a folder you may write to with --data-dir; nothing was lost.",
        )
    if "full" in text:
        return StoreTrouble("The disk is full: this was not saved.", "Free some space; what was saved before is safe.")
    if "not a database" in text or "malformed" in text:
        return StoreTrouble(
            f"{path} is not a readable database.", "Move the file away to start anew; it was not changed."
        )
    if "locked" in text:
        return StoreTrouble("The log is in use by another program.", "Close the other window and try again.")
    return StoreTrouble(f"The log cannot be used: {text}.", "Nothing that was saved before is lost.")
