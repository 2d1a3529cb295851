"""Draws every screen and state as it must look; the pictures kept are in `tests/gui/golden/`.

    python tests/gui/golden.py FOLDER [SCENE...]    draw them to be looked at
    python tests/gui/golden.py --update             draw those that are kept anew, after looking at them

`--lang zh`, `--size 1280x720`, `--points 16` (text size), `--contrast` and QT_SCALE_FACTOR draw other ones than those
kept. Everything that differs from day to day stands still: clock, versions, caret. What is kept has at most 256
colours, in pixels of the window.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "*=false")
os.environ["TZ"] = "UTC"
sys.path.insert(0, str(Path(__file__).parents[2]))

from PySide6.QtCore import QCoreApplication, QEvent, QSize, qVersion
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from desktop.llm.local.process.talk import Progress
from desktop.station.settings import Settings
from desktop.ui.author.author_dialog import AuthorDialog
from desktop.ui.loop import QtLoop
from desktop.ui.main_window import MainWindow
from desktop.view.present import approval
from desktop.view.screen import ForApproval, Screen
from desktop.vocabulary import events as ev
from desktop.vocabulary.questions import AnswerForm
from desktop.vocabulary.runs import ErrorInfo, Outcome
from tests.gui import golden_extras
from tests.gui.asked import ASKED, kept, screen_asking, screen_waiting
from tests.gui.desk_gallery import CHECKED, GRADE, Still, StillDesk, screen_at
from tests.gui.pixels import few_colours, pixels

KEPT = Path(__file__).parent / "golden"
MADE_WITH = "made_with.txt"
SIZE = (1024, 640)
AT = datetime(2026, 3, 4, 14, 2, 31, tzinfo=UTC)
FACTS = {"Sandbox": "Level A", "Data directory": "~/.local/share/defense-desk", "Versions": "Defense Desk"}
TRACEBACK = 'Traceback (most recent call last):\n  File "kmeans.py", line 19, in kmeans\n    return C, lables\n'
ERROR = ErrorInfo(type="NameError", message="name 'lables' is not defined", line=19, traceback=TRACEBACK)


class FrozenDesk(StillDesk):
    """Defenses of a day long past."""

    def sessions(self):
        found = super().sessions()
        for number, session in enumerate(found):
            session.opened_at = session.changed_at = AT - timedelta(days=number)
        return found


@dataclass(frozen=True, slots=True)
class Look:
    """How everything is drawn."""

    dark: bool
    language: str = "en"
    size: tuple[int, int] = SIZE
    points: int = 11
    contrast: bool = False

    def settings(self) -> Settings:
        theme = "dark" if self.dark else "light"
        return Settings(
            language=self.language,
            theme=theme,
            text_size=self.points,
            high_contrast=self.contrast,
            tour_seen=True,
        )


class Painter:
    """One window, led from scene to scene."""

    def __init__(self, app: QApplication, look: Look) -> None:
        self._app, self._look = app, look
        self.window = self._open(FrozenDesk(look.settings(), full=True))

    async def draw(self, scene: str) -> QImage:
        shown = await self.show(scene)
        if self.window.page is not None:
            self.window.page.output.console.flush()  # it draws within 33 ms, which is now or later
            busy = self.window.page.defense.busy  # it moves
            busy.setRange(0, 3)
            busy.setValue(2)
        self._settle()
        picture = shown.grab().toImage()
        self.clear()
        return picture

    async def show(self, scene: str) -> QWidget:
        """The window or dialog the scene is in, until `clear`."""
        shown = SCENES[scene](self)
        for _ in range(6):  # what looks for keys and servers finds them
            await asyncio.sleep(0.004)
        return shown

    def _open(self, desk: StillDesk) -> MainWindow:
        window = MainWindow(desk)
        window.facts = self._facts
        window.resize(QSize(*self._look.size))
        window.show()
        window._level = "A"  # what finds it out wants a running loop
        window.bar.show_level("A")
        return window

    def _facts(self) -> list[tuple[str, str]]:
        window, policy = self.window, self.window.desk.policy
        lab = {"Set by your lab": f"{', '.join(sorted(policy.locked))} ({policy.path})"} if policy.path else {}
        return [(window.tr(name), fact) for name, fact in {**lab, **FACTS}.items()]

    def clear(self) -> None:
        """Home again, without a defense and with the settings as they were."""
        window = self.window
        window.desk.settings = self._look.settings()
        window.desk.policy.locked, window.desk.policy.path = frozenset(), None
        window.bar.language.setEnabled(True)
        mine = [dialog for dialog in window.findChildren(QDialog) if dialog.parent() in (window, window.page)]
        for dialog in (window.page.dialog if window.page else None, window.instructor.dialog, *mine):
            if dialog is not None:
                dialog.reject()
        page, window.page, window.controller = window.page, None, None
        for old in (page, window.settings_page):
            if old is not None:
                window._drop(old)
        window.settings_page = None
        window.home.verticalScrollBar().setValue(0)
        window.banner.hide()
        window.go_home()
        self._settle()

    def _settle(self) -> None:
        for _ in range(12):
            self._app.processEvents()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    # scenes

    def home(self) -> QWidget:
        return self.window

    def tour(self) -> QWidget:
        self.at("writing")
        self._settle()
        return golden_extras.tour(self.window)

    def home_end(self) -> QWidget:
        self._settle()
        bar = self.window.home.verticalScrollBar()
        bar.setValue(bar.maximum())
        return self.window

    def empty(self) -> QWidget:
        self.window.home.show_desk([], [])
        return self.window

    def trouble(self) -> QWidget:
        self.window._failed(RuntimeError("a bug"))
        return self.window

    def settings(self) -> QWidget:
        self.window.open_settings()
        return self.window

    def settings_end(self) -> QWidget:
        self.settings()
        self._settle()
        assert self.window.settings_page is not None
        bar = self.window.settings_page.verticalScrollBar()
        bar.setValue(bar.maximum())
        return self.window

    def settings_server(self) -> QWidget:
        return self._examiner("endpoint", base_url="http://localhost:11434/v1", model="qwen2.5-coder:7b")

    def settings_checked(self) -> QWidget:
        shown = self.settings_server()
        page = self.window.settings_page
        assert page is not None
        page.server.check.show_report(CHECKED)
        self._settle()
        page.ensureWidgetVisible(page.server.learned, 0, 20)
        return shown

    def settings_local(self) -> QWidget:
        shown = self._examiner("local", model="/models/qwen2.5-coder-0.5b-instruct-q4_k_m.gguf")
        page = self.window.settings_page
        assert page is not None
        page.model_file._show_busy(True)
        page.model_file._show_progress(Progress(phase="checking", percent=40))
        page.model_file.tried.set_open(True)
        return shown

    def _examiner(self, kind: str, **fields: str) -> QWidget:
        choice = ev.ExaminerChoice.model_validate({"kind": kind, **fields})
        self.window.desk.settings = self.window.desk.settings.model_copy(update={"examiner": choice})
        return self.settings()

    def instructor(self) -> QWidget:
        self._examiner("endpoint", base_url="http://localhost:11434/v1", model="qwen2.5-coder:7b")
        self.window.instructor.write_problem()
        dialog = self.window.instructor.dialog
        assert isinstance(dialog, AuthorDialog)
        return dialog

    def desk(self, screen: Screen) -> QWidget:
        self.window.controller = Still(screen)
        self.window._show_desk()
        return self.window

    def at(self, moment: str) -> QWidget:
        return self.desk(screen_at(moment, self.window.desk.words()))

    def running(self) -> QWidget:
        shown = self.at("writing")
        assert self.window.page is not None
        self.window.page._run_started()
        self.window.page.output.write("stdout", "step 1: [[0.1, -0.2], [6.1, 5.9]]\nstep 2: ")
        return shown

    def run_failed(self) -> QWidget:
        shown = self.at("writing")
        output = self._page_output()
        output.run_started()
        output.write("stdout", "[[0.1, -0.2], [6.1, 5.9], [11.9, 12.2]]\n")
        output.run_ended(Outcome(status="error", error=ERROR, seconds=0.04))
        return shown

    def tests(self) -> QWidget:
        shown = self.at("question")
        self._page_output().tabs.setCurrentIndex(2)
        return shown

    def _page_output(self):
        assert self.window.page is not None
        return self.window.page.output

    def question(self, form: AnswerForm) -> QWidget:
        question, typed = ASKED[form]
        shown = self.desk(screen_asking(question, self.window.desk.words(), AT))
        box = self.window.page.defense.answer if self.window.page else None
        if box is not None and typed and form not in ("options", "order"):
            box.field.setPlainText(typed)
        return shown

    def history(self, saw: bool = False) -> QWidget:
        self.at("question" if saw else "writing")
        page = self.window.page
        assert page is not None
        looking_back = page.looking_back
        (looking_back.open_saw if saw else looking_back.open_history)(kept(saw, AT))
        assert looking_back.dialog is not None
        looking_back.dialog.list.setCurrentRow(1)
        return looking_back.dialog

    def settings_locked(self) -> QWidget:
        """By the policy of a lab."""
        self.window.desk.policy.locked = frozenset({"examiner", "base_url", "model", "language"})
        self.window.desk.policy.path = Path("/etc/defense-desk/policy.toml")
        self.window.bar.language.setEnabled(False)
        return self.settings_server()

    def approval(self, button: str = "") -> QWidget:
        self.at("approval")
        return self._dialog(button)

    def grade_approval(self) -> QWidget:
        screen = screen_at("failed", self.window.desk.words())
        proposed = approval(screen, "c9", "assign_grade", '{"comment": "Solid work."}', grade=GRADE)
        assert isinstance(proposed, ForApproval)
        self.desk(replace(screen, waiting=proposed))
        return self._dialog("")

    def _dialog(self, button: str) -> QWidget:
        self._settle()
        assert self.window.page is not None
        dialog = self.window.page.dialog
        assert dialog is not None
        if button:
            getattr(dialog, button).click()
        return dialog


SCENES: dict[str, Callable[[Painter], QWidget]] = {
    "home": Painter.home,
    "home-end": Painter.home_end,
    "home-empty": Painter.empty,
    "home-trouble": Painter.trouble,
    "settings": Painter.settings,
    "settings-end": Painter.settings_end,
    "settings-server": Painter.settings_server,
    "settings-checked": Painter.settings_checked,
    "settings-local": Painter.settings_local,
    "settings-locked": Painter.settings_locked,
    "instructor": Painter.instructor,
    "desk-fresh": lambda it: it.at("writing"),
    "desk-running": Painter.running,
    "desk-run-failed": Painter.run_failed,
    "desk-preparing": lambda it: it.at("preparing"),
    "desk-streaming": lambda it: it.at("streaming"),
    "desk-tests": Painter.tests,
    "desk-retry": lambda it: it.at("failed"),
    "desk-waiting": lambda it: it.desk(screen_waiting(it.window.desk.words(), AT)),
    "desk-end": lambda it: it.at("graded"),
    **{f"question-{form}": (lambda it, form=form: it.question(form)) for form in ASKED},
    "history": Painter.history,
    "history-saw": lambda it: it.history(saw=True),
    "approval": Painter.approval,
    "approval-edit": lambda it: it.approval("edit"),
    "approval-refuse": lambda it: it.approval("refuse"),
    "approval-grade": Painter.grade_approval,
    **{name: (lambda it, scene=scene: scene(it.window)) for name, scene in golden_extras.SCENES.items()},
    "tour": Painter.tour,
}


def draw(folder: Path, looks: Sequence[Look], scenes: Sequence[str]) -> None:
    """Writes `SCENE-light.png` and `SCENE-dark.png`, and beside them what they were made with."""
    app = QApplication([])
    app.setCursorFlashTime(0)
    loop = QtLoop(app)
    asyncio.set_event_loop(loop)
    folder.mkdir(parents=True, exist_ok=True)
    for look in looks:
        painter = Painter(app, look)
        for scene in scenes:
            few_colours(loop.run_until_complete(painter.draw(scene))).save(
                str(folder / f"{scene}-{'dark' if look.dark else 'light'}.png")
            )
        painter.window.hide()
    (folder / MADE_WITH).write_text(made_with() + "\n")


def made_with() -> str:
    """The version of Qt, and a fingerprint of how letters are drawn here: fonts and their settings differ."""
    sample = QApplication([]) if QApplication.instance() is None else QApplication.instance()
    assert sample is not None
    from PySide6.QtWidgets import QLabel

    label = QLabel("Defense Desk 0123 fi != […] · ✓")
    label.setStyleSheet("font-family: Inter; font-size: 13px; background: white; color: black")
    label.resize(260, 24)
    return f"Qt {qVersion()}, letters {hashlib.sha256(pixels(label.grab()).tobytes()).hexdigest()[:12]}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("scenes", nargs="*", choices=[*SCENES, []])
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--size", default="x".join(map(str, SIZE)))
    parser.add_argument("--points", type=int, default=11)
    parser.add_argument("--contrast", action="store_true")
    args = parser.parse_intermixed_args()
    width, height = map(int, args.size.split("x"))
    looks = [Look(dark, args.lang, (width, height), args.points, args.contrast) for dark in (False, True)]
    if args.folder is None and not args.update:
        parser.error("a folder to draw into, or --update")
    draw(KEPT if args.update else args.folder, looks, args.scenes or list(SCENES))
    os._exit(0)  # pictures only: nothing to put away


if __name__ == "__main__":
    main()
