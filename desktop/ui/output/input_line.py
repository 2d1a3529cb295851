"""The line a program asks for with `input()`: there while it asks, gone when it has its answer."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QWidget

from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button
from desktop.ui.widgets.labels import ElidedLabel, IconLabel
from desktop.ui.widgets.roles import set_role

LONGEST = 100_000  # characters of one line


class InputLine(QFrame):
    """Enter sends the line, Ctrl+D ends the input. `entered(object)`: the line, or None for the end of input."""

    entered = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        set_role(self, "inputline")
        self.prompt = ElidedLabel("", "code")
        self.field = QLineEdit()
        self.field.setMaxLength(LONGEST)
        self.field.setAccessibleName(self.tr("Line for the program"))
        self.field.setPlaceholderText(self.tr("The program waits for a line"))
        self.field.installEventFilter(self)
        self.send = Button(theme, self.tr("Enter"))
        self.end = Button(theme, self.tr("End of input"), "quiet", shortcut="Ctrl+D")
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 6, 10, 6)
        row.setSpacing(8)
        row.addWidget(IconLabel(theme, "text-cursor-input", "accent", 16))
        row.addWidget(self.prompt)
        row.addWidget(self.field, 1)
        row.addWidget(self.send)
        row.addWidget(self.end)
        self.field.returnPressed.connect(self._send)
        self.send.clicked.connect(self._send)
        self.end.clicked.connect(self._end)
        theme.changed.connect(self._wear)
        self._wear()
        self.hide()

    def ask(self, prompt: str) -> None:
        last = prompt.rstrip("\n").rsplit("\n", 1)[-1]
        self.prompt.set_text(last[:200])
        self.prompt.setVisible(bool(last.strip()))
        self.field.clear()
        self.show()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            control = event.modifiers() == Qt.KeyboardModifier.ControlModifier
            if event.key() == Qt.Key.Key_D and control and not self.field.text():
                self._end()
                return True
        return super().eventFilter(watched, event)

    def _send(self) -> None:
        self._close(self.field.text())

    def _end(self) -> None:
        self._close(None)

    def _close(self, line: str | None) -> None:
        if self.isVisible():
            self.hide()
            self.entered.emit(line)

    def _wear(self) -> None:
        self.field.setFont(self._theme.code_font(9.5))
