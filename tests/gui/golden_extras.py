"""Scenes of what comes beside a defense: help, keys, tour, a run gone through, progress, the invigilator's PIN."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from PySide6.QtWidgets import QDialog, QWidget

from desktop.results.progress import Attempt
from desktop.ui.defense.approval_card import ApprovalDialog
from desktop.ui.help.help_window import HelpWindow
from desktop.ui.help.keys_dialog import KeysDialog
from desktop.ui.help.stops import stops_of
from desktop.ui.help.tour import Tour
from desktop.ui.history.decisions_dialog import DecisionsDialog
from desktop.ui.main_window import MainWindow
from desktop.ui.practice.progress_dialog import ProgressDialog
from desktop.ui.practice.walk_dialog import WalkDialog
from desktop.view.decisions import Decided
from desktop.view.grade import grade_card
from desktop.view.manual import read_pages
from desktop.view.screen import ForApproval
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.walks import Held, Walk, WalkStep
from tests.gui.desk_gallery import GRADE

START = datetime(2026, 3, 1, 9, tzinfo=UTC)
CODE = """def total(xs):
    found = 0
    for x in xs:
        found += square(x)
    return found


def square(n):
    return n * n
"""
WALK = Walk(
    "total([1, 2, 3])",
    (
        WalkStep("line", 9, ("total", "square"), (Held("n", "2", True),), 4),
        WalkStep("line", 4, ("total",), (Held("xs", "[1, 2, 3]"), Held("found", "1"), Held("x", "2", True)), 8),
        WalkStep("return", 5, ("total",), (Held("xs", "[1, 2, 3]"), Held("found", "14", True)), 8, "14"),
    ),
    "one\ntwo\n",
    "returns",
    "14",
)
STUDENT = """# Defending your program

You write a program, and then you *talk* about it. See [packs](packs.md) or [a page elsewhere](https://example.org/more).

## The desk

- **Problem**: what to write
- **Editor**: your `code`

## The five steps

1. **Read.** The examiner reads your code.
2. **Baseline.** The seed draws numbers for you.

```
defense-desk defend kmeans my_kmeans.py
```
"""
PAGES = {
    "student": STUDENT,
    "packs": "# Writing problems\n\n## baseline.py\n\nThe same seed must give the same tests.",
}
EARLIER = tuple(
    Decided(START + timedelta(minutes=n), f"Edge case: k = {n}", "allowed once", "student", "") for n in (1, 2)
)


def walk(window: MainWindow) -> QWidget:
    made = _shown(WalkDialog(window.theme, CODE, WALK.call, window))
    made.show_walk(WALK)
    made.view.go_on()
    return made


def walk_trouble(window: MainWindow) -> QWidget:
    made = _shown(WalkDialog(window.theme, CODE, WALK.call, window))
    what = "The steps of this run could not be followed: the program ended its process or did not let go of it."
    made.show_trouble(Trouble(what, "Run it in the editor to see what it does."))
    return made


def progress(window: MainWindow) -> QWidget:
    shares = ((20, 5), (35, 10), (30, 10), (52, 20), (60, 15), (68, 25))
    attempts = [Attempt(START + timedelta(days=n), got, 70, 30, knew, 25) for n, (got, knew) in enumerate(shares)]
    return _shown(ProgressDialog(window.theme, "K-Means", attempts, window))


def no_progress(window: MainWindow) -> QWidget:
    return _shown(ProgressDialog(window.theme, "K-Means", (), window))


def manual(window: MainWindow) -> QWidget:
    return _shown(HelpWindow(window.theme, read_pages(PAGES), window))


def manual_search(window: MainWindow) -> QWidget:
    made = _shown(HelpWindow(window.theme, read_pages(PAGES), window))
    made.search.setClearButtonEnabled(False)  # it comes slowly
    made.search.setText("seed")
    return made


def keys(window: MainWindow) -> QWidget:
    return _shown(KeysDialog(window.theme, window))


def decided(window: MainWindow) -> QWidget:
    return _shown(DecisionsDialog(window.theme, EARLIER, window))


def pin(window: MainWindow) -> QWidget:
    words = window.desk.words()
    card = grade_card(GRADE, (), None, words)
    waiting = ForApproval("c1", "assign_grade", '{"comment": "Done."}', words("Grade"), grade=card, pin=True)
    made = _shown(ApprovalDialog(window.theme, waiting, "exam", EARLIER, window))
    made.refuse_pin(Trouble("This PIN is not right.", "Nothing was decided. Try again."))
    return made


def tour(window: MainWindow) -> QWidget:
    """The second card, on the desk that the window shows."""
    assert window.page is not None
    Tour(window.theme, window.page, stops_of(window.page)).go_on()
    return window


def _shown(dialog):
    assert isinstance(dialog, QDialog)
    dialog.show()
    return dialog


SCENES: dict[str, Callable[[MainWindow], QWidget]] = {
    "walk": walk,
    "walk-trouble": walk_trouble,
    "progress": progress,
    "progress-empty": no_progress,
    "help": manual,
    "help-search": manual_search,
    "keys": keys,
    "decisions": decided,
    "approval-pin": pin,
}
