"""Where an open question is answered; what was typed is never lost."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QPlainTextEdit, QRadioButton, QVBoxLayout, QWidget

from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button, PrimaryButton
from desktop.ui.widgets.labels import TextLabel
from desktop.ui.widgets.roles import set_role
from desktop.view.reading import TYPED, read_answer
from desktop.view.screen import ForAnswer
from desktop.vocabulary.questions import AnswerForm
from desktop.vocabulary.words import Words

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class AnswerBox(QFrame):
    """`answered(text, why)` when Enter or Send is pressed. The text stays until another question is shown, so that
    an answer that could not be read, or was taken by another window, is still there to be mended."""

    answered = Signal(str, str)
    line_wanted = Signal()  # the question asks for a line: the desk may offer the one under the cursor

    def __init__(self, theme: Theme, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._words = theme, words
        self._open: ForAnswer | None = None
        self._drafts: dict[str, tuple[str, str]] = {}
        self._choices = QButtonGroup(self)
        self.note = TextLabel("", "error", wrap=True)
        self.field = _Field(self.tr("Your answer"))
        self.reading = TextLabel("", "small", wrap=True)
        self.why_label = TextLabel("", "small", wrap=True)
        self.why = _Field(self.tr("Your explanation"))
        self.options = QWidget()
        self._option_column = QVBoxLayout(self.options)
        self._option_column.setContentsMargins(0, 0, 0, 0)
        self._option_column.setSpacing(2)
        self.pick = Button(theme, self.tr("Take the line under the cursor"), "quiet", "file-code-2")
        self.send = PrimaryButton(theme, self.tr("Send"), "send", shortcut="Return")
        self.send.setToolTip(self.tr("Send the answer (Enter)"))
        self.hint = TextLabel("", "small", wrap=True)
        self._lay_out()
        self.field.textChanged.connect(self._read)
        self.why.textChanged.connect(self._read)
        self.field.sent.connect(self._send)
        self.why.sent.connect(self._send)
        self.send.clicked.connect(self._send)
        self.pick.clicked.connect(self.line_wanted)
        self._choices.idToggled.connect(self._read)
        self.hide()

    def ask(self, question: ForAnswer) -> None:
        """Show a question; the same one again (with another note) keeps what was typed."""
        if self._open is not None and self._open.call_id == question.call_id:
            self._open = question
            self._show_note()
            return
        self.keep_draft()
        self._open = question
        self._show_form()
        self._show_note()
        self.show()
        self.setEnabled(True)
        self._restore_draft()
        self._read()

    def close_question(self) -> None:
        """Nothing is asked now."""
        if self._open is None:
            return
        self.keep_draft()
        self._open = None
        self.hide()

    def take_focus(self) -> None:
        first = self._choices.buttons()[:1]
        (first[0] if first and self.options.isVisible() else self.field).setFocus(Qt.FocusReason.OtherFocusReason)

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
            self._restore_draft()

    def keep_draft(self) -> None:
        if self._open is not None:
            self._drafts[self._open.call_id] = (self._text(), self.why.toPlainText())

    # inside

    @property
    def _form(self) -> AnswerForm:
        return self._open.question.answer_form if self._open and self._open.question else "text"

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(6)
        for widget in (self.note, self.options, self.field, self.reading, self.why_label, self.why):
            column.addWidget(widget)
        column.addWidget(self.pick, 0, Qt.AlignmentFlag.AlignLeft)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.hint, 1)
        row.addWidget(self.send)
        column.addLayout(row)

    def _show_note(self) -> None:
        note = self._open.note if self._open else ""
        self.note.setText(note)
        self.note.setVisible(bool(note))

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
        self.options.setVisible(bool(options))
        self.field.setVisible(not options)
        self.field.show_as_code(form in TYPED or form == "outcome", self._theme)
        self.field.setPlaceholderText(self._placeholder(form))
        self.field.set_lines(1 if form in ("int", "line") else 2 if form in TYPED or form == "outcome" else 3)
        self.pick.setVisible(form == "line")
        why = question.why if question else ""
        self.why_label.setText(why)
        self.why_label.setVisible(bool(why))
        self.why.setVisible(bool(why))
        self.why.set_lines(2)
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
            case "literal":
                return self.tr("A Python value, for example [1, 2] or 'abc'")
            case _:
                return self.tr("Type your answer…")

    def _restore_draft(self) -> None:
        text, why = self._drafts.get(self._open.call_id, ("", "")) if self._open else ("", "")
        if self._form == "options":
            for button in self._choices.buttons():
                button.setChecked(button.text().replace("&&", "&") == text)
        else:
            self.field.setPlainText(text)
        self.why.setPlainText(why)

    def _text(self) -> str:
        if self._form == "options":
            chosen = self._choices.checkedButton()
            return chosen.text().replace("&&", "&") if chosen else ""
        return self.field.toPlainText()

    def _read(self) -> None:
        reading = read_answer(self._text(), self._form, self._words)
        self.reading.setText(reading.sentence)
        self.reading.setVisible(bool(reading.sentence))
        set_role(self.reading, "small" if reading.fits else "error")
        self.send.setEnabled(bool(self._text().strip()))
        self.hint.setText(self._hint())

    def _hint(self) -> str:
        if self._form == "options":
            return self.tr("No time limit. Choose one, then send it.")
        if self._form == "line":
            return self.tr("No time limit. Click a line in the editor, or type its number.")
        return self.tr("No time limit. Enter sends, Shift+Enter starts a new line.")

    def _send(self) -> None:
        if not self.send.isEnabled():
            return
        self.keep_draft()
        self.answered.emit(self._text(), self.why.toPlainText().strip())


class _Field(QPlainTextEdit):
    """Grows to a few lines; Enter sends, Shift+Enter starts a line, Tab goes on to the next control."""

    sent = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self._least = 1
        set_role(self, "field")
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(3)
        self.textChanged.connect(self._fit)

    def show_as_code(self, is_code: bool, theme: Theme) -> None:
        self.setFont(theme.code_font() if is_code else theme.ui_font())
        self._fit()

    def set_lines(self, least: int) -> None:
        self._least = least
        self._fit()

    def _fit(self) -> None:
        lines = min(8, max(self._least, int(self.document().size().height())))
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 18)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.sent.emit()
            return
        super().keyPressEvent(event)
