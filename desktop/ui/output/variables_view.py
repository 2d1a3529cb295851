"""The names that live in the student's interpreter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStackedLayout, QTableWidget, QTableWidgetItem, QWidget

from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.empty import EmptyState

MOST_ROWS = 500
LONGEST_VALUE = 300


@dataclass(frozen=True, slots=True)
class Variable:
    """A name, the name of its type (with its shape where it has one), and its value in one line."""

    name: str
    type: str
    value: str


class VariablesView(QWidget):
    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self._empty = EmptyState(
            theme,
            "variable",
            self.tr("No variables yet"),
            self.tr("After a run, the names your program has made are listed here with their values."),
        )
        self.table = QTableWidget(0, 3)
        self.table.setHorizontalHeaderLabels([self.tr("Name"), self.tr("Type"), self.tr("Value")])
        self.table.setAccessibleName(self.tr("Variables"))
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.setWordWrap(False)
        self.table.verticalHeader().hide()
        header = self.table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.table)
        theme.changed.connect(self._wear)
        self._wear()

    def show_variables(self, variables: Sequence[Variable]) -> None:
        shown = variables[:MOST_ROWS]
        self.table.setRowCount(len(shown))
        for row, variable in enumerate(shown):
            for column, text in enumerate((variable.name, variable.type, _one_line(variable.value))):
                item = QTableWidgetItem(text)
                item.setFont(self._theme.code_font(9.5))
                if column == 1:
                    item.setForeground(self._theme.color("muted"))
                self.table.setItem(row, column, item)
        self.table.resizeColumnToContents(0)
        self.table.resizeColumnToContents(1)
        for column in (0, 1):
            self.table.setColumnWidth(column, min(240, max(90, self.table.columnWidth(column) + 16)))
        self._stack.setCurrentIndex(1 if shown else 0)

    def _wear(self) -> None:
        height = int(self._theme.code_font(9.5).pointSizeF() * 2.5)
        self.table.verticalHeader().setDefaultSectionSize(height)
        for row in range(self.table.rowCount()):
            for column in range(3):
                item = self.table.item(row, column)
                if item is not None:
                    item.setFont(self._theme.code_font(9.5))
                    item.setForeground(self._theme.color("muted" if column == 1 else "text"))


def _one_line(value: str) -> str:
    text = " ".join(value.split())
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"
