"""The grades of finished practice defenses of one problem, oldest first."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from desktop.store.log import EventLog, trouble_of
from tools.contract import Grade

GRADES = """
SELECT closed.session, closed.at, json_extract(closed.body, '$.grade')
FROM records AS opened JOIN records AS closed ON closed.session = opened.session AND closed.kind = 'defense_closed'
WHERE opened.seq = 0 AND json_valid(opened.body) AND json_valid(closed.body)
  AND json_extract(opened.body, '$.problem.pack') = ? AND json_extract(opened.body, '$.problem.id') = ?
  AND json_extract(opened.body, '$.rules.mode') = 'practice'
ORDER BY closed.at
"""


@dataclass(frozen=True, slots=True)
class PastGrade:
    """`at` is when the defense was closed (UTC)."""

    session_id: str
    at: datetime
    grade: Grade


def past_grades(log: EventLog, pack: str, problem_id: str) -> Sequence[PastGrade]:
    """A defense that was closed without a grade, or whose record is damaged, is passed over."""
    try:
        rows = log.connection.execute(GRADES, (pack, problem_id)).fetchall()
    except sqlite3.Error as error:
        raise trouble_of(error, log.path) from error
    found: list[PastGrade] = []
    for session, at, body in rows:
        try:
            grade = Grade.model_validate(json.loads(body)) if body else None
            when = datetime.fromisoformat(at)
        except (ValueError, RecursionError):
            continue
        if grade is not None:
            found.append(PastGrade(session, when, grade))
    return found
