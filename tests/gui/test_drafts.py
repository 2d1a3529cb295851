"""What was typed into an answer box outlives the program, however it ended, and goes when it is sent."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.ui.controller import DefenseController
from desktop.view.screen import ForAnswer
from desktop.vocabulary.words import Words
from tests.gui.stage import Says, until
from tests.gui.type_and_die import OrderStage, desk_on
from tests.support.sayings import call

pytestmark = pytest.mark.window
ROOT = Path(__file__).parents[2]


@pytest.fixture
def killed(tmp_path):
    died = subprocess.run([sys.executable, "-m", "tests.gui.type_and_die", str(tmp_path)], cwd=ROOT, timeout=60)
    assert died.returncode == -signal.SIGKILL


async def test_killed_while_typing_everything_is_back_and_gone_once_it_is_answered(killed, tmp_path, qtbot):
    stage = OrderStage(tmp_path)
    session = stage.again(Says(asyncio.Event()))
    records = len(session.stored)
    faults = []
    controller = DefenseController(session, Words(), faults.append)
    page = desk_on(controller)
    qtbot.addWidget(page)
    box = page.defense.answer
    await until(lambda: isinstance(controller.screen.waiting, ForAnswer) and box.order.isVisible())
    assert len(session.stored) == records, "a draft is no record"
    assert box.order.order == "2 1 3"
    assert box.why.toPlainText() == "because I"
    QTest.keyClick(box.order.rows, Qt.Key.Key_Return)
    await until(lambda: not session.drafts())
    await controller.leave()
    stage.close()
    assert faults == []


async def test_a_draft_that_cannot_be_kept_is_told_once_and_typing_goes_on(tmp_path, qtbot):
    stage = OrderStage(tmp_path)
    session = stage.begin(Says(call(0, "read_code"), call(1, "ask_student", question_id="q1"), asyncio.Event()))
    controller = DefenseController(session, Words(), lambda fault: None)
    page = desk_on(controller)
    qtbot.addWidget(page)
    controller.submit("x = 1\n")
    box = page.defense.answer
    await until(lambda: isinstance(controller.screen.waiting, ForAnswer) and box.order.isVisible())
    told = []
    controller.troubled.connect(told.append)
    stage.log.connection.execute("DROP TABLE drafts")
    for _ in range(2):
        QTest.keyClick(box.order.rows, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
        box.flush_draft()
    assert len(told) == 1
    assert box.order.order == "2 3 1"
    await controller.leave()
    stage.close()
