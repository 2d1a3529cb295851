"""A call that waits for a person: shown exactly, decided once, put aside by Esc."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.ui.defense.approval_card import ApprovalDialog
from desktop.ui.defense.lines_button import LinesButton
from desktop.ui.theme.palette import LIGHT
from desktop.view.grade import GradeCard, GradeLine, grade_card
from desktop.view.screen import ForApproval
from desktop.vocabulary.words import Words
from tools.contract import CriterionMark, Grade

pytestmark = pytest.mark.window
CODE = "kmeans([[0, 0]] * 5, 3)"
FREE = ForApproval(
    "c1", "inject_test", json.dumps({"looks_for": "same", "test_code": CODE}), "Test: same", "same points", CODE
)
CASE = ForApproval("c1", "inject_test", '{"edge_case": "k1", "looks_for": "one"}', "Edge case: k = 1", "one", CODE)


@pytest.fixture
def opened(qtbot, theme):
    def make(waiting=FREE, mode="practice"):
        dialog = ApprovalDialog(theme, waiting, mode)
        dialog.got = []
        dialog.decided.connect(dialog.got.append)
        dialog.open()
        return dialog

    dialogs = []

    def keep(*args, **fields):
        dialogs.append(make(*args, **fields))
        return dialogs[-1]

    yield keep
    for dialog in dialogs:
        dialog.deleteLater()


def press(button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_the_very_code_is_shown(opened):
    dialog = opened()
    assert dialog.code.toPlainText() == CODE
    assert dialog.allow_once.hasFocus() or dialog.focusWidget() is dialog.allow_once


@pytest.mark.parametrize(("name", "decision"), [("allow_once", "once"), ("allow_all", "defense")])
def test_allowed(opened, name, decision):
    dialog = opened()
    press(getattr(dialog, name))
    assert [decided.decision for decided in dialog.got] == [decision]


def test_pressed_twice_it_is_decided_once(opened):
    dialog = opened()
    dialog.allow_once.click()
    dialog.allow_once.click()
    dialog.allow_all.click()
    assert len(dialog.got) == 1


def test_esc_decides_nothing(opened):
    dialog = opened()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.got == []
    assert not dialog.isVisible()


def test_enter_presses_what_has_the_focus_and_nothing_else(opened):
    dialog = opened()
    dialog.refuse.setFocus()
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.got == []
    assert dialog.reason.isVisible()


def test_refused_with_a_reason(opened):
    dialog = opened()
    press(dialog.refuse)
    QTest.keyClicks(dialog.reason, "not fair")
    press(dialog.refuse_now)
    assert [(decided.decision, decided.reason) for decided in dialog.got] == [("refuse", "not fair")]


def test_a_changed_test_must_be_python_and_keeps_the_other_arguments(opened):
    dialog = opened()
    press(dialog.edit)
    dialog.editor.setPlainText("kmeans([[0, 0]")
    assert not dialog.run_changed.isEnabled()
    assert "Line 1" in dialog.fault.text()
    dialog.editor.setPlainText("kmeans([], 0)")
    press(dialog.run_changed)
    assert json.loads(dialog.got[0].arguments) == {"looks_for": "same", "test_code": "kmeans([], 0)"}


def test_an_edge_case_of_the_pack_cannot_be_changed(opened):
    assert not opened(CASE).edit.isVisible()


def test_the_way_back_leads_to_the_first_face(opened):
    dialog = opened()
    press(dialog.edit)
    press(dialog.back)
    press(dialog.refuse)
    press(dialog.back)
    assert dialog.allow_once.isVisible()
    assert not dialog.reason.isVisible()
    assert not dialog.editor.isVisible()


def test_a_grade_is_shown_with_its_points(opened):
    mark = CriterionMark(criterion="a", sentence="Passes.", points=3, out_of=4, decided_by="tests", why="")
    card = grade_card(Grade(criteria=(mark,), comment="Good."), (), None, Words())
    dialog = opened(ForApproval("c1", "assign_grade", "{}", "Grade", "", "Good.", card), "exam")
    assert dialog.allow_once.text() == "Accept the grade"
    assert not dialog.allow_all.isVisible()
    assert "3 of 4 points" in dialog.findChild(type(dialog.fault), "total").text()


def test_the_links_to_lines_under_a_criterion_are_whole_at_any_text_size(qtbot, theme):
    marks = tuple(
        GradeLine(f"It holds, number {n}.", "1 of 2", "partly", "decided by the tests", "", ("t1",), (2, 3))
        for n in range(4)
    )
    waiting = ForApproval("c1", "assign_grade", "{}", "Grade", grade=GradeCard(marks, "4 of 8 points"))
    for scale in (1.0, 1.5, 2.0):
        theme.change(LIGHT, scale)
        dialog = ApprovalDialog(theme, waiting, "practice")
        dialog.open()
        links = dialog.findChildren(LinesButton)
        assert len(links) == 4
        for link in links:
            assert link.height() >= link.sizeHint().height(), scale
        dialog.deleteLater()
