"""A call that waits for a person: what, why, exactly what would run; allow, change or refuse."""

from __future__ import annotations

import ast
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLayoutItem,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.session.front import Decided
from desktop.ui.announce import announce
from desktop.ui.defense.grade_card import GradeBox
from desktop.ui.defense.python_box import PythonBox
from desktop.ui.theme.theme import Theme
from desktop.ui.translate import translated
from desktop.ui.widgets.buttons import Button, PrimaryButton
from desktop.ui.widgets.fold_row import FoldRow
from desktop.ui.widgets.labels import IconLabel, TextLabel
from desktop.ui.widgets.roles import set_role
from desktop.ui.widgets.tall_area import TallArea
from desktop.view.decisions import Decided as Earlier
from desktop.view.screen import ForApproval
from desktop.vocabulary.trouble import Trouble

MOST_EARLIER = 8
FRAME = 60  # pixels that a window manager may put round a dialog, and a little air

WIDE, AROUND = 580, 24  # pixels: at 100 %, and the least that is left of the window at each side


class ApprovalDialog(QDialog):
    """Shown with `open()`, never `exec()`. Esc puts it aside: nothing is decided then, and the pane offers it again.

    `decided` carries a `session.front.Decided`, once.
    """

    decided = Signal(object)

    def __init__(
        self,
        theme: Theme,
        waiting: ForApproval,
        mode: str,
        earlier: Sequence[Earlier] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.waiting, self._by = waiting, "student" if mode == "practice" else "station"
        self._theme = theme
        self.setWindowTitle(self.tr("Defense Desk"))
        self.setAccessibleName(self._headline())
        self.setAccessibleDescription(" ".join((waiting.title, waiting.why, waiting.body)))
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(22, 20, 22, 18)
        self._outer.setSpacing(10)
        self._area = TallArea()  # on a small screen what is decided about scrolls; the choices are always seen
        self._column = self._area.column
        self._column.setSpacing(10)
        self._outer.addWidget(self._area, 1)
        self._say_what()
        self._show_body()
        self._show_earlier(earlier)
        self._ask_reason()
        self._ask_pin()
        self._offer_choices()
        room = parent.window().width() - 2 * AROUND if parent else theme.px(WIDE)
        self.setMinimumWidth(min(theme.px(WIDE), room))
        self._edit_mode(False)
        self._refuse_mode(False)
        (self.pin if waiting.pin else self.allow_once).setFocus(Qt.FocusReason.OtherFocusReason)

    # what is shown

    def _headline(self) -> str:
        if self.waiting.interrupted:
            return self.tr("The program stopped during this step. Run it again?")
        if self.waiting.tool == "assign_grade":
            return self.tr("The examiner proposes this grade")
        return self.tr("The examiner wants to run a test in your session")

    def _say_what(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(IconLabel(self._theme, "shield-alert", "warn", 22), 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(TextLabel(self._headline(), "head", wrap=True), 1)
        self._column.addLayout(head)
        self._column.addWidget(TextLabel(self.waiting.title, wrap=True))
        why = self.waiting.why
        if why and why not in self.waiting.title:
            self._column.addWidget(TextLabel(self.tr("What it is after: {why}").format(why=why), "muted", wrap=True))

    def _show_body(self) -> None:
        if self.waiting.grade:
            self._column.addWidget(GradeBox(self._theme, self.waiting.grade, proposed=True))
        self.code = PythonBox(self._theme, self.waiting.body)
        self.code.setVisible(bool(self.waiting.body) and not self.waiting.grade)
        self.editor = QPlainTextEdit(self.waiting.body)
        set_role(self.editor, "field")
        self.editor.setFont(self._theme.code_font())
        self.editor.setAccessibleName(self.tr("The test, to be changed"))
        self.editor.setTabChangesFocus(False)
        self.editor.setMinimumHeight(160)
        self.editor.textChanged.connect(self._check)
        self.fault = TextLabel("", "error", wrap=True)
        safe = self.tr("It runs in the sandbox beside your functions and cannot change your code.")
        self.assurance = TextLabel(safe, "small", wrap=True)
        self.assurance.setVisible(self.waiting.tool == "inject_test")
        for widget in (self.code, self.editor, self.fault, self.assurance):
            self._column.addWidget(widget)

    def _show_earlier(self, earlier: Sequence[Earlier]) -> None:
        """Folded: what was decided before in this defense, newest first."""
        title = self.tr("Earlier decisions: {n}").format(n=len(earlier))
        self.earlier = FoldRow(self._theme, "history", title, build=lambda: _listed(earlier))
        self.earlier.setVisible(bool(earlier))
        self.earlier.toggled.connect(self._fit)
        self._column.addWidget(self.earlier)

    def _ask_reason(self) -> None:
        self.reason_part = QFrame()
        part = QVBoxLayout(self.reason_part)
        part.setContentsMargins(0, 4, 0, 0)
        part.setSpacing(4)
        part.addWidget(TextLabel(self.tr("Why not? The examiner is told, and it is kept in the record."), "small"))
        self.reason = QLineEdit()
        self.reason.setAccessibleName(self.tr("Reason for refusing"))
        self.reason.setPlaceholderText(self.tr("For example: this is outside the statement of the problem"))
        self.reason.returnPressed.connect(self._refuse)
        part.addWidget(self.reason)
        self._outer.addWidget(self.reason_part)

    def _ask_pin(self) -> None:
        self.pin_part = QFrame()
        part = QVBoxLayout(self.pin_part)
        part.setContentsMargins(0, 4, 0, 0)
        part.setSpacing(4)
        part.addWidget(TextLabel(self.tr("The invigilator decides this, and types the PIN for it."), "small"))
        self.pin = QLineEdit()
        self.pin.setEchoMode(QLineEdit.EchoMode.Password)
        self.pin.setMaxLength(64)
        self.pin.setInputMethodHints(Qt.InputMethodHint.ImhSensitiveData | Qt.InputMethodHint.ImhNoPredictiveText)
        self.pin.setAccessibleName(self.tr("PIN of the invigilator"))
        self.pin.setPlaceholderText(self.tr("PIN of the invigilator"))
        self.pin_fault = TextLabel("", "error", wrap=True)
        self.pin_fault.hide()
        part.addWidget(self.pin)
        part.addWidget(self.pin_fault)
        self.pin_part.setVisible(self.waiting.pin)
        self._outer.addWidget(self.pin_part)

    def _offer_choices(self) -> None:
        theme = self._theme
        grade = self.waiting.tool == "assign_grade"
        self.allow_once = PrimaryButton(theme, self.tr("Accept the grade") if grade else self.tr("Allow once"), "check")
        self.allow_all = Button(theme, self.tr("Allow for this defense"))
        self.edit = Button(theme, self.tr("Edit…"))
        self.refuse = Button(theme, self.tr("Refuse…"))
        self.back = Button(theme, self.tr("Back"))
        self.run_changed = PrimaryButton(theme, self.tr("Run the changed test"), "play")
        self.refuse_now = Button(theme, self.tr("Refuse"), "danger")
        row = QHBoxLayout()
        row.setContentsMargins(0, 8, 0, 0)
        row.setSpacing(8)
        for button in (self.refuse, self.edit, self.back):
            row.addWidget(button)
        row.addStretch(1)
        for button in (self.allow_all, self.allow_once, self.run_changed, self.refuse_now):
            row.addWidget(button)
        self._outer.addLayout(row)
        self.allow_once.clicked.connect(self._allow_once)
        self.allow_all.clicked.connect(self._allow_all)
        self.edit.clicked.connect(self._begin_edit)
        self.refuse.clicked.connect(self._begin_refuse)
        self.back.clicked.connect(self._go_back)
        self.run_changed.clicked.connect(self._run_changed)
        self.refuse_now.clicked.connect(self._refuse)

    # what is chosen

    def _allow_once(self) -> None:
        self._decide(Decided("once", self._by))

    def _allow_all(self) -> None:
        self._decide(Decided("defense", self._by))

    def _refuse(self) -> None:
        self._decide(Decided("refuse", self._by, self.reason.text().strip()))

    def _run_changed(self) -> None:
        if self._fault():
            return
        given = {**_object(self.waiting.arguments), "test_code": self.editor.toPlainText()}
        self._decide(Decided("edit", self._by, arguments=json.dumps(given, ensure_ascii=False)))

    def _decide(self, decided: Decided) -> None:
        if not self.isEnabled():  # a second click: the first one counted
            return
        if not self.waiting.pin:
            self.setEnabled(False)
            self.decided.emit(decided)
            self.accept()
        elif not self.pin.text():
            self._say_pin(self.tr("Nothing is decided without the PIN."))
        else:
            self.setEnabled(False)  # until the PIN was tried; whoever shows this closes it when it was right
            self.decided.emit(replace(decided, pin=self.pin.text()))
            self.pin.clear()

    def refuse_pin(self, trouble: Trouble) -> None:
        """The PIN was not right, or has to wait: what was chosen is not done."""
        self.setEnabled(True)
        self._say_pin(f"{translated(trouble.what)} {translated(trouble.advice)}".strip())

    def _fit(self) -> None:
        """As high as it needs, and no higher than the screen has room for."""
        layout = self._outer
        width = max(self.width(), self.minimumWidth())
        margins = layout.contentsMargins()
        inside = width - margins.left() - margins.right()
        rest = [layout.itemAt(n) for n in range(1, layout.count())]
        shown = [item for item in rest if item is not None and not item.isEmpty()]
        around = margins.top() + margins.bottom() + layout.spacing() * len(shown)
        around += sum(_height(item, inside) for item in shown)
        most = self.screen().availableSize().height() - FRAME
        self.resize(width, min(most, around + self._area.height_for(inside)))

    def _say_pin(self, text: str) -> None:
        self.pin_fault.setText(text)
        self.pin_fault.show()
        self._fit()
        self.pin.setFocus(Qt.FocusReason.OtherFocusReason)
        announce(self.pin, text)

    # the three faces

    def _begin_edit(self) -> None:
        self._edit_mode(True)
        self.editor.setFocus()

    def _begin_refuse(self) -> None:
        self._refuse_mode(True)
        self.reason.setFocus()

    def _go_back(self) -> None:
        self._edit_mode(False)
        self._refuse_mode(False)
        self.allow_once.setFocus()

    def _edit_mode(self, on: bool) -> None:
        editable = "test_code" in _object(self.waiting.arguments)
        self.editor.setVisible(on)
        self.code.setVisible(not on and bool(self.waiting.body) and not self.waiting.grade)
        self.run_changed.setVisible(on)
        self.fault.setVisible(False)
        self.back.setVisible(on)
        for button in (self.allow_once, self.refuse):
            button.setVisible(not on)
        self.edit.setVisible(not on and editable)
        self.allow_all.setVisible(not on and self.waiting.tool != "assign_grade" and not self.waiting.interrupted)
        self._fit()

    def _refuse_mode(self, on: bool) -> None:
        self.reason_part.setVisible(on)
        self.refuse_now.setVisible(on)
        if on:
            self.back.setVisible(True)
            for button in (self.allow_once, self.allow_all, self.edit, self.refuse):
                button.setVisible(False)
        self._fit()

    def _check(self) -> None:
        fault = self._fault()
        self.fault.setText(fault)
        self.fault.setVisible(bool(fault))
        self.run_changed.setEnabled(not fault)

    def _fault(self) -> str:
        source = self.editor.toPlainText()
        if not source.strip():
            return self.tr("There is no test.")
        try:
            ast.parse(source)
        except SyntaxError as error:
            return self.tr("Line {n}: {message}").format(n=error.lineno or 1, message=error.msg)
        except (ValueError, RecursionError, MemoryError):
            return self.tr("This is not Python.")
        return ""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc puts aside. Enter presses what has the focus, so that no one agrees by accident."""
        if event.key() == Qt.Key.Key_Escape:
            self.reject()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focused = self.focusWidget()
            if isinstance(focused, QPushButton):
                focused.click()
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()  # only now is it known how high wrapped text is

    def closeEvent(self, event: QCloseEvent) -> None:
        self.reject()
        event.accept()


class AskingCard(QFrame):
    """One line with one button: a request put aside, or a defense that rests here."""

    wanted = Signal()

    def __init__(self, theme: Theme, icon: str, button: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "asking")
        self.text = TextLabel("", "strong", wrap=True)
        self.decide = PrimaryButton(theme, button)
        self.decide.clicked.connect(self.wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 10, 12, 10)
        row.setSpacing(8)
        row.addWidget(IconLabel(theme, icon, "warn", 18))
        row.addWidget(self.text, 1)
        row.addWidget(self.decide)
        self.hide()

    def say(self, text: str) -> None:
        """Shown with a text, hidden without one."""
        self.text.setText(text)
        self.setVisible(bool(text))


def _height(item: QLayoutItem, width: int) -> int:
    return item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()


def _listed(earlier: Sequence[Earlier]) -> QWidget:
    body = QWidget()
    column = QVBoxLayout(body)
    column.setContentsMargins(12, 2, 12, 8)
    column.setSpacing(3)
    for one in list(reversed(earlier))[:MOST_EARLIER]:
        said = " · ".join(
            part for part in (f"{one.at.astimezone():%H:%M:%S}", one.what, one.how, one.by, one.more) if part
        )
        column.addWidget(TextLabel(said, "small", wrap=True))
    return body


def _object(arguments: str) -> dict[str, object]:
    try:
        given = json.loads(arguments)
    except (ValueError, RecursionError):
        return {}
    return cast("dict[str, object]", given) if isinstance(given, dict) else {}
