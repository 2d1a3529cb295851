"""What a program prints is shown as it comes, whatever it prints."""

from __future__ import annotations

import base64

import pytest
from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QColor, QImage, QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.ui.output.figures_view import read_png
from desktop.ui.output.folding import folded
from desktop.ui.output.long_line import KEPT, LongLines
from desktop.ui.output.output_pane import FIGURES, OUTPUT, TESTS, VARIABLES, OutputPane
from desktop.ui.output.variables_view import Variable
from desktop.ui.theme.palette import DARK
from desktop.ui.theme.theme import Theme
from desktop.vocabulary.cases import Verdict
from desktop.vocabulary.runs import ErrorInfo, Outcome


@pytest.fixture
def pane(qtbot: QtBot, theme: Theme) -> OutputPane:
    pane = OutputPane(theme)
    pane.resize(700, 300)
    qtbot.addWidget(pane)
    with qtbot.waitActive(pane):
        pane.show()
        pane.activateWindow()
    return pane


def shown(pane: OutputPane) -> str:
    pane.console.flush()
    return pane.console.toPlainText()


def png(width: int = 4, height: int = 3) -> str:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return base64.b64encode(buffer.data().data()).decode()


def test_before_the_first_run_the_pane_says_what_will_be_here(pane: OutputPane) -> None:
    assert not pane.console.isVisible()
    pane.run_started()
    assert pane.console.isVisible()


def test_output_appears_by_itself(qtbot: QtBot, pane: OutputPane) -> None:
    pane.run_started()
    pane.write("stdout", "one\ntw")
    pane.write("stdout", "o\n")
    qtbot.waitUntil(lambda: pane.console.toPlainText() == "one\ntwo\n", timeout=5000)


def test_a_line_of_a_megabyte_is_cut_and_says_so(pane: OutputPane) -> None:
    pane.run_started()
    for _ in range(4):
        pane.write("stdout", "x" * 10_000)
        pane.console.flush()
    pane.write("stdout", "\nnext\n")
    first, second, _ = shown(pane).split("\n")
    assert first.startswith("x" * 2000 + " …")
    assert "38000" in first.replace(",", "")
    assert second == "next"


def test_a_program_that_prints_without_end_keeps_the_last_lines(pane: OutputPane) -> None:
    pane.run_started()
    for number in range(200_000):
        pane.write("stdout", f"{number}\n")
    text = shown(pane)
    assert text.splitlines()[-1] == "199999"
    assert text.splitlines()[0].isdigit()
    assert pane.console.blockCount() <= 5_000


def test_a_short_burst_is_drawn_whole_over_several_ticks(qtbot: QtBot, pane: OutputPane) -> None:
    pane.run_started()
    for number in range(4_000):
        pane.write("stdout", f"{number}\n")
    qtbot.waitUntil(lambda: pane.console.blockCount() == 4_000, timeout=10_000)
    assert pane.console.toPlainText().startswith("0\n1\n2\n")


def test_what_was_not_shown_is_said(pane: OutputPane) -> None:
    pane.run_started()
    pane.write("stdout", ("x" * 99 + "\n") * 20_000)
    assert "1850000 characters" in shown(pane).splitlines()[0].replace(",", "")


def test_colours_of_terminals_become_colours_of_the_theme(pane: OutputPane, theme: Theme) -> None:
    pane.run_started()
    pane.write("stdout", "\x1b[31mred\x1b[0m plain \x1b[2J\x1b]0;title\x07end\n")
    assert shown(pane) == "red plain end\n"
    assert colour_at(pane, 1) == theme.color("error").name()
    assert colour_at(pane, 6) == theme.color("text").name()
    theme.change(DARK)
    assert colour_at(pane, 1) == theme.color("error").name()


def colour_at(pane: OutputPane, position: int) -> str:
    cursor = QTextCursor(pane.console.document())
    cursor.setPosition(position)
    return cursor.charFormat().foreground().color().name()


