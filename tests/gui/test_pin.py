"""An exam in the window: the grade waits for the invigilator's PIN, and what was decided can be looked up."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from desktop.session.front import Decided
from desktop.station.pin import fits
from desktop.ui.controller import DefenseController
from desktop.ui.defense.approval_card import ApprovalDialog
from desktop.ui.history.decisions_dialog import DecisionsDialog
from desktop.ui.pages.desk_page import DeskPage
from desktop.view.decisions import Decided as Row
from desktop.view.screen import ForAnswer, ForApproval
from desktop.vocabulary import events as ev
from desktop.vocabulary.problem import Rules
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.words import Words
from tests.gui.stage import Says, Stage, until
from tests.support.pins import PIN, quick_hash
from tests.support.sayings import CODE, call

pytestmark = pytest.mark.window
GRADE = ForApproval("c1", "assign_grade", '{"comment": "Done."}', "Grade", pin=True)
ROWS = tuple(
    Row(datetime(2026, 3, 1, 9, n, tzinfo=UTC), f"Edge case {n}", "allowed once", "student", "fine") for n in range(12)
)


@pytest.fixture
def opened(qtbot, theme):
    made = ApprovalDialog(theme, GRADE, "exam", ROWS)
    qtbot.addWidget(made)
    made.got = []
    made.decided.connect(made.got.append)
    made.open()
    return made


def test_nothing_is_decided_without_the_pin(opened):
    assert opened.pin.isVisible()
    assert opened.pin.echoMode() is QLineEdit.EchoMode.Password
    opened.allow_once.click()
    assert opened.got == []
    assert opened.pin_fault.text() == "Nothing is decided without the PIN."
    opened.refuse.click()
    opened.refuse_now.click()
    assert opened.got == []


def test_enter_in_the_pin_field_agrees_to_nothing(opened):
    QTest.keyClicks(opened.pin, PIN)
    QTest.keyClick(opened.pin, Qt.Key.Key_Return)
    assert opened.got == []
    assert opened.isVisible()


def test_a_wrong_pin_is_said_and_can_be_typed_again(opened):
    QTest.keyClicks(opened.pin, "000000")
    opened.allow_once.click()
    assert [(one.decision, one.pin) for one in opened.got] == [("once", "000000")]
    assert "000000" not in repr(opened.got)
    assert not opened.isEnabled()
    assert opened.pin.text() == ""
    opened.refuse_pin(Trouble("This PIN is not right.", "Nothing was decided. Try again."))
    assert opened.isEnabled()
    assert "not right" in opened.pin_fault.text()
    QTest.keyClicks(opened.pin, PIN)
    opened.allow_once.click()
    assert opened.got[-1] == Decided("once", "station", pin=PIN)


def test_what_was_decided_before_is_folded_into_the_card(opened):
    assert opened.earlier.text.whole_text == "Earlier decisions: 12"
    opened.earlier.head.click()
    assert opened.earlier.isVisible()


def test_in_practice_there_is_neither_pin_nor_an_empty_list(qtbot, theme):
    made = ApprovalDialog(theme, replace(GRADE, pin=False), "practice")
    qtbot.addWidget(made)
    made.open()
    assert not made.pin_part.isVisible()
    assert not made.earlier.isVisible()


@pytest.mark.parametrize("rows", [(), ROWS])
def test_decisions_are_a_table_newest_first_or_a_sentence(qtbot, theme, rows):
    made = DecisionsDialog(theme, rows)
    qtbot.addWidget(made)
    made.show()
    assert made.table.isVisible() == bool(rows)
    assert made.empty.isVisible() == (not rows)
    if rows:
        assert made.table.item(0, 1).text() == "Edge case 11"


TO_THE_GRADE = (
    call(0, "read_code"),
    call(1, "run_baseline"),
    call(2, "inject_test", edge_case="one", looks_for="one item"),
    call(4, "ask_student", question_id="q1"),
    call(5, "assign_grade", comment="Done."),
)


@pytest.fixture
def stage(tmp_path):
    stage = Stage(tmp_path)
    yield stage
    stage.close()


async def test_the_invigilator_types_the_pin_and_the_exam_is_graded(stage, qtbot, theme):
    rules = Rules.for_mode("exam").model_copy(update={"pin": quick_hash()})
    session = stage.begin(Says(*TO_THE_GRADE), rules=rules)
    session.around = replace(session.around, pin_fits=fits)
    session.save_code(CODE)
    session.submit()
    faults = []
    controller = DefenseController(session, Words(), faults.append)
    page = DeskPage(theme, Words(), {})
    list(page.prepare())
    page.attach(controller)
    qtbot.addWidget(page)
    page.show()
    controller.start()
    await until(lambda: isinstance(controller.screen.waiting, ForAnswer))
    controller.answer("3")
    await until(lambda: page.dialog is not None)
    dialog = page.dialog
    assert dialog.pin.isVisible()
    QTest.keyClicks(dialog.pin, "000000")
    dialog.allow_once.click()
    await until(lambda: dialog.pin_fault.isVisible() and dialog.isEnabled())
    assert page.dialog is dialog
    QTest.keyClicks(dialog.pin, PIN)
    dialog.allow_once.click()
    await until(lambda: controller.screen.closed and page.dialog is None)
    assert [event.proof for event in session.history if isinstance(event, ev.CallDecided)] == ["pin"]
    page.defense.decided.trigger()
    shown = page.looking_back.dialog
    assert isinstance(shown, DecisionsDialog)
    assert shown.table.rowCount() == 2
    shown.reject()
    await controller.leave()
    assert faults == []
