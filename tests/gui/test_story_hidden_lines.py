"""Filling a blank and ordering lines in the real window: nothing shows the answer, a restart keeps what was done."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit

from desktop.view.screen import ForAnswer, ToolRow
from desktop.view.transcript import plain
from tests.gui.program import program
from tests.gui.stage import until

pytestmark = pytest.mark.window
CODE = (Path(__file__).parents[2] / "resources/packs/intro-ml/gradient-descent/solution.py").read_text("utf-8")
SEED = 45  # asks both in one defense


def everything_shown(it) -> str:
    """What stands in any text of the desk, what can be copied of it, and the transcript."""
    page = it.page
    for row in page.defense.card_widgets:
        if getattr(row, "head", None) is not None:
            row.set_open(True)
    QTest.keyClick(page.editor, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(page.editor, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    boxes = [box.toPlainText() for box in page.findChildren(QPlainTextEdit) if box is not page.defense.answer.field]
    return "\n".join([*boxes, QGuiApplication.clipboard().text(), plain(it.screen)])


async def test_both_questions_asked_hidden_kept_over_a_restart_and_answered(tmp_path):
    async with program(tmp_path) as it:
        session = it.window.desk.begin(it.window.desk.problem("gradient-descent"), seed=SEED)
        session.save_code(CODE)
        await session.close()
        it.window.open_defense(session.id)
        await until(lambda: it.window.page is not None and it.page.editor.text())
        await it.submit()
        await it.allow_all()
        while (await it.at_question()).question.type != "reorder":
            await it.answer(it.right_answer())
        asked = it.screen.waiting.question
        hidden = [CODE.split("\n")[line - 1].strip() for line in asked.lines]
        assert not any(line in it.page.editor.toPlainText() for line in hidden)
        it.page.output.write("stderr", "".join(f'  File "<student>", line 1, in f\n    {line}\n' for line in hidden))
        it.page.output.console.flush()
        assert not any(line in it.page.output.console.toPlainText() for line in hidden)
        in_order = "\n".join(hidden[:2])
        assert in_order not in everything_shown(it).replace(" ", "")
        assert [row for row in it.screen.cards if isinstance(row, ToolRow) and row.tool == "read_code"]
        box = it.page.defense.answer
        assert box.order.rows.hasFocus()
        assert not box.send.isEnabled()
        it.put_in_order(it.right_answer().split())
        assert box.order.order == it.right_answer()
    async with program(tmp_path) as it:
        await it.go_on()
        assert not any(line in it.page.editor.toPlainText() for line in hidden)  # not even before it is asked again
        await it.at_question()
        assert it.page.defense.answer.order.order == it.right_answer()
        assert it.page.editor.text() == CODE
        QTest.keyClick(it.page.defense.answer.order.rows, Qt.Key.Key_Return)
        await until(lambda: isinstance(it.screen.waiting, ForAnswer) and it.screen.waiting.question.id != asked.id, 60)
        assert it.window.controller.session.drafts() == {}
        while (await it.at_question()).question.type != "fill_blank":
            assert it.page.editor.toPlainText() == CODE
            await it.answer(it.right_answer())
        blank = it.screen.waiting.question
        whole = CODE.split("\n")[blank.lines[0] - 1].strip()
        assert "____" in it.page.editor.toPlainText()
        assert whole not in everything_shown(it)
        await it.answer_all()
        assert it.page.editor.toPlainText() == CODE
        marks = it.window.controller.session.state.marks
        assert {mark.question_id: mark.verdict for mark in marks}[asked.id] == "right"
        assert {mark.question_id: mark.verdict for mark in marks}[blank.id] == "right"
