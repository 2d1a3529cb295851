"""The desk: problem, code over output, defense; what is typed is saved, what is pressed goes to the controller."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from shiboken6 import isValid

from desktop.results.usage import usage_of
from desktop.session.ports import Variable as LivingName
from desktop.ui.banner import Banner
from desktop.ui.controller import DefenseController
from desktop.ui.defense.approval_card import ApprovalDialog
from desktop.ui.defense.asking_leave import AskingLeave
from desktop.ui.defense.defense_pane import DefensePane
from desktop.ui.editor.editor_pane import EditorPane
from desktop.ui.editor.problems import unreadable_line
from desktop.ui.history.looking_back import LookingBack
from desktop.ui.keymap import desk_keys
from desktop.ui.output.output_pane import OutputPane
from desktop.ui.output.variables_view import Variable
from desktop.ui.pages.pane_sizes import restore_sizes, sizes_of, suit_window
from desktop.ui.pages.problem_pane import ProblemPane
from desktop.ui.pages.saving import Saving
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button, IconButton, PrimaryButton, with_shortcut
from desktop.ui.widgets.keys import install
from desktop.ui.widgets.labels import ElidedLabel
from desktop.ui.widgets.panel import Panel
from desktop.ui.widgets.roles import set_role
from desktop.ui.widgets.splitter import Splitter
from desktop.view.screen import Screen, ToolRow
from desktop.vocabulary.cases import Verdict
from desktop.vocabulary.runs import Outcome
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.words import Words

ROOM_FOR_THREE = 1120  # pixels: narrower, the problem gives way to the code
ROOM_FOR_WORDS = 470  # narrower, the button says less and the name of the file is still read
ROOM_FOR_NAMES = 380  # narrower, the buttons are icons with a name
POLISHED_A_STEP = 40  # widgets


class DeskPage(QWidget):
    """`panes_changed` is for the window, and after practice `again_wanted`, `others_wanted`, `progress_wanted` and
    `walk_wanted(question id)`; all else goes between this page and its controller.

    Made in three: the empty page, what is on it (`prepare`), the defense it is for (`attach`).
    """

    panes_changed = Signal()
    again_wanted = Signal()
    others_wanted = Signal()
    progress_wanted = Signal()
    walk_wanted = Signal(str)

    def __init__(
        self, theme: Theme, words: Words, sizes: dict[str, tuple[int, ...]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._words, self._sizes = theme, words, sizes
        self._screen = Screen(words=words)
        self._wants_problem: bool | None = None  # what the person chose; None: whatever the width allows
        self._loaded = False
        self._verdicts: list[Verdict] = []
        self._warned_of = self._ran = ""
        self._sizes_chosen = False  # by hand, now or at another time

    def prepare(self) -> Iterator[None]:
        """Make everything there is on a desk, in steps of some milliseconds: a window draws and listens in between."""
        theme, words = self._theme, self._words
        self.problem = ProblemPane(theme, self)
        yield
        self._editor_pane = EditorPane(theme, self)
        self.editor = self._editor_pane.editor
        yield
        self.looking_back = LookingBack(theme, words, self.editor, self)
        self.output = OutputPane(theme, words, self)
        yield
        self.defense = DefensePane(theme, words, self)
        yield
        self.banner = Banner(theme, words)
        self.saved = ElidedLabel("", "small")
        self.read = Button(theme, self.tr("Problem"), "quiet", "book-open")  # where its pane has no room
        self.run = Button(theme, self.tr("Run"), icon="play", token="ok", shortcut="F5")
        self.stop = Button(theme, self.tr("Stop"), icon="square", token="error", shortcut="Shift+F5")
        self.submit = PrimaryButton(theme, self.tr("Submit for defense"), "graduation-cap", "Ctrl+Shift+Return")
        self.history = IconButton(theme, "history", self.tr("History of your program"), "muted", 16)
        self._code = Panel(theme, "solution.py", "file-code-2")
        self._lay_out(self._sizes)
        yield
        for place, widget in enumerate(self.findChildren(QWidget)):
            if isValid(widget):  # the look of a part may have thrown one away since
                widget.ensurePolished()
            if place % POLISHED_A_STEP == 0:
                yield

    def attach(self, controller: DefenseController) -> None:
        """From now on this is the desk of that defense; once, after `prepare`."""
        self.controller = controller
        self._saving = Saving(self.saved, self.editor, controller, self)
        self._asking_leave = AskingLeave(self._theme, self._words, controller, self)
        self._connect()
        self._show_running(False)
        self.show_screen(controller.screen)

    # laying out

    def _lay_out(self, sizes: dict[str, tuple[int, ...]]) -> None:
        set_role(self, "ground")
        self._code.add_left(self.history, self.saved)
        self._code.add_right(self.read, self.run, self.stop, self.submit)
        self._code.add(self._editor_pane, 1)
        self.middle = Splitter(self._theme, Qt.Orientation.Vertical)
        self.middle.addWidget(self._code)
        self.middle.addWidget(self.output)
        self.middle.setStretchFactor(0, 1)
        self.middle.setMinimumWidth(380)
        self.defense.setMinimumWidth(round(320 * min(1.4, self._theme.text_scale)))
        self.split = Splitter(self._theme, Qt.Orientation.Horizontal)
        for pane in (self.problem, self.middle, self.defense):
            self.split.addWidget(pane)
        self.split.setStretchFactor(1, 1)
        self._sizes_chosen = restore_sizes("desk", self.split, sizes)
        restore_sizes("middle", self.middle, sizes)
        self.split.splitterMoved.connect(self._choose_sizes)
        for splitter in (self.split, self.middle):
            splitter.splitterMoved.connect(self._arrange)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banner)
        inside = QHBoxLayout()
        inside.setContentsMargins(10, 10, 10, 10)
        inside.addWidget(self.split)
        column.addLayout(inside, 1)

    def _connect(self) -> None:
        controller = self.controller
        controller.screen_changed.connect(self.show_screen)
        controller.printed.connect(self._printed)
        controller.run_started.connect(self._run_started)
        controller.run_ended.connect(self._run_ended)
        controller.variables_told.connect(self._show_variables)
        controller.line_wanted.connect(self.output.ask_line)
        controller.troubled.connect(self.banner.show_trouble)
        self.read.clicked.connect(self.toggle_problem)
        self.history.clicked.connect(self.open_history)
        self.run.clicked.connect(self.press_run)
        self.stop.clicked.connect(controller.stop)
        self.submit.clicked.connect(self.press_submit)
        self.editor.run_requested.connect(self.press_run)
        self.editor.line_picked.connect(self.defense.answer.give_line)
        self.output.line_entered.connect(controller.give_line)
        self.output.line_clicked.connect(self.show_line)
        self.problem.collapse_wanted.connect(self.toggle_problem)
        self.defense.answered.connect(controller.answer)
        self.defense.answer.set_drafts(controller.drafts())
        self.defense.answer.drafted.connect(controller.keep_draft)
        self.defense.retry_chosen.connect(controller.retry)
        self.defense.cancel_wanted.connect(controller.hold)
        self.defense.go_on_wanted.connect(controller.go_on)
        self.defense.again_wanted.connect(self.again_wanted)
        self.defense.others_wanted.connect(self.others_wanted)
        self.defense.progress_wanted.connect(self.progress_wanted)
        self.defense.walk_wanted.connect(self.walk_wanted)
        self.defense.decide_wanted.connect(self._asking_leave.open)
        self.defense.usage_wanted.connect(self._show_usage)
        self.defense.lines_wanted.connect(self.show_lines)
        self.defense.saw_wanted.connect(self.open_saw)
        self.defense.decisions_wanted.connect(self.open_decisions)
        self.defense.cursor_line_wanted.connect(self._give_line)
        self.defense.answer.line_typed.connect(self.editor.choose_line)
        names = desk_keys(self.tr)
        for keys, act in (
            ("F5", self.press_run),
            ("Shift+F5", controller.stop),
            ("Ctrl+Shift+Return", self.press_submit),
            ("Ctrl+1", self.toggle_problem),
            ("Ctrl+2", self.editor.setFocus),
            ("Ctrl+3", self.defense.answer.take_focus),
        ):
            install(self, keys, names[keys], act)

    # the screen

    def show_screen(self, screen: Screen) -> None:
        before, self._screen = self._screen, screen
        if screen.problem is not None:
            if before.problem is not screen.problem or not self._loaded:
                self.problem.show_problem(screen.problem, self._words.language)
                self._code.set_title(f"{screen.problem.id}.py")
            if not self._loaded:
                self.editor.load(screen.code)
                self._loaded, self._saving.pending = True, False
        self.history.setEnabled(screen.hiding is None)
        self.output.hide_lines(screen.submission, screen.hiding)
        if screen.hiding:
            self.editor.veil(screen.shown_code)
            self.looking_back.stop()
        else:
            self.editor.unveil()
        reason = screen.why_no_edit if screen.problem else ""
        if self.editor.read_only_reason != reason:
            self.editor.set_read_only(reason)
            if not reason and self._saving.pending:
                self._saving.save()  # typed just before the examiner asked
        self._show_question_lines(screen)
        self._show_verdicts(before, screen)
        self.submit.setEnabled(screen.can_submit)
        self.submit.setVisible(not screen.submitted)
        self.submit.setToolTip(
            screen.why_no_submit or with_shortcut(self.tr("Submit for defense"), "Ctrl+Shift+Return")
        )
        self._saving.show()
        self.defense.show_screen(screen)
        open_here = screen.submitted and not screen.closed and not screen.waiting
        self.defense.show_resting(open_here and not self.controller.driving)
        self._asking_leave.show_screen(screen)

    def _show_question_lines(self, screen: Screen) -> None:
        question = screen.asked.question if screen.asked and screen.waiting else None
        lines = list(question.lines) if question else []
        if self.editor.marked_lines != lines:
            self.editor.mark_lines(lines)
            if lines:
                self.editor.go_to_line(lines[0], focus=False)
        self.editor.pick_lines(bool(question and question.answer_form == "line"))

    def _show_verdicts(self, before: Screen, screen: Screen) -> None:
        if before.cards is not screen.cards:
            verdicts = [verdict for row in screen.cards if isinstance(row, ToolRow) for verdict in row.verdicts]
            if verdicts != self._verdicts:
                self._verdicts = verdicts
                self.output.show_verdicts(verdicts)

    @property
    def dialog(self) -> ApprovalDialog | None:
        """The open one that asks for leave."""
        return self._asking_leave.dialog

    # what people do

    def press_run(self) -> None:
        if self.controller.running:
            return
        self.editor.flush_edited()
        self._ran = self.editor.text()
        self.controller.run(self._ran)

    def press_submit(self) -> None:
        """A program that Python cannot even read is handed in only when that is wanted twice."""
        if not self._screen.can_submit:
            return
        self.editor.flush_edited()
        code = self.editor.text()
        if code != self._warned_of and (line := unreadable_line(code)):
            self._warned_of = code
            self.show_line(line)
            said = self.tr("Python cannot read line {n} of your program yet.").format(n=line)
            self.banner.show_trouble(Trouble(said, self.tr("Mend it, or press Submit again to hand it in as it is.")))
            return
        self.banner.hide()
        self.controller.submit(code)

    def open_history(self) -> None:
        """Earlier states of the program."""
        self.keep()
        self.looking_back.open_history(self.controller.session.stored)

    def open_saw(self) -> None:
        """The program at each step of the examiner."""
        self.looking_back.open_saw(self.controller.session.stored)

    def open_decisions(self) -> None:
        """What was allowed, changed or refused so far."""
        self.looking_back.open_decisions(self.controller.session.stored)

    def toggle_problem(self) -> None:
        self._wants_problem = not self.problem.isVisibleTo(self)
        self._arrange()

    def show_line(self, line: int) -> None:
        self.show_lines((line,))

    def show_lines(self, lines: Sequence[int]) -> None:
        """Point at them, and go to the first."""
        self.editor.mark_lines(lines)
        self.editor.go_to_line(lines[0])

    def let_go(self) -> None:
        """Another page takes over this controller."""
        self.controller.screen_changed.disconnect(self.show_screen)
        self._asking_leave.close()

    def keep(self) -> None:
        """Everything typed goes to the log now."""
        self.editor.flush_edited()
        self.defense.answer.flush_draft()
        self._saving.save()

    @property
    def unsaved(self) -> bool:
        """Whether something typed could not be written to the log."""
        return self._saving.failed

    def _show_usage(self) -> None:
        self.defense.show_usage(usage_of(self.controller.session.stored))

    def _give_line(self) -> None:
        self.defense.answer.give_line(self.editor.position()[0])

    # a run

    def _run_started(self) -> None:
        self.banner.hide()
        self.output.run_started()
        self._show_running(True)

    def _printed(self, stream: str, text: str) -> None:
        self.output.write("stderr" if stream == "stderr" else "stdout", text)

    def _run_ended(self, outcome: Outcome) -> None:
        self.output.run_ended(outcome, self._ran)
        self._show_running(False)

    def _show_variables(self, variables: Sequence[LivingName]) -> None:
        self.output.show_variables(
            [Variable(it.name, f"{it.type} {it.shape_or_len}".strip(), it.short) for it in variables]
        )

    def _show_running(self, running: bool) -> None:
        """One place for both: what can be pressed now is there."""
        had_focus = self.run.hasFocus() or self.stop.hasFocus()
        self.run.setVisible(not running)
        self.stop.setVisible(running)
        if had_focus:
            (self.stop if running else self.run).setFocus(Qt.FocusReason.OtherFocusReason)

    # small things

    def sizes(self) -> dict[str, tuple[int, ...]]:
        """For the settings."""
        return sizes_of({"desk": self.split, "middle": self.middle})

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._sizes_chosen:
            suit_window(self.split, self._theme.text_scale)
        self._arrange()

    def _choose_sizes(self) -> None:
        self._sizes_chosen = True  # by hand: from now on they stay

    def _arrange(self) -> None:
        wide = self.width() >= ROOM_FOR_THREE * self._theme.text_scale
        narrow = self.middle.width() < ROOM_FOR_WORDS * self._theme.text_scale
        self.submit.setText(self.tr("Submit") if narrow else self.tr("Submit for defense"))
        bare = self.middle.width() < ROOM_FOR_NAMES * self._theme.text_scale
        names = {self.read: self.tr("Problem"), self.run: self.tr("Run"), self.stop: self.tr("Stop")}
        for button, name in names.items():
            button.setText("" if bare else name)
            button.setAccessibleName(name)
        self.problem.setVisible(wide if self._wants_problem is None else self._wants_problem)
        self.read.setVisible(self.problem.isHidden())
        self.panes_changed.emit()
