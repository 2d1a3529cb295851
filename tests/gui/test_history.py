"""Going back to an earlier state of the program, and back again."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.ui.controller import DefenseController
from desktop.ui.history.history_dialog import HistoryDialog
from desktop.ui.history.saw_dialog import SawDialog
from desktop.view.snapshots import Snapshot
from desktop.vocabulary.words import Words
from tests.gui.stage import Says, until
from tests.gui.type_and_die import OrderStage, desk_on
from tests.support.sayings import CODE, RULES, call

pytestmark = pytest.mark.window
THEN = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


async def test_a_state_is_looked_at_restored_and_the_restoring_undone(tmp_path, qtbot):
    stage = OrderStage(tmp_path)
    session = stage.begin(Says())
    session.save_code("first = 1\n")
    await session.run_code("first = 1\n")
    controller = DefenseController(session, Words(), lambda fault: None)
    page = desk_on(controller)
    qtbot.addWidget(page)
    await until(page.editor.text)
    page.editor.selectAll()
    QTest.keyClicks(page.editor, "second = 2")
    page.open_history()
    dialog = page.looking_back.dialog
    words = [dialog.list.item(row).text() for row in range(dialog.list.count())]
    assert [text.split("   ")[1] for text in words] == ["last saved", "run", "as the problem gave it"]
    assert dialog.what.text() == "This is what stands in the editor now."
    assert not dialog.restore.isEnabled()
    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    assert "-second = 2" in dialog.diff.toPlainText()
    assert "+first = 1" in dialog.diff.toPlainText()
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    assert page.editor.text() == "first = 1\n"
    page.editor.undo()
    assert page.editor.text() == "second = 2"
    await controller.leave()
    stage.close()


def test_while_the_code_is_only_to_be_read_one_may_look_and_not_go_back(qtbot, theme):
    dialog = HistoryDialog(theme, [Snapshot(THEN, "a = 1", "run")], "b = 2", "The code was frozen.")
    qtbot.addWidget(dialog)
    wanted = []
    dialog.restore_wanted.connect(wanted.append)
    assert "+a = 1" in dialog.diff.toPlainText()
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    assert not dialog.restore.isEnabled()
    assert wanted == []


def test_nothing_yet_is_said(qtbot, theme):
    dialog = HistoryDialog(theme, [], "")
    qtbot.addWidget(dialog)
    assert "Nothing was saved yet" in dialog.what.text()


async def test_a_question_that_hides_lines_closes_what_shows_them_and_keeps_it_closed(tmp_path, qtbot):
    stage = OrderStage(tmp_path)
    held = asyncio.Event()
    rules = RULES.model_copy(update={"approvals": {}})
    turns = (call(0, "read_code"), held, call(1, "ask_student", question_id="q1"), asyncio.Event())
    session = stage.begin(Says(*turns), rules=rules)
    controller = DefenseController(session, Words(), lambda fault: None)
    page = desk_on(controller)
    qtbot.addWidget(page)
    controller.submit(CODE)
    await until(lambda: page.defense.saw.isEnabled() and len(page.defense.card_widgets) > 0)
    page.defense.saw.trigger()
    dialog = page.looking_back.dialog
    assert isinstance(dialog, SawDialog)
    assert [dialog.list.item(row).text().split("   ")[1] for row in range(dialog.list.count())] == ["Read your code"]
    assert dialog.code.toPlainText() == CODE
    assert dialog.what.text() == "Your program is still as it was at this step."
    held.set()
    await until(lambda: page.editor.veiled)
    assert page.looking_back.dialog is None
    page.open_history()
    page.open_saw()
    assert page.looking_back.dialog is None
    assert not page.history.isEnabled()
    assert not page.defense.saw.isEnabled()
    await controller.leave()
    stage.close()
