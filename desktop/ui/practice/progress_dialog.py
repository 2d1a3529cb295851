"""One's own progress with a problem: a plot, and the same as a table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
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

from desktop.results.progress import Attempt
from desktop.ui.practice.progress_plot import ProgressPlot, draw_mark
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button
from desktop.ui.widgets.empty import EmptyState
from desktop.ui.widgets.fitting import fit
from desktop.ui.widgets.labels import ElidedLabel, TextLabel
from desktop.view.grade import number

SIZE = (660, 500)  # pixels at 100 %


class ProgressDialog(QDialog):
    """Shown with `open()`. `attempts` are oldest first; the table has the newest on top."""

    def __init__(self, theme: Theme, title: str, attempts: Sequence[Attempt], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Your progress"))
        fit(self, theme, *SIZE)
        self.plot = ProgressPlot(theme)
        self.plot.setAccessibleName(self.tr("Plot of your practice defenses; the table below says the same in words"))
        self.plot.show_attempts(attempts)
        self.empty = EmptyState(
            theme,
            "chart-line",
            self.tr("No finished practice defense of this problem yet"),
            self.tr("After each one, your points and your understanding will be shown here over time."),
        )
        self.table = self._make_table(theme, attempts)
        close = Button(theme, self.tr("Close"))
        close.clicked.connect(self.accept)
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(TextLabel(self.tr("Your progress"), "head"))
        head.addWidget(ElidedLabel(title, "muted"), 1)
        legend = QHBoxLayout()
        legend.setSpacing(6)
        for square, word in ((False, self.tr("Points")), (True, self.tr("Understanding"))):
            legend.addWidget(_Sign(theme, square=square))
            legend.addWidget(TextLabel(word, "small"))
            legend.addSpacing(12)
        legend.addStretch(1)
        note = self.tr("Of what the program decides; points that wait for a person are left out.")
        foot = QHBoxLayout()
        foot.addWidget(TextLabel(note, "small", wrap=True), 1)
        foot.addWidget(close)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(16, 14, 16, 14)
        whole.setSpacing(10)
        whole.addLayout(head)
        if attempts:
            whole.addLayout(legend)
            whole.addWidget(self.plot, 3)
            whole.addWidget(self.table, 2)
        else:
            whole.addWidget(self.empty, 1)
        whole.addLayout(foot)
        self.empty.setVisible(not attempts)
        for widget in (self.plot, self.table):
            widget.setParent(self)
            widget.setVisible(bool(attempts))
        (self.table if attempts else close).setFocus(Qt.FocusReason.OtherFocusReason)

    def _make_table(self, theme: Theme, attempts: Sequence[Attempt]) -> QTableWidget:
        heads = [self.tr("When"), self.tr("Points"), self.tr("Understanding"), self.tr("Waiting for a person")]
        table = QTableWidget(len(attempts), len(heads))
        table.setHorizontalHeaderLabels(heads)
        table.setAccessibleName(self.tr("Your practice defenses, newest first"))
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setShowGrid(False)
        table.setTabKeyNavigation(False)
        table.verticalHeader().hide()
        header = table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        table.verticalHeader().setDefaultSectionSize(theme.px(26))
        for row, one in enumerate(reversed(attempts)):
            texts = (
                f"{one.at.astimezone():%Y-%m-%d %H:%M}",
                self._of(one.points, one.out_of),
                self._of(one.understood, one.asked),
                number(one.waiting) if one.waiting else "–",
            )
            for column, text in enumerate(texts):
                table.setItem(row, column, QTableWidgetItem(text))
        return table

    def _of(self, points: float, total: float) -> str:
        if not total:
            return "–"
        return self.tr("{points} of {total} ({share})").format(
            points=number(points), total=number(total), share=f"{points / total:.0%}"
        )


class _Sign(QWidget):
    """The mark of one line, beside its word."""

    def __init__(self, theme: Theme, *, square: bool) -> None:
        super().__init__()
        self._theme, self._square = theme, square
        self.setFixedSize(QSize(28, 16))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            colour = self._theme.color("ok" if self._square else "accent")
            pen = QPen(colour, 2)
            if self._square:
                pen.setStyle(Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawLine(QPointF(1, 8), QPointF(27, 8))
            draw_mark(painter, QPointF(14, 8), colour, self._theme.color("panel"), square=self._square)
        finally:
            painter.end()
