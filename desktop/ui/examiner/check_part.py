"""Tries the server out: each thing that was found, and what to change where something is missing."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from desktop.ui.announce import announce
from desktop.ui.examiner.note import Note
from desktop.ui.tasks import Tasks
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button
from desktop.ui.widgets.flow import Flow
from desktop.ui.widgets.labels import Chip, IconLabel, TextLabel
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.words import Words

if TYPE_CHECKING:
    from desktop.llm.servers.check import ConnectionReport

Try = Callable[[Callable[[str], None]], "Coroutine[Any, Any, ConnectionReport]"]
_SIGNS = {True: ("circle-check", "ok"), False: ("triangle-alert", "warn"), None: ("info", "faint")}
SHOWN = 6  # names of models that are written out


@dataclass(frozen=True, slots=True)
class Fact:
    """`good` is None for what is neither good nor bad."""

    name: str
    value: str
    good: bool | None = None


class CheckPart(QWidget):
    """`checked` carries the ConnectionReport. `attempt` does the work; it is told whom to tell the steps."""

    checked = Signal(object)

    def __init__(self, theme: Theme, words: Words, tasks: Tasks, attempt: Try, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._words, self._tasks, self._attempt = theme, words, tasks, attempt
        self._task = task = f"check {id(self)}"
        self.destroyed.connect(lambda: tasks.drop(task))
        self.check = Button(theme, self.tr("Check connection"), icon="wifi", token="accent")
        self.cancel = Button(theme, self.tr("Cancel"))
        self.step = TextLabel("", "small")
        self.busy = QProgressBar()
        self.busy.setRange(0, 0)
        self.busy.setTextVisible(False)
        self.busy.setAccessibleName(self.tr("The connection is being checked"))
        self.verdict = Chip()
        self.note = Note(words)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(6)
        column.addWidget(Flow(self.check, self.cancel, self.step, self.verdict, spacing=10))
        column.addWidget(self.busy)
        column.addWidget(self.note)
        self._results = QVBoxLayout()
        self._results.setSpacing(4)
        column.addLayout(self._results)
        self.check.clicked.connect(self.press)
        self.cancel.clicked.connect(self.stop)
        self._show_busy(False)
        self.clear()

    def press(self) -> None:
        if self._tasks.start_once(self._task, self._work):
            self.clear()
            self._show_busy(True)
            self.cancel.setFocus(Qt.FocusReason.OtherFocusReason)

    def stop(self) -> None:
        """At once: what was being asked is hung up on."""
        self._tasks.drop(self._task)
        self._show_busy(False)
        self.note.say(self.tr("The check was stopped."))
        self.check.setFocus(Qt.FocusReason.OtherFocusReason)

    def clear(self) -> None:
        """Another server or model: what was found is not true of it."""
        self.note.say("")
        self.verdict.hide()
        while item := self._results.takeAt(0):
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()

    async def _work(self) -> None:
        try:
            report = await self._attempt(self._say_step)
        except Trouble as trouble:
            self._show_busy(False)
            self.note.say_trouble(trouble)
            return
        self._show_busy(False)
        self.show_report(report)
        self.checked.emit(report)

    def _say_step(self, what: str) -> None:
        self.step.setText(f"{what}…")

    def _show_busy(self, busy: bool) -> None:
        had_focus = self.cancel.hasFocus()
        self.check.setVisible(not busy)
        for widget in (self.cancel, self.step, self.busy):
            widget.setVisible(busy)
        self.step.setText("")
        if had_focus and not busy:
            self.check.setFocus(Qt.FocusReason.OtherFocusReason)

    # what was found

    def show_report(self, report: ConnectionReport) -> None:
        self.clear()
        if report.usable:
            self.verdict.show_state(self.tr("Can examine"), "ok")
        else:
            self.verdict.show_state(self.tr("Cannot examine like this"), "error")
        self.verdict.show()
        announce(self, self.verdict.text())
        for advice in report.advice:
            self._results.addWidget(self._line("wrench", "warn", advice.what, advice.fix))
        for fact in self.facts(report):
            self._results.addWidget(self._line(*_SIGNS[fact.good], fact.name, fact.value))

    def facts(self, report: ConnectionReport) -> tuple[Fact, ...]:
        """The report in words, in the order in which it came about."""
        unknown, yes, no = self.tr("not tried"), self.tr("yes"), self.tr("no")

        def told(value: bool | None, good: str = yes, bad: str = no) -> str:
            return unknown if value is None else good if value else bad

        tools = {
            "native": self.tr("called as they should be"),
            "recovered": self.tr("written into the text, and read from there"),
            "none": no,
            None: unknown,
        }[report.tools]
        seconds = self.tr("after {n:.1f} s").format(n=report.first_token) if report.first_token is not None else unknown
        cut = None if report.context_cut is None else not report.context_cut
        return (
            Fact(self.tr("Models listed"), self._models(report.models), bool(report.models) or None),
            Fact(self.tr("This model is in the list"), told(report.model_listed), report.model_listed),
            Fact(self.tr("Answers"), told(report.answers), report.answers),
            Fact(self.tr("First word"), seconds),
            Fact(self.tr("Words come as they are written"), told(report.streams), report.streams),
            Fact(self.tr("Tools"), tools, None if report.tools is None else report.tools != "none"),
            Fact(
                self.tr("A long conversation is read whole"),
                told(cut, bad=self.tr("no, it is cut")),
                cut,
            ),
            Fact(self.tr("Thinking is shown"), told(report.reasoning)),
            Fact(self.tr("Tokens are counted"), told(report.usage, bad=self.tr("no, they are estimated here"))),
            Fact(self.tr("Left out"), ", ".join(report.dropped_parameters) or self.tr("nothing")),
        )

    def _models(self, models: tuple[str, ...]) -> str:
        if not models:
            return self.tr("none")
        more = len(models) - SHOWN
        names = ", ".join(models[:SHOWN])
        return self.tr("{names} and {n} more").format(names=names, n=more) if more > 0 else names

    def _line(self, icon: str, token: str, name: str, value: str) -> QWidget:
        line = QWidget()
        line.setAccessibleName(f"{name}: {value}")
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(IconLabel(self._theme, icon, token, 16), 0, Qt.AlignmentFlag.AlignTop)
        said = TextLabel(name, wrap=True)
        row.addWidget(said, 5, Qt.AlignmentFlag.AlignTop)
        row.addWidget(TextLabel(value, "muted", wrap=True), 6, Qt.AlignmentFlag.AlignTop)
        return line
