"""Find and replace, in one bar under the editor."""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QGridLayout, QLineEdit, QWidget

from desktop.ui.editor.code_editor import CodeEditor
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button, IconButton
from desktop.ui.widgets.labels import TextLabel
from desktop.ui.widgets.roles import set_role

MOST_HITS = 1_000  # drawn; counting and replacing know no limit
SEARCH_DELAY_MS = 120


class FindBar(QFrame):
    """Enter and F3 go on, Shift goes back, Escape closes. Replacing all is one step of undo.

    The text is searched as it is written, letter case ignored unless "Aa" is on.
    """

    def __init__(self, theme: Theme, editor: CodeEditor, parent: QWidget | None = None):
        super().__init__(parent)
        self._editor = editor
        set_role(self, "findbar")
        self.find_field = QLineEdit()
        self.find_field.setPlaceholderText(self.tr("Find"))
        self.find_field.setAccessibleName(self.tr("Find"))
        self.replace_field = QLineEdit()
        self.replace_field.setPlaceholderText(self.tr("Replace with"))
        self.replace_field.setAccessibleName(self.tr("Replace with"))
        self.count = TextLabel("", "small")
        self.case = IconButton(theme, "case-sensitive", self.tr("Match upper and lower case"))
        self.case.setCheckable(True)
        self.back = IconButton(theme, "chevron-up", self.tr("Previous"), shortcut="Shift+F3")
        self.forward = IconButton(theme, "chevron-down", self.tr("Next"), shortcut="F3")
        self.close_button = IconButton(theme, "x", self.tr("Close"), shortcut="Esc")
        self.replace_one = Button(theme, self.tr("Replace"))
        self.replace_every = Button(theme, self.tr("Replace all"))
        grid = QGridLayout(self)
        grid.setContentsMargins(10, 6, 10, 6)
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(6)
        for column, widget in enumerate(
            (self.find_field, self.count, self.case, self.back, self.forward, self.close_button)
        ):
            grid.addWidget(widget, 0, column)
        grid.addWidget(self.replace_field, 1, 0)
        grid.addWidget(self.replace_one, 1, 1)
        grid.addWidget(self.replace_every, 1, 2, 1, 4)
        grid.setColumnStretch(0, 1)
        grid.setColumnMinimumWidth(1, 86)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(SEARCH_DELAY_MS)
        self._again.timeout.connect(self._search)
        self.find_field.textChanged.connect(self._typed)
        self.case.toggled.connect(self._search)
        self.back.clicked.connect(self.find_previous)
        self.forward.clicked.connect(self.find_next)
        self.close_button.clicked.connect(self.close_bar)
        self.replace_one.clicked.connect(self.replace_here)
        self.replace_every.clicked.connect(self.replace_all)
        editor.textChanged.connect(self._text_changed)
        for field in (self.find_field, self.replace_field):
            field.installEventFilter(self)
        self.hide()

    def open_bar(self, replace: bool = False) -> None:
        """Show the bar, with what is selected in the editor (one line at most) to be found."""
        chosen = self._editor.textCursor().selectedText()
        for widget in (self.replace_field, self.replace_one, self.replace_every):
            widget.setVisible(replace and not self._editor.isReadOnly())
        self.show()
        if chosen and "\u2029" not in chosen:
            self.find_field.setText(chosen)
        self.find_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.find_field.selectAll()
        self._search()

    def close_bar(self) -> None:
        self._again.stop()
        self.hide()
        self._editor.show_hits(())
        self._editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def find_next(self) -> None:
        self._step(forward=True)

    def find_previous(self) -> None:
        self._step(forward=False)

    def replace_here(self) -> None:
        """Replace the hit that is selected, then go to the next one; with none selected just go there."""
        cursor = self._editor.textCursor()
        chosen = (cursor.selectionStart(), cursor.selectionEnd())
        if chosen in self._hits() and cursor.hasSelection() and not self._editor.isReadOnly():
            cursor.insertText(self.replace_field.text())
            self._editor.setTextCursor(cursor)
        self.find_next()

    def replace_all(self) -> None:
        hits = self._hits()
        if not hits or self._editor.isReadOnly():
            return
        edit = QTextCursor(self._editor.document())
        edit.beginEditBlock()
        for start, end in reversed(hits):
            edit.setPosition(start)
            edit.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            edit.insertText(self.replace_field.text())
        edit.endEditBlock()
        self.count.setText(self.tr("%n replaced", "", len(hits)))

    # -- searching

    def _hits(self) -> list[tuple[int, int]]:
        """Start and end of every hit, in Qt's positions."""
        wanted = self.find_field.text()
        if not wanted:
            return []
        text = self._editor.toPlainText()  # what is shown: behind a veil nothing is found
        flags = re.NOFLAG if self.case.isChecked() else re.IGNORECASE
        found = [match.span() for match in re.finditer(re.escape(wanted), text, flags)]
        if text.isascii():
            return found
        return [(_units(text, start), _units(text, end)) for start, end in found]

    def _typed(self) -> None:
        self._again.start()

    def _text_changed(self) -> None:
        if self.isVisible():
            self._again.start()

    def _search(self) -> None:
        self._again.stop()
        hits = self._hits()
        self._draw(hits)
        self._say(hits)

    def _draw(self, hits: list[tuple[int, int]]) -> None:
        cursors: list[QTextCursor] = []
        for start, end in hits[:MOST_HITS]:
            cursor = QTextCursor(self._editor.document())
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            cursors.append(cursor)
        self._editor.show_hits(cursors)

    def _say(self, hits: list[tuple[int, int]]) -> None:
        cursor = self._editor.textCursor()
        chosen = (cursor.selectionStart(), cursor.selectionEnd())
        nothing = bool(self.find_field.text()) and not hits
        if chosen in hits:
            text = self.tr("{number} of {total}").format(number=hits.index(chosen) + 1, total=len(hits))
        elif nothing:
            text = self.tr("not found")
        else:
            text = self.tr("%n found", "", len(hits)) if hits else ""
        self.count.setText(text)
        set_role(self.count, "error" if nothing else "small")

    def _step(self, forward: bool) -> None:
        hits = self._hits()
        if hits:
            cursor = self._editor.textCursor()
            if forward:
                start, end = next((hit for hit in hits if hit[0] >= cursor.selectionEnd()), hits[0])
            else:
                start, end = next((hit for hit in reversed(hits) if hit[1] <= cursor.selectionStart()), hits[-1])
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            self._editor.setTextCursor(cursor)
            self._editor.ensureCursorVisible()
        self._again.stop()
        self._draw(hits)
        self._say(hits)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self._key(watched, event):
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._key(self, event):
            super().keyPressEvent(event)

    def _key(self, where: QObject, event: QKeyEvent) -> bool:
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif event.key() == Qt.Key.Key_F3:
            self._step(forward=not back)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and where is self.replace_field:
            self.replace_here()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and where is self.find_field:
            self._step(forward=not back)
        else:
            return False
        return True


def _units(text: str, index: int) -> int:
    return len(text[:index].encode("utf-16-le", "surrogatepass")) // 2
