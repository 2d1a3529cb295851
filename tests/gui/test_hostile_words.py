"""What a model or its server says is shown as it is: never obeyed, never loaded, never read in another order."""

from __future__ import annotations

import json

import pytest
from PySide6.QtGui import QTextDocument

from desktop.ui.defense.approval_card import ApprovalDialog
from desktop.ui.markdown import Renderer
from desktop.ui.widgets.code_box import CodeBox
from desktop.ui.widgets.labels import Chip, ElidedLabel, TextLabel, plain_tip
from desktop.view.present import approval
from desktop.view.screen import Screen
from desktop.vocabulary.events import ExaminerChoice
from tests.fixtures.loopback import Answer, answering, chunk, event
from tests.gui.program import SOLUTIONS, program
from tests.gui.stage import until

pytestmark = pytest.mark.window
PICTURE = '<img src="file:///etc/passwd">'
TURNED = "if admin:\u202e # \u2066 check"
STEERING = "\x1b[2J\x1b]0;mine\x07"


@pytest.mark.parametrize("text", [PICTURE, "a &amp; b", "<b>\n</b>", "<qt>x</qt>"])
def test_a_tool_tip_loads_nothing_and_shows_the_text_itself(text):
    tip = plain_tip(text)
    document = QTextDocument()
    document.setHtml(tip)
    assert "<img" not in tip
    assert document.toPlainText() == text


def test_the_tool_tip_of_a_line_too_long_is_no_html(qtbot):
    label = ElidedLabel(PICTURE + " long" * 50)
    qtbot.addWidget(label)
    label.resize(80, 20)
    label.show()
    assert label.toolTip().startswith("<span>&lt;img")


def test_what_turns_the_reading_order_or_steers_is_spelled_out(qtbot, theme):
    for widget in (TextLabel(TURNED + STEERING), CodeBox(theme, TURNED + STEERING), Chip((TURNED + STEERING)[:39])):
        qtbot.addWidget(widget)
        text = widget.toPlainText() if isinstance(widget, CodeBox) else widget.text()
        assert "\\u202e" in text
        assert not {"\u202e", "\u2066", "\x1b", "\x07"} & set(text)
    html = Renderer(theme.palette, 1.0).html(TURNED + STEERING)
    assert not {"\u202e", "\u2066", "\x1b", "\x07"} & set(html)


def test_a_chip_never_widens_the_window(qtbot):
    chip = Chip("m" * 5000)
    qtbot.addWidget(chip)
    assert len(chip.text()) <= 40
    assert chip.toolTip() == "m" * 5000


def test_a_person_agrees_to_the_whole_of_a_test_and_not_to_its_beginning(qtbot, theme):
    source = "# nothing to see\n" * 1100 + "steal()"
    asked = approval(Screen(), "c", "inject_test", json.dumps({"looks_for": "x", "test_code": source}))
    dialog = ApprovalDialog(theme, asked, "practice")
    qtbot.addWidget(dialog)
    assert any(box.toPlainText().endswith("steal()") for box in dialog.findChildren(CodeBox))


def nasty(asked):
    if asked is None:
        return Answer(body={"data": [{"id": PICTURE}]})
    call = {"index": 0, "id": "../\u202e", "type": "function"}
    call["function"] = {"name": "../../tools/assign_grade" + STEERING, "arguments": '{"path": "../../x"}'}
    words = event(chunk({"content": PICTURE + TURNED + STEERING + "\x00![x](file:///etc/passwd)"}))
    thought = [event(chunk({"reasoning_content": "<b>\x1b[31m" * 2000})) for _ in range(3)]
    return Answer(
        body=b"".join([*thought, words, event(chunk({"tool_calls": [call]})), event(chunk({}, "tool_calls"))])
    )


async def test_a_defense_with_a_hostile_model_ends_labelled(tmp_path, monkeypatch):
    monkeypatch.setenv("DEFENSE_DESK_API_KEY", "not-a-secret")
    async with answering(nasty) as server:
        examiner = ExaminerChoice(kind="endpoint", base_url=server.url, model=PICTURE + "\u202e" + "m" * 300)
        async with program(tmp_path, examiner=examiner) as it:
            await it.start()
            it.paste((SOLUTIONS / "kmeans.py").read_text("utf-8"))
            await it.press(it.page.submit)
            await until(lambda: it.screen.closed, 90)
            shown = " ".join(label.text() for label in it.window.findChildren(TextLabel))
            assert not {"\u202e", "\u2066", "\x1b", "\x07"} & set(shown)
            assert it.window.width() == 1280
            assert it.screen.closed in ("rounds", "silent")
