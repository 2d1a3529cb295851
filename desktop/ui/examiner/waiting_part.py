"""How long a server may take, and what then: folded away, because the usual ones fit."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from desktop.ui.examiner.form import labelled
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button
from desktop.ui.widgets.choice import Choice
from desktop.ui.widgets.fold_row import FoldRow
from desktop.ui.widgets.labels import TextLabel
from desktop.vocabulary.waiting import Waiting

MOST = {"first": 7200, "idle": 7200, "total": 86400, "spread": 600}


class WaitingPart(FoldRow):
    """`changed` carries the Waiting a person chose, or None for the usual one. `usual` tells it for the address."""

    changed = Signal(object)

    def __init__(self, theme: Theme, usual: Callable[[], Waiting], parent: QWidget | None = None) -> None:
        super().__init__(theme, "timer", "", parent=parent)
        self._theme, self._usual = theme, usual
        self._waiting = usual()
        self.fields: dict[str, Seconds] = {}
        self.set_build(self._form)
        self._show_title()

    def show_waiting(self, chosen: Waiting | None) -> None:
        """What holds for the address as it stands; None: the usual."""
        self._waiting = chosen or self._usual()
        self._fill()

    def _form(self) -> QWidget:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(34, 2, 12, 10)
        column.setSpacing(6)
        names = {
            "first": self.tr("First words"),
            "idle": self.tr("Silence in a reply"),
            "total": self.tr("A whole reply"),
            "spread": self.tr("First requests spread over"),
        }
        for field, name in names.items():
            if field == "spread":
                self._add_choice(column)
            self.fields[field] = seconds = Seconds(1 if field != "spread" else 0, MOST[field])
            seconds.edited.connect(self._edited)
            labelled(self._theme, column, name, seconds, TextLabel(self.tr("seconds"), "small"))
        said = self.tr(
            "A server that queues sends nothing until it is your turn: give it time for the first words. Waiting "
            "is never charged to you. Spreading keeps a class that submits at once from asking at once. An examiner "
            "that took over is named in the result."
        )
        column.addWidget(TextLabel(said, "small", wrap=True))
        self.reset = Button(self._theme, self.tr("As usual"), "quiet", icon="rotate-ccw")
        self.reset.clicked.connect(self._reset)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.reset)
        column.addLayout(row)
        self._fill()
        return body

    def _add_choice(self, column: QVBoxLayout) -> None:
        """Under the three limits, above what is none."""
        self.then = Choice(self._theme)
        self.then.addItem(self.tr("Ask me how to go on"), "ask")
        self.then.addItem(self.tr("Go on with the embedded examiner"), "embedded")
        self.then.activated.connect(self._edited)
        labelled(self._theme, column, self.tr("If that was not enough"), self.then)

    def _fill(self) -> None:
        for field, seconds in self.fields.items():
            seconds.show_value(round(getattr(self._waiting, field)))
        if self.fields:
            self.then.setCurrentIndex(self.then.findData(self._waiting.then))
        self._show_title()

    def _edited(self) -> None:
        times = {field: float(seconds.value) for field, seconds in self.fields.items()}
        self._take(Waiting(**times, then=self.then.currentData()))

    def _reset(self) -> None:
        self._take(self._usual())
        self._fill()

    def _take(self, waiting: Waiting) -> None:
        self._waiting = waiting
        self._show_title()
        self.changed.emit(waiting if waiting != self._usual() else None)

    def _show_title(self) -> None:
        usual = self._waiting == self._usual()
        first = self.tr("first words within {n} s").format(n=round(self._waiting.first))
        self.show_state(self.tr("Waiting for the server"), self.tr("as usual") if usual else first)
        if self.fields:
            self.reset.setEnabled(not usual)


class Seconds(QLineEdit):
    """A number of seconds, told when the typing is done; what is no number between the two becomes the nearest."""

    edited = Signal()

    def __init__(self, least: int, most: int) -> None:
        super().__init__()
        self._least, self._most, self._value = least, most, least
        self.setValidator(_OrAsBefore(self))
        self.setMaxLength(5)
        self.setFixedWidth(90)
        self.editingFinished.connect(self._done)

    @property
    def value(self) -> int:
        return self._value

    def show_value(self, value: int) -> None:
        self._value = value
        self.setText(str(value))

    def _done(self) -> None:
        before = self._value
        self.show_value(min(max(int(self.text()), self._least), self._most))
        if self._value != before:
            self.edited.emit()


class _OrAsBefore(QIntValidator):
    """An emptied field holds again what it held: without that, Qt leaves it empty and says nothing of it."""

    def __init__(self, field: Seconds) -> None:
        super().__init__(0, 99999, field)
        self._field = field

    def fixup(self, typed: str) -> str:
        return str(self._field.value)
