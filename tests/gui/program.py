"""The real program in a test: the real window on a real data directory, pressed and typed into as a person would."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from desktop.station.policy.rules import StationPolicy
from desktop.ui.main_window import MainWindow
from desktop.ui.pages.desk_page import DeskPage
from desktop.view.screen import ForAnswer, ForApproval, Screen
from desktop.vocabulary.events import ExaminerChoice
from desktop.vocabulary.values import render
from desktop.wiring import DefenseDesk
from tests.gui.stage import until

SOLUTIONS = Path(__file__).parents[1] / "fixtures" / "solutions"
LEFT = Qt.MouseButton.LeftButton


class Program:
    """What a person can do, and what they can see."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window

    @property
    def page(self) -> DeskPage:
        assert self.window.page is not None
        return self.window.page

    @property
    def screen(self) -> Screen:
        """What was last painted, not what is known: a person answers what they see."""
        return self.page._screen

    async def start(self, problem: str = "kmeans") -> None:
        await self.press(self.button(f"start:{problem}"))
        await until(lambda: self.window.page is not None and self.page.editor.text())

    async def go_on(self) -> None:
        home = self.window.home
        await until(lambda: self.window.pages.currentWidget() is home and self.window.page is None)
        await until(lambda: any(b.isVisible() for b in home.findChildren(QPushButton)))
        buttons = [
            b
            for b in self.window.home.findChildren(QPushButton)
            if b.objectName().startswith("continue:") and b.isVisible()
        ]
        await self.press(buttons[0])
        await until(lambda: self.window.page is not None and self.page.editor.text())

    def button(self, name: str) -> QPushButton:
        found = self.window.findChild(QPushButton, name)
        assert isinstance(found, QPushButton), f"there is no button {name}"
        return found

    async def press(self, widget: QWidget) -> None:
        assert widget.isVisible(), "it cannot be seen"
        assert widget.isEnabled(), "it cannot be pressed"
        QTest.mouseClick(widget, LEFT)
        await asyncio.sleep(0)

    async def keys_go_to(self, widget: QWidget) -> None:
        """A person types when the window in front is the one meant, and the cursor is where it should be."""
        await until(lambda: widget.isEnabled() and widget.hasFocus())

    def paste(self, code: str) -> None:
        QGuiApplication.clipboard().setText(code)
        QTest.keyClick(self.page.editor, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClick(self.page.editor, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)

    async def submit(self) -> None:
        await self.press(self.page.submit)
        await until(lambda: self.page.dialog is not None, 60)

    async def allow_all(self) -> None:
        assert self.page.dialog is not None
        await self.press(self.page.dialog.allow_all)

    async def at_question(self) -> ForAnswer:
        await until(lambda: isinstance(self.screen.waiting, ForAnswer) and self.page.defense.answer.isVisible(), 60)
        waiting = self.screen.waiting
        assert isinstance(waiting, ForAnswer)
        return waiting

    def right_answer(self) -> str:
        """The key of the open question, as a student who knows would type it."""
        waiting = self.screen.waiting
        assert isinstance(waiting, ForAnswer)
        question = waiting.question
        if question is not None and question.answer_form == "code":
            return str(question.recipe["example"])
        if question is not None and question.type == "witness":
            return ", ".join(render(value, 2000) for value in question.recipe["example"])
        if question is None or question.key is None:
            return "[[0, 0], [1, 1], [9, 9]], 2"
        if question.answer_form == "line" and isinstance(question.key, list):
            return render(question.key[0])  # any of them is right
        return str(question.key) if isinstance(question.key, str) else render(question.key, 2000)

    async def answer(self, text: str, why: str = "Because the program does it.") -> None:
        box = self.page.defense.answer
        before = len(self.screen.cards)
        if box.why.isVisible():
            QTest.keyClicks(box.why, why)
        if box.order.isVisible():
            self.put_in_order(text.split())
            QTest.keyClick(box.order.rows, Qt.Key.Key_Return)
        elif box.options.isVisible():
            button = next(b for b in box._choices.buttons() if b.text() == text)
            QTest.mouseClick(button, LEFT)
            await self.press(box.send)
        else:
            QTest.keyClick(box.field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
            QTest.keyClicks(box.field, text)
            QTest.keyClick(box.field, Qt.Key.Key_Return)
        await until(lambda: len(self.screen.cards) > before, 60)

    def put_in_order(self, numbers: Sequence[str]) -> None:
        """With the keys: each line in its turn goes up to its place."""
        rows = self.page.defense.answer.order.rows
        for place, number in enumerate(numbers):
            row = next(row for row in range(rows.count()) if rows.item(row).text().startswith(f"{number} "))
            rows.setCurrentRow(row)
            for _ in range(row - place):
                QTest.keyClick(rows, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)

    async def answer_all(self) -> None:
        while True:
            await until(lambda: self.screen.closed or isinstance(self.screen.waiting, ForAnswer | ForApproval), 60)
            if self.screen.closed:
                return
            await self.answer(self.right_answer())

    async def close(self) -> None:
        self.window.close()
        await asyncio.wait_for(self.window.ended.wait(), 30)


@asynccontextmanager
async def program(
    folder: Path,
    *,
    language: str = "en",
    examiner: ExaminerChoice | None = None,
    size: Sequence[int] = (1280, 720),
    policy: StationPolicy | None = None,
    tour_seen: bool = True,
) -> AsyncIterator[Program]:
    """Opened on `folder`; closed behind the test unless it did so itself, and nothing may be left running."""
    desk = DefenseDesk.open(folder, policy)
    changed = {"language": language, "theme": "light", "tour_seen": tour_seen}
    changed |= {"examiner": examiner} if examiner else {}
    desk.save_settings(desk.settings.model_copy(update=changed))
    window = MainWindow(desk)
    window.resize(*size)
    window.show()
    opened = Program(window)
    await until(window.isVisible)
    try:
        yield opened
    finally:
        if not window.ended.is_set():
            await opened.close()
        window.deleteLater()
        await asyncio.sleep(0)
        app = QApplication.instance()
        assert app is not None
        mine = asyncio.current_task()
        assert [task.get_name() for task in asyncio.all_tasks() if task is not mine] == []
