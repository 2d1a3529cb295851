"""One widget for each card of the defense: who said it, what was run, what the program notes."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from desktop.ui.defense.lines_button import LinesButton
from desktop.ui.defense.python_box import PythonBox
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button, IconButton
from desktop.ui.widgets.code_box import CodeBox
from desktop.ui.widgets.fold_row import FoldRow
from desktop.ui.widgets.labels import ElidedLabel, IconLabel, TextLabel, Tone
from desktop.ui.widgets.prose import Prose
from desktop.ui.widgets.roles import set_role
from desktop.view import screen as sc
from desktop.vocabulary.cases import Verdict

TONES: dict[sc.Tone, Tone] = {"neutral": "neutral", "busy": "accent", "good": "ok", "warn": "warn", "bad": "error"}
ROW_ICONS = {
    "read_code": "file-code-2",
    "run_baseline": "list-checks",
    "inject_test": "flask-conical",
    "ask_student": "message-circle-question-mark",
    "tell_student": "bot",
    "assign_grade": "graduation-cap",
}


class SpokenCard(QFrame):
    """What one of the two said. `lines_wanted` carries the lines of code the card is about, 1-based, as a tuple."""

    lines_wanted = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = IconLabel(theme, "bot", "muted", 16)
        self.who = ElidedLabel("", "strong")
        self._lines = QHBoxLayout()
        self._lines.setSpacing(0)
        copy = IconButton(theme, "copy", self.tr("Copy message"), "faint", 14)
        copy.clicked.connect(self._copy)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(6)
        head.addWidget(self._icon)
        head.addWidget(self.who)
        head.addStretch(1)
        head.addLayout(self._lines)
        head.addWidget(copy)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 6, 8, 10)
        self._column.setSpacing(4)
        self._column.addLayout(head)
        self._text = ""

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text)


class ExaminerBox(SpokenCard):
    """The examiner's words as Markdown; while they stream, only the unfinished end is rendered again."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        set_role(self, "card")
        self.markdown = Prose(theme)
        self._column.addWidget(self.markdown)
        self.who.set_text(self.tr("Examiner"))

    def show_tail(self, text: str) -> None:
        if text.startswith(self._text):
            self.markdown.grow(text[len(self._text) :])
        else:
            self.markdown.show_markdown(text)
        self._text = text

    def show_card(self, card: sc.ExaminerCard) -> None:
        self._text = card.markdown
        self.markdown.show_markdown(card.markdown)  # in one piece: it is final now
        self.who.set_text(card.heading or self.tr("Examiner"))
        self._icon.set_icon(
            "message-circle-question-mark" if card.heading else "bot", "accent" if card.heading else "muted"
        )
        while item := self._lines.takeAt(0):
            if widget := item.widget():
                widget.deleteLater()
        if card.lines:
            button = LinesButton(self._theme, card.lines)
            button.lines_wanted.connect(self.lines_wanted)
            self._lines.addWidget(button)


class StudentBox(SpokenCard):
    """The student's words, shown exactly as typed, and what the program says of them.

    `walk_wanted` carries the id of the question whose run is to be gone through.
    """

    walk_wanted = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        set_role(self, "mine")
        self._icon.set_icon("user", "accent")
        self.who.set_text(self.tr("You"))
        self.said, self.why = Prose(theme), Prose(theme)  # plain, wrapped anywhere: it may be one long word
        self.mark, self.key = TextLabel(wrap=True), TextLabel("", "small", wrap=True)
        self._mark_row = _IconAndText(theme, self.mark)
        self.walk = Button(theme, self.tr("Step through this run"), "quiet", "step-forward")
        self.walk.clicked.connect(self._want_walk)
        self._question_id = ""
        for widget in (self.said, self.why, self._mark_row, self.key):
            self._column.addWidget(widget)
        self._column.addWidget(self.walk, 0, Qt.AlignmentFlag.AlignLeft)

    def _want_walk(self) -> None:
        self.walk_wanted.emit(self._question_id)

    def show_card(self, card: sc.StudentCard) -> None:
        self._question_id = card.question_id
        self.walk.setVisible(card.walk)
        self._text = "\n".join(part for part in (card.text, card.why) if part)
        self.said.setPlainText(card.text)
        self.why.setPlainText(card.why)
        self.why.setVisible(bool(card.why))
        self.key.setText(card.key)
        self.key.setVisible(bool(card.key))
        self.mark.setText(card.mark)
        self._mark_row.setVisible(bool(card.mark))
        icon, token = {
            "good": ("check", "ok"),
            "bad": ("x", "error"),
            "warn": ("triangle-alert", "warn"),
            "neutral": ("check", "muted"),
            "busy": ("loader-circle", "accent"),
        }[card.tone]
        self._mark_row.icon.set_icon(icon, token)


