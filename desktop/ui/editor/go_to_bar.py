"""Going to a line by its number."""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QWidget

from desktop.ui.editor.code_editor import CodeEditor
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button, IconButton
from desktop.ui.widgets.labels import TextLabel
from desktop.ui.widgets.roles import repolish, set_role

_PLACE = re.compile(r"\s*(\d{1,7})\s*(?:[:,]\s*(\d{1,5})\s*)?$")


class GoToBar(QFrame):
    """`12` or `12:5`; Enter goes there and closes, Escape closes."""

    def __init__(self, theme: Theme, editor: CodeEditor, parent: QWidget | None = None):
        super().__init__(parent)
        self._editor = editor
        set_role(self, "findbar")
        self.field = QLineEdit()
        self.field.setMaximumWidth(160)
        self.field.setAccessibleName(self.tr("Line number"))
        self.field.installEventFilter(self)
        self.range = TextLabel("", "small")
        self.go = Button(theme, self.tr("Go"))
        close = IconButton(theme, "x", self.tr("Close"), shortcut="Esc")
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 6, 10, 6)
        row.setSpacing(8)
        row.addWidget(TextLabel(self.tr("Go to line")))
        row.addWidget(self.field)
        row.addWidget(self.go)
        row.addWidget(self.range)
        row.addStretch(1)
        row.addWidget(close)
        self.field.returnPressed.connect(self._go)
        self.field.textChanged.connect(self._typed)
        self.go.clicked.connect(self._go)
        close.clicked.connect(self.close_bar)
        self.hide()

    def open_bar(self) -> None:
        self.range.setText(self.tr("1 to {last}").format(last=self._editor.blockCount()))
        self.field.setText(str(self._editor.position()[0]))
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def close_bar(self) -> None:
        self.hide()
        self._editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def _typed(self, text: str) -> None:
        self.field.setProperty("wrong", "true" if text and not _PLACE.match(text) else "")
        repolish(self.field)

    def _go(self) -> None:
        place = _PLACE.match(self.field.text())
        if place:
            self.hide()
            self._editor.go_to_line(int(place[1]), int(place[2] or 1))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
            self.close_bar()
            return True
        return super().eventFilter(watched, event)
