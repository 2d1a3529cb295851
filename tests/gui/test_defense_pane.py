"""The course of a defense on the screen: only what differs is drawn, everything can be opened, copied and heard."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from desktop.ui.defense.cards import BriefLine, ExaminerBox, StudentBox, VerdictLine
from desktop.ui.defense.defense_pane import DefensePane
from desktop.ui.defense.lines_button import LinesButton
from desktop.ui.widgets.fold_row import FoldRow
from desktop.view.grade import GradeCard, GradeLine
from desktop.view.present import present
from desktop.view.screen import ExaminerCard, ForRetry, Notice, Screen, StudentCard, ThinkingFold, ToolRow
from desktop.vocabulary import events as ev
from desktop.vocabulary.cases import Verdict
from desktop.vocabulary.chat import Delta, Reply
from desktop.vocabulary.words import Words
from tests.support.sayings import READY

pytestmark = pytest.mark.window
FAILED = Verdict(case_id="k1", title="k = 1", call="f(1)", passed=False, got="2", expected="3", why="off by one")


@pytest.fixture
def pane(qtbot, theme):
    pane = DefensePane(theme, Words())
    qtbot.addWidget(pane)
    pane.resize(400, 600)
    pane.show()
    return pane


def ready():
    screen = Screen()
    for event in READY:
        screen = present(screen, event)
    return screen


def test_before_the_submission_it_says_what_will_be_here(pane):
    assert pane.empty.isVisible()
    assert "Press Submit" in pane.empty.text.text()
    assert pane.chip.text() == "Not submitted"


def test_each_card_has_its_widget(pane):
    cards = (
        ToolRow("c1", "run_baseline", "Baseline test", "5 of 6 passed", "bad", verdicts=(FAILED,)),
        ThinkingFold("Thought for 6 s", "hm"),
        ExaminerCard("Next.", brief=True),
        ExaminerCard("**Why?**", "Question 1 of 5", (8,)),
        StudentCard("because", mark="Right.", tone="good"),
        Notice("Paused."),
    )
    pane.show_screen(replace(ready(), cards=cards))
    kinds = [type(widget).__name__ for widget in pane.card_widgets]
    assert kinds == ["ToolLine", "FoldRow", "BriefLine", "ExaminerBox", "StudentBox", "NoticeLine"]


def test_what_did_not_change_is_not_drawn_again(pane):
    first = ExaminerCard("One.")
    pane.show_screen(replace(ready(), cards=(first,)))
    widget = pane.card_widgets[0]
    pane.show_screen(replace(ready(), cards=(first, StudentCard("two"))))
    pane.show_screen(replace(ready(), cards=(first, StudentCard("two", mark="Right.", tone="good"))))
    assert pane.card_widgets[0] is widget
    assert pane.card_widgets[1].mark.text() == "Right."


def test_a_running_tool_becomes_the_finished_row(pane):
    row = ToolRow("c1", "run_baseline", "Baseline test", "running", "running")
    pane.show_screen(replace(ready(), cards=(row,)))
    widget = pane.card_widgets[0]
    pane.show_screen(replace(ready(), cards=(replace(row, status="1 of 2 passed", state="bad", verdicts=(FAILED,)),)))
    assert pane.card_widgets[0] is widget
    assert "1 of 2 passed" in widget.head.accessibleName()


def test_a_tool_row_opens_to_call_got_and_expected(pane):
    row = ToolRow("c1", "inject_test", "Edge case: k = 1", "failed", "bad", "f(1)", "", (FAILED,))
    pane.show_screen(replace(ready(), cards=(row,)))
    widget = pane.card_widgets[0]
    assert isinstance(widget, FoldRow)
    QTest.keyClick(widget.head, Qt.Key.Key_Space)
    verdict = widget.body.findChild(VerdictLine)
    assert verdict is not None
    texts = [box.toPlainText() for box in widget.body.findChildren(type(widget.body.findChild(VerdictLine)._box))]
    assert any("got" in text and "2" in text and "expected" in text for text in texts)


def test_what_streams_in_becomes_the_card_without_being_made_again(pane):
    screen = ready()
    for text in ("Let me ", "**see**", ".\n\nMore"):
        screen = present(screen, Delta("content", text))
        pane.show_screen(screen)
    tail = pane.findChild(ExaminerBox)
    assert "Let me see" in tail.markdown.toPlainText()
    screen = present(screen, ev.ModelReplied(reply=Reply(content="Let me **see**.\n\nMore to come, and much more.")))
    pane.show_screen(screen)
    assert pane.card_widgets == [tail]
    assert "much more" in tail.markdown.toPlainText()


def test_html_of_a_model_is_shown_as_text(pane):
    pane.show_screen(replace(ready(), cards=(ExaminerCard("<img src=x onerror=1> <b>bold</b>"),)))
    assert "<b>bold</b>" in pane.findChild(ExaminerBox).markdown.toPlainText()


def test_the_students_words_are_shown_as_typed(pane):
    pane.show_screen(replace(ready(), cards=(StudentCard("<b>**x**</b>"),)))
    box = pane.findChild(StudentBox)
    assert box.said.toPlainText() == "<b>**x**</b>"


def test_the_transcript_is_copied(pane):
    pane.show_screen(replace(ready(), cards=(ExaminerCard("Why?"), StudentCard("because"))))
    QTest.mouseClick(pane.copy, Qt.MouseButton.LeftButton)
    assert "Examiner:\n  Why?" in QGuiApplication.clipboard().text()


def test_a_lost_line_offers_both_ways_once(pane):
    chosen = []
    pane.retry_chosen.connect(chosen.append)
    pane.show_screen(replace(ready(), waiting=ForRetry("No answer.", "Check it.")))
    pane.retry.again.click()
    pane.retry.embedded.click()
    assert chosen == ["again"]


def test_a_line_of_code_named_in_a_question_can_be_gone_to(pane):
    lines = []
    pane.lines_wanted.connect(lines.append)
    pane.show_screen(replace(ready(), cards=(ExaminerCard("?", "Question 1 of 5", (8,)),)))
    button = next(b for b in pane.findChildren(type(pane.retry.again).__base__) if b.text() == "line 8")
    button.click()
    assert lines == [(8,)]


def test_nothing_is_ever_wider_than_the_pane(pane, qtbot):
    long = "x" * 400
    cards = (
        ToolRow("c1", "inject_test", f"Test: {long}", long, "ok"),
        ExaminerCard(long, "Question 1 of 5", (1, 2, 3)),
        StudentCard(long),
        ExaminerCard(long, brief=True),
        Notice(long),
    )
    pane.show_screen(replace(ready(), cards=cards))
    qtbot.waitUntil(lambda: pane.card_widgets[-1].width() > 0)
    host = pane._scroll.widget()
    assert host.width() <= pane._scroll.viewport().width()


def test_every_button_has_a_name(pane):
    pane.show_screen(replace(ready(), cards=(ExaminerCard("?", "Question 1 of 5", (8,)), StudentCard("x"))))
    from PySide6.QtWidgets import QAbstractButton

    assert [b for b in pane.findChildren(QAbstractButton) if not (b.accessibleName() or b.text())] == []


def test_a_short_sentence_needs_no_card(pane):
    pane.show_screen(replace(ready(), cards=(ExaminerCard("I read your code.", brief=True),)))
    assert isinstance(pane.card_widgets[0], BriefLine)


def test_the_grade_is_in_view_also_when_the_cards_above_it_grow(qtbot, pane):
    told = tuple(StudentCard(f"answer {n}") for n in range(12))
    pane.show_screen(replace(ready(), cards=told))
    grade = GradeCard((), "74 of 100 points")
    grown = tuple(replace(card, key="The body ran six times: three rounds of two. " * 3) for card in told)
    pane.show_screen(replace(ready(), cards=told, grade=grade))
    pane.show_screen(replace(ready(), cards=grown, grade=grade, closed="graded"))
    for _ in range(20):  # heights of wrapped texts are found in several turns
        QGuiApplication.processEvents()
    assert not pane.grade_box.visibleRegion().isEmpty()


def test_a_tool_row_and_a_criterion_lead_to_the_lines_they_are_about(pane):
    wanted = []
    pane.lines_wanted.connect(wanted.append)
    row = ToolRow("c1", "run_baseline", "Baseline test", "5 of 6 passed", "bad", verdicts=(FAILED,), lines=(4,))
    line = GradeLine("It is right.", "3 of 4", "partly", "decided by the tests", "", ("t1",), (2, 3))
    grade = GradeCard((line,), "3 of 4 points")
    pane.show_screen(replace(ready(), cards=(row,), grade=grade))
    pane.card_widgets[0].set_open(True)
    for button in pane.findChildren(LinesButton):
        button.click()
    assert sorted(wanted) == [(2, 3), (4,)]
