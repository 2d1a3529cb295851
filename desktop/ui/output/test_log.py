"""The tests that were run: each a line that opens to the call, what was expected and what came."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QStackedLayout, QVBoxLayout, QWidget

from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.code_box import CodeBox
from desktop.ui.widgets.empty import EmptyState
from desktop.ui.widgets.fold_row import FoldRow, RowState
from desktop.ui.widgets.labels import TextLabel
from desktop.vocabulary.cases import Verdict

SHORT = 60  # characters: a reason as short as that is read in the line itself
_TOP = Qt.AlignmentFlag.AlignTop


class TestLog(QWidget):
    __test__ = False  # not a pytest class

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        empty = EmptyState(
            theme,
            "list-checks",
            self.tr("No tests yet"),
            self.tr("Tests the examiner runs on your code are listed here, with what was expected and what came."),
        )
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFrameShape(QFrame.Shape.NoFrame)
        host = QWidget()
        self._rows = QVBoxLayout(host)
        self._rows.setContentsMargins(10, 10, 10, 10)
        self._rows.setSpacing(6)
        self._rows.addStretch(1)
        area.setWidget(host)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(empty)
        self._stack.addWidget(area)
        self._verdicts: tuple[Verdict, ...] = ()

    def show_verdicts(self, verdicts: Sequence[Verdict]) -> None:
        """All of them, in the order they were run; rows already there stay as they are (and stay open)."""
        new = tuple(verdicts)
        if new[: len(self._verdicts)] != self._verdicts:
            self._remove_rows()
        for verdict in new[len(self._verdicts) :]:
            self._rows.insertWidget(self._rows.count() - 1, self._row(verdict))
        self._verdicts = new
        self._stack.setCurrentIndex(1 if new else 0)

    @property
    def rows(self) -> list[FoldRow]:
        items = [self._rows.itemAt(index) for index in range(self._rows.count())]
        widgets = [item.widget() for item in items if item is not None]
        return [widget for widget in widgets if isinstance(widget, FoldRow)]

    def _remove_rows(self) -> None:
        for row in self.rows:
            self._rows.removeWidget(row)
            row.deleteLater()
        self._verdicts = ()

    def _row(self, verdict: Verdict) -> FoldRow:
        state: RowState = "" if verdict.passed is None else "ok" if verdict.passed else "error"
        detail = {
            "ok": self.tr("passed"),
            "error": verdict.why or self.tr("not as expected"),
        }.get(state, self.tr("for information"))
        icon = "flask-conical" if state else "info"
        return FoldRow(self._theme, icon, verdict.title, detail, state, lambda: self._body(verdict))

    def _body(self, verdict: Verdict) -> QWidget:
        body = QWidget()
        grid = QGridLayout(body)
        grid.setContentsMargins(34, 2, 12, 10)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(4)
        grid.addWidget(TextLabel(self.tr("The call"), "small"), 0, 0, 1, 2)
        grid.addWidget(CodeBox(self._theme, verdict.call, self.tr("The call")), 1, 0, 1, 2)
        if verdict.expected:
            grid.addWidget(TextLabel(self.tr("Expected"), "small"), 2, 0)
            grid.addWidget(CodeBox(self._theme, verdict.expected, self.tr("Expected")), 3, 0, _TOP)
        grid.addWidget(TextLabel(self.tr("What came"), "small"), 2, 1 if verdict.expected else 0)
        grid.addWidget(CodeBox(self._theme, verdict.got, self.tr("What came")), 3, 1 if verdict.expected else 0, _TOP)
        if len(verdict.why) > SHORT:
            grid.addWidget(TextLabel(verdict.why, "small", wrap=True), 4, 0, 1, 2)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        return body
