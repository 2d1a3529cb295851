"""The desk: problem, code over output, defense; what is typed is saved, what is pressed goes to the controller."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from shiboken6 import isValid

from desktop.results.usage import usage_of
from desktop.session.ports import Variable as LivingName
from desktop.ui.announce import announce
from desktop.ui.banner import Banner
from desktop.ui.controller import DefenseController
from desktop.ui.defense.approval_card import ApprovalDialog
from desktop.ui.defense.defense_pane import DefensePane
from desktop.ui.editor.editor_pane import EditorPane
from desktop.ui.editor.problems import unreadable_line
from desktop.ui.history.looking_back import LookingBack
from desktop.ui.keymap import desk_keys
from desktop.ui.output.output_pane import OutputPane
from desktop.ui.output.variables_view import Variable
from desktop.ui.pages.problem_pane import ProblemPane
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button, IconButton, PrimaryButton, with_shortcut
from desktop.ui.widgets.keys import install
from desktop.ui.widgets.labels import ElidedLabel
from desktop.ui.widgets.panel import Panel
from desktop.ui.widgets.roles import set_role
from desktop.ui.widgets.splitter import Splitter
from desktop.view.decisions import decisions
from desktop.view.screen import ForApproval, Screen, ToolRow
from desktop.vocabulary.cases import Verdict
from desktop.vocabulary.runs import Outcome
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.words import Words

ROOM_FOR_THREE = 1120  # pixels: narrower, the problem gives way to the code
ROOM_FOR_WORDS = 470  # narrower, the button says less and the name of the file is still read
ROOM_FOR_NAMES = 380  # narrower, the buttons are icons with a name
POLISHED_A_STEP = 40  # widgets
SAVE_AGAIN_MS, HINT_MS = 5000, 4000
USUAL_SIZES = {"desk": (290, 600, 390), "middle": (430, 190)}
MOST_FOR_SIDES = (0.26, 0.42)  # of the width, at any text size: the code is what one works at


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
        self._dialog: ApprovalDialog | None = None
        self._put_aside = ""
        self._wants_problem: bool | None = None  # what the person chose; None: whatever the width allows
        self._loaded = False
        self._verdicts: list[Verdict] = []
        self._typed_since = self._unsaved = False
        self._hint_over = QTimer(self)
        self._hint_over.setSingleShot(True)
        self._hint_over.setInterval(HINT_MS)
        self._hint_over.timeout.connect(self._show_saved)
        self._again = QTimer(self)
        self._again.setInterval(SAVE_AGAIN_MS)
        self._again.timeout.connect(self._save)
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
        self._connect()
        self._show_running(False)
        self.show_screen(controller.screen)

    # laying out

    def _lay_out(self, sizes: dict[str, tuple[int, ...]]) -> None:
        set_role(self, "ground")
        self._code.add_left(self.saved, self.history)
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
        for name, splitter in (("desk", self.split), ("middle", self.middle)):
            wanted = sizes.get(name, ())
            usual = USUAL_SIZES[name]
            chosen = len(wanted) == len(usual) and all(wanted)
            splitter.setSizes(list(wanted if chosen else usual))
            splitter.splitterMoved.connect(self._arrange)
            if name == "desk":
                self._sizes_chosen = chosen
                splitter.splitterMoved.connect(self._choose_sizes)
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
        controller.troubled.connect(self._troubled)
        self.read.clicked.connect(self.toggle_problem)
        self.history.clicked.connect(self.open_history)
        self.run.clicked.connect(self.press_run)
        self.stop.clicked.connect(controller.stop)
        self.submit.clicked.connect(self.press_submit)
        self.editor.edited.connect(self._save)
        self.editor.textChanged.connect(self._typed)
        self.editor.run_requested.connect(self.press_run)
        self.editor.line_picked.connect(self._line_picked)
        self.editor.hint.connect(self._show_hint)
        self.output.line_entered.connect(controller.give_line)
        self.output.line_clicked.connect(self.show_line)
        self.problem.collapse_wanted.connect(self.toggle_problem)
        self.defense.answered.connect(self._answered)
        self.defense.answer.set_drafts(controller.drafts())
        self.defense.answer.drafted.connect(controller.keep_draft)
        self.defense.retry_chosen.connect(controller.retry)
        self.defense.cancel_wanted.connect(controller.hold)
        self.defense.go_on_wanted.connect(controller.go_on)
        self.defense.again_wanted.connect(self.again_wanted)
        self.defense.others_wanted.connect(self.others_wanted)
        self.defense.progress_wanted.connect(self.progress_wanted)
        self.defense.walk_wanted.connect(self.walk_wanted)
        self.defense.decide_wanted.connect(self._open_dialog)
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
                self._loaded, self._typed_since = True, False
        self.history.setEnabled(screen.hiding is None)
        if screen.hiding:
            self.editor.veil(screen.shown_code)
            self.looking_back.stop()
        else:
            self.editor.unveil()
        reason = screen.why_no_edit if screen.problem else ""
        if self.editor.read_only_reason != reason:
            self.editor.set_read_only(reason)
            if not reason and self._typed_since:
                self._save()  # typed just before the examiner asked
        self._show_question_lines(screen)
        self._show_verdicts(before, screen)
        self.submit.setEnabled(screen.can_submit)
        self.submit.setVisible(not screen.submitted)
        self.submit.setToolTip(
            screen.why_no_submit or with_shortcut(self.tr("Submit for defense"), "Ctrl+Shift+Return")
        )
        self._show_saved()
        self.defense.show_screen(screen)
        open_here = screen.submitted and not screen.closed and not screen.waiting
        self.defense.show_resting(open_here and not self.controller.driving)
        self._show_approval(screen)

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
            rows = [card for card in screen.cards if isinstance(card, ToolRow)]
            verdicts = [verdict for row in rows for verdict in row.verdicts]
            if verdicts != self._verdicts:
                self._verdicts = verdicts
                self.output.show_verdicts(verdicts)

    def _show_approval(self, screen: Screen) -> None:
        waiting = screen.waiting
        if not isinstance(waiting, ForApproval):
            self._put_aside = ""
            if self._dialog is not None:
                self._dialog.close()
            return
        if self._dialog is not None and self._dialog.waiting.call_id != waiting.call_id:
            self._dialog.close()
        if self._dialog is None and self._put_aside != waiting.call_id:
            self._open_dialog()

    def _open_dialog(self) -> None:
        waiting = self._screen.waiting
        if self._dialog is not None or not isinstance(waiting, ForApproval):
            return
        earlier = decisions(self.controller.session.stored, self._words)
        self._dialog = ApprovalDialog(self._theme, waiting, self._screen.rules.mode, earlier, self)
        self._dialog.decided.connect(self.controller.decide)
        self._dialog.finished.connect(self._dialog_done)
        self.controller.pin_refused.connect(self._dialog.refuse_pin)
        self._dialog.open()

    def _dialog_done(self) -> None:
        if self._dialog is not None:
            self._put_aside = self._dialog.waiting.call_id
            self._dialog.deleteLater()
            self._dialog = None
            self.activateWindow()  # the keys belong to the desk again

    @property
    def dialog(self) -> ApprovalDialog | None:
        return self._dialog

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
        if self._dialog is not None:
            self._dialog.close()

    def keep(self) -> None:
        """Everything typed goes to the log now."""
        self.editor.flush_edited()
        self.defense.answer.flush_draft()
        self._save()

    @property
    def unsaved(self) -> bool:
        """Whether something typed could not be written to the log."""
        return self._unsaved

    def _save(self) -> None:
        if self.editor.read_only_reason:
            return
        saved = self.controller.save_code(self.editor.text())
        self._typed_since = not saved
        self._unsaved = not saved
        if self._unsaved:
            self._again.start()  # a full disk may have space again
        else:
            self._again.stop()
        self._show_saved()

    def _answered(self, text: str, why: str) -> None:
        self.controller.answer(text, why)

    def _show_usage(self) -> None:
        self.defense.show_usage(usage_of(self.controller.session.stored))

    def _line_picked(self, line: int) -> None:
        self.defense.answer.give_line(line)

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

    def _troubled(self, trouble: object) -> None:
        self.banner.show_trouble(trouble)  # type: ignore[arg-type]  # a Signal(object) that carries a Trouble

    def _typed(self) -> None:
        if self._typed_since or self.editor.text() == self.controller.screen.code:
            return  # said already; or only the colours changed
        self._typed_since = True
        self._show_saved()

    def _show_hint(self, text: str) -> None:
        """For a few seconds where the time of saving stands."""
        set_role(self.saved, "small")
        self.saved.set_text(text)
        announce(self.editor, text)
        self._hint_over.start()

    def _show_saved(self) -> None:
        if self._hint_over.isActive():
            return
        screen = self.controller.screen  # what is known, not what was painted last
        failed = self._unsaved or (self._typed_since and bool(screen.why_no_edit))
        set_role(self.saved, "error" if failed else "small")
        if failed:
            self.saved.set_text(self.tr("not saved"))
        elif self._typed_since:
            self.saved.set_text(self.tr("saving…"))
        elif screen.saved_at is not None:
            local: datetime = screen.saved_at.astimezone()
            self.saved.set_text(self.tr("saved {time}").format(time=f"{local:%H:%M:%S}"))
        else:
            self.saved.set_text("")

    def sizes(self) -> dict[str, tuple[int, ...]]:
        """For the settings; panes that are hidden now are not remembered as empty."""
        found: dict[str, tuple[int, ...]] = {}
        for name, splitter in (("desk", self.split), ("middle", self.middle)):
            if all(splitter.sizes()):
                found[name] = tuple(splitter.sizes())
        return found

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._sizes_chosen:
            width, scale = self.split.width(), self._theme.text_scale
            left, right = (
                round(min(size * scale, share * width))
                for size, share in zip(USUAL_SIZES["desk"][::2], MOST_FOR_SIDES, strict=True)
            )
            self.split.setSizes([left, width - left - right, right])
        self._arrange()

    def _choose_sizes(self) -> None:
        self._sizes_chosen = True  # by hand: from now on they stay

    def _arrange(self) -> None:
        wide = self.width() >= ROOM_FOR_THREE * self._theme.text_scale
        narrow = self.middle.width() < ROOM_FOR_WORDS * self._theme.text_scale
        self.submit.setText(self.tr("Submit") if narrow else self.tr("Submit for defense"))
        bare = self.middle.width() < ROOM_FOR_NAMES * self._theme.text_scale
        for button, name in (
            (self.read, self.tr("Problem")),
            (self.run, self.tr("Run")),
            (self.stop, self.tr("Stop")),
        ):
            button.setText("" if bare else name)
            button.setAccessibleName(name)
        self.problem.setVisible(wide if self._wants_problem is None else self._wants_problem)
        self.read.setVisible(self.problem.isHidden())
        self.panes_changed.emit()
