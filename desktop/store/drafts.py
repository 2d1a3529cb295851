"""What was typed into an open question and not sent: kept beside the log, and gone when the question is answered.

A draft is no record: it says nothing about the defense, it may change, and no hash covers it.
"""

from __future__ import annotations

import sqlite3

from desktop.store.log import EventLog, trouble_of
from desktop.vocabulary.plain import plain_text

LONGEST = 100_000  # characters of each of the two fields


class DraftShelf:
    """Durable when `write` returns; `StoreTrouble` where nothing can be written or read."""

    def __init__(self, log: EventLog) -> None:
        self._log = log

    def read(self, session_id: str) -> dict[str, tuple[str, str]]:
        """The id of the call that asks -> the answer and the explanation, as far as they were typed."""
        sql = "SELECT call, answer, why FROM drafts WHERE session = ?"
        try:
            rows = self._log.connection.execute(sql, (session_id,)).fetchall()
        except sqlite3.Error as error:
            raise trouble_of(error, self._log.path) from error
        return {call: (answer, why) for call, answer, why in rows}

    def write(self, session_id: str, call_id: str, answer: str, why: str) -> None:
        row = (session_id, call_id, plain_text(answer)[:LONGEST], plain_text(why)[:LONGEST])
        self._do("INSERT OR REPLACE INTO drafts VALUES (?, ?, ?, ?)", row)

    def forget(self, session_id: str) -> None:
        """All drafts of a defense."""
        self._do("DELETE FROM drafts WHERE session = ?", (session_id,))

    def _do(self, sql: str, values: tuple[str, ...]) -> None:
        try:
            self._log.connection.execute(sql, values)
        except sqlite3.Error as error:
            raise trouble_of(error, self._log.path) from error
