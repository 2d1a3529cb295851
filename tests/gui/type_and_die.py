"""A desk at an open question in a process of its own: a draft is typed, and the process kills itself (SIGKILL).

python -m tests.gui.type_and_die FOLDER
"""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import replace
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.session.surroundings import Surroundings
from desktop.ui.controller import DefenseController
from desktop.ui.loop import QtLoop
from desktop.ui.pages.desk_page import DeskPage
from desktop.ui.theme.palette import LIGHT
from desktop.ui.theme.theme import Theme
from desktop.view.screen import ForAnswer
from desktop.vocabulary.problem import Problem
from desktop.vocabulary.questions import Facts, Question
from desktop.vocabulary.words import Words
from tests.gui.stage import Prepared, Says, Stage, until
from tests.support.sayings import CODE, FACTS, RULES, call

RESOURCES = Path(__file__).parents[2] / "resources"
QUESTION = Question(
    id="q1",
    type="reorder",
    text="In order?",
    answer_form="order",
    lines=(1, 2),
    options=("return xs", "def f(xs):", "xs = 1"),
    key="2 3 1",
    why="Say why.",
)


class Ordering(Prepared):
    async def make_cases(self, problem: Problem, seed: int) -> Facts:
        return FACTS.model_copy(update={"questions": (QUESTION,)})


class OrderStage(Stage):
    def _around(self, examiner: Says) -> Surroundings:
        prepared = Ordering()
        return replace(super()._around(examiner), cases=prepared, questions=prepared)


def desk_on(controller: DefenseController) -> DeskPage:
    theme = Theme(RESOURCES, LIGHT)
    page = DeskPage(theme, Words(), {})
    list(page.prepare())
    page.attach(controller)
    page.resize(1000, 640)
    page.show()
    controller.start()
    return page


async def type_and_die(folder: Path) -> None:
    stage = OrderStage(folder)
    rules = RULES.model_copy(update={"approvals": {}})
    session = stage.begin(Says(call(0, "read_code"), call(1, "ask_student", question_id="q1")), rules=rules)
    controller = DefenseController(session, Words(), sys.excepthook)  # type: ignore[arg-type]
    page = desk_on(controller)
    controller.submit(CODE)
    await until(lambda: isinstance(controller.screen.waiting, ForAnswer) and page.defense.answer.order.isVisible())
    QTest.keyClick(page.defense.answer.order.rows, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    QTest.keyClicks(page.defense.answer.why, "because I")
    await until(lambda: session.drafts())
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    app = QApplication([])
    loop = QtLoop(app)
    loop.run_until_complete(type_and_die(Path(sys.argv[1])))
