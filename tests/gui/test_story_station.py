"""A student at a station: the defense was opened in exam mode for them, and the grade waits for an invigilator."""

from __future__ import annotations

import pytest

from desktop.view.screen import ForAnswer, ForApproval, StudentCard
from desktop.vocabulary.problem import Rules
from desktop.wiring import DefenseDesk
from tests.gui.program import SOLUTIONS, program
from tests.gui.stage import until

pytestmark = pytest.mark.window
KMEANS = (SOLUTIONS / "kmeans.py").read_text("utf-8")


async def opened_by_the_station(folder):
    desk = DefenseDesk.open(folder)
    rules = Rules.for_mode("exam").model_copy(update={"questions": 2})
    session = desk.begin(desk.problem("kmeans"), rules)
    await session.close()
    await desk.close()


async def test_an_exam_from_the_first_page_to_the_grade(tmp_path):
    await opened_by_the_station(tmp_path)
    async with program(tmp_path) as it:
        await it.go_on()
        assert it.window.bar.mode.text() == "Exam"
        await until(it.window.bar.sandbox.isVisible, 60)
        it.paste(KMEANS)
        await it.press(it.page.submit)
        await it.at_question()
        while not isinstance(it.screen.waiting, ForApproval):
            await it.answer(it.right_answer())
            await until(lambda: isinstance(it.screen.waiting, ForAnswer | ForApproval), 60)
        dialog = it.page.dialog
        assert isinstance(it.screen.waiting, ForApproval)
        assert it.screen.waiting.grade is not None
        assert not dialog.allow_all.isVisible()
        await it.press(dialog.allow_once)
        await until(lambda: it.screen.closed, 60)
        assert it.screen.grade is not None
        assert not it.page.defense.again.isVisible()
        assert it.page.editor.read_only_reason


async def test_an_exam_tells_no_marks_before_the_grade(tmp_path):
    await opened_by_the_station(tmp_path)
    async with program(tmp_path) as it:
        await it.go_on()
        it.paste(KMEANS)
        await it.press(it.page.submit)
        await it.at_question()
        await it.answer("31415")
        await it.at_question()
        mine = next(card for card in it.screen.cards if isinstance(card, StudentCard))
        assert (mine.text, mine.tone, mine.key) == ("31415", "neutral", "")
