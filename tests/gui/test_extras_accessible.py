"""Dialogs of practice and help: every control that keys reach has a name, Tab goes round, Esc closes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea, QWidget

from desktop.results.progress import Attempt
from desktop.ui.help.help_window import HelpWindow
from desktop.ui.help.keys_dialog import KeysDialog
from desktop.ui.history.decisions_dialog import DecisionsDialog
from desktop.ui.practice.progress_dialog import ProgressDialog
from desktop.ui.practice.walk_dialog import WalkDialog
from desktop.view.decisions import Decided
from desktop.view.manual import read_pages
from desktop.vocabulary.walks import Held, Walk, WalkStep

pytestmark = pytest.mark.window
NOW = datetime(2026, 3, 1, tzinfo=UTC)


def walk(theme):
    made = WalkDialog(theme, "def f():\n    return 1\n", "f()")
    made.show_walk(Walk("f()", (WalkStep("line", 2, ("f",), (Held("x", "1", True),)),), "", "returns", "1"))
    return made


DIALOGS = {
    "walk": walk,
    "progress": lambda theme: ProgressDialog(theme, "K-Means", [Attempt(NOW, 1, 2)]),
    "help": lambda theme: HelpWindow(theme, read_pages({"student": "# A\n\n[b](student.md)\n"})),
    "keys": KeysDialog,
    "decisions": lambda theme: DecisionsDialog(theme, [Decided(NOW, "Grade", "refused", "student")]),
}


@pytest.mark.parametrize("name", sorted(DIALOGS))
def test_by_keys_alone(qtbot, theme, name):
    made = DIALOGS[name](theme)
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    unnamed = []
    for widget in made.findChildren(QWidget):
        reachable = widget.isVisible() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget.isEnabled()
        if not reachable or isinstance(widget, QScrollArea) or widget.focusProxy() is not None:
            continue
        told = QAccessible.queryAccessibleInterface(widget)
        if told is not None and not told.text(QAccessible.Text.Name):
            unnamed.append(f"{type(widget).__name__} in {type(widget.parentWidget()).__name__}")
    assert unnamed == []
    assert made.focusWidget() is not None
    seen = set()
    for _ in range(40):  # Tab goes round, and is caught nowhere but in the editor, which Esc leaves
        seen.add(made.focusWidget())
        QTest.keyClick(made.focusWidget(), Qt.Key.Key_Tab)
    assert len(seen) > 1
    QTest.keyClick(made, Qt.Key.Key_Escape)
    assert not made.isVisible()
