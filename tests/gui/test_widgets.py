"""The small parts: what they say, and that a keyboard is enough."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from desktop.ui.theme.palette import DARK
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button, IconButton, PrimaryButton, with_shortcut
from desktop.ui.widgets.choice import Choice
from desktop.ui.widgets.code_box import CodeBox
from desktop.ui.widgets.empty import EmptyState
from desktop.ui.widgets.fold_row import FoldRow
from desktop.ui.widgets.labels import Chip, ElidedLabel, TextLabel
from desktop.ui.widgets.panel import Panel
from desktop.ui.widgets.splitter import WIDTH, Splitter
from desktop.ui.widgets.step_header import Step, StepHeader


def test_words_from_outside_are_never_markup(qtbot: QtBot, theme: Theme) -> None:
    for label in (TextLabel("<b>x</b>"), ElidedLabel("<b>x</b>"), Chip("<b>x</b>")):
        qtbot.addWidget(label)
        assert label.textFormat() == Qt.TextFormat.PlainText


def test_a_line_too_long_is_cut_and_whole_for_screen_readers(qtbot: QtBot, theme: Theme) -> None:
    label = ElidedLabel("a very long line " * 20)
    qtbot.addWidget(label)
    label.resize(100, 20)
    label.show()
    assert label.text().endswith("…")
    assert label.accessibleName() == ("a very long line " * 20).strip()
    assert label.toolTip() == label.accessibleName()


def test_a_chip_says_its_state_in_words(qtbot: QtBot, theme: Theme) -> None:
    chip = Chip("Waiting for you", "warn")
    qtbot.addWidget(chip)
    chip.show()
    chip.show_state("Done", "ok")
    assert (chip.text(), chip.property("tone")) == ("Done", "ok")


def test_every_button_has_a_name_and_its_keys_in_the_tool_tip(qtbot: QtBot, theme: Theme) -> None:
    button = IconButton(theme, "settings", "Settings", shortcut="Ctrl+,")
    qtbot.addWidget(button)
    assert button.accessibleName() == "Settings"
    assert button.toolTip() == "Settings (Ctrl+,)"
    assert with_shortcut("Run", "") == "Run"


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_buttons_are_pressed_by_keyboard(qtbot: QtBot, theme: Theme, key: Qt.Key) -> None:
    for button in (PrimaryButton(theme, "Go", "play"), Button(theme, "Stop", "danger")):
        qtbot.addWidget(button)
        button.show()
        with qtbot.waitSignal(button.clicked):
            qtbot.keyClick(button, key)


def test_icons_follow_the_theme(qtbot: QtBot, theme: Theme) -> None:
    button = IconButton(theme, "settings", "Settings")
    qtbot.addWidget(button)
    before = button.icon().cacheKey()
    theme.change(DARK)
    assert button.icon().cacheKey() != before


def test_icons_grow_with_the_text(qtbot: QtBot, theme: Theme) -> None:
    button = IconButton(theme, "settings", "Settings", size=16)
    qtbot.addWidget(button)
    theme.change(text_scale=2.0)
    assert button.iconSize().width() == 32


def test_a_row_opens_by_key_and_builds_its_content_only_then(qtbot: QtBot, theme: Theme) -> None:
    built: list[QWidget] = []

    def build() -> QWidget:
        built.append(QLabel("inside"))
        return built[-1]

    row = FoldRow(theme, "flask-conical", "Edge case", "nan", "error", build)
    qtbot.addWidget(row)
    row.show()
    assert built == []
    with qtbot.waitSignal(row.toggled):
        qtbot.keyClick(row.head, Qt.Key.Key_Space)
    assert built[0].isVisible()
    qtbot.mouseClick(row.head, Qt.MouseButton.LeftButton)
    assert not built[0].isVisible()
    row.set_open(True)
    assert len(built) == 1


def test_a_row_says_everything_to_a_screen_reader(qtbot: QtBot, theme: Theme) -> None:
    row = FoldRow(theme, "flask-conical", "Edge case", "nan in centroids", "error", QWidget)
    qtbot.addWidget(row)
    assert row.head.accessibleName() == "Edge case · nan in centroids · failed"
    row.show_state("Edge case", "", "running")
    assert row.head.accessibleName() == "Edge case · running"


def test_a_row_with_nothing_inside_does_not_open(qtbot: QtBot, theme: Theme) -> None:
    row = FoldRow(theme, "wrench", "Working")
    qtbot.addWidget(row)
    row.show()
    qtbot.keyClick(row.head, Qt.Key.Key_Space)
    assert not row.is_open
    row.set_build(lambda: QLabel("now there is"))
    qtbot.keyClick(row.head, Qt.Key.Key_Space)
    assert row.is_open


def test_the_head_of_a_row_is_never_squeezed(qtbot: QtBot, theme: Theme) -> None:
    row = FoldRow(theme, "wrench", "Working", "detail", "ok", QWidget)
    qtbot.addWidget(row)
    row.show()
    assert row.minimumSizeHint().height() >= row.head.sizeHint().height()


def test_the_steps_say_where_we_are(qtbot: QtBot, theme: Theme) -> None:
    steps = StepHeader(theme)
    qtbot.addWidget(steps)
    steps.show_step(3)
    assert steps.accessibleDescription() == "Step 4 of 5: Questions"
    assert [steps.state_of(index) for index in range(5)] == ["done", "done", "done", "current", "future"]
    steps.show_step(4, finished=True)
    assert steps.accessibleDescription() == "All 5 steps are done."
    steps.show_step(-1)
    assert {steps.state_of(index) for index in range(5)} == {"future"}


def test_the_states_of_steps_differ_without_colour(qtbot: QtBot, theme: Theme) -> None:
    def grey(current: int) -> bytes:
        steps = StepHeader(theme)
        qtbot.addWidget(steps)
        steps.resize(400, steps.sizeHint().height())
        steps.show_step(current)
        image = steps.grab().toImage().convertToFormat(steps.grab().toImage().Format.Format_Mono)
        return bytes(image.constBits())

    assert len({grey(current) for current in range(-1, 5)}) == 6


def test_a_panel_has_a_head_with_two_sides(qtbot: QtBot, theme: Theme) -> None:
    panel = Panel(theme, "Problem", "book-open")
    qtbot.addWidget(panel)
    left, right = TextLabel("left"), TextLabel("right")
    panel.add_left(left)
    panel.add_right(right)
    panel.add(QWidget(), 1)
    panel.resize(400, 200)
    panel.show()
    assert left.x() < right.x()
    panel.set_title("Other")
    assert panel.accessibleName() == "Other"


def test_a_splitter_is_as_wide_as_the_gap(qtbot: QtBot, theme: Theme) -> None:
    splitter = Splitter(theme, Qt.Orientation.Horizontal)
    qtbot.addWidget(splitter)
    splitter.addWidget(QWidget())
    splitter.addWidget(QWidget())
    splitter.resize(300, 100)
    splitter.show()
    assert splitter.handle(1).width() == WIDTH


def test_an_empty_place_says_what_will_be_there(qtbot: QtBot, theme: Theme) -> None:
    empty = EmptyState(theme, "history", "Nothing yet", "Runs will be listed here.")
    qtbot.addWidget(empty)
    empty.show_state("Still nothing")
    assert (empty.title.text(), empty.text.text()) == ("Still nothing", "")


def test_the_wheel_does_not_change_a_choice_in_passing(qtbot: QtBot, theme: Theme) -> None:
    choice = Choice(theme, "Examiner")
    choice.addItems(["one", "two"])
    qtbot.addWidget(choice)
    choice.show()
    assert choice.accessibleName() == "Examiner"
    choice.clearFocus()
    qtbot.keyClick(choice, Qt.Key.Key_Down)
    assert choice.currentIndex() == 1


def test_a_box_of_code_is_as_high_as_its_lines_up_to_a_limit(qtbot: QtBot, theme: Theme) -> None:
    box = CodeBox(theme, "one")
    qtbot.addWidget(box)
    box.resize(300, 50)
    box.show()
    one = box.height()
    box.show_text("one\ntwo\nthree")
    three = box.height()
    box.show_text("x\n" * 500)
    assert one < three < box.height() < 400


def test_a_label_that_says_nothing_when_cut_is_whole_or_not_shown(qtbot, theme):
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.set_text("saved 14:02:31", whole=True)
    label.show()
    label.resize(label.sizeHint())
    assert label.text() == "saved 14:02:31"
    label.resize(label.width() - 8, label.height())
    assert label.text() == ""
    assert label.accessibleName() == "saved 14:02:31"
    label.set_text("saved 14:02:31")
    assert label.text().endswith("…")


def test_ideographs_under_the_steps_are_not_cut(qtbot, theme):
    steps = [Step(name, "list-checks") for name in ("阅读代码", "基础测试", "边界情况", "提问", "成绩")]
    header = StepHeader(theme, steps)
    qtbot.addWidget(header)
    font = theme.ui_font(8.5)
    shown = QFontMetricsF(font).boundingRect(QRectF(0, 0, 500, 500), Qt.AlignmentFlag.AlignLeft, "阅读代码边界情况")
    assert header._line(font) >= shown.height()
    whole = header.sizeHint().height()
    header.set_low(True)
    assert header.sizeHint().height() < whole
    assert "Step 1 of 5" in header.accessibleDescription()
