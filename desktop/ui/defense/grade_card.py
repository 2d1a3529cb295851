"""The grade: points per criterion with their evidence, and what waits for a person."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from desktop.ui.defense.lines_button import LinesButton
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.labels import Chip, IconLabel, TextLabel
from desktop.ui.widgets.roles import set_role
from desktop.view.grade import GradeCard, GradeLine

MARKS = {
    "full": ("check", "ok"),
    "partly": ("circle-dot", "warn"),
    "none": ("x", "error"),
    "waiting": ("pause", "muted"),
}


class GradeBox(QFrame):
    """Drawn anew for each grade; a defense has one. `lines_wanted` carries the lines a criterion is about."""

    lines_wanted = Signal(object)

    def __init__(
        self, theme: Theme, grade: GradeCard, *, proposed: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.grade, self.proposed = grade, proposed
        self._theme = theme
        set_role(self, "card")
        self.setAccessibleName(self.tr("Grade: {total}").format(total=grade.total))
        self.total = TextLabel(grade.total, "title", wrap=True)
        self.total.setObjectName("total")
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 14)
        column.setSpacing(8)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(IconLabel(theme, "graduation-cap", "accent", 20))
        head.addWidget(self.total, 1)
        for word in (self.tr("proposed") if proposed else "", grade.label):
            if word:
                head.addWidget(Chip(word))
        column.addLayout(head)
        if grade.waiting:
            column.addWidget(TextLabel(grade.waiting, "muted", wrap=True))
        column.addWidget(_rule())
        for line in grade.lines:
            column.addLayout(self._row(line))
        if grade.understanding or grade.comment or grade.notes:
            column.addWidget(_rule())
        for text in (grade.understanding, grade.comment):
            if text:
                column.addWidget(TextLabel(text, wrap=True))
        for note in grade.notes:
            column.addWidget(TextLabel(note, "small", wrap=True))

    def _row(self, line: GradeLine) -> QHBoxLayout:
        icon, token = MARKS[line.state]
        top = Qt.AlignmentFlag.AlignTop
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(TextLabel(line.sentence, wrap=True))
        for reason in (line.why or line.decided_by, self._evidence(line)):
            if reason:
                words.addWidget(TextLabel(reason, "small", wrap=True))
        if line.lines:
            button = LinesButton(self._theme, line.lines)
            button.setAccessibleDescription(line.sentence)
            button.lines_wanted.connect(self.lines_wanted)
            words.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(IconLabel(self._theme, icon, token, 16), 0, top)
        row.addLayout(words, 1)
        row.addWidget(TextLabel(line.points, "muted" if line.state == "waiting" else "strong"), 0, top)
        return row

    def _evidence(self, line: GradeLine) -> str:
        if not line.evidence:
            return ""
        shown = "; ".join(line.evidence[:6])  # titles hold commas
        if len(line.evidence) > 6:
            shown = self.tr("{some} and {n} more").format(some=shown, n=len(line.evidence) - 6)
        return self.tr("Evidence: {what}").format(what=shown)


def _rule() -> QFrame:
    rule = QFrame()
    set_role(rule, "line")
    return rule
