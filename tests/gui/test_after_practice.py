"""After a practice defense: going through a run, other questions about the same program, the progress so far."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from desktop.results.progress import Attempt, attempt
from desktop.ui.defense.cards import StudentBox
from desktop.ui.practice.progress_dialog import ProgressDialog
from desktop.ui.practice.walk_dialog import SAID, STEPS, WORKING, WalkDialog
from desktop.vocabulary import events as ev
from desktop.vocabulary.problem import Rules
from desktop.vocabulary.questions import Facts, Mark, Question
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.walks import Held, Walk, WalkStep
from tests.gui.program import program
from tests.gui.stage import until
from tests.support.sayings import ended, replied
from tools.contract import CriterionMark, Grade

pytestmark = pytest.mark.window
CODE = "def f(xs):\n    total = 0\n    for x in xs:\n        total += x\n    return total\n"
STEPS_OF_F = Walk(
    "f([1])",
    (
        WalkStep("line", 2, ("f",), (Held("xs", "[1]", True),)),
        WalkStep("line", 3, ("f",), (Held("xs", "[1]"), Held("total", "0", True))),
        WalkStep("return", 5, ("f",), (Held("xs", "[1]"), Held("total", "1", True)), 4, "1"),
    ),
    "one\n",
    "returns",
    "1",
)


def grade(points=1.0, understood=2.0):
    return Grade(
        criteria=(
            CriterionMark(criterion="t", sentence="Tests.", points=points, out_of=2, decided_by="tests", why=""),
            CriterionMark(
                criterion="u", sentence="Knows.", points=understood, out_of=4, decided_by="understanding", why=""
            ),
            CriterionMark(criterion="e", sentence="Explains.", points=None, out_of=2, decided_by="explanation", why=""),
        )
    )


def dialog(qtbot, theme, walk=None):
    made = WalkDialog(theme, CODE, "f([1])")
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    if walk is not None:
        made.show_walk(walk)
    return made


def rows(table):
    return [[table.item(r, c).text() for c in range(table.columnCount())] for r in range(table.rowCount())]


def test_each_step_shows_its_line_what_changed_the_call_and_the_output(qtbot, theme):
    made = dialog(qtbot, theme, STEPS_OF_F)
    view = made.view
    assert made.pages.currentIndex() == STEPS
    assert view.count.text() == "Step 1 of 3"
    assert view.code.marked_lines == [2]
    assert rows(view.table) == [["xs", "[1]", "changed"]]
    assert view.printed.toPlainText() == "nothing yet"
    assert not view.previous.isEnabled()
    view.go_on()
    assert rows(view.table) == [["xs", "[1]", ""], ["total", "0", "changed"]]
    QTest.keyClick(view.slider, Qt.Key.Key_End)
    assert view.what.text() == "Line 5 returns 1."
    assert view.printed.toPlainText() == "one\n"
    assert "In f" in view.calls.whole_text
    assert view.end.text() == "This run ends and returns 1."
    assert not view.next.isEnabled()
    QTest.keyClick(made, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert view.count.text() == "Step 2 of 3"


def test_an_endless_run_says_that_only_its_beginning_is_shown(qtbot, theme):
    made = dialog(qtbot, theme, Walk("f([1])", STEPS_OF_F.steps, "", "endless"))
    assert "first 3 steps" in made.view.end.text()
    assert "never end" in made.view.end.text()


@pytest.mark.parametrize(
    ("walk", "said"),
    [
        (Walk("f()", (), "", "unloaded", "SyntaxError in line 2"), "SyntaxError in line 2"),
        (Walk("f()", (), "", "endless"), "never reached"),
        (Walk("f()", (), "", "returns", "3"), "no line of your program"),
    ],
)
def test_where_there_are_no_steps_it_says_why(qtbot, theme, walk, said):
    made = dialog(qtbot, theme, walk)
    assert made.pages.currentIndex() == SAID
    assert said in made.said.text.text()


def test_while_it_works_there_is_cancel_and_after_a_trouble_another_try(qtbot, theme):
    made = dialog(qtbot, theme)
    assert made.pages.currentIndex() == WORKING
    assert made.cancel.isVisible()
    made.show_trouble(Trouble("It went away.", "Look again."))
    assert made.said.title.text() == "It went away."
    with qtbot.waitSignal(made.again_wanted):
        made.again.click()
    made.show_working()
    with qtbot.waitSignal(made.rejected):
        made.cancel.click()


def finished(desk, name, mode="practice", question=None):
    """A defense of the first problem, closed with a grade, as the log would have it."""
    problem = desk.problem("kmeans")
    question = question or Question(
        id="q1", type="return_value", text="What?", answer_form="int", key=3, call="f([1, 2])", explanation="It adds."
    )
    records = [
        ev.DefenseOpened(problem=problem, rules=Rules(mode=mode)),
        ev.CodeSaved(source=CODE),
        ev.Submitted(code_hash="x"),
        ev.FactsGathered(facts=Facts(questions=(question,))),
        replied(3, "ask_student", question_id="q1"),
        ended(3, "What?", as_ai_message=True, wait_for_reply=True),
        ev.StudentAnswered(text="4"),
        ev.AnswerMarked(mark=Mark(question_id="q1", verdict="wrong")),
        ev.DefenseClosed(reason="graded", grade=grade()),
    ]
    for seq, event in enumerate(records):
        desk.log.append(name, seq, event)


async def test_the_run_a_question_was_about_is_followed_in_the_sandbox(tmp_path):
    async with program(tmp_path) as it:
        finished(it.window.desk, "old")
        it.window.open_defense("old")
        await until(lambda: it.window.page is not None and it.page.findChildren(StudentBox))
        (mine,) = it.page.findChildren(StudentBox)
        await until(mine.walk.isVisible)
        assert "It adds." in mine.key.text()
        mine.walk.click()
        opened = it.window.practice.dialog
        assert isinstance(opened, WalkDialog)
        await until(lambda: opened.pages.currentIndex() != WORKING)
        assert opened.view.end.text() == "This run ends and returns 3."
        assert opened.view.slider.hasFocus() or not it.window.isActiveWindow()
        opened.reject()
        assert it.window.practice.dialog is None
        mine.walk.click()
        again = it.window.practice.dialog
        again.cancel.click()  # while it works
        assert it.window.practice.dialog is None


async def test_an_exam_shows_neither_runs_nor_another_try(tmp_path):
    async with program(tmp_path) as it:
        finished(it.window.desk, "old", mode="exam")
        it.window.open_defense("old")
        await until(lambda: it.window.page is not None and it.page.findChildren(StudentBox))
        await until(lambda: it.screen.closed)
        (mine,) = it.page.findChildren(StudentBox)
        assert not mine.walk.isVisible()
        assert not it.page.defense.after.isVisible()
        it.window.practice.step_through(it.window.controller.session, "q1")
        assert it.window.practice.dialog is None


async def test_other_questions_about_the_same_program_with_one_press(tmp_path):
    async with program(tmp_path) as it:
        finished(it.window.desk, "old")
        it.window.open_defense("old")
        await until(lambda: it.window.page is not None and it.page.defense.after.isVisible())
        old = it.window.controller.session
        await it.press(it.page.defense.after.others)
        await until(lambda: it.window.controller is not None and it.window.controller.session is not old)
        new = it.window.controller.session
        assert new.state.submission == CODE
        assert new.state.seed != old.state.seed
        assert new.state.rules.mode == "practice"


async def test_progress_comes_from_the_stored_grades_of_practice_alone(tmp_path):
    async with program(tmp_path) as it:
        desk = it.window.desk
        assert desk.progress(desk.problem("kmeans")) == []
        finished(desk, "one")
        finished(desk, "two")
        finished(desk, "three", mode="exam")
        found = desk.progress(desk.problem("kmeans"))
        assert [(one.points, one.out_of, one.waiting, one.understood, one.asked) for one in found] == [
            (3, 6, 2, 2, 4)
        ] * 2
        assert desk.progress(desk.problem("knn")) == []
        it.window.open_defense("one")
        await until(lambda: it.window.page is not None and it.page.defense.after.isVisible())
        await it.press(it.page.defense.after.progress)
        opened = it.window.practice.dialog
        assert isinstance(opened, ProgressDialog)
        assert opened.table.rowCount() == 2
        opened.reject()


def test_points_that_wait_for_a_person_count_in_neither():
    found = attempt(datetime.now(UTC), grade(2.0, 1.0))
    assert (found.share, found.understanding) == (0.5, 0.25)
    assert Attempt(datetime.now(UTC), 0, 0).share is None


def attempts(count):
    start = datetime(2026, 3, 1, 9, tzinfo=UTC)
    return [Attempt(start + timedelta(days=n), n, 10, 2, n / 2, 5) for n in range(count)]


@pytest.mark.parametrize("count", [1, 3, 40])
def test_the_plot_is_there_as_a_table_too(qtbot, theme, count):
    made = ProgressDialog(theme, "K-Means", attempts(count))
    qtbot.addWidget(made)
    made.show()
    assert made.plot.isVisible()
    assert made.plot.accessibleName()
    assert made.table.rowCount() == count
    if count > 1:
        assert rows(made.table)[-2][1:3] == ["1 of 10 (10%)", "0.5 of 5 (10%)"]
    picture = made.plot.grab().toImage()
    drawn = {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(0, picture.height(), 3)}
    assert theme.hex("accent") in drawn
    assert theme.hex("ok") in drawn


def test_without_a_defense_it_says_what_will_be_here(qtbot, theme):
    made = ProgressDialog(theme, "K-Means", ())
    qtbot.addWidget(made)
    made.show()
    assert made.empty.isVisible()
    assert not made.plot.isVisible()
    assert [b.text() for b in made.findChildren(QPushButton) if b.isVisible()] == ["Close"]
