"""The sheet of keys, made from the names under which the window installs them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.ui import keymap
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button, keys_text
from desktop.ui.widgets.fitting import fit
from desktop.ui.widgets.labels import TextLabel

SIZE = (560, 560)  # pixels at 100 %


class KeysDialog(QDialog):
    """One table: keys as this system writes them, and what they do, under the place where they do it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        fit(self, theme, *SIZE)
        self.table = QTableWidget(0, 2)
        self.table.setHorizontalHeaderLabels([self.tr("Keys"), self.tr("What they do")])
        self.table.setAccessibleName(self.tr("Keyboard shortcuts"))
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(theme.px(27))
        header = self.table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self._add(self.tr("Everywhere"), keymap.window_keys(self.tr))
        self._add(self.tr("At the desk"), keymap.desk_keys(self.tr))
        self._add(self.tr("In the editor"), keymap.editor_keys(self.tr))
        self._add(self.tr("While a question is open"), keymap.answer_keys(self.tr))
        close = Button(theme, self.tr("Close"))
        close.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(close)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(16, 14, 16, 14)
        whole.setSpacing(10)
        whole.addWidget(TextLabel(self.tr("Keyboard shortcuts"), "head"))
        whole.addWidget(self.table, 1)
        whole.addLayout(foot)
        self.table.setCurrentCell(1, 0)
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _add(self, place: str, keys: Mapping[str, str]) -> None:
        row = self.table.rowCount()
        self.table.insertRow(row)
        head = QTableWidgetItem(place)
        font = self._theme.ui_font()
        font.setBold(True)
        head.setFont(font)
        head.setBackground(self._theme.color("sunken"))
        self.table.setItem(row, 0, head)
        self.table.setSpan(row, 0, 1, 2)
        for written, name in keys.items():
            row = self.table.rowCount()
            self.table.insertRow(row)
            key = QTableWidgetItem(keys_text(written))
            key.setFont(self._theme.code_font(9.5))
            self.table.setItem(row, 0, key)
            self.table.setItem(row, 1, QTableWidgetItem(name))
