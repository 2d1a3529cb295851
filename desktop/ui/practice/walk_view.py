"""One run, one step at a time: the line, the calls, the variables and what was printed so far."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QSlider,
    QSplitter,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.ui.announce import announce
from desktop.ui.editor.code_editor import CodeEditor
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button
from desktop.ui.widgets.code_box import CodeBox
from desktop.ui.widgets.keys import install
from desktop.ui.widgets.labels import ElidedLabel, TextLabel
from desktop.vocabulary.walks import Walk, WalkStep

SHOWN_CALLS = 6  # of a deep recursion: the outermost, "…", and the innermost
SHOWN_OUTPUT = 4000  # characters: the end of what was printed


class WalkView(QWidget):
    """`show_walk` needs a walk with steps. The slider has the focus: arrows, Page Up and Down, Home and End move it."""

    def __init__(self, theme: Theme, code: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._walk: Walk | None = None
        self.code = CodeEditor(theme)
        self.code.load(code)
        self.code.setReadOnly(True)
        self.code.setAccessibleName(self.tr("Your program, with the line of this step marked"))
        self.calls = ElidedLabel("", "small")
        self.table = QTableWidget(0, 3)
        self.table.setHorizontalHeaderLabels([self.tr("Name"), self.tr("Value"), self.tr("This step")])
        self.table.setAccessibleName(self.tr("Variables at this step"))
        self.printed = CodeBox(theme, "")
        self.printed.setAccessibleName(self.tr("What was printed so far"))
        self.count, self.what = TextLabel("", "strong"), TextLabel("", wrap=True)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(self.tr("Step"))
        self.slider.setPageStep(10)
        self.previous = Button(theme, self.tr("Previous"), icon="arrow-left", shortcut="Alt+Left")
        self.next = Button(theme, self.tr("Next"), icon="arrow-right", shortcut="Alt+Right")
        self.end = TextLabel("", "muted", wrap=True)
        self._lay_out()
        self.slider.valueChanged.connect(self._show)
        self.previous.clicked.connect(self.go_back)
        self.next.clicked.connect(self.go_on)
        install(self, "Alt+Left", self.tr("Previous step of a run"), self.go_back)
        install(self, "Alt+Right", self.tr("Next step of a run"), self.go_on)

    def _lay_out(self) -> None:
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.setWordWrap(False)
        self.table.verticalHeader().hide()
        header = self.table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        for column in (0, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.calls)
        column.addWidget(self.table, 1)
        column.addWidget(TextLabel(self.tr("Printed so far"), "small"))
        column.addWidget(self.printed)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.code)
        split.addWidget(right)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        split.setSizes([480, 380])
        split.setChildrenCollapsible(False)
        split.setHandleWidth(12)
        said = QHBoxLayout()
        said.setSpacing(10)
        said.addWidget(self.count, 0, Qt.AlignmentFlag.AlignTop)
        said.addWidget(self.what, 1, Qt.AlignmentFlag.AlignTop)
        moving = QHBoxLayout()
        moving.setSpacing(8)
        moving.addWidget(self.previous)
        moving.addWidget(self.slider, 1)
        moving.addWidget(self.next)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(8)
        whole.addWidget(split, 1)
        whole.addLayout(said)
        whole.addLayout(moving)
        whole.addWidget(self.end)

    def show_walk(self, walk: Walk) -> None:
        self._walk = walk
        self.end.setText(self._how_it_ends(walk))
        self.slider.setRange(0, len(walk.steps) - 1)
        self.slider.setValue(0)
        self._show(0)

    def go_back(self) -> None:
        self.slider.setValue(self.slider.value() - 1)

    def go_on(self) -> None:
        self.slider.setValue(self.slider.value() + 1)

    def _show(self, place: int) -> None:
        if self._walk is None or not 0 <= place < len(self._walk.steps):
            return
        step = self._walk.steps[place]
        had_focus = self.previous.hasFocus() or self.next.hasFocus()
        self.previous.setEnabled(place > 0)
        self.next.setEnabled(place < len(self._walk.steps) - 1)
        if had_focus and not (self.previous.hasFocus() or self.next.hasFocus()):
            self.slider.setFocus(Qt.FocusReason.OtherFocusReason)
        self.code.mark_lines([step.line])
        self.code.go_to_line(step.line, focus=False)
        self.calls.set_text(self.tr("In {calls}").format(calls=self._calls(step)))
        self._show_names(step)
        printed = self._walk.output[: step.printed]
        self.printed.show_text(printed[-SHOWN_OUTPUT:] or self.tr("nothing yet"))
        self.count.setText(self.tr("Step {n} of {total}").format(n=place + 1, total=len(self._walk.steps)))
        self.what.setText(self._what(step))
        changed = ", ".join(f"{held.name} = {held.value}" for held in step.names if held.changed)
        announce(self.slider, f"{self.count.text()}. {self.what.text()} {changed}".strip())

    def _show_names(self, step: WalkStep) -> None:
        self.table.setRowCount(len(step.names))
        for row, held in enumerate(step.names):
            word = self.tr("changed") if held.changed else ""
            for column, text in enumerate((held.name, held.value, word)):
                item = QTableWidgetItem(text)
                font = self._theme.ui_font(9) if column == 2 else self._theme.code_font(9.5)
                font.setWeight(QFont.Weight.DemiBold if held.changed else QFont.Weight.Normal)
                item.setFont(font)
                item.setToolTip(held.value if column == 1 else "")
                if held.changed:
                    item.setBackground(self._theme.color("marked"))
                    item.setForeground(self._theme.color("text"))
                self.table.setItem(row, column, item)
        self.table.verticalHeader().setDefaultSectionSize(int(self._theme.code_font(9.5).pointSizeF() * 2.5))

    def _calls(self, step: WalkStep) -> str:
        names = [self.tr("the program") if name == "<module>" else name for name in step.calls]
        if len(names) > SHOWN_CALLS:
            names = [*names[:2], "…", *names[2 - SHOWN_CALLS :]]
        return " › ".join(names)

    def _what(self, step: WalkStep) -> str:
        match step.event:
            case "line":
                return self.tr("Line {line} is about to run.").format(line=step.line)
            case "return":
                return self.tr("Line {line} returns {value}.").format(line=step.line, value=step.word)
            case "raise":
                return self.tr("Line {line} raises {name}.").format(line=step.line, name=step.word)

    def _how_it_ends(self, walk: Walk) -> str:
        match walk.end:
            case "returns":
                said = self.tr("This run ends and returns {value}.").format(value=walk.said) if walk.call else ""
            case "raises" | "unloaded":
                said = self.tr("This run ends with {error}.").format(error=walk.said)
            case "endless":
                said = self.tr(
                    "Only the first {count} steps are shown: the run goes on after that, and may never end."
                ).format(count=len(walk.steps))
            case "slow":
                said = self.tr("The run did not end in time; these are its steps until it was stopped.")
        if walk.output_cut:
            said = f"{said} {self.tr('Only the first part of what it prints is kept.')}"
        return said.strip()