def test_a_progress_bar_is_written_over_itself(pane: OutputPane) -> None:
    pane.run_started()
    for step in range(5):
        pane.write("stdout", f"\r{step * 25} %")
    pane.write("stdout", "\r\ndone\r\n")
    assert shown(pane) == "100 %\ndone\n"


def test_html_in_output_is_text(pane: OutputPane) -> None:
    pane.run_started()
    pane.write("stderr", "<b>no</b> <img src='file:///etc/passwd'>\n")
    assert shown(pane) == "<b>no</b> <img src='file:///etc/passwd'>\n"


def test_a_line_of_a_traceback_can_be_clicked(qtbot: QtBot, pane: OutputPane) -> None:
    pane.run_started()
    pane.write("stderr", 'Traceback (most recent call last):\n  File "<student>", line 19, in f\nNameError\n')
    pane.console.flush()
    cursor = QTextCursor(pane.console.document().findBlockByNumber(1))
    with qtbot.waitSignal(pane.line_clicked) as clicked:
        place = pane.console.cursorRect(cursor).center()
        qtbot.mouseClick(pane.console.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert clicked.args == [19]


def test_a_line_of_a_traceback_can_be_chosen_by_keyboard(qtbot: QtBot, pane: OutputPane) -> None:
    pane.run_started()
    pane.write("stderr", '  File "<student>", line 7, in f\n')
    pane.console.flush()
    pane.console.moveCursor(QTextCursor.MoveOperation.Start)
    with qtbot.waitSignal(pane.line_clicked) as clicked:
        qtbot.keyClick(pane.console, Qt.Key.Key_Return)
    assert clicked.args == [7]


def test_lines_of_other_files_lead_nowhere(qtbot: QtBot, pane: OutputPane) -> None:
    pane.run_started()
    pane.write("stderr", '  File "/usr/lib/numpy.py", line 7, in f\n')
    pane.console.flush()
    pane.console.moveCursor(QTextCursor.MoveOperation.Start)
    with qtbot.assertNotEmitted(pane.line_clicked):
        qtbot.keyClick(pane.console, Qt.Key.Key_Return)


def test_the_program_asks_for_a_line_and_gets_it(qtbot: QtBot, pane: OutputPane) -> None:
    pane.run_started()
    pane.write("stdout", "Your name? ")
    assert not pane.input_line.isVisible()
    pane.ask_line("Your name? ")
    assert pane.input_line.isVisible()
    qtbot.keyClicks(pane.input_line.field, "Ada")
    with qtbot.waitSignal(pane.line_entered) as entered:
        qtbot.keyClick(pane.input_line.field, Qt.Key.Key_Return)
    assert entered.args == ["Ada"]
    assert not pane.input_line.isVisible()
    assert shown(pane) == "Your name? Ada\n"


def test_control_d_ends_the_input(qtbot: QtBot, pane: OutputPane) -> None:
    pane.run_started()
    pane.ask_line("")
    with qtbot.waitSignal(pane.line_entered) as entered:
        qtbot.keyClick(pane.input_line.field, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert entered.args == [None]


def test_the_end_of_a_run_says_value_error_and_time(pane: OutputPane) -> None:
    pane.run_started()
    pane.run_ended(Outcome(status="ok", repr="[1, 2]", seconds=0.04))
    assert shown(pane) == "[1, 2]\nFinished in 0.04 s\n"
    error = ErrorInfo(type="NameError", message="name 'x' is not defined", line=1, traceback="")
    pane.run_started()
    pane.run_ended(Outcome(status="error", error=error, seconds=1.5, namespace_kept=False))
    text = shown(pane)
    assert "NameError: name 'x' is not defined\n" in text
    assert text.endswith("Stopped by an error after 1.50 s · the variables are gone\n")


def test_a_new_run_clears_the_output_of_the_one_before(pane: OutputPane) -> None:
    pane.run_started()
    pane.write("stdout", "old\n")
    pane.run_started("Run 2")
    assert shown(pane) == "Run 2\n"


def test_the_output_can_be_cleared_by_hand(qtbot: QtBot, pane: OutputPane) -> None:
    pane.run_started()
    pane.write("stdout", "old\n")
    qtbot.mouseClick(pane.clear_button, Qt.MouseButton.LeftButton)
    assert shown(pane) == ""
    assert not pane.console.isVisible()


def test_variables_are_listed_in_one_line_each(qtbot: QtBot, pane: OutputPane) -> None:
    pane.show_variables([Variable("X", "ndarray (20, 2)", "array([[1, 2],\n       [3, 4]])")])
    pane.show_tab(VARIABLES)
    table = pane.variables.table
    assert table.isVisible()
    assert [table.item(0, column).text() for column in range(3)] == [
        "X",
        "ndarray (20, 2)",
        "array([[1, 2], [3, 4]])",
    ]
    assert pane.tabs.tabText(VARIABLES).endswith("1")


def test_a_test_opens_to_call_expected_and_got(qtbot: QtBot, pane: OutputPane) -> None:
    verdict = Verdict(
        case_id="1", title="k = 1", call="kmeans(X, 1)", passed=False, got="nan", expected="0.5", why="nan"
    )
    pane.show_verdicts([verdict])
    pane.show_tab(TESTS)
    row = pane.tests.rows[0]
    qtbot.keyClick(row.head, Qt.Key.Key_Space)
    assert row.is_open
    boxes = [child.toPlainText() for child in row.body.children() if hasattr(child, "toPlainText")]
    assert boxes == ["kmeans(X, 1)", "0.5", "nan"]


def test_a_new_verdict_leaves_opened_rows_open(pane: OutputPane) -> None:
    first = Verdict(case_id="1", title="a", call="f()", passed=True, got="1", expected="1")
    pane.show_verdicts([first])
    pane.tests.rows[0].set_open(True)
    pane.show_verdicts([first, first.model_copy(update={"case_id": "2"})])
    assert [row.is_open for row in pane.tests.rows] == [True, False]


def test_figures_are_drawn_and_rubbish_is_named(pane: OutputPane) -> None:
    pane.show_figures([png(), "rubbish!"])
    pane.show_tab(FIGURES)
    assert pane.tabs.tabText(FIGURES).endswith("2")


def test_a_picture_of_absurd_size_is_not_read() -> None:
    good = bytearray(base64.b64decode(png()))
    good[16:20] = (100_000).to_bytes(4, "big")  # the width in the header of the file
    assert read_png(base64.b64encode(bytes(good)).decode()) is None
    assert read_png("rubbish!") is None
    assert read_png(png()) is not None


def test_asking_brings_the_output_to_the_front(pane: OutputPane) -> None:
    pane.show_tab(TESTS)
    pane.ask_line("?")
    assert pane.tabs.currentIndex() == OUTPUT


def test_a_cut_line_can_be_seen_whole_by_click_and_by_key(qtbot: QtBot, pane: OutputPane) -> None:
    line = "".join(chr(97 + n % 26) for n in range(5_000))
    pane.run_started()
    pane.write("stdout", "short\n" + line[:3_000])
    pane.write("stdout", line[3_000:])
    pane.run_ended(Outcome(status="ok"))
    assert "3000 more characters in this line show all" in shown(pane)
    block = pane.console.document().findBlockByNumber(1)
    cursor = QTextCursor(block)
    pane.console.setTextCursor(cursor)
    qtbot.keyClick(pane.console, Qt.Key.Key_Return)
    assert pane.console.opened is not None
    assert pane.console.opened.text.toPlainText().replace("\n", "") == line
    pane.console.opened.accept()
    pane.console.opened = None
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock)
    cursor.movePosition(QTextCursor.MoveOperation.Left, n=3)
    pane.console.setTextCursor(cursor)
    pane.console.ensureCursorVisible()
    place = pane.console.cursorRect(cursor).center()
    qtbot.mouseClick(pane.console.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert pane.console.opened is not None


def test_long_lines_written_over_and_without_end_are_not_mixed_up(pane: OutputPane) -> None:
    pane.run_started()
    pane.write("stdout", "a" * 3_000 + "\r" + "b" * 2_500 + "\n" + "c" * 2_100)
    pane.run_ended(Outcome(status="ok"))
    pane.console.flush()
    assert [pane.console._long.whole(n) for n in range(2)] == ["b" * 2_500, "c" * 2_100]


def test_no_more_is_kept_than_there_is_room_for() -> None:
    lines = LongLines()
    lines.add("x" * (KEPT - 1))
    lines.add("yz")
    assert len(lines.whole(lines.end("drawn"))) == KEPT + len("drawn")


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import math\n\ndef f(n):\n    return n\n\nclass G:\n    pass\n", "defines f(), G() but calls nothing"),
        ("x = 1\n", "Your program printed nothing. print(...) shows a value here."),
        ("def f(): pass\nf()\n", "Your program printed nothing."),
        ("# only a remark\n", "Your program is empty"),
    ],
)
def test_a_run_that_shows_nothing_says_why_and_what_to_do(pane: OutputPane, source: str, said: str) -> None:
    pane.run_started()
    pane.run_ended(Outcome(status="ok", seconds=0.0), source)
    assert said in shown(pane)
    assert "Finished in 0.00 s" in shown(pane)


