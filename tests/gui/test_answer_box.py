"""Where a question is answered: the right field for its form, read aloud, sent once, never lost."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
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
    assert box.reading.text() == "reads as a list of 3 numbers"
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


def ordering(call_id="c1"):
    return question("order", call_id, options=("low = 1", "high = 2", "wide = high - low"))


def test_lines_are_ordered_with_keys_and_nothing_is_sent_before_one_moved(box):
    box.ask(ordering())
    rows = box.order.rows
    QTest.keyClick(rows, Qt.Key.Key_Return)
    assert not box.send.isEnabled()
    QTest.keyClick(rows, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(rows, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(rows, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)  # at the end: it stays
    QTest.keyClick(rows, Qt.Key.Key_Up)  # chooses, and moves nothing
    QTest.keyClick(rows, Qt.Key.Key_Return)
    assert box.sent == [("2 3 1", "")]


def test_a_dragged_line_counts_as_the_same_move(box):
    box.ask(ordering())
    rows = box.order.rows
    assert rows.model().moveRow(rows.rootIndex(), 2, rows.rootIndex(), 0)  # what a drop inside the list does
    assert box.order.order == "3 1 2"
    QTest.mouseClick(box.send, Qt.MouseButton.LeftButton)
    assert box.sent == [("3 1 2", "")]


def test_the_two_buttons_move_and_know_the_ends(box):
    box.ask(ordering())
    assert (box.order.up.isEnabled(), box.order.down.isEnabled()) == (False, True)
    box.order.down.click()
    assert box.order.order == "2 1 3"
    assert (box.order.up.isEnabled(), box.order.down.isEnabled()) == (True, True)


def test_where_a_line_went_is_said_to_a_screen_reader(box, monkeypatch):
    said = []
    monkeypatch.setattr("desktop.ui.defense.order_list.announce", lambda widget, text: said.append(text))
    box.ask(ordering())
    QTest.keyClick(box.order.rows, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert said == ["Line 1 is now at place 2 of 3"]


def test_a_line_of_code_is_one_line_and_read_as_it_would_stand(box):
    recipe = {"before": "    wide = ", "after": "(xs)"}
    made = Question(id="q", type="fill_blank", text="?", answer_form="code", lines=(4,), recipe=recipe)
    box.ask(ForAnswer("?", "c1", made))
    QGuiApplication.clipboard().setText("max\n")
    QTest.keyClick(box.field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert box.field.toPlainText() == "max"
    assert box.reading.text() == "line 4 would read: wide = max(xs)"
    keyword = box.field.document().firstBlock().layout().formats()
    assert keyword  # max is a name of Python's, and has its colour
    QTest.keyClick(box.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert box.sent == [("max", "")]
    box.ask(question("int", "c2"))
    QTest.keyClicks(box.field, "max")
    assert not box.field.document().firstBlock().layout().formats()


def test_an_unreadable_answer_is_explained_once(box):
    box.ask(question("list"))
    QTest.keyClicks(box.field, "[1, 2")
    assert box.reading.isVisibleTo(box)
    asked = question("list")
    box.ask(ForAnswer(asked.text, asked.call_id, asked.question, "Please type a list, such as [0, 1, 1]."))
    assert box.note.isVisibleTo(box)
    assert not box.reading.isVisibleTo(box)
    QTest.keyClicks(box.field, ", 3")  # another answer, another reading
    assert box.reading.isVisibleTo(box)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (question("int"), "12"),
        (question("line"), "7"),
        (question("list"), "[1, 2"),
        (question("code"), "wide = 1"),
        (question("outcome"), "ValueErr"),
        (question("options", options=("A", "B")), "B"),
        (question("order", options=("a", "b", "c")), "3 1 2"),
        (ForAnswer("Why?", "c1"), "Because\nit is"),
    ],
    ids=["int", "line", "list", "code", "outcome", "options", "order", "words"],
)
def test_every_kind_of_draft_is_told_once_it_rests_and_put_back(asked, text, box, qtbot):
    told = []
    box.drafted.connect(lambda call_id, text, why: told.append((call_id, text, why)))
    box.ask(asked)
    box.set_drafts({"c1": (text, "half a reas")})
    assert box._text() == text
    box._typed()
    box.flush_draft()
    box.flush_draft()
    assert told == [("c1", text, "half a reas")]


def test_typing_is_told_after_a_moment_and_showing_is_not(box, qtbot):
    told = []
    box.drafted.connect(lambda *draft: told.append(draft))
    box.ask(question("int"))
    box.ask(question("int", "c2"))
    assert told == []
    with qtbot.waitSignal(box.drafted):
        QTest.keyClicks(box.field, "1")
    assert told == [("c2", "1", "")]


def test_lines_to_be_ordered_are_whole_at_any_width(box, qtbot):
    long = "errors = [w * x + b - y for x, y in zip(xs, ys)]"
    box.ask(question("order", options=("a = 1", long, "return a")))
    box.resize(260, 500)
    box.show()
    rows = box.order.rows
    narrow = rows.height()
    assert rows.visualItemRect(rows.item(1)).height() > rows.visualItemRect(rows.item(0)).height()
    assert rows.visualItemRect(rows.item(2)).bottom() <= rows.viewport().height()
    box.resize(900, 500)
    qtbot.waitUntil(lambda: rows.height() < narrow)
    assert rows.visualItemRect(rows.item(2)).bottom() <= rows.viewport().height()
