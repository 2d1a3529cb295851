"""While a question hides lines of the program, no way of looking at the editor shows them, and nothing is lost."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from desktop.ui.editor.editor_pane import EditorPane
from desktop.ui.output.output_pane import OutputPane
from desktop.ui.theme.palette import DARK
from desktop.view.veil import veiled
from desktop.vocabulary.questions import Question

pytestmark = pytest.mark.window
CODE = "def f(xs):\n    total = sum(xs)\n    return total / nothing\n"
HIDDEN = "sum(xs)"
CTRL = Qt.KeyboardModifier.ControlModifier
ASKED = Question(
    id="q",
    type="fill_blank",
    text="?",
    answer_form="code",
    lines=(2,),
    recipe={"before": "    total = ", "after": "(xs)", "example": "sum"},
)


@pytest.fixture
def pane(qtbot, theme):
    made = EditorPane(theme)
    qtbot.addWidget(made)
    made.resize(500, 300)
    made.show()
    made.editor.load(CODE)
    return made


def veil(pane):
    pane.editor.set_read_only("A question is open.")
    pane.editor.veil(veiled(CODE, ASKED))


def everything_shown(editor):
    text = QAccessible.queryAccessibleInterface(editor).textInterface()
    return editor.toPlainText() + text.text(0, text.characterCount())


def test_a_gap_is_shown_and_the_rest_stays_on_its_lines(pane):
    veil(pane)
    assert pane.editor.toPlainText() == CODE.replace("sum", "____")
    assert pane.editor.text() == CODE


def test_lines_to_be_ordered_are_gaps_of_one_length():
    question = Question(id="q", type="reorder", text="?", answer_form="order", lines=(2, 3), options=("a", "b"))
    assert veiled(CODE, question) == "def f(xs):\n    ____\n    ____\n"


def test_copy_find_undo_hover_and_a_screen_reader_meet_only_what_is_shown(pane):
    editor = pane.editor
    editor.problems.look()
    assert editor.findings
    veil(pane)
    QGuiApplication.clipboard().setText("")
    QTest.keyClick(editor, Qt.Key.Key_A, CTRL)
    QTest.keyClick(editor, Qt.Key.Key_C, CTRL)
    assert "return total" in QGuiApplication.clipboard().text()
    assert "sum" not in QGuiApplication.clipboard().text()
    pane.find_bar.open_bar()
    pane.find_bar.find_field.setText("sum")
    pane.find_bar.find_next()
    assert pane.find_bar.count.text() == "not found"
    for _ in range(5):
        QTest.keyClick(editor, Qt.Key.Key_Z, CTRL)
    editor.undo()
    editor.redo()
    assert "sum" not in everything_shown(editor)
    editor.problems.look()  # a search that began before
    assert editor.findings == []
    line = editor.cursorRect(editor.textCursor()).center() + QPoint(0, editor.fontMetrics().lineSpacing())
    QApplication.sendEvent(editor.viewport(), QHelpEvent(QEvent.Type.ToolTip, line, editor.mapToGlobal(line)))
    assert not QToolTip.isVisible()


def test_afterwards_program_cursor_and_history_are_as_before(pane, theme):
    editor = pane.editor
    editor.go_to_line(3, 5)
    QTest.keyClicks(editor, "x")
    typed = editor.text()
    veil(pane)
    theme.change(DARK)
    theme.change(DARK, 1.3)
    editor.unveil()
    editor.set_read_only("")
    assert editor.toPlainText() == typed
    assert editor.position() == (3, 6)
    editor.undo()
    assert editor.text() == CODE
    assert editor.document().defaultFont().pointSizeF() == editor.font().pointSizeF()


def test_a_veil_is_no_edit_and_nothing_is_written_behind_it(pane, qtbot):
    edits = []
    pane.editor.edited.connect(lambda: edits.append(1))
    veil(pane)
    pane.editor.replace_all("x = 1\n")
    QTest.keyClicks(pane.editor, "abc")
    pane.editor.flush_edited()
    pane.editor.unveil()
    pane.editor.flush_edited()
    assert pane.editor.text() == CODE
    assert edits == []


def test_another_program_is_not_loaded_into_the_veil(pane):
    veil(pane)
    pane.editor.load("y = 2\n")
    assert pane.editor.text() == pane.editor.toPlainText() == "y = 2\n"


TRACE = """\
Traceback (most recent call last):
  File "<student>", line 2, in f
    total = sum(xs)
            ^^^^^^^
TypeError: 'int' object is not iterable
"""


@pytest.fixture
def output(qtbot, theme):
    made = OutputPane(theme)
    qtbot.addWidget(made)
    made.run_started()
    made.write("stderr", TRACE)
    made.console.flush()
    return made


def printed(output):
    console = output.console
    console.flush()
    console.selectAll()
    console.copy()
    text = QAccessible.queryAccessibleInterface(console).textInterface()
    return "\n".join([console.toPlainText(), QGuiApplication.clipboard().text(), text.text(0, text.characterCount())])


def test_a_traceback_that_stands_there_is_veiled_and_comes_back(output):
    assert printed(output).count(HIDDEN) == 3
    before = output.console.toPlainText()
    output.hide_lines(CODE, ASKED)
    assert HIDDEN not in printed(output)
    assert "^" not in output.console.toPlainText()
    assert "total = ____(xs)" in output.console.toPlainText()
    output.hide_lines(CODE, None)
    assert output.console.toPlainText() == before


def test_a_run_while_the_question_is_open_is_veiled_however_it_comes(output):
    output.hide_lines(CODE, ASKED)
    output.run_started()
    for piece in (
        TRACE + TRACE,
        TRACE[:70],
        TRACE[70:84],
        TRACE[84:],
        "x" * 3000 + HIDDEN + "total = sum(xs)\n",
        "total = su",
    ):
        output.write("stderr", piece)
        output.console.flush()
    output.write("stderr", "m(xs)\nthe end\n")
    assert "= sum(xs)" not in printed(output)
    output.console.show_whole(0)
    assert "= sum(xs)" not in output.console.opened.text.toPlainText()
    output.hide_lines(CODE, None)
    assert output.console.toPlainText().startswith(TRACE)
    assert output.console.toPlainText().endswith("total = sum(xs)\nthe end\n")


def test_lines_that_were_dropped_meanwhile_do_no_harm(output):
    output.hide_lines(CODE, ASKED)
    for n in range(30):
        output.write("stdout", f"{n}\n" * 400 + "    total = sum(xs)\n")
        output.console.flush()
    assert HIDDEN not in printed(output)
    output.hide_lines(CODE, None)
    assert output.console.toPlainText().count(HIDDEN) >= 10
