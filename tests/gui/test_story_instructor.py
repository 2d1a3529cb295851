"""An instructor in a hurry: looks at a result that is there, reads what it rests on, copies it, changes nothing."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from desktop.session.drive import drive
from desktop.session.front import Answer, Asked, Decided, Proposal
from desktop.ui.widgets.fold_row import FoldRow
from desktop.vocabulary.problem import Rules
from desktop.vocabulary.values import render
from desktop.wiring import DefenseDesk
from tests.gui.program import SOLUTIONS, program
from tests.gui.stage import until

pytestmark = pytest.mark.window
KMEANS = (SOLUTIONS / "kmeans.py").read_text("utf-8")


class Student:
    """Knows every key."""

    def show(self, event):
        pass

    async def ask(self, asked: Asked) -> Answer:
        key = asked.question.key if asked.question else None
        if isinstance(key, list) and asked.question and asked.question.answer_form == "line":
            key = key[0]
        return Answer(key if isinstance(key, str) else render(key, 2000), "Because.")

    async def approve(self, proposal: Proposal) -> Decided:
        return Decided("defense", "student")

    async def offer_retry(self, reason, advice):
        return None


async def defended(folder):
    desk = DefenseDesk.open(folder)
    session = desk.begin(desk.problem("kmeans"), Rules.for_mode("practice").model_copy(update={"questions": 1}))
    session.save_code(KMEANS)
    session.submit()
    await drive(session, Student())
    count = len(session.stored)
    await session.close()
    await desk.close()
    return count


async def test_a_result_is_found_read_and_copied(tmp_path):
    records = await defended(tmp_path)
    async with program(tmp_path) as it:
        past = next(row for row in it.window.home.findChildren(FoldRow) if row.isVisible())
        past.set_open(True)
        look = next(b for b in past.findChildren(QPushButton) if b.accessibleName() == "Look at K-Means clustering")
        await until(look.isVisible)
        QTest.mouseClick(look, Qt.MouseButton.LeftButton)
        await until(lambda: it.window.page is not None and it.page.defense.grade_box is not None)
        grade = it.screen.grade
        assert grade is not None
        assert grade.total in it.page.defense.grade_box.total.text()
        assert it.page.editor.toPlainText() == KMEANS
        assert it.page.editor.read_only_reason
        assert not it.page.submit.isVisible()
        rows = [row for row in it.page.defense.card_widgets if isinstance(row, FoldRow)]
        rows[1].set_open(True)
        assert rows[1].isVisible()
        await it.press(it.page.defense.copy)
        told = QGuiApplication.clipboard().text()
        assert "K-Means clustering" in told
        assert grade.total in told
        assert len(it.page.controller.session.stored) == records
