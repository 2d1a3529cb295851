"""What a student opens after a practice defense: a run to go through, and the progress so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QWidget

from desktop.session.session import Session
from desktop.ui.tasks import Tasks
from desktop.ui.theme.theme import Theme
from desktop.vocabulary.problem import Problem
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.walks import can_walk

if TYPE_CHECKING:
    from desktop.ui.practice.walk_dialog import WalkDialog
    from desktop.wiring import DefenseDesk

WALK = "walk"


class Practice(QObject):
    """Owner of the dialogs it opens; `dialog` is the one that is open. Nothing here works in an exam."""

    def __init__(self, theme: Theme, desk: DefenseDesk, tasks: Tasks, window: QWidget) -> None:
        super().__init__(window)
        self._theme, self._desk, self._tasks, self._window = theme, desk, tasks, window
        self.dialog: QDialog | None = None

    def step_through(self, session: Session, question_id: str) -> None:
        """The run that a question was about, of the program as it was handed in; only once a practice is over."""
        state = session.state
        question = state.facts.question(question_id) if state.facts else None
        if self.dialog is not None or not state.closed or state.rules.mode != "practice":
            return
        if question is None or not can_walk(question):
            return
        from desktop.ui.practice.walk_dialog import WalkDialog  # seldom wanted: the window opens without it

        code, call = state.submission or "", question.call
        dialog = WalkDialog(self._theme, code, call, self._window)

        def follow() -> None:
            dialog.show_working()
            self._tasks.start_once(WALK, lambda: self._follow(dialog, code, call))

        dialog.again_wanted.connect(follow)
        self._open(dialog)
        follow()

    def show_progress(self, problem: Problem) -> None:
        """Points and understanding of the practice defenses of this problem, over time."""
        if self.dialog is not None:
            return
        from desktop.ui.practice.progress_dialog import ProgressDialog

        title = problem.title.say(self._desk.settings.language)
        self._open(ProgressDialog(self._theme, title, self._desk.progress(problem), self._window))

    async def _follow(self, dialog: WalkDialog, code: str, call: str) -> None:
        try:
            walk = await self._desk.walk(code, call)
        except Trouble as trouble:
            dialog.show_trouble(trouble)
        else:
            dialog.show_walk(walk)

    def _open(self, dialog: QDialog) -> None:
        self.dialog = dialog
        dialog.finished.connect(self._done)
        dialog.open()

    def _done(self) -> None:
        dialog, self.dialog = self.dialog, None
        self._tasks.drop(WALK)
        if dialog is not None:
            dialog.deleteLater()
            self._window.activateWindow()
