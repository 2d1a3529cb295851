"""The first thing a person sees: what this is, what to go on with, what to choose from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from desktop.ui.ports import Pack, Summary
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button, PrimaryButton
from desktop.ui.widgets.empty import EmptyState
from desktop.ui.widgets.flow import Flow
from desktop.ui.widgets.fold_row import FoldRow
from desktop.ui.widgets.labels import Chip, ElidedLabel, IconLabel, TextLabel
from desktop.ui.widgets.roles import set_role
from desktop.ui.widgets.scroll_page import ScrollPage
from desktop.vocabulary.problem import Language, Problem
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.words import Words

WIDEST = 920  # pixels: a line of text longer than that is hard to read
TWO_COLUMNS = 700


class HomePage(ScrollPage):
    """`problem_chosen` carries a Problem, `defense_chosen` the id of one begun or finished before.

    `folder_wanted`, `zip_wanted`: a pack is to be imported; `author_wanted`: a problem is to be written. With
    `exam_only` there is nothing for instructors, and what is begun is an exam.
    """

    problem_chosen = Signal(object)
    defense_chosen = Signal(str)
    folder_wanted = Signal()
    zip_wanted = Signal()
    author_wanted = Signal()

    def __init__(self, theme: Theme, words: Words, parent: QWidget | None = None, *, exam_only: bool = False) -> None:
        super().__init__(theme, WIDEST, 12, parent)
        self._theme, self._words, self._exam_only = theme, words, exam_only
        self._language: Language = words.language
        self.column.addWidget(TextLabel(self.tr("Write it. Run it. Defend it."), "title"))
        if exam_only:
            said = self.tr(
                "This computer is set up for exams: what you begin here is an exam, there is no practice. Everything "
                "you write and answer is saved at once; if the program is closed, open it again and continue."
            )
        else:
            said = self.tr(
                "Choose a problem and write your solution. Then an examiner runs it, tests it at its edges and asks "
                "you about your own code. With the embedded examiner nothing leaves this computer."
            )
        self.column.addWidget(TextLabel(said, "muted", wrap=True))
        self._sections = QVBoxLayout()
        self._sections.setSpacing(12)
        self.column.addLayout(self._sections)
        self.column.addStretch(1)

    def show_desk(self, packs: Sequence[Pack], defenses: Sequence[Summary], troubles: Sequence[Trouble] = ()) -> None:
        """Draw everything anew: the packs there are and those that are broken, what is unfinished, what is over."""
        while item := self._sections.takeAt(0):
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()
        unfinished = [defense for defense in defenses if not defense.closed]
        finished = [defense for defense in defenses if defense.closed]
        if unfinished:
            self._head(self.tr("Continue where you were"))
            for place, defense in enumerate(unfinished[:3]):
                self._sections.addWidget(self._continue_card(defense, first=place == 0))
            if unfinished[3:]:
                self._sections.addWidget(self._fold(self.tr("Older unfinished defenses"), unfinished[3:], "history"))
        for pack in packs:
            self._head(pack.title.say(self._language))
            self._sections.addWidget(_Grid(self._theme, [self._problem_card(problem) for problem in pack.problems]))
        if not packs:
            if self._exam_only:
                what = self.tr("Ask the people who hold this exam.")
            else:
                what = self.tr("Import a pack of problems below, as a zip file or as a folder.")
            self._sections.addWidget(EmptyState(self._theme, "book-open", self.tr("No problems are installed"), what))
        if finished:
            self._head(self.tr("Finished"))
            self._sections.addWidget(self._fold(self.tr("Past defenses"), finished, "history"))
        if troubles:
            self._head(self.tr("Packs that cannot be used"))
            for trouble in troubles:
                self._sections.addWidget(self._broken_card(trouble))
        if not self._exam_only:
            self._head(self.tr("For instructors"))
            self._sections.addWidget(self._instructor_card(PrimaryButton if not packs else Button))
        if first := self.findChild(PrimaryButton) or self.findChild(Button):
            first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _head(self, text: str) -> None:
        label = TextLabel(text, "head")
        label.setContentsMargins(0, 12, 0, 0)
        self._sections.addWidget(label)

    def _continue_card(self, defense: Summary, *, first: bool) -> QWidget:
        card = QFrame()
        set_role(card, "panel")
        row = QHBoxLayout(card)
        row.setContentsMargins(16, 12, 12, 12)
        row.setSpacing(12)
        row.addWidget(IconLabel(self._theme, "history", "accent", 20))
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(ElidedLabel(self._title(defense), "strong"))
        words.addWidget(ElidedLabel(f"{self._step(defense)} · {self._when(defense.changed_at)}", "small"))
        row.addLayout(words, 1)
        make = PrimaryButton if first else Button
        button = make(self._theme, self.tr("Continue"))
        button.setAccessibleName(self.tr("Continue {title}").format(title=self._title(defense)))
        button.setObjectName(f"continue:{defense.id}")
        button.clicked.connect(lambda: self.defense_chosen.emit(defense.id))
        row.addWidget(button)
        return card

    def _problem_card(self, problem: Problem) -> QWidget:
        card = QFrame()
        set_role(card, "panel")
        column = QVBoxLayout(card)
        column.setContentsMargins(16, 14, 12, 12)
        column.setSpacing(6)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(ElidedLabel(problem.title.say(self._language), "head"), 1)
        if topic := problem.topic.say(self._language):
            head.addWidget(Chip(topic))
        column.addLayout(head)
        said = TextLabel(first_sentence(problem.statement.say(self._language)), "muted", wrap=True)
        said.setAlignment(Qt.AlignmentFlag.AlignTop)
        column.addWidget(said, 1)
        foot = QHBoxLayout()
        points = sum(criterion.points for criterion in problem.rubric)
        foot.addWidget(TextLabel(self.tr("{n:g} points", n=1 if points == 1 else 2).format(n=points), "small"), 1)
        text = self.tr("Begin the exam") if self._exam_only else self.tr("Start")
        start = Button(self._theme, text, icon="play", token="accent")
        start.setAccessibleName(self.tr("Start {title}").format(title=problem.title.say(self._language)))
        start.setObjectName(f"start:{problem.id}")
        start.clicked.connect(lambda: self.problem_chosen.emit(problem))
        foot.addWidget(start)
        column.addLayout(foot)
        return card

    def _broken_card(self, trouble: Trouble) -> QWidget:
        card = QFrame()
        set_role(card, "panel")
        row = QHBoxLayout(card)
        row.setContentsMargins(16, 10, 12, 10)
        row.setSpacing(12)
        row.addWidget(IconLabel(self._theme, "triangle-alert", "warn", 18), 0, Qt.AlignmentFlag.AlignTop)
        said = QVBoxLayout()
        said.setSpacing(1)
        what, advice = trouble.in_words(self._words)
        said.addWidget(TextLabel(what, wrap=True))
        if advice:
            said.addWidget(TextLabel(advice, "small", wrap=True))
        row.addLayout(said, 1)
        return card

    def _instructor_card(self, most_wanted: type[Button]) -> QWidget:
        card = QFrame()
        set_role(card, "panel")
        column = QVBoxLayout(card)
        column.setContentsMargins(16, 12, 12, 12)
        column.setSpacing(10)
        said = self.tr("A pack is a folder of problems. It is read first, and copied only if everything in it holds.")
        column.addWidget(TextLabel(said, "muted", wrap=True))
        self.import_zip = most_wanted(self._theme, self.tr("Import a zip…"), icon="package")
        self.import_folder = Button(self._theme, self.tr("Import a folder…"), icon="folder-open")
        self.write_problem = Button(self._theme, self.tr("Write a problem with a model…"), icon="pencil")
        row = Flow()
        for button, signal in (
            (self.import_zip, self.zip_wanted),
            (self.import_folder, self.folder_wanted),
            (self.write_problem, self.author_wanted),
        ):
            button.clicked.connect(signal)
            row.add(button)
        column.addWidget(row)
        return card

    def _fold(self, title: str, defenses: Sequence[Summary], icon: str) -> FoldRow:
        return FoldRow(self._theme, icon, title, str(len(defenses)), build=lambda: self._list(defenses))

    def _list(self, defenses: Sequence[Summary]) -> QWidget:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(12, 0, 8, 8)
        column.setSpacing(4)
        for defense in defenses[:50]:
            row = QHBoxLayout()
            row.setSpacing(8)
            row.addWidget(ElidedLabel(self._title(defense)), 1)
            row.addWidget(ElidedLabel(f"{self._step(defense)} · {self._when(defense.changed_at)}", "small"), 1)
            look = Button(self._theme, self.tr("Look") if defense.closed else self.tr("Continue"), "quiet")
            look.setAccessibleName(self.tr("Look at {title}").format(title=self._title(defense)))
            look.clicked.connect(lambda _=False, it=defense: self.defense_chosen.emit(it.id))
            row.addWidget(look)
            column.addLayout(row)
        return body

    def _title(self, defense: Summary) -> str:
        return (defense.title_zh if self._language == "zh" else "") or defense.title_en

    def _step(self, defense: Summary) -> str:
        return {
            "writing": self.tr("writing code"),
            "submitted": self.tr("submitted"),
            "examined": self.tr("being examined"),
            "answering": self.tr("answering questions"),
            "closed": self.tr("finished"),
        }.get(defense.step, defense.step)

    def _when(self, at: datetime) -> str:
        local, now = at.astimezone(), datetime.now().astimezone()
        clock = f"{local:%H:%M}"
        if local.date() == now.date():
            return self.tr("today {time}").format(time=clock)
        locale = QLocale("zh_CN" if self._language == "zh" else "en_GB")
        day = locale.toString(local.date(), QLocale.FormatType.ShortFormat)  # type: ignore[call-overload]
        return f"{day} {clock}"


class _Grid(QWidget):
    """Cards in two columns, in one where the window is narrow."""

    def __init__(self, theme: Theme, cards: Sequence[QWidget]) -> None:
        super().__init__()
        self._theme = theme
        self._cards, self.columns = cards, 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(12)
        self._arrange(2)

    def resizeEvent(self, event: object) -> None:
        self._arrange(2 if self.width() >= TWO_COLUMNS * self._theme.text_scale else 1)

    def _arrange(self, columns: int) -> None:
        if columns == self.columns:
            return
        self.columns = columns
        for card in self._cards:
            self._grid.removeWidget(card)
        for place, card in enumerate(self._cards):
            self._grid.addWidget(card, place // columns, place % columns)
        for column in range(2):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)


def first_sentence(markdown: str, longest: int = 150) -> str:
    """The first words of a statement, without its Markdown."""
    blocks = [" ".join(block.split()) for block in re.split(r"\n\s*\n", markdown)]
    text = next((block for block in blocks if block and not block.startswith(("#", "```", "|", "-"))), "")
    for mark in ("**", "`", "__"):
        text = text.replace(mark, "")
    for end in (". ", "。"):
        if end in text:
            text = text[: text.index(end) + 1]
    return text if len(text) <= longest else text[: longest - 1].rsplit(" ", 1)[0] + "…"