class NoticeLine(QWidget):
    """Something the program says itself: small, between the cards."""

    def __init__(self, theme: Theme, notice: sc.Notice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = TextLabel(f"{notice.text} {notice.advice}".strip(), "small", wrap=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 2, 10, 2)
        row.setSpacing(8)
        alarming = notice.tone in ("warn", "bad")
        row.addWidget(
            IconLabel(theme, "triangle-alert" if alarming else "circle-dot", "warn" if alarming else "faint", 14),
            0,
            Qt.AlignmentFlag.AlignTop,
        )
        row.addWidget(self.label, 1)


class BriefLine(QWidget):
    """A short sentence of the examiner's between two steps."""

    def __init__(self, theme: Theme, card: sc.ExaminerCard, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.prose = Prose(theme, card.markdown)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 2, 10, 0)
        row.setSpacing(8)
        row.addWidget(IconLabel(theme, "bot", "muted", 16, self.tr("Examiner")), 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.prose, 1, Qt.AlignmentFlag.AlignTop)


class ToolLine(FoldRow):
    """A tool at work; it opens to what was run and what came of it. `lines_wanted` as of a card."""

    lines_wanted = Signal(object)

    def __init__(self, theme: Theme, card: sc.ToolRow) -> None:
        super().__init__(theme, ROW_ICONS.get(card.tool, "wrench"), card.title)
        self._theme = theme
        self.show_card(card)

    def show_card(self, card: sc.ToolRow) -> None:
        state = {"ok": "ok", "bad": "error", "neutral": "", "running": "running"}[card.state]
        self.show_state(card.title, card.status, state)  # type: ignore[arg-type]  # the four words of RowState
        something = card.arguments or card.output or card.verdicts
        self.set_build((lambda: self._detail(card)) if something else None)

    def _detail(self, card: sc.ToolRow) -> QWidget:
        detail = ToolDetail(self._theme, card)
        if detail.lines is not None:
            detail.lines.lines_wanted.connect(self.lines_wanted)
        return detail


def thinking_fold(theme: Theme, card: sc.ThinkingFold) -> FoldRow:
    def build() -> QWidget:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(12, 2, 12, 10)
        label = TextLabel(card.text, "small", wrap=True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(label)
        return body

    return FoldRow(theme, "brain", card.title, build=build)


class ToolDetail(QWidget):
    """What a tool row opens to: what was run, each verdict with got and expected, what came out."""

    def __init__(self, theme: Theme, card: sc.ToolRow, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 2, 12, 12)
        self._column.setSpacing(6)
        self.lines = LinesButton(theme, card.lines) if card.lines else None
        if self.lines is not None:
            self._column.addWidget(self.lines, 0, Qt.AlignmentFlag.AlignRight)
        if card.arguments:
            self._part(self.tr("What was run"), PythonBox(theme, card.arguments))
        if card.verdicts:
            for verdict in card.verdicts:
                self._column.addWidget(VerdictLine(theme, verdict))
        elif card.output:
            self._part(self.tr("What came out"), CodeBox(theme, card.output))

    def _part(self, title: str, body: QWidget) -> None:
        self._column.addWidget(TextLabel(title, "small"))
        self._column.addWidget(body)


class VerdictLine(QWidget):
    """One test: its name, and where it failed the call with got and expected side by side."""

    def __init__(self, theme: Theme, verdict: Verdict, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        icon, token, word = {
            True: ("check", "ok", self.tr("passed")),
            False: ("x", "error", self.tr("failed")),
            None: ("circle", "faint", self.tr("shown, not marked")),
        }[verdict.passed]
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(IconLabel(theme, icon, token, 14, word), 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(TextLabel(verdict.title or verdict.call, wrap=True), 1)
        column.addLayout(head)
        if verdict.passed:
            return
        said = self.tr("{call}\ngot       {got}").format(call=verdict.call, got=verdict.got)
        if verdict.expected and verdict.passed is False:
            said += "\n" + self.tr("expected  {expected}").format(expected=verdict.expected)
        self._box = CodeBox(theme, said)
        column.addWidget(self._box)
        if verdict.why:
            column.addWidget(TextLabel(verdict.why, "small", wrap=True))


class _IconAndText(QWidget):
    def __init__(self, theme: Theme, label: TextLabel) -> None:
        super().__init__()
        self.icon = IconLabel(theme, "check", "ok", 14)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 2, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(label, 1)


def make(theme: Theme, card: sc.Card, on_lines: Callable[[object], None], on_walk: Callable[[str], None]) -> QWidget:
    """The widget of a card."""
    match card:
        case sc.ExaminerCard(brief=True):
            return BriefLine(theme, card)
        case sc.ExaminerCard():
            box = ExaminerBox(theme)
            box.show_card(card)
            box.lines_wanted.connect(on_lines)
            return box
        case sc.StudentCard():
            mine = StudentBox(theme)
            mine.show_card(card)
            mine.walk_wanted.connect(on_walk)
            return mine
        case sc.ToolRow():
            line = ToolLine(theme, card)
            line.lines_wanted.connect(on_lines)
            return line
        case sc.ThinkingFold():
            return thinking_fold(theme, card)
        case sc.Notice():
            return NoticeLine(theme, card)
        case _:
            assert_never(card)


def update(widget: QWidget, card: sc.Card) -> bool:
    """Show a changed card in the widget it has; False if it needs another one."""
    if isinstance(card, sc.ToolRow) and isinstance(widget, ToolLine):
        widget.show_card(card)
        return True
    if isinstance(card, sc.StudentCard) and isinstance(widget, StudentBox):
        widget.show_card(card)
        return True
    if isinstance(card, sc.ExaminerCard) and isinstance(widget, ExaminerBox):
        widget.show_card(card)
        return True
    return False
