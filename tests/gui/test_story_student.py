"""A student at home: chooses a problem, writes, runs, submits, defends, is graded; closes in between and goes on."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.view.screen import ForAnswer, StudentCard, ToolRow
from desktop.vocabulary import events as ev
from tests.gui.program import SOLUTIONS, program
from tests.gui.stage import until

pytestmark = pytest.mark.window
KMEANS = (SOLUTIONS / "kmeans.py").read_text("utf-8")


def rows(screen):
    return [card.tool for card in screen.cards if isinstance(card, ToolRow)]


async def test_a_whole_defense_with_clicks_and_keys(tmp_path):
    async with program(tmp_path) as it:
        await it.start("kmeans")
        it.paste(KMEANS + "\nprint(kmeans([[0, 0], [0, 1], [9, 9]], 2))\n")
        await it.press(it.page.run)
        await until(lambda: "[0, 0, 1]" in it.page.output.console.toPlainText())
        it.paste(KMEANS)
        await it.submit()
        assert "kmeans(" in it.page.dialog.waiting.body
        await it.allow_all()
        first = await it.at_question()
        assert it.page.editor.read_only_reason
        assert it.page.editor.marked_lines == list(first.question.lines)
        await it.answer_all()
        screen = it.screen
        assert [step.state for step in screen.steps] == ["done"] * 5
        assert [tool for n, tool in enumerate(rows(screen)) if tool not in rows(screen)[:n]] == [
            "read_code",
            "run_baseline",
            "inject_test",
        ]
        assert sum(isinstance(card, StudentCard) for card in screen.cards) >= 5
        assert screen.grade is not None
        assert it.page.defense.grade_box.isVisible()
        assert screen.grade.total in it.page.defense.grade_box.total.text()
        for _ in range(30):
            await asyncio.sleep(0)  # the cards above find their heights
        assert not it.page.defense.grade_box.total.visibleRegion().isEmpty()
        assert not it.page.defense.again.hasFocus()
        old = it.page
        await it.press(it.page.defense.again)
        await until(lambda: it.window.page not in (None, old) and it.page.editor.text())
        assert it.page.editor.text() == KMEANS
        assert it.page.editor.read_only_reason == ""
        assert it.page.submit.isEnabled()


async def test_closed_at_the_question_and_opened_again(tmp_path):
    async with program(tmp_path) as it:
        await it.start()
        it.paste(KMEANS)
        await it.submit()
        await it.allow_all()
        asked = await it.at_question()
        await it.answer(it.right_answer())
        asked = await it.at_question()
        cards = it.screen.cards
    async with program(tmp_path) as it:
        await it.go_on()
        again = await it.at_question()
        assert (again.call_id, again.text) == (asked.call_id, asked.text)
        assert it.screen.cards == cards
        assert it.page.editor.text() == KMEANS
        await it.answer_all()
        assert it.screen.grade is not None


async def test_home_says_what_is_unfinished_and_where_it_stands(tmp_path):
    async with program(tmp_path) as it:
        await it.start()
        it.paste(KMEANS)
    async with program(tmp_path) as it:
        words = [label.text() for label in it.window.home.findChildren(type(it.window.bar.place))]
        assert any("writing code" in text and "today" in text for text in words)
        await it.go_on()
        assert it.page.editor.text() == KMEANS


async def test_closed_in_the_middle_of_an_endless_loop(tmp_path):
    async with program(tmp_path) as it:
        await it.start()
        it.paste("print('on', flush=True)\nwhile True:\n    pass\n")
        QTest.keyClick(it.page.editor, Qt.Key.Key_F5)
        await until(lambda: "on" in it.page.output.console.toPlainText())
        await it.close()
    async with program(tmp_path) as it:
        await it.go_on()
        assert "while True" in it.page.editor.text()


async def test_an_endless_loop_is_stopped_by_its_button(tmp_path):
    async with program(tmp_path) as it:
        await it.start()
        it.paste("print('on', flush=True)\nwhile True:\n    pass\n")
        await it.press(it.page.run)
        await until(lambda: "on" in it.page.output.console.toPlainText())
        await it.press(it.page.stop)
        await until(lambda: "Stopped by you" in it.page.output.console.toPlainText())
        assert it.page.run.isVisible()


async def test_what_a_run_leaves_behind_is_listed(tmp_path):
    async with program(tmp_path) as it:
        await it.start()
        it.paste("points = [1, 2, 3]\nname = 'Ada'\n")
        await it.press(it.page.run)
        table = it.page.output.variables.table
        await until(lambda: table.rowCount() == 2)
        rows = {table.item(n, 0).text(): table.item(n, 2).text() for n in range(2)}
        assert rows == {"points": "[1, 2, 3]", "name": "'Ada'"}


async def test_a_program_that_asks_for_a_line_gets_it(tmp_path):
    async with program(tmp_path) as it:
        await it.start()
        it.paste("name = input('Who? ')\nprint('hello', name)\n")
        await it.press(it.page.run)
        await until(lambda: it.page.output.input_line.isVisible())
        QTest.keyClicks(it.page.output.input_line.field, "Ada")
        QTest.keyClick(it.page.output.input_line.field, Qt.Key.Key_Return)
        await until(lambda: "hello Ada" in it.page.output.console.toPlainText())


async def test_a_double_click_on_allow_has_one_effect(tmp_path):
    async with program(tmp_path) as it:
        await it.start()
        it.paste(KMEANS)
        await it.submit()
        button = it.page.dialog.allow_once
        QTest.mouseDClick(button, Qt.MouseButton.LeftButton)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        first = it.page.controller.session
        await until(lambda: it.page.dialog is not None, 60)  # the next edge case asks again
        assert sum(isinstance(event, ev.CallDecided) for event in first.history) == 1


async def test_put_aside_and_refused_with_a_reason(tmp_path):
    async with program(tmp_path) as it:
        await it.start()
        it.paste(KMEANS)
        await it.submit()
        await it.keys_go_to(it.page.dialog.allow_once)
        QTest.keyClick(it.page.dialog, Qt.Key.Key_Escape)
        await until(lambda: it.page.dialog is None)
        assert it.page.defense.asking.isVisible()
        await it.press(it.page.defense.asking.decide)
        dialog = it.page.dialog
        await it.press(dialog.refuse)
        await it.keys_go_to(dialog.reason)
        QTest.keyClicks(dialog.reason, "not in the statement")
        await it.press(dialog.refuse_now)
        await until(lambda: any("Refused" in getattr(card, "text", "") for card in it.screen.cards))
        history = it.page.controller.session.history
        decided = [event for event in history if isinstance(event, ev.CallDecided)]
        assert [(event.decision, event.reason) for event in decided] == [("refuse", "not in the statement")]


async def test_an_unreadable_answer_stays_in_the_box(tmp_path):
    async with program(tmp_path) as it:
        await it.start()
        it.paste(KMEANS)
        await it.submit()
        await it.allow_all()
        await it.at_question()
        await it.answer("three or so?")
        await until(lambda: isinstance(it.screen.waiting, ForAnswer) and it.screen.waiting.note, 60)
        assert it.page.defense.answer.field.toPlainText() == "three or so?"
        assert it.page.defense.answer.note.isVisible()


async def test_another_language_in_the_middle_keeps_what_was_typed(tmp_path):
    async with program(tmp_path) as it:
        await it.start()
        it.paste(KMEANS)
        await it.submit()
        await it.allow_all()
        await it.at_question()
        QTest.keyClicks(it.page.defense.answer.field, "12")
        await it.press(it.window.bar.language)
        await it.at_question()
        assert it.page.defense.answer.field.toPlainText() == "12"
        assert it.page.defense.chip.text() == "等待你的回答"
        assert it.page.editor.text() == KMEANS
