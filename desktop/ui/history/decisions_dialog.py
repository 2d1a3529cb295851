"""What was decided in this defense, as a table."""

from __future__ import annotations

from collections.abc import Sequence

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

from desktop.ui.history.history_dialog import when
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button
from desktop.ui.widgets.empty import EmptyState
from desktop.ui.widgets.fitting import fit
from desktop.ui.widgets.labels import TextLabel
from desktop.view.decisions import Decided

SIZE = (720, 380)  # pixels at 100 %


class DecisionsDialog(QDialog):
    """Shown with `open()`. Newest first."""

    def __init__(self, theme: Theme, found: Sequence[Decided], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Decisions in this defense"))
        fit(self, theme, *SIZE)
        self.empty = EmptyState(
            theme,
            "shield-alert",
            self.tr("Nothing was decided yet"),
            self.tr("Each time somebody allows, changes or refuses a step of the examiner, it will be listed here."),
        )
        heads = [self.tr("When"), self.tr("About"), self.tr("Decision"), self.tr("By"), self.tr("Reason")]
        self.table = QTableWidget(len(found), len(heads))
        self.table.setHorizontalHeaderLabels(heads)
        self.table.setAccessibleName(self.tr("Decisions in this defense"))
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        header = self.table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        for column in (1, 4):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        for row, one in enumerate(reversed(found)):
            for column, text in enumerate((when(one.at), one.what, one.how, one.by or "–", one.more or "–")):
                item = QTableWidgetItem(text)
                item.setToolTip(text)
                self.table.setItem(row, column, item)
        self.table.resizeRowsToContents()
        close = Button(theme, self.tr("Close"))
        close.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(close)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(16, 14, 16, 14)
        whole.setSpacing(10)
        whole.addWidget(TextLabel(self.tr("Decisions in this defense"), "head"))
        shown = self.table if found else self.empty
        whole.addWidget(shown, 1)
        whole.addLayout(foot)
        for widget in (self.table, self.empty):
            widget.setParent(self)
            widget.setVisible(widget is shown)
        (self.table if found else close).setFocus(Qt.FocusReason.OtherFocusReason)