@pytest.mark.parametrize(
    "outcome", [Outcome(status="ok", repr="3"), Outcome(status="error"), Outcome(status="interrupted")], ids=repr
)
def test_a_run_that_shows_something_or_fails_is_not_explained(pane: OutputPane, outcome: Outcome) -> None:
    pane.run_started()
    pane.run_ended(outcome, "def f(): pass\n")
    assert "prints nothing" not in shown(pane)
    pane.run_started()
    pane.write("stdout", "\n")
    pane.run_ended(Outcome(status="ok"), "print()\n")
    assert "printed nothing" not in shown(pane)


@pytest.mark.parametrize(
    "text", ["one two three four five six seven", "没有空格的一句很长的中文句子也要折行显示才行", "x" * 70]
)
def test_words_of_ours_are_folded_and_none_is_lost(text: str) -> None:
    lines = folded(text, 20).split("\n")
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert max(sum(2 if ord(mark) > 0x2E00 else 1 for mark in line) for line in lines) <= 20
    assert not any(line.startswith(" ") for line in lines)
    if " " in text:
        assert set(" ".join(lines).split()) == set(text.split()), "no word is broken"


def test_a_sentence_of_ours_is_never_cut_at_the_right(pane: OutputPane) -> None:
    pane.resize(420, 300)
    pane.run_started()
    pane.run_ended(Outcome(status="ok"), "def f(): pass\n")
    shown(pane)
    assert pane.console.horizontalScrollBar().maximum() == 0


def test_the_end_of_the_output_stands_at_the_lower_edge(qapp: QApplication, pane: OutputPane) -> None:
    pane.resize(500, 190)
    pane.run_started()
    for number in range(40):
        pane.write("stdout", f"{number}\n")
    pane.run_ended(Outcome(status="error", error=ErrorInfo(type="E", message="m"), seconds=1.0))
    pane.console.flush()
    qapp.processEvents()
    console = pane.console
    last = console.document().lastBlock()
    end = console.blockBoundingGeometry(last).translated(console.contentOffset())
    line = console.fontMetrics().lineSpacing()
    assert "Stopped by an error" in last.text()
    assert 0 <= console.viewport().height() - end.bottom() < line + 4, "no line stands empty under the last"
    first = console.blockBoundingGeometry(console.firstVisibleBlock()).translated(console.contentOffset())
    assert first.top() >= 0, "the uppermost line is whole"


def test_an_empty_line_in_the_middle_is_one(pane: OutputPane) -> None:
    pane.run_started()
    for text in ("a\n", "\n", "b", "\n", "\r\n", "c\n"):
        pane.write("stdout", text)
    pane.console.flush()
    assert pane.console.toPlainText() == "a\n\nb\n\nc\n"
