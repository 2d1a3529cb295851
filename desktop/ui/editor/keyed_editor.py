"""A plain text edit with the keys of an editor for Python: what they do to lines, and what they ask the page for."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractScrollArea, QPlainTextEdit, QWidget

from desktop.ui.editor import line_edits
from desktop.ui.editor.completion import Completion
from desktop.ui.editor.highlighter import PythonHighlighter
from desktop.ui.theme.theme import Theme

_CTRL, _ALT, _SHIFT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
_NO_MODIFIERS = Qt.KeyboardModifier.NoModifier
_RETURNS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class KeyedEditor(QPlainTextEdit):
    """`CodeEditor` fills in what is empty here.

    Signals:
        line_picked(int): a line, from 1, was chosen while `picking`.
        run_requested(): F5 or Ctrl+Return, where no shortcut of the window takes them first.
        find_requested(bool): Ctrl+F, or Ctrl+H with true (replace); go_to_requested(): Ctrl+G.
        hint(str): a sentence for the status line.
    """

    line_picked = Signal(int)
    run_requested = Signal()
    find_requested = Signal(bool)
    go_to_requested = Signal()
    hint = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self.picking = False
        self._leaving = False
        self.completion = Completion(theme, self)

    def zoom(self, steps: int) -> None:
        """Larger or smaller by points; 0: as at first."""

    def refuse_key(self) -> None:
        """Somebody typed into what is only to be read."""

    def forget_hits(self) -> None:
        """What was found is not pointed at any more."""

    def focusNextPrevChild(self, next_: bool) -> bool:
        if self._leaving:
            self._leaving = False
            return QAbstractScrollArea.focusNextPrevChild(self, next_)
        return super().focusNextPrevChild(next_)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._leaving = False
        super().focusOutEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.completion.is_open and self.completion.press(event.key()):
            return
        if event.key() == Qt.Key.Key_Escape:
            self._leaving = True
            self.hint.emit(self.tr("Press Tab to leave the editor, Shift+Tab to go back."))
            self.forget_hits()
            event.ignore()
            return
        self._leaving = False
        if self._window_key(event) or self._moving_key(event):
            return
        if self.picking and event.key() in (*_RETURNS, Qt.Key.Key_Space):
            self.line_picked.emit(self.textCursor().blockNumber() + 1)
            return
        if self.isReadOnly():
            self._reading_key(event)
            return
        if self._line_key(event) or self._indenting_key(event):
            self.completion.hide()
            return
        super().keyPressEvent(event)
        self._complete_after(event)

    def _complete_after(self, event: QKeyEvent) -> None:
        key, letter = event.key(), event.text()
        typed = bool(letter) and (letter.isalnum() or letter in "_.") and not event.modifiers() & (_CTRL | _ALT)
        shorter = self.completion.is_open and key == Qt.Key.Key_Backspace
        if (typed and not self._in_words()) or shorter:
            self.completion.offer()
        elif letter or key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End):
            self.completion.hide()

    def _in_words(self) -> bool:
        """Inside a string or a comment, where names are not code."""
        cursor = self.textCursor()
        before = cursor.positionInBlock() - 1
        spans = cursor.block().layout().formats()
        return any(
            span.start <= before < span.start + span.length and PythonHighlighter.is_words(span.format)
            for span in spans
        )

    def _window_key(self, event: QKeyEvent) -> bool:
        key, held = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if (key == Qt.Key.Key_F5 and held == _NO_MODIFIERS) or (held == _CTRL and key in _RETURNS):
            self.run_requested.emit()
        elif held == _CTRL and key in (Qt.Key.Key_F, Qt.Key.Key_H):
            self.find_requested.emit(key == Qt.Key.Key_H and not self.isReadOnly())
        elif held == _CTRL and key == Qt.Key.Key_Space:
            self.completion.offer(asked=True)
        elif held == _CTRL and key == Qt.Key.Key_G:
            self.go_to_requested.emit()
        elif held in (_CTRL, _CTRL | _SHIFT) and key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(1)
        elif held == _CTRL and key == Qt.Key.Key_Minus:
            self.zoom(-1)
        elif held == _CTRL and key == Qt.Key.Key_0:
            self.zoom(0)
        else:
            return False
        return True

    def _moving_key(self, event: QKeyEvent) -> bool:
        """Home goes to the first word of the line, and from there to its start."""
        if event.key() != Qt.Key.Key_Home or event.modifiers() & ~_SHIFT:
            return False
        cursor = self.textCursor()
        line_edits.press_home(cursor, keep=bool(event.modifiers() & _SHIFT))
        self.setTextCursor(cursor)
        return True

    def _reading_key(self, event: QKeyEvent) -> None:
        if event.text().isprintable() and event.text() and not event.modifiers() & (_CTRL | _ALT):
            self.refuse_key()
        super().keyPressEvent(event)

    def _line_key(self, event: QKeyEvent) -> bool:
        key, held = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        cursor = self.textCursor()
        if held == _CTRL and key == Qt.Key.Key_Slash:
            line_edits.toggle_comment(cursor)
        elif held == _CTRL and key == Qt.Key.Key_D:
            line_edits.duplicate_lines(cursor)
            self.setTextCursor(cursor)
        elif held == _ALT and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.setTextCursor(line_edits.move_lines(cursor, down=key == Qt.Key.Key_Down))
        else:
            return False
        self.ensureCursorVisible()
        return True

    def _indenting_key(self, event: QKeyEvent) -> bool:
        key, held = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        cursor = self.textCursor()
        if key in _RETURNS and held in (_NO_MODIFIERS, _SHIFT):
            line_edits.press_return(cursor)
        elif key == Qt.Key.Key_Tab and held == _NO_MODIFIERS:
            line_edits.press_tab(cursor)
        elif key == Qt.Key.Key_Backtab:
            line_edits.dedent_lines(cursor)
        elif key == Qt.Key.Key_Backspace and held == _NO_MODIFIERS:
            if not line_edits.press_backspace(cursor):
                return False
        else:
            return False
        if not cursor.hasSelection():
            self.setTextCursor(cursor)
        self.ensureCursorVisible()
        return True

    def insertFromMimeData(self, source: QMimeData) -> None:
        if source.hasText() and not self.isReadOnly():
            self.textCursor().insertText(line_edits.clean_text(source.text()))
            self.ensureCursorVisible()

    def createMimeDataFromSelection(self) -> QMimeData:
        """Plain text: colours pasted into a report would only be in the way."""
        data = QMimeData()
        data.setText(self.textCursor().selectedText().replace("\u2029", "\n"))
        return data
