"""The course of a defense: five steps, one card for each thing said or done, and the place to answer."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QMenu, QProgressBar, QScrollArea, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from desktop.results.usage import DefenseUsage
from desktop.ui.announce import announce
from desktop.ui.defense import cards
from desktop.ui.defense.after_bar import AfterBar
from desktop.ui.defense.answer_box import AnswerBox
from desktop.ui.defense.approval_card import AskingCard
from desktop.ui.defense.grade_card import GradeBox
from desktop.ui.defense.retry_bar import LineNotice, RetryBar
from desktop.ui.defense.usage_row import UsageRow
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import IconButton
from desktop.ui.widgets.empty import EmptyState
from desktop.ui.widgets.foot import Foot
from desktop.ui.widgets.labels import Chip
from desktop.ui.widgets.panel import Panel
from desktop.ui.widgets.step_header import StepHeader
from desktop.view import screen as sc
from desktop.view.grade import GradeCard
from desktop.view.transcript import plain
from desktop.vocabulary.words import Words

LOW, NARROW = 400, 250  # pixels at 100 %: less high, the steps have no words; less wide, fewer buttons
FOOT = 0.5  # of the height, at most: what is asked stands above it


class DefensePane(Panel):
    """Draws what differs between two screens.

    The window hears of `answered(text, why)`, `retry_chosen(choice)`, `decide_wanted`, `go_on_wanted`, `saw_wanted`,
    `decisions_wanted`, `lines_wanted(lines)`, `cursor_line_wanted` and `cancel_wanted`; after practice of
    `again_wanted` (to improve it), `others_wanted` (other questions about the same program), `progress_wanted` and
    `walk_wanted(question id)`.
    """

    answered = Signal(str, str)
    retry_chosen = Signal(str)
    decide_wanted = Signal()
    go_on_wanted = Signal()
    again_wanted = Signal()
    lines_wanted = Signal(object)
    saw_wanted = Signal()
    decisions_wanted = Signal()
    cursor_line_wanted = Signal()
    cancel_wanted = Signal()
    usage_wanted = Signal()
    walk_wanted = Signal(str)
    others_wanted = Signal()
    progress_wanted = Signal()

    def __init__(self, theme: Theme, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(theme, "", "graduation-cap", "accent", parent)
        self._theme = theme
        self._screen = sc.Screen()
        self._drawn: list[tuple[sc.Card, QWidget]] = []
        self._shown: tuple[sc.Card, ...] | None = None
        self._tail: cards.ExaminerBox | None = None
        self._grade: GradeBox | None = None
        self._stick = True
        self._narrow = False
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._show_whole_question)
        self._at_grade = False  # it stays in view while the cards above it find their heights
        self._at_question: QWidget | None = None  # and so does the question that was just asked
        self.add_left(self.title)
        self.set_title(self.tr("Defense"))
        self.chip = Chip()
        self.copy = IconButton(theme, "copy", self.tr("Copy the transcript"), "muted", 16)
        self.copy.clicked.connect(self._copy)
        self.more = IconButton(theme, "ellipsis", self.tr("More about this defense"), "muted", 16)
        self.more.setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)
        self.menu = QMenu(self)
        self.copy_action = QAction(self.tr("Copy the transcript"), self)
        self.menu.addAction(self.copy_action)
        self.copy_action.triggered.connect(self._copy)
        self.saw = QAction(self.tr("What the examiner saw"), self)
        self.menu.addAction(self.saw)
        self.saw.triggered.connect(self.saw_wanted)
        self.decided = QAction(self.tr("Decisions in this defense"), self)
        self.menu.addAction(self.decided)
        self.decided.triggered.connect(self.decisions_wanted)
        self.took = QAction(self.tr("What it took"), self)
        self.menu.addAction(self.took)
        self.took.triggered.connect(self._show_what_it_took)
        self.more.setMenu(self.menu)
        self.add_right(self.chip, self.copy, self.more)
        self.usage = UsageRow(theme)
        self.steps = StepHeader(theme)
        self.empty = EmptyState(theme, "graduation-cap", "", "")
        self.busy = QProgressBar()
        self.notice = LineNotice(theme)
        self.asking = AskingCard(theme, "shield-alert", self.tr("Decide…"))
        self.resting = AskingCard(theme, "pause", self.tr("Go on here"))
        self.retry = RetryBar(theme)
        self.answer = AnswerBox(theme, words)
        self.after = AfterBar(theme)
        self.again = self.after.again
        self._lay_out()
        self.answer.answered.connect(self.answered)
        self.answer.line_wanted.connect(self.cursor_line_wanted)
        self.retry.chosen.connect(self.retry_chosen)
        self.asking.wanted.connect(self.decide_wanted)
        self.resting.wanted.connect(self.go_on_wanted)
        self.again.clicked.connect(self.again_wanted)
        self.after.others.clicked.connect(self.others_wanted)
        self.after.progress.clicked.connect(self.progress_wanted)
        self.notice.cancelled.connect(self.cancel_wanted)
        self.show_screen(self._screen)

    def show_screen(self, screen: sc.Screen) -> None:
        bar = self._scroll.verticalScrollBar()
        self._stick = bar.value() >= bar.maximum() - 24
        before, self._screen = self._screen, screen
        self._show_cards(screen.shown_cards)
        self._show_tail(screen.tail)
        self._show_grade(screen.grade, proposed=not screen.closed)
        self._show_head(screen)
        self._show_waiting(screen, before)
        if self.usage.isVisibleTo(self._scroll) and screen.cards is not before.cards:
            self.usage_wanted.emit()
        self._pages.setCurrentIndex(1 if self._drawn or self._tail or self._grade else 0)

    @property
    def card_widgets(self) -> list[QWidget]:
        return [widget for _, widget in self._drawn]

    @property
    def grade_box(self) -> GradeBox | None:
        return self._grade

    # laying out

    def _lay_out(self) -> None:
        head = QWidget()
        inside = QVBoxLayout(head)
        inside.setContentsMargins(12, 10, 12, 4)
        inside.setSpacing(4)
        inside.addWidget(self.steps)
        self.add(head)
        self.busy.setRange(0, 0)
        self.busy.setTextVisible(False)
        self.busy.setAccessibleName(self.tr("The examiner is at work"))
        keep = self.busy.sizePolicy()
        keep.setRetainSizeWhenHidden(True)  # the cards below do not jump
        self.busy.setSizePolicy(keep)
        inside.addWidget(self.busy)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setAccessibleName(self.tr("Course of the defense"))
        self._scroll.verticalScrollBar().rangeChanged.connect(self._follow)
        self._scroll.verticalScrollBar().actionTriggered.connect(self._scrolled)
        self._scroll.viewport().installEventFilter(self)
        host = QWidget()
        self._column = QVBoxLayout(host)
        self._column.setContentsMargins(12, 8, 12, 6)
        self._column.setSpacing(8)
        self._column.addWidget(self.usage)
        self._column.addStretch(1)
        host.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)  # never wider than the pane
        self._scroll.setWidget(host)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self._scroll)
        self.add(self._pages, 1)
        self._foot = Foot()
        asked = self._foot.column
        asked.setContentsMargins(12, 6, 12, 12)
        asked.setSpacing(8)
        for widget in (self.notice, self.resting, self.asking, self.retry, self.answer):
            asked.addWidget(widget)
        asked.addWidget(self.after)  # not where Send was: a double click must not leave
        self.add(self._foot)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Large letters in a low or narrow pane: the question and a place to answer are what must be seen."""
        super().resizeEvent(event)
        scale = self._theme.text_scale
        self.steps.set_low(self.height() < LOW * scale)
        self._foot.set_highest(round(FOOT * self.height()))
        self._narrow = self.width() < NARROW * scale
        self._show_copy()

    def _show_copy(self) -> None:
        there = bool(self._screen.cards)
        self.copy.setVisible(there and not self._narrow)
        self.copy_action.setVisible(there and self._narrow)

    # what differs

    def _show_cards(self, now: tuple[sc.Card, ...]) -> None:
        if now is self._shown:
            return  # only the message in the making grew
        self._shown = now
        for place in range(len(now), len(self._drawn)):
            self._drop(self._drawn[place][1])
        del self._drawn[len(now) :]
        for place, card in enumerate(now):
            if place < len(self._drawn):
                old, widget = self._drawn[place]
                if old is card or old == card:
                    continue
                if cards.update(widget, card):
                    self._drawn[place] = (card, widget)
                    continue
                self._drop(widget)
                self._drawn[place] = (card, self._place(place, card))
            else:
                self._drawn.append((card, self._place(place, card)))
                self._announce(card)

    def _place(self, place: int, card: sc.Card) -> QWidget:
        if isinstance(card, sc.ExaminerCard) and not card.brief and self._tail is not None:
            box, self._tail = self._tail, None  # what streamed in becomes the card, without a flicker
            self._column.removeWidget(box)
            box.show_card(card)
            box.lines_wanted.connect(self.lines_wanted)
            self._column.insertWidget(place, box)
            return box
        widget = cards.make(self._theme, card, self.lines_wanted.emit, self.walk_wanted.emit)
        self._column.insertWidget(place, widget)
        return widget

    def _show_tail(self, text: str) -> None:
        if not text.strip():
            if self._tail is not None:
                self._drop(self._tail)
                self._tail = None
            return
        if self._tail is None:
            self._tail = cards.ExaminerBox(self._theme)
            self._column.insertWidget(len(self._drawn), self._tail)
        self._tail.show_tail(text)

    def _show_grade(self, grade: GradeCard | None, *, proposed: bool) -> None:
        if self._grade is not None and self._grade.grade == grade and self._grade.proposed == proposed:
            return
        if self._grade is not None:
            self._drop(self._grade)
            self._grade = None
        self._at_grade = grade is not None
        if grade is not None:
            self._grade = GradeBox(self._theme, grade, proposed=proposed)
            self._grade.lines_wanted.connect(self.lines_wanted)
            self._column.insertWidget(self._column.indexOf(self.usage), self._grade)
            QTimer.singleShot(0, self._show_whole_grade)
            announce(self, self.tr("Grade: {total}").format(total=grade.total))

    def _show_whole_grade(self) -> None:
        """The result is read from its first line."""
        if self._grade is not None:
            self._scroll.verticalScrollBar().setValue(self._grade.y() - 8)

    def _question_box(self) -> QWidget | None:
        asked = (w for card, w in reversed(self._drawn) if isinstance(card, sc.ExaminerCard) and not card.brief)
        return next(asked, None)

    def _show_whole_question(self) -> None:
        """Whoever looked at something above it sees it when it is asked; a long one is read from its first line."""
        if self._at_question is not None:
            bar = self._scroll.verticalScrollBar()
            bar.setValue(min(bar.maximum(), self._at_question.y() - 8))

    def _show_head(self, screen: sc.Screen) -> None:
        status = screen.status
        self.chip.show_state(status.word, cards.TONES[status.tone])
        states = [step.state for step in screen.steps]
        if "current" in states:
            current = states.index("current")
        else:
            current = states.index("future") if screen.submitted and "future" in states else -1
        self.steps.show_step(current, finished=all(state == "done" for state in states))
        self.busy.setVisible(status.tone == "busy")
        self._show_copy()
        self.more.setVisible(bool(screen.cards))
        self.took.setVisible(screen.counted)
        self.saw.setEnabled(screen.hiding is None)
        self.after.setVisible(bool(screen.closed) and screen.rules.mode == "practice")
        if screen.submitted:
            self.empty.show_state(
                self.tr("The examiner prepares"),
                self.tr("Your code is run with fresh inputs, and questions about it are made. This takes a moment."),
            )
        else:
            self.empty.show_state(
                self.tr("Your defense will be here"),
                self.tr(
                    "Press Submit when your code is ready. The examiner reads it, tests it, "
                    "asks you about it, and proposes a grade."
                ),
            )

    def _show_waiting(self, screen: sc.Screen, before: sc.Screen) -> None:
        waiting = screen.waiting
        self.notice.show_notice(screen.notice)
        if isinstance(waiting, sc.ForAnswer):
            again = isinstance(before.waiting, sc.ForAnswer) and before.waiting.call_id == waiting.call_id
            self.answer.ask(waiting)
            if not again:
                self._at_question = self._question_box()
                self._soon.start()
            if before.waiting != waiting:
                self.answer.take_focus()
        else:
            self._at_question = None
            self.answer.close_question()
        if isinstance(waiting, sc.ForRetry):
            if before.waiting != waiting or not self.retry.isVisibleTo(self):
                self.retry.offer(waiting)
                announce(self, waiting.reason)
        else:
            self.retry.hide()
        if screen.closed and not before.closed and self.isVisible():
            self._scroll.setFocus(Qt.FocusReason.OtherFocusReason)  # Enter twice must not leave, either
        asks = isinstance(waiting, sc.ForApproval)
        self.asking.say(self.tr("Waiting for your decision: {what}").format(what=waiting.title) if asks else "")

    def show_resting(self, resting: bool) -> None:
        """Nobody drives the defense from here: another window does, or it was interrupted."""
        self.resting.say(self.tr("The defense rests in this window.") if resting else "")

    def show_usage(self, usage: DefenseUsage) -> None:
        """Under the last card, and kept up to date from now on."""
        self.usage.show_usage(usage)

    def _show_what_it_took(self) -> None:
        self.usage_wanted.emit()
        self.usage.set_open(True)
        self._stick = False
        QTimer.singleShot(0, self._to_usage)

    def _to_usage(self) -> None:
        self._scroll.verticalScrollBar().setValue(self.usage.y() - 8)  # read from its first line
        self.usage.head.setFocus(Qt.FocusReason.OtherFocusReason)

    # small things

    def _announce(self, card: sc.Card) -> None:
        if isinstance(card, sc.ExaminerCard):
            announce(self, f"{card.heading or self.tr('Examiner')}: {card.markdown}")

    def _follow(self, _least: int, most: int) -> None:
        if self._at_grade:
            self._show_whole_grade()
        elif self._at_question is not None:
            self._show_whole_question()
        elif self._stick:
            self._scroll.verticalScrollBar().setValue(most)

    def _scrolled(self, _action: int) -> None:
        """A person looks elsewhere."""
        self._at_grade, self._at_question = False, None
        bar = self._scroll.verticalScrollBar()
        self._stick = bar.sliderPosition() >= bar.maximum() - 24

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:  # the box to answer in takes its room from here, step by step
            self._soon.start()
        return super().eventFilter(watched, event)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(plain(self._screen))

    def _drop(self, widget: QWidget) -> None:
        if widget is self._at_question:
            self._at_question = None
        self._column.removeWidget(widget)
        widget.hide()
        widget.deleteLater()
