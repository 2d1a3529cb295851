"""What the examiner saw: the program at each of its steps, and what was changed since."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QPlainTextEdit, QSplitter, QVBoxLayout, QWidget

from desktop.ui.editor.highlighter import PythonHighlighter
from desktop.ui.history.history_dialog import SIZE, even_digits, fit_list, when
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button
from desktop.ui.widgets.diff_box import DiffBox
from desktop.ui.widgets.labels import TextLabel
from desktop.ui.widgets.roles import set_role
from desktop.view.seen import Seen
from desktop.view.snapshots import difference


class SawDialog(QDialog):
    """Shown with `open()`. `now` is the program as it stands in the editor."""

    def __init__(self, theme: Theme, seen: Sequence[Seen], now: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._seen, self._now = seen, now
        self.setWindowTitle(self.tr("What the examiner saw"))
        self.resize(*(round(side * theme.text_scale) for side in SIZE))
        self.list = QListWidget()
        set_role(self.list, "orderlist")
        self.list.setAccessibleName(self.tr("Steps of the examiner"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFont(even_digits(theme))
        self.what = TextLabel("", "small", wrap=True)
        self.diff = DiffBox(theme)
        self.diff.setAccessibleName(self.tr("What you changed since, as a diff"))
        self.code = QPlainTextEdit()
        set_role(self.code, "codebox")
        self.code.setReadOnly(True)
        self.code.setTextInteractionFlags(  # with a caret: whoever goes by keys sees that they are here
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.code.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.code.setTabChangesFocus(True)
        self.code.setFont(theme.code_font(9.5))
        self.code.setAccessibleName(self.tr("The program as the examiner saw it"))
        self._colours = PythonHighlighter(self.code.document(), theme.palette)
        close = Button(theme, self.tr("Close"))
        close.clicked.connect(self.accept)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(8, 2, 0, 0)
        column.setSpacing(6)
        for widget, stretch in ((self.what, 0), (self.diff, 1), (self.code, 2)):
            column.addWidget(widget, stretch)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.list)
        split.addWidget(right)
        split.setStretchFactor(1, 1)
        split.setChildrenCollapsible(False)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(close)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(16, 16, 16, 14)
        whole.setSpacing(12)
        whole.addWidget(split, 1)
        whole.addLayout(row)
        self.list.addItems([f"{when(step.at)}   {step.title}" for step in seen])
        fit_list(self.list, theme)
        self.list.currentRowChanged.connect(self._show)
        self.list.setCurrentRow(len(seen) - 1)
        self._show(self.list.currentRow())
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self, row: int) -> None:
        if not 0 <= row < len(self._seen):
            self.what.setText(self.tr("The examiner has not looked at your program yet."))
            self.diff.hide()
            return
        changes = difference(self._seen[row].source, self._now)
        self.diff.show_diff(changes)
        self.diff.setVisible(bool(changes))
        self.what.setText(
            self.tr("Since this step you took out the lines with − and put in those with +.")
            if changes
            else self.tr("Your program is still as it was at this step.")
        )
        self.code.setPlainText(self._seen[row].source)
