"""The pane under the editor: Output, Variables, Test log and Figures."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QTabBar, QVBoxLayout, QWidget

from desktop.interpreter.explain import explain
from desktop.interpreter.reasons import in_words
from desktop.ui.output.console import Console, Stream
from desktop.ui.output.figures_view import FiguresView
from desktop.ui.output.input_line import InputLine
from desktop.ui.output.test_log import TestLog
from desktop.ui.output.variables_view import Variable, VariablesView
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import IconButton
from desktop.ui.widgets.empty import EmptyState
from desktop.ui.widgets.panel import Panel
from desktop.view.quiet_run import quiet_run
from desktop.view.veil import veiled_output
from desktop.vocabulary.cases import Verdict
from desktop.vocabulary.questions import Question
from desktop.vocabulary.runs import Outcome
from desktop.vocabulary.words import Words

OUTPUT, VARIABLES, TESTS, FIGURES = range(4)


class OutputPane(Panel):
    """Signals:
    line_entered(object): what the program asked for, or None for the end of input.
    line_clicked(int): a line of the student's file in a traceback was chosen (from 1).
    """

    line_entered = Signal(object)
    line_clicked = Signal(int)

    def __init__(self, theme: Theme, words: Words | None = None, parent: QWidget | None = None):
        super().__init__(theme, parent=parent)
        self._words = words or Words()
        self._printed = False
        self._hiding: Question | None = None
        self.setAccessibleName(self.tr("Output"))
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setAccessibleName(self.tr("Output, variables, tests and figures"))
        for name in (self.tr("Output"), self.tr("Variables"), self.tr("Test log"), self.tr("Figures")):
            self.tabs.addTab(name)
        self.console = Console(theme)
        self.input_line = InputLine(theme)
        self.variables = VariablesView(theme)
        self.tests = TestLog(theme)
        self.figures = FiguresView(theme)
        self._nothing = EmptyState(
            theme,
            "terminal",
            self.tr("Nothing has been run yet"),
            self.tr("Press Run (F5): what your program prints appears here."),
        )
        self._output = QStackedWidget()
        self._output.addWidget(self._nothing)
        self._output.addWidget(self.console)
        first = QWidget()
        column = QVBoxLayout(first)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._output, 1)
        column.addWidget(self.input_line)
        self._pages = QStackedWidget()
        for page in (first, self.variables, self.tests, self.figures):
            self._pages.addWidget(page)
        self.clear_button = IconButton(theme, "trash-2", self.tr("Clear the output"), size=16)
        self.add_left(self.tabs)
        self.add_right(self.clear_button)
        self.add(self._pages, 1)
        self.tabs.currentChanged.connect(self._show_page)
        self.clear_button.clicked.connect(self.clear)
        self.input_line.entered.connect(self._entered)
        self.console.line_clicked.connect(self.line_clicked)

    # -- a run

    def run_started(self, title: str = "", keep: bool = False) -> None:
        """A new run; the output of the one before goes unless it is to be kept."""
        self._printed = False
        if not keep:
            self.console.clear_all()
        self._output.setCurrentWidget(self.console)
        self.input_line.hide()
        self.show_tab(OUTPUT)
        if title:
            self.console.note(title)

    def write(self, stream: Stream, text: str) -> None:
        self._printed = True
        self._output.setCurrentWidget(self.console)
        self.console.write(stream, text)

    def run_ended(self, outcome: Outcome, source: str = "") -> None:
        """The last words: the value of the last expression, what went wrong, how long it took; of a run that shows
        nothing, why that is. `source` is what was run."""
        self.input_line.hide()
        if outcome.status == "ok" and outcome.repr not in (None, "None"):
            self.console.write("stdout", f"{outcome.repr}\n")
        elif outcome.status == "ok" and not self._printed and not outcome.figures:
            self.console.note(quiet_run(source, self._words))
        self._write_error(outcome)
        self.console.note(self._last_words(outcome))
        if outcome.figures:
            self.show_figures(outcome.figures)

    def _write_error(self, outcome: Outcome) -> None:
        if outcome.error is None:
            return
        said = outcome.error.traceback.rstrip("\n")
        if not said:
            said = ": ".join(part for part in (outcome.error.type, outcome.error.message) if part)
        self.console.write("stderr", f"{said}\n")
        if plain := explain(outcome.error, self._words):
            self.console.note(plain)

    def _last_words(self, outcome: Outcome) -> str:
        words = {
            "ok": self.tr("Finished in {seconds} s"),
            "error": self.tr("Stopped by an error after {seconds} s"),
            "exit": self.tr("The program ended itself after {seconds} s"),
            "interrupted": self.tr("Stopped by you after {seconds} s"),
            "timeout": self.tr("Stopped after {seconds} s: the time limit"),
            "killed": self.tr("Stopped after {seconds} s: a limit of memory, time or processes"),
            "died": self.tr("The interpreter crashed after {seconds} s"),
        }[outcome.status].format(seconds=f"{outcome.seconds:.2f}")
        parts = [words]
        if outcome.why:
            parts.append(in_words(outcome.why, self._words))
        if outcome.dropped_bytes:
            parts.append(self.tr("%n bytes of output were not kept", "", outcome.dropped_bytes))
        if not outcome.namespace_kept:
            parts.append(self.tr("the variables are gone"))
        return " · ".join(parts)

    def hide_lines(self, code: str, question: Question | None) -> None:
        """What was printed, and what will be, without the lines of `code` that this question hides; None: all of it."""
        if question == self._hiding:
            return
        self._hiding = question
        self.console.hide_lines(question and (lambda printed: veiled_output(printed, code, question)))

    # -- input()

    def ask_line(self, prompt: str) -> None:
        self._output.setCurrentWidget(self.console)
        self.show_tab(OUTPUT)
        self.input_line.ask(prompt)

    def stop_asking(self) -> None:
        """The program no longer waits (it was stopped)."""
        self.input_line.hide()

    def _entered(self, line: str | None) -> None:
        if line is not None:
            self.console.write("input", f"{line}\n")
        self.line_entered.emit(line)

    # -- the other tabs

    def show_variables(self, variables: Sequence[Variable]) -> None:
        self.variables.show_variables(variables)
        self._count(VARIABLES, self.tr("Variables"), len(variables))

    def show_verdicts(self, verdicts: Sequence[Verdict]) -> None:
        self.tests.show_verdicts(verdicts)
        self._count(TESTS, self.tr("Test log"), len(verdicts))

    def show_figures(self, figures: Sequence[str]) -> None:
        self.figures.show_figures(figures)
        self._count(FIGURES, self.tr("Figures"), len(figures))

    def _count(self, tab: int, name: str, number: int) -> None:
        self.tabs.setTabText(tab, f"{name}  {number}" if number else name)

    def show_tab(self, tab: int) -> None:
        self.tabs.setCurrentIndex(tab)

    def _show_page(self, tab: int) -> None:
        self._pages.setCurrentIndex(tab)
        self.clear_button.setVisible(tab == OUTPUT)

    def clear(self) -> None:
        self.console.clear_all()
        if self.input_line.isHidden():
            self._output.setCurrentWidget(self._nothing)
