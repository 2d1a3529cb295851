"""A problem written by a model: ordered, watched, stopped at any time, looked at as a diff, saved or thrown away."""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from desktop.author.attempts import Attempt, Order, Stage
from desktop.ui.author.order_form import OrderForm
from desktop.ui.author.writing_view import WritingView
from desktop.ui.examiner.note import Note
from desktop.ui.tasks import Tasks
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button, PrimaryButton
from desktop.ui.widgets.diff_box import DiffBox
from desktop.ui.widgets.labels import TextLabel
from desktop.vocabulary.chat import Delta
from desktop.vocabulary.events import ExaminerChoice
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.words import Words

if TYPE_CHECKING:
    from desktop.author.attempts import Speaker
    from desktop.author.saving import Plan
    from desktop.wiring import DefenseDesk

SIZE = (760, 620)
diary = logging.getLogger(__name__)


class AuthorDialog(QDialog):
    """Shown with `open()`. `saved`: a pack holds a new problem; `settings_changed` carries Settings."""

    saved = Signal()
    settings_changed = Signal(object)

    def __init__(
        self, theme: Theme, words: Words, desk: DefenseDesk, tasks: Tasks, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._words, self._desk, self._tasks = theme, words, desk, tasks
        self._task = task = f"author {id(self)}"
        self.destroyed.connect(lambda: tasks.drop(task))
        self._attempts: list[Attempt] = []
        self._plan: Plan | None = None
        self.setWindowTitle(self.tr("Write a problem with a model"))
        self.form = OrderForm(theme, words, desk, tasks)
        self.writing = WritingView(theme)
        self.diff = DiffBox(theme)
        self.note = Note(words)
        self.write = PrimaryButton(theme, self.tr("Write it"), "pencil")
        self.cancel = Button(theme, self.tr("Cancel"))
        self.accept_it = PrimaryButton(theme, self.tr("Accept into the pack"), "check")
        self.draft = Button(theme, self.tr("Save as a draft"), icon="save")
        self.again = Button(theme, self.tr("Change the order"), icon="rotate-ccw")
        self.discard = Button(theme, self.tr("Discard"))
        self.leave = Button(theme, self.tr("Close"))
        self._lay_out()
        self._connect()
        self._show_form()
        width, height = (round(side * min(1.3, theme.text_scale)) for side in SIZE)
        if parent is not None:
            width, height = min(width, parent.width() - 60), min(height, parent.height() - 30)
        self.resize(width, height)

    # laying out

    def _lay_out(self) -> None:
        running = QWidget()
        inside = QVBoxLayout(running)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(8)
        inside.addWidget(self.writing, 2)
        inside.addWidget(self.diff, 3)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.form)
        self.pages.addWidget(running)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(10)
        column.addWidget(TextLabel(self.windowTitle(), "head"))
        column.addWidget(self.pages, 1)
        column.addWidget(self.note)
        row = QHBoxLayout()
        row.setSpacing(8)
        for button in (self.again, self.discard):
            row.addWidget(button)
        row.addStretch(1)
        for button in (self.leave, self.cancel, self.draft, self.accept_it, self.write):
            row.addWidget(button)
        column.addLayout(row)

    def _connect(self) -> None:
        self.form.edited.connect(self._order_edited)
        self.form.settings_changed.connect(self.settings_changed)
        self.form.topic.returnPressed.connect(self.press_write)
        self.write.clicked.connect(self.press_write)
        self.cancel.clicked.connect(self.stop)
        self.accept_it.clicked.connect(self._press_accept)
        self.draft.clicked.connect(self._press_draft)
        self.again.clicked.connect(self._show_form)
        for button in (self.leave, self.discard):
            button.clicked.connect(self.reject)

    def _offer(self, *buttons: Button) -> None:
        """These can be pressed now; the first one has the focus."""
        every = (self.write, self.cancel, self.accept_it, self.draft, self.again, self.discard, self.leave)
        for button in every:
            button.setVisible(button in buttons)
        buttons[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_form(self) -> None:
        self.pages.setCurrentIndex(0)
        self._offer(self.write, self.leave)
        self._order_edited()
        self.form.topic.setFocus(Qt.FocusReason.OtherFocusReason)

    def _order_edited(self) -> None:
        self.write.setEnabled(self.form.ready)

    # what people do

    def press_write(self) -> None:
        if not self.form.ready or self._tasks.running(self._task):
            return
        order = Order(self.form.topic.text().strip(), self.form.kind.text().strip(), self._words.language)
        choice = self.form.choice()
        self._attempts, self._plan = [], None
        self.note.say("")
        self.writing.begin()
        self.diff.hide()
        self.pages.setCurrentIndex(1)
        self._offer(self.cancel)
        self._tasks.start_once(self._task, lambda: self._write(order, choice))

    def stop(self) -> None:
        """At once: the request is hung up on, the workers end, nothing is saved."""
        self._tasks.drop(self._task)
        self._attempts = []
        self.writing.end("")
        self._show_form()
        self.note.say(self.tr("Stopped. Nothing was saved."))

    def _press_accept(self) -> None:
        if self._plan is not None:
            plan = self._plan
            self._tasks.start_once(self._task, lambda: self._accept(plan))

    def _press_draft(self) -> None:
        self._tasks.start_once(self._task, self._save_draft)

    def reject(self) -> None:
        """Esc, Discard or Close: whatever is under way is stopped."""
        self._tasks.drop(self._task)
        super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.reject()
        event.accept()

    # what is done

    async def _write(self, order: Order, choice: ExaminerChoice) -> None:
        attempts = self._attempts
        try:
            speaker = await asyncio.to_thread(self._speaker, choice)
            async with aclosing(self._desk.write_problem(order, speaker)) as progress:
                async for step in progress:
                    if self._attempts is not attempts:
                        return  # stopped; a worker that was just ending had not heard of it
                    if isinstance(step, Attempt):
                        attempts.append(step)
                    self._show(step)
        except Trouble as trouble:
            self._failed(trouble)
            return
        finally:
            await asyncio.to_thread(_keep, self._desk.data_dir.path / "authored", tuple(attempts))
        await self._finish()

    def _speaker(self, choice: ExaminerChoice) -> Speaker:
        """In a thread: it loads the network's libraries."""
        return self._desk.make_examiner(choice)

    def _show(self, step: Stage | Attempt | Delta) -> None:
        match step:
            case Stage():
                self.writing.show_stage(step)
            case Attempt():
                self.writing.show_attempt(step)
            case Delta():
                self.writing.show_delta(step)
            case _:
                assert_never(step)

    def _failed(self, trouble: Trouble) -> None:
        self.writing.end(self.tr("The model could not be asked."))
        self.note.say_trouble(trouble)
        self._offer(self.again, self.leave)

    async def _finish(self) -> None:
        """The last attempt, as it would lie in the pack."""
        last = self._attempts[-1]
        if last.draft is None:
            self.writing.end(self.tr("The model wrote nothing that can be read as a problem."))
            self._offer(self.again, self.leave)
            return
        try:
            plan = await asyncio.to_thread(_plan, self.form.folder(), last)
        except (Trouble, RuntimeError) as error:
            trouble = error if isinstance(error, Trouble) else Trouble(str(error))
            self.writing.end(self.tr("The pack cannot take the problem."))
            self.note.say_trouble(trouble)
            self._offer(self.draft, self.again, self.discard)
            return
        self._plan = plan
        self.diff.show_diff(plan.diff)
        self.diff.show()
        if last.passed:
            said = self.tr("The problem passed every check. This would be written to {pack}:")
            self._offer(self.accept_it, self.draft, self.again, self.discard)
        else:
            said = self.tr("It did not pass in {n} attempts. You can keep it as a draft and mend it yourself.")
            self._offer(self.draft, self.again, self.discard)
        self.writing.end(said.format(pack=plan.pack, n=len(self._attempts)))

    async def _accept(self, plan: Plan) -> None:
        try:
            await asyncio.to_thread(plan.save)
        except Trouble as trouble:
            self.note.say_trouble(trouble)
            return
        self.saved.emit()
        self.accept()

    async def _save_draft(self) -> None:
        """Beside the packs and not among them: students are not offered what no check has passed."""
        last = self._attempts[-1]
        folder = self._desk.data_dir.path / "drafts" / (self.form.folder().name or "pack")
        try:
            plan = await asyncio.to_thread(_plan, folder, last)
            await asyncio.to_thread(plan.save)
        except Trouble as trouble:
            self.note.say_trouble(trouble)
            return
        self._offer(self.leave, self.again)
        said = self.tr("Saved as a draft in {folder}. Mend it, then import that folder.")
        self.note.say(said.format(folder=folder))


def _plan(folder: Path, attempt: Attempt) -> Plan:
    from desktop.author.saving import plan_for

    assert attempt.draft is not None
    return plan_for(folder, attempt.draft, attempt.files)


def _keep(folder: Path, attempts: tuple[Attempt, ...]) -> None:
    """Every attempt as it came, whatever became of it."""
    from desktop.author.saving import keep_history

    if not attempts:
        return
    try:
        keep_history(folder, attempts)
    except OSError as error:
        diary.warning("the attempts of an author were not kept in %s: %s", folder, error)
