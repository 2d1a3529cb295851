"""The problem being solved: its statement, and the hint for whoever asks for it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button, IconButton
from desktop.ui.widgets.labels import Chip
from desktop.ui.widgets.panel import Panel
from desktop.ui.widgets.prose import Prose
from desktop.ui.widgets.roles import set_role
from desktop.vocabulary.problem import Language, Problem


class ProblemPane(Panel):
    """`collapse_wanted` when its own button is pressed."""

    collapse_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "", "book-open", parent=parent)
        self.add_left(self.title)
        self.set_title(self.tr("Problem"))
        self.topic = Chip()
        collapse = IconButton(theme, "panel-left", self.tr("Hide the problem"), "muted", 16, "Ctrl+1")
        collapse.clicked.connect(self.collapse_wanted)
        self.add_right(collapse)
        self.statement = Prose(theme)
        self.show_hint = Button(theme, self.tr("Show hint"), icon="lightbulb", token="warn")
        self.show_hint.clicked.connect(self._open_hint)
        self.hint = Prose(theme)
        self.hint_card = QFrame()
        set_role(self.hint_card, "card")
        inside = QVBoxLayout(self.hint_card)
        inside.setContentsMargins(12, 8, 12, 8)
        inside.addWidget(self.hint)
        self.hint_card.hide()
        host = QWidget()
        column = QVBoxLayout(host)
        column.setContentsMargins(16, 12, 14, 14)
        column.setSpacing(10)
        column.addWidget(self.topic, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.statement)
        column.addWidget(self.show_hint, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.hint_card)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setAccessibleName(self.tr("Statement of the problem"))
        scroll.setWidget(host)
        self.add(scroll, 1)
        self.setMinimumWidth(220)

    def show_problem(self, problem: Problem, language: Language) -> None:
        topic, hint = problem.topic.say(language), problem.hint.say(language)
        self.topic.show_state(topic)
        self.topic.setVisible(bool(topic))
        self.statement.show_markdown(problem.statement.say(language))
        self.hint.show_markdown(hint)
        self.show_hint.setVisible(bool(hint) and not self.hint_card.isVisibleTo(self))

    def _open_hint(self) -> None:
        self.hint_card.show()
        self.show_hint.hide()
