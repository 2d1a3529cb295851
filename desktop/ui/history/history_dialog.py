"""Earlier states of the program, what going back would change, and the way back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QListWidgetItem, QSplitter, QVBoxLayout, QWidget

from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button, PrimaryButton
from desktop.ui.widgets.diff_box import DiffBox
from desktop.ui.widgets.labels import TextLabel, plain_tip
from desktop.ui.widgets.roles import set_role
from desktop.view.snapshots import Snapshot, difference

SIZE = (760, 460)  # pixels at 100 %
LIST = (230, 320)  # pixels at 100 %: the narrowest and the widest


class HistoryDialog(QDialog):
    """Shown with `open()`. `restore_wanted(str)` carries the text to go back to; the editor can undo it.

    `why_not`: why nothing can be restored now; looking is always possible.
    """

    restore_wanted = Signal(str)

    def __init__(
        self, theme: Theme, found: Sequence[Snapshot], now: str, why_not: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._found, self._now, self._why_not = theme, found, now, why_not
        self.setWindowTitle(self.tr("History of your program"))
        self.resize(*(round(side * theme.text_scale) for side in SIZE))
        self.list = QListWidget()
        set_role(self.list, "orderlist")
        self.list.setAccessibleName(self.tr("Earlier states, newest first"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFont(even_digits(theme))
        self.what = TextLabel("", "small", wrap=True)
        self.diff = DiffBox(theme)
        self.diff.setAccessibleName(self.tr("What going back would change, as a diff"))
        self.restore = PrimaryButton(theme, self.tr("Go back to this"), "rotate-ccw")
        self.close_button = Button(theme, self.tr("Close"))
        self._lay_out()
        for snapshot in found:
            self.list.addItem(QListWidgetItem(f"{when(snapshot.at)}   {self._why(snapshot)}"))
        fit_list(self.list, theme)
        self.list.currentRowChanged.connect(self._show)
        self.list.itemActivated.connect(self._restore)
        self.restore.clicked.connect(self._restore)
        self.close_button.clicked.connect(self.reject)
        self.list.setCurrentRow(0)
        self._show(self.list.currentRow())
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _lay_out(self) -> None:
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(8, 2, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.what)
        column.addWidget(self.diff, 1)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.list)
        split.addWidget(right)
        split.setStretchFactor(1, 1)
        split.setChildrenCollapsible(False)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(TextLabel(self._why_not or self.tr("Ctrl+Z in the editor takes it back."), "small", wrap=True), 1)
        row.addWidget(self.close_button)
        row.addWidget(self.restore)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(16, 16, 16, 14)
        whole.setSpacing(12)
        whole.addWidget(split, 1)
        whole.addLayout(row)

    def _why(self, snapshot: Snapshot) -> str:
        match snapshot.why:
            case "start":
                return self.tr("as the problem gave it")
            case "run":
                return self.tr("run")
            case "submitted":
                return self.tr("submitted")
            case "idle":
                return self.tr("before a pause")
            case "before":
                return self.tr("before much was deleted")
            case "now":
                return self.tr("last saved")

    def _show(self, row: int) -> None:
        if not 0 <= row < len(self._found):
            self.what.setText(self.tr("Nothing was saved yet. Each run and each pause will be listed here."))
            self.restore.setEnabled(False)
            return
        changes = difference(self._now, self._found[row].source)
        self.diff.show_diff(changes)
        self.what.setText(
            self.tr("Going back would take out the lines with − and put in those with +.")
            if changes
            else self.tr("This is what stands in the editor now.")
        )
        self.diff.setVisible(bool(changes))
        self.restore.setEnabled(bool(changes) and not self._why_not)

    def _restore(self) -> None:
        if self.restore.isEnabled():
            self.restore_wanted.emit(self._found[self.list.currentRow()].source)
            self.accept()


def even_digits(theme: Theme) -> QFont:
    """All figures as wide as each other: times stand below one another."""
    font = theme.ui_font()
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def fit_list(steps: QListWidget, theme: Theme) -> None:
    """As wide as what it lists, within reason; the whole of a longer line is in its tool tip."""
    for row in range(steps.count()):
        steps.item(row).setToolTip(plain_tip(steps.item(row).text()))
    narrow, wide = (round(side * theme.text_scale) for side in LIST)
    steps.setMinimumWidth(min(wide, max(narrow, steps.sizeHintForColumn(0) + 20)))


def when(at: datetime) -> str:
    """The time, in the zone of this machine; with the day where it is another one."""
    local = at.astimezone()
    same_day = local.date() == datetime.now().astimezone().date()
    return f"{local:%H:%M:%S}" if same_day else f"{local:%Y-%m-%d %H:%M}"
