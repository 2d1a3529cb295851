"""How the writing goes: what is done now, each attempt with its faults, and what the model writes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QProgressBar, QScrollArea, QVBoxLayout, QWidget

from desktop.author.attempts import ATTEMPTS, Attempt, Stage
from desktop.ui.announce import announce
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.code_box import CodeBox
from desktop.ui.widgets.fold_row import FoldRow
from desktop.ui.widgets.labels import TextLabel
from desktop.ui.widgets.roles import set_role
from desktop.vocabulary.chat import Delta

FRAME_MS = 33
TAIL = 4000  # characters of the model's text that are shown: its end, which is where it is


class WritingView(QWidget):
    """`show_*` as the steps come; a stream is painted at most thirty times a second."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text, self._length = "", 0
        self._rows: dict[int, FoldRow] = {}
        self._now = 0  # the attempt that is under way
        self.stage = TextLabel("", "strong", wrap=True)
        self.notice = TextLabel("", "small", wrap=True)
        self.busy = QProgressBar()
        self.busy.setRange(0, 0)
        self.busy.setTextVisible(False)
        self.busy.setAccessibleName(self.tr("The problem is being written"))
        self.box = CodeBox(theme, name=self.tr("What the model writes"))
        self.stream = FoldRow(theme, "scroll-text", self.tr("What the model writes"), build=self._framed_box)
        inside = QWidget()
        set_role(inside, "ground")
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(0, 0, 6, 0)
        self._column.setSpacing(6)
        self._column.addWidget(self.stream)
        self._column.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setAccessibleName(self.tr("Attempts"))
        self._scroll.setWidget(inside)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.stage)
        column.addWidget(self.busy)
        column.addWidget(self.notice)
        column.addWidget(self._scroll, 1)
        self._frame = QTimer(self)
        self._frame.setSingleShot(True)
        self._frame.setInterval(FRAME_MS)
        self._frame.timeout.connect(self._paint)

    @property
    def rows(self) -> Sequence[FoldRow]:
        return tuple(self._rows.values())

    def begin(self) -> None:
        for row in self._rows.values():
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows.clear()
        self._now = 0
        self._show_text("")
        self.stage.setText(self.tr("The model is asked"))
        self.notice.hide()
        self.busy.show()

    def show_stage(self, stage: Stage) -> None:
        doing = {
            "asking": self.tr("The model writes"),
            "scaffold": self.tr("The scaffold is read by the interpreter"),
            "checking": self.tr("Reference, tests and wrong programs are run"),
        }[stage.doing]
        self._now = stage.attempt
        if stage.doing == "asking":
            self._show_text("")
        self.stage.setText(f"{self._name(stage.attempt)}: {doing}…")
        self.notice.hide()
        self._row(stage.attempt).show_state(self._name(stage.attempt), doing, "running")
        announce(self, self.stage.text())

    def show_delta(self, delta: Delta) -> None:
        if delta.stream == "notice":
            self.notice.setText(delta.text)
            self.notice.setVisible(bool(delta.text))
            return
        self._length += len(delta.text)
        self._text = (self._text + delta.text)[-TAIL:]
        if not self._frame.isActive():
            self._frame.start()

    def show_attempt(self, attempt: Attempt) -> None:
        row = self._row(attempt.number)
        self._now = 0
        if attempt.passed:
            row.show_state(self._name(attempt.number), self.tr("passed every check"), "ok")
            return
        said = self.tr("what does not hold: {n}").format(n=len(attempt.faults))
        row.show_state(self._name(attempt.number), said, "error")
        row.set_build(lambda: self._faults(attempt.faults))

    def end(self, said: str) -> None:
        self.busy.hide()
        self.notice.hide()
        self.stage.setText(said)
        self._frame.stop()
        self._paint()
        if self._now:
            self._row(self._now).show_state(self._name(self._now), self.tr("stopped"))

    # inside

    def _name(self, number: int) -> str:
        return self.tr("Attempt {n} of {all}").format(n=number, all=ATTEMPTS)

    def _row(self, number: int) -> FoldRow:
        if number not in self._rows:
            row = self._rows[number] = FoldRow(self._theme, "pencil", self._name(number))
            self._column.insertWidget(len(self._rows) - 1, row)
        return self._rows[number]

    def _framed_box(self) -> QWidget:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(10, 0, 10, 10)
        column.addWidget(self.box)
        return body

    def _faults(self, faults: Sequence[str]) -> QWidget:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(34, 0, 12, 10)
        column.setSpacing(4)
        for fault in faults:
            label = TextLabel(fault, "small", wrap=True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(label)
        return body

    def _show_text(self, text: str) -> None:
        self._text, self._length = text, len(text)
        self._paint()

    def _paint(self) -> None:
        detail = self.tr("{n} characters").format(n=f"{self._length:,}") if self._length else ""
        self.stream.show_state(self.tr("What the model writes"), detail)
        if self.stream.is_open:
            self.box.show_text(self._text)
            self.box.verticalScrollBar().setValue(self.box.verticalScrollBar().maximum())
