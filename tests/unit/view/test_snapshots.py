"""Which states of a program can be gone back to."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from desktop.view.snapshots import difference, snapshots
from desktop.vocabulary import events as ev
from tests.support.sayings import OPENED, PROBLEM

LONG = "\n".join(f"line {n}" for n in range(10))


def stored(*events: tuple[int, ev.Recorded]) -> list[ev.Stored]:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    rows = [(0, OPENED), *events]
    return [ev.Stored(seq, start + timedelta(seconds=second), event, "") for seq, (second, event) in enumerate(rows)]


def kept(*events: tuple[int, ev.Recorded]) -> list[tuple[str, str]]:
    return [(one.why, one.source) for one in snapshots(stored(*events))]


def test_runs_rests_and_the_submission_newest_first():
    assert kept(
        (5, ev.CodeSaved(source="a")),
        (6, ev.CodeSaved(source="ab")),
        (70, ev.CodeSaved(source="abc")),  # a minute after "ab"
        (71, ev.CodeRan(source="abc")),
        (75, ev.CodeSaved(source="abcd")),
        (80, ev.Submitted(code_hash="x")),
    ) == [
        ("submitted", "abcd"),
        ("run", "abc"),
        ("idle", "ab"),
        ("start", PROBLEM.scaffold),
    ]


def test_each_pause_of_a_second_is_none_but_the_last_state_is_there():
    typed = [(n, ev.CodeSaved(source="x" * n)) for n in range(1, 30)]
    assert kept(*typed) == [("now", "x" * 29), ("start", PROBLEM.scaffold)]


def test_what_was_deleted_in_one_go_can_be_had_back():
    assert kept((5, ev.CodeSaved(source=LONG)), (7, ev.CodeSaved(source=""))) == [
        ("now", ""),
        ("before", LONG),
        ("start", PROBLEM.scaffold),
    ]


def test_ten_runs_of_the_same_program_are_one():
    assert len(kept(*[(n, ev.CodeRan(source="a")) for n in range(10)])) == 2


def test_nothing_stored_nothing_kept():
    assert snapshots([]) == ()


def test_a_difference_is_read_from_now_to_then():
    assert difference("a\nb\n", "a\nc\n") == "@@ -1,2 +1,2 @@\n a\n-b\n+c"
    assert difference("a", "a") == ""
