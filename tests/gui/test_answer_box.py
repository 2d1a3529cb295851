"""Where a question is answered: the right field for its form, read aloud, sent once, never lost."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.ui.defense.answer_box import AnswerBox
from desktop.view.screen import ForAnswer
from desktop.vocabulary.questions import Question
from desktop.vocabulary.words import Words

pytestmark = pytest.mark.window


@pytest.fixture
def box(qtbot, theme):
    box = AnswerBox(theme, Words())
    qtbot.addWidget(box)
    box.sent = []
    box.answered.connect(lambda text, why: box.sent.append((text, why)))
    return box


def question(form, call_id="c1", **fields):
    made = Question(id="q", type="loop_count", text="?", answer_form=form, **fields)
    return ForAnswer("?", call_id, made)


def test_what_is_typed_is_read_aloud(box):
    box.ask(question("list"))
    QTest.keyClicks(box.field, "[1, 2, 3]")
    assert box.reading.text() == "reads as a list of 3 ints"
    QTest.keyClick(box.field, Qt.Key.Key_Backspace)
    assert box.reading.text() == "This does not read as a Python value yet."


def test_enter_sends_and_shift_enter_begins_a_line(box):
    box.ask(ForAnswer("Why?", "c1"))
    QTest.keyClicks(box.field, "one")
    QTest.keyClick(box.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(box.field, "two")
    QTest.keyClick(box.field, Qt.Key.Key_Return)
    assert box.sent == [("one\ntwo", "")]


def test_an_empty_answer_is_not_sent(box):
    box.ask(question("int"))
    QTest.keyClick(box.field, Qt.Key.Key_Return)
    assert not box.send.isEnabled()
    assert box.sent == []


def test_an_explanation_is_asked_for_where_the_question_wants_one(box):
    box.ask(question("int", why="Say why."))
    assert box.why.isVisibleTo(box)
    assert box.why_label.text() == "Say why."
    QTest.keyClicks(box.field, "3")
    QTest.keyClicks(box.why, "it stops")
    QTest.mouseClick(box.send, Qt.MouseButton.LeftButton)
    assert box.sent == [("3", "it stops")]
    box.ask(question("int", "c2"))
    assert not box.why.isVisibleTo(box)


def test_options_are_chosen_and_sent_as_they_stand(box):
    box.ask(question("options", options=("a & b", "c")))
    button = box._choices.buttons()[0]
    button.click()
    QTest.mouseClick(box.send, Qt.MouseButton.LeftButton)
    assert box.sent == [("a & b", "")]


def test_a_line_picked_in_the_editor_fills_the_field(box):
    box.ask(question("line"))
    box.give_line(14)
    assert box.field.toPlainText() == "14"
    assert box.pick.isVisibleTo(box)


def test_asked_again_the_text_is_still_there_with_the_reason(box):
    box.ask(question("int"))
    QTest.keyClicks(box.field, "thre")
    QTest.keyClick(box.field, Qt.Key.Key_Return)
    box.close_question()
    asked = question("int")
    box.ask(ForAnswer(asked.text, asked.call_id, asked.question, "That is no number."))
    assert box.field.toPlainText() == "thre"
    assert box.note.text() == "That is no number."


def test_the_next_question_starts_empty_and_the_first_draft_comes_back(box):
    box.ask(question("int", "c1"))
    QTest.keyClicks(box.field, "12")
    box.ask(question("int", "c2"))
    assert box.field.toPlainText() == ""
    box.ask(question("int", "c1"))
    assert box.field.toPlainText() == "12"


def test_every_control_has_a_name(box):
    box.ask(question("int", why="Say why."))
    for control in (box.field, box.why):
        assert control.accessibleName()
