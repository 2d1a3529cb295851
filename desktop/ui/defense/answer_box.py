"""Where an open question is answered; what was typed is never lost."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QRadioButton, QVBoxLayout, QWidget

from desktop.ui.defense.answer_field import AnswerField
from desktop.ui.defense.order_list import OrderList
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button, PrimaryButton
from desktop.ui.widgets.labels import TextLabel
from desktop.ui.widgets.roles import set_role
from desktop.view.reading import TYPED, read_answer
from desktop.view.screen import ForAnswer
from desktop.vocabulary.questions import AnswerForm
from desktop.vocabulary.words import Words

LONGEST_NUMBER = 8  # digits of a line
DRAFT_MS = 400  # quiet time before what was typed is kept


class AnswerBox(QFrame):
    """`answered(text, why)` when Enter or Send is pressed. The text stays until another question is shown, so that
    an answer that could not be read, or was taken by another window, is still there to be mended.

    `line_typed(line)` is said while a line is asked for, so that it can be seen; `drafted(call_id, text, why)` what
    stands in the box, a moment after it changed.
    """

    answered = Signal(str, str)
    drafted = Signal(str, str, str)
    line_typed = Signal(int)
    line_wanted = Signal()  # the question asks for a line: the desk may offer the one under the cursor

    def __init__(self, theme: Theme, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._words = theme, words
        self._open: ForAnswer | None = None
        self._drafts: dict[str, tuple[str, str]] = {}
        self._choices = QButtonGroup(self)
        self._showing = False  # what changes then was not typed
        self._changed = False  # typed and not yet said
        self._unread = ""  # the answer that the note is about
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(DRAFT_MS)
        self._rest.timeout.connect(self.flush_draft)
        self.note = TextLabel("", "error", wrap=True)
        self.field = AnswerField(theme, self.tr("Your answer"))
        self.reading = TextLabel("", "small", wrap=True)
        self.why_label = TextLabel("", "small", wrap=True)
        self.why = AnswerField(theme, self.tr("Your explanation"))
        self.order = OrderList(theme)
        self.options = QWidget()
        self._option_column = QVBoxLayout(self.options)
        self._option_column.setContentsMargins(0, 0, 0, 0)
        self._option_column.setSpacing(2)
        self.pick = Button(theme, self.tr("Take the line under the cursor"), "quiet", "file-code-2")
        self.send = PrimaryButton(theme, self.tr("Send"), "send", shortcut="Return")
        self.send.setToolTip(self.tr("Send the answer (Enter)"))
        self.hint = TextLabel("", "small", wrap=True)
        self._lay_out()
        self.field.textChanged.connect(self._typed)
        self.why.textChanged.connect(self._typed)
        self.order.changed.connect(self._typed)
        self.order.sent.connect(self._send)
        self.field.sent.connect(self._send)
        self.why.sent.connect(self._send)
        self.send.clicked.connect(self._send)
        self.pick.clicked.connect(self.line_wanted)
        self._choices.idToggled.connect(self._typed)
        self.hide()

    def ask(self, question: ForAnswer) -> None:
        """Show a question; the same one again (with another note) keeps what was typed."""
        if self._open is not None and self._open.call_id == question.call_id:
            self._open = question
            self._show_note()
            return
        self.flush_draft()
        self._open = question
        self._showing = True
        try:
            self._show_form()
            self.show()
            self.setEnabled(True)
            self._restore_draft()
        finally:
            self._showing = False
        self._show_note()

    def close_question(self) -> None:
        """Nothing is asked now."""
        if self._open is None:
            return
        self.flush_draft()
        self._open = None
        self.hide()

    def take_focus(self) -> None:
        first: QWidget = self.field
        if self._form == "order":
            first = self.order.rows
        elif self._form == "options" and self._choices.buttons():
            first = self._choices.checkedButton() or self._choices.buttons()[0]
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def give_line(self, line: int) -> None:
        self.field.setPlainText(str(line))
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)  # so that Enter sends it

    def drafts(self) -> dict[str, tuple[str, str]]:
        """What was typed for each question, by call id."""
        self.keep_draft()
        return dict(self._drafts)

    def set_drafts(self, drafts: dict[str, tuple[str, str]]) -> None:
        self._drafts.update(drafts)
        if self._open is not None:
            self._showing = True
            try:
                self._restore_draft()
            finally:
                self._showing = False
            self._read()

    def keep_draft(self) -> None:
        if self._open is not None:
            self._drafts[self._open.call_id] = (self._text(), self.why.toPlainText())

    def flush_draft(self) -> None:
        """Say `drafted` now, if there is anything to say: before another question, before closing."""
        self._rest.stop()
        self.keep_draft()
        if self._changed and self._open is not None:
            self._changed = False
            self.drafted.emit(self._open.call_id, *self._drafts[self._open.call_id])

    def _typed(self) -> None:
        if self._showing:
            return
        self._changed = True
        self._rest.start()
        self._read()
        line = self._text().strip()
        if self._form == "line" and line.isdecimal() and len(line) < LONGEST_NUMBER:
            self.line_typed.emit(int(line))

    # inside

    @property
    def _form(self) -> AnswerForm:
        return self._open.question.answer_form if self._open and self._open.question else "text"

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(6)
        for widget in (self.note, self.options, self.order, self.field, self.reading, self.why_label, self.why):
            column.addWidget(widget)
        column.addWidget(self.pick, 0, Qt.AlignmentFlag.AlignLeft)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.hint, 1)
        row.addWidget(self.send)
        column.addLayout(row)

    def _order_keys(self) -> None:
        """Tab goes from top to bottom: what is made later would else come after everything in the window."""
        order = self.order
        way = (*self._choices.buttons(), order.rows, order.up, order.down, self.field, self.why, self.pick, self.send)
        for before, after in pairwise(way):
            QWidget.setTabOrder(before, after)

    def _show_note(self) -> None:
        note = self._open.note if self._open else ""
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self._unread = self._text() if note else ""
        self._read()

    def _show_form(self) -> None:
        question = self._open.question if self._open else None
        form = self._form
        options = question.options if question and form == "options" else ()
        for button in self._choices.buttons():
            self._choices.removeButton(button)
            button.deleteLater()
        for place, option in enumerate(options):
            button = QRadioButton(option.replace("&", "&&"))
            self._choices.addButton(button, place)
            self._option_column.addWidget(button)
        self._order_keys()
        self.options.setVisible(bool(options))
        self.order.show_lines(question.options if question and form == "order" else ())
        self.order.setVisible(form == "order")
        self.field.setVisible(form not in ("options", "order"))
        typed = form in TYPED or form in ("outcome", "code")
        least = 1 if form in ("int", "line", "code") else 2 if typed else 3
        self.field.show_as(code=typed, least=least, one_line=form == "code")
        self.field.setPlaceholderText(self._placeholder(form))
        self.pick.setVisible(form == "line")
        why = question.why if question else ""
        self.why_label.setText(why)
        self.why_label.setVisible(bool(why))
        self.why.setVisible(bool(why))
        self.why.show_as(code=False, least=2)
        self.why.setAccessibleDescription(why)
        if why:
            self.why.setPlaceholderText(self.tr("In a sentence of your own; it is not marked by the program."))

    def _placeholder(self, form: AnswerForm) -> str:
        match form:
            case "int":
                return self.tr("A whole number, for example 3")
            case "line":
                return self.tr("The number of a line")
            case "list":
                return self.tr("A list, for example [1, 2, 3]")
            case "arguments":
                return self.tr("The values, one after another, separated by commas")
            case "outcome":
                return self.tr("The value it returns, the name of the exception, or: does not finish")
            case "code":
                fill = bool(self._open and self._open.question and self._open.question.type == "fill_blank")
                return self.tr("What stands in the blank") if fill else self.tr("The whole line, in Python")
            case "literal":
                return self.tr("A Python value, for example [1, 2] or 'abc'")
            case _:
                return self.tr("Type your answer…")

    def _restore_draft(self) -> None:
        text, why = self._drafts.get(self._open.call_id, ("", "")) if self._open else ("", "")
        if self._form == "options":
            for button in self._choices.buttons():
                button.setChecked(button.text().replace("&&", "&") == text)
        elif self._form == "order":
            self.order.set_order(text)
        else:
            self.field.setPlainText(text)
        self.why.setPlainText(why)

    def _text(self) -> str:
        if self._form == "options":
            chosen = self._choices.checkedButton()
            return chosen.text().replace("&&", "&") if chosen else ""
        if self._form == "order":
            return self.order.order
        return self.field.toPlainText()

    def _read(self) -> None:
        question = self._open.question if self._open else None
        reading = read_answer(self._text(), self._form, self._words, question)
        said_already = self.note.isVisibleTo(self) and self._text() == self._unread and not reading.fits
        self.reading.setText(reading.sentence)
        self.reading.setVisible(bool(reading.sentence) and not said_already)
        set_role(self.reading, "small" if reading.fits else "error")
        self.send.setEnabled(bool(self._text().strip()))
        self.hint.setText(self._hint())

    def _hint(self) -> str:
        if self._form == "options":
            return self.tr("No time limit. Choose one, then send it.")
        if self._form == "order":
            return self.tr("No time limit. Drag the lines, or move them with Alt+Up and Alt+Down; Enter sends.")
        if self._form == "code":
            return self.tr("No time limit. Enter sends.")
        if self._form == "line":
            return self.tr("No time limit. Click a line in the editor, or type its number.")
        return self.tr("No time limit. Enter sends, Shift+Enter starts a new line.")

    def _send(self) -> None:
        if not self.send.isEnabled():
            return
        self.flush_draft()
        self.answered.emit(self._text(), self.why.toPlainText().strip())
