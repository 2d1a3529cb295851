"""The one window: home, desk and settings, and the way between them; ends what it began when it closes."""

from __future__ import annotations

import asyncio
import logging
import platform
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QSize, QTimer, qVersion
from PySide6.QtGui import QCloseEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QMainWindow,
    QMessageBox,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.session.session import Session
from desktop.station.release import this_release
from desktop.station.settings import Settings
from desktop.ui.author.instructor import Instructor
from desktop.ui.banner import Banner
from desktop.ui.controller import DefenseController
from desktop.ui.help.guide import Guide
from desktop.ui.keymap import window_keys
from desktop.ui.pages.desk_page import DeskPage
from desktop.ui.pages.home_page import HomePage
from desktop.ui.pages.settings_page import SettingsPage
from desktop.ui.pages.spare_desk import SpareDesk
from desktop.ui.practice.practice import Practice
from desktop.ui.tasks import Tasks
from desktop.ui.theme.theme import Theme
from desktop.ui.theme.wardrobe import Wardrobe
from desktop.ui.top_bar import TopBar
from desktop.ui.translate import CatalogueTranslator
from desktop.ui.widgets.keys import install
from desktop.ui.widgets.roles import set_role
from desktop.vocabulary.problem import Problem
from desktop.vocabulary.trouble import Trouble
from desktop.wiring import DefenseDesk

SMALLEST = (820, 432)  # a screen of 1280x720 at 150 %
FIRST_SIZE = (1280, 780)
FRAME = (16, 48)  # pixels that a window manager may put round a window
SETTLED_MS = 300  # after the window is there
diary = logging.getLogger(__name__)


def first_size(free: QSize) -> QSize:
    """The usual size, or what fits on a small screen: the answer box is at the bottom and must be seen."""
    return QSize(*FIRST_SIZE).boundedTo(free - QSize(*FRAME)).expandedTo(QSize(*SMALLEST))


class MainWindow(QMainWindow):
    """`ended` is set when everything that was begun here is put away; `main` then ends the program."""

    def __init__(self, desk: DefenseDesk) -> None:
        super().__init__()
        self.desk = desk
        self.ended = asyncio.Event()
        self.tasks = Tasks(self._failed)
        self.controller: DefenseController | None = None
        self._level = ""
        self._words = desk.words()
        self._translator = CatalogueTranslator(self._words, self)
        QCoreApplication.installTranslator(self._translator)
        self.theme = Theme(desk.resources, parent=self)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self.theme.wear(app)
        self._wardrobe = Wardrobe(self.theme, desk.settings, self)
        self._save_panes = QTimer(self)
        self._save_panes.setSingleShot(True)
        self._save_panes.setInterval(1000)
        self._save_panes.timeout.connect(self._panes_rested)
        self.setWindowTitle("Defense Desk")
        self.setMinimumSize(*SMALLEST)
        self.resize(first_size(self.screen().availableSize()))
        self._build()
        self.go_home()
        if notes := desk.notes:
            self.banner.show_trouble(Trouble(" ".join(self._words(note) for note in notes)))

    # the three pages

    def _build(self) -> None:
        """The bar and the fixed pages, in the language of now; called again when it changes."""
        root = QWidget()
        set_role(root, "ground")
        column = QVBoxLayout(root)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.bar = TopBar(self.theme)
        if "language" in self.desk.policy.locked:
            self.bar.language.setEnabled(False)
            self.bar.language.setToolTip(self.tr("Set by your lab; it cannot be changed here."))
        self.bar.home_wanted.connect(self.leave_desk)
        self.bar.problem_wanted.connect(self._toggle_problem)
        self.bar.language_wanted.connect(self._toggle_language)
        self.bar.colours_wanted.connect(self._toggle_dark)
        self.bar.settings_wanted.connect(self.open_settings)
        self.bar.help_wanted.connect(self._open_help)
        names = window_keys(self.tr)
        install(self.bar, "Ctrl+Q", names["Ctrl+Q"], self.close)
        install(self.bar, "Ctrl+?", names["Ctrl+?"], self._show_keys)
        column.addWidget(self.bar)
        self.banner = Banner(self.theme, self._words)
        column.addWidget(self.banner)
        self.pages = QStackedWidget()
        self.home = HomePage(self.theme, self._words, exam_only=self.desk.policy.values.exam_only)
        self.home.problem_chosen.connect(self.open_problem)
        self.home.defense_chosen.connect(self.open_defense)
        self.instructor = Instructor(self.theme, self._words, self.desk, self.tasks, root)
        self.instructor.shelf_changed.connect(self._shelf_changed)
        self.instructor.settings_changed.connect(self._settings_changed)
        self.instructor.troubled.connect(self.banner.show_trouble)
        self.practice = Practice(self.theme, self.desk, self.tasks, root)
        self.guide = Guide(self.theme, self.desk, root)
        self.guide.tour_shown.connect(self._tour_shown)
        self.home.zip_wanted.connect(self.instructor.import_zip)
        self.home.folder_wanted.connect(self.instructor.import_folder)
        self.home.author_wanted.connect(self.instructor.write_problem)
        self.pages.addWidget(self.home)
        self._spare = SpareDesk(self.theme, self.pages)
        column.addWidget(self.pages, 1)
        self.page: DeskPage | None = None
        self.settings_page: SettingsPage | None = None
        self.setCentralWidget(root)

    def go_home(self) -> None:
        """Problems and defenses as they are now."""
        try:
            shelf = self.desk.shelf()
            self.home.show_desk(shelf.packs, self.desk.sessions(), shelf.troubles)
        except Trouble as trouble:
            self.banner.show_trouble(trouble)
        self._show_page(self.home)
        self._make_spare()

    def _make_spare(self) -> None:
        """The next desk, while there is only the first page to look at."""
        if self.page is None and self.isVisible() and self.pages.currentWidget() is self.home:
            self._spare.begin(self._words, dict(self.desk.settings.panes))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        QTimer.singleShot(SETTLED_MS, self, self._make_spare)

    def _shelf_changed(self) -> None:
        self.banner.hide()
        if self.pages.currentWidget() is self.home:
            self.go_home()

    def open_settings(self) -> None:
        if self.settings_page is not None and self.pages.currentWidget() is self.settings_page:
            self._back_from_settings()
            return
        if self.settings_page is not None:
            self._drop(self.settings_page)
        self.settings_page = SettingsPage(
            self.theme,
            self.desk.settings,
            self.desk,
            self._words,
            self.tasks,
            lambda: self.facts(),
            locked=self.desk.policy.locked,
        )
        self.settings_page.changed.connect(self._settings_changed)
        self.pages.addWidget(self.settings_page)
        self._show_page(self.settings_page)
        self.settings_page.setFocus()

    def open_problem(self, problem: Problem) -> None:
        self._open(lambda: self.desk.begin(problem))

    def open_defense(self, session_id: str) -> None:
        self._open(lambda: self.desk.resume(session_id))

    def defend_again(self) -> None:
        """A new defense of the same problem, beginning with the code of the one on the desk."""
        self.tasks.start_once("leave", self._defend_again)

    def ask_others(self) -> None:
        """The same program as it is, handed in again: another seed, so other inputs and other questions."""
        self.tasks.start_once("leave", lambda: self._defend_again(submit=True))

    def leave_desk(self) -> None:
        """Home, from wherever we are; the defense rests and can be continued."""
        self.tasks.start_once("leave", self._leave)

    # inside

    def _open(self, make: Callable[[], Session]) -> None:
        try:
            session = make()
        except Trouble as trouble:
            self.banner.show_trouble(trouble)
            return
        self.banner.hide()
        self.controller = DefenseController(session, self._words, self._failed, self)
        self._show_desk()
        self.controller.start()

    def _show_desk(self) -> None:
        assert self.controller is not None
        self.page = self._spare.take(self._words, dict(self.desk.settings.panes))
        self.page.attach(self.controller)
        self.page.panes_changed.connect(self._save_panes.start)
        self.page.again_wanted.connect(self.defend_again)
        self.page.others_wanted.connect(self.ask_others)
        self.page.walk_wanted.connect(self._step_through)
        self.page.progress_wanted.connect(self._show_progress)
        self.controller.screen_changed.connect(self._show_bar)
        self._show_page(self.page)
        self.page.editor.setFocus()
        self.guide.at_desk(self.page)
        if not self._level:
            self.tasks.start_once("sandbox", self._find_level)

    async def _find_level(self) -> None:
        """Tried once, while the student reads the problem."""
        self._level = (await self.desk.interpreters.sandbox_report()).level
        self.bar.show_level(self._level)
        self._show_bar()

    async def _leave(self) -> None:
        if self.page is not None and not await self._may_leave(self.page):
            return
        await self._put_away()
        self.go_home()

    async def _defend_again(self, *, submit: bool = False) -> None:
        state = self.controller.session.state if self.controller is not None else None
        if state is None or state.problem is None:
            return
        problem, code = state.problem, (state.submission if submit else None) or state.code
        await self._put_away()

        def begin() -> Session:
            session = self.desk.begin(problem)
            session.save_code(code)
            if submit:
                session.submit()
            return session

        self._open(begin)

    def _open_help(self) -> None:
        self.guide.open_help()

    def _show_keys(self) -> None:
        self.guide.show_keys()

    def _tour_shown(self) -> None:
        """Once is enough, read or not."""
        try:
            self.desk.save_settings(self.desk.settings.model_copy(update={"tour_seen": True}))
        except Trouble as trouble:
            self.banner.show_trouble(trouble)

    def _step_through(self, question_id: str) -> None:
        if self.controller is not None:
            self.practice.step_through(self.controller.session, question_id)

    def _show_progress(self) -> None:
        if self.controller is None or (problem := self.controller.screen.problem) is None:
            return
        try:
            self.practice.show_progress(problem)
        except Trouble as trouble:
            self.banner.show_trouble(trouble)

    async def _may_leave(self, page: DeskPage) -> bool:
        """Everything typed is in the log, or the person says that it may be lost."""
        page.keep()
        if not page.unsaved:
            return True
        box = QMessageBox(self)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle("Defense Desk")
        box.setText(self.tr("Your last changes could not be saved."))
        box.setInformativeText(self.tr("Stay, and make space on the disk or copy your code. Leaving loses them."))
        stay = box.addButton(self.tr("Stay"), QMessageBox.ButtonRole.RejectRole)
        leave = box.addButton(self.tr("Leave without saving"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(stay)
        box.setEscapeButton(stay)
        answered: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        box.finished.connect(lambda: answered.done() or answered.set_result(box.clickedButton() is leave))
        box.open()
        try:
            return await answered
        finally:
            box.deleteLater()

    async def _put_away(self) -> None:
        controller, self.controller = self.controller, None
        page, self.page = self.page, None
        if controller is not None:
            await controller.leave()
        if page is not None:
            self._drop(page)
        if controller is not None:
            controller.deleteLater()

    def _back_from_settings(self) -> None:
        if self.page is not None:
            self._show_page(self.page)
        else:
            self.go_home()

    def _show_page(self, page: QWidget) -> None:
        self.pages.setCurrentWidget(page)
        self._show_bar()

    def _show_bar(self, _screen: object = None) -> None:
        in_front = self.pages.currentWidget()
        on_desk = self.page is not None and in_front is self.page and self.controller is not None
        self.bar.show_place(self.controller.screen if on_desk and self.controller else None, home=in_front is self.home)

    def _drop(self, page: QWidget) -> None:
        self.pages.removeWidget(page)
        page.deleteLater()

    # settings

    def _settings_changed(self, settings: Settings) -> None:
        before = self.desk.settings
        try:
            self.desk.save_settings(settings)
        except Trouble as trouble:
            self.banner.show_trouble(trouble)
        self._spare.drop()
        self._wardrobe.wear(self.desk.settings)
        if self.desk.settings.language != before.language:
            self._speak()
        self._make_spare()

    def _speak(self) -> None:
        """Everything is built anew in the other language; code, answers and the defense stay."""
        try:
            self._words = self.desk.words()
        except Trouble as trouble:
            self.banner.show_trouble(trouble)
            return
        self._translator.words = self._words
        on_settings = self.settings_page is not None and self.pages.currentWidget() is self.settings_page
        drafts = self.page.defense.answer.drafts() if self.page is not None else {}
        if self.page is not None:
            self.page.keep()
            self.page.let_go()
        self._build()
        self.bar.show_level(self._level)
        if self.controller is not None:
            self.controller.speak(self._words)
            self._show_desk()
            assert self.page is not None
            self.page.defense.answer.set_drafts(drafts)
        else:
            self.go_home()
        if on_settings:
            self.open_settings()

    def _toggle_dark(self) -> None:
        wanted = "light" if self.theme.palette.dark else "dark"
        self._settings_changed(self.desk.settings.model_copy(update={"theme": wanted}))

    def _toggle_language(self) -> None:
        wanted = "en" if self._words.language == "zh" else "zh"
        self._settings_changed(self.desk.settings.model_copy(update={"language": wanted}))

    def _toggle_problem(self) -> None:
        if self.page is not None:
            self.page.toggle_problem()

    def _panes_rested(self) -> None:
        if self.page is None:
            return
        panes = {**self.desk.settings.panes, **self.page.sizes()}
        if panes != self.desk.settings.panes:
            self._settings_changed(self.desk.settings.model_copy(update={"panes": panes}))

    def facts(self) -> list[tuple[str, str]]:
        policy = self.desk.policy
        return [
            *(
                [(self.tr("Set by your lab"), f"{', '.join(sorted(policy.locked))} ({policy.path})")]
                if policy.path
                else []
            ),
            (self.tr("Sandbox"), self.bar.level_words()),
            (self.tr("Data directory"), str(self.desk.data_dir.path)),
            (
                self.tr("Versions"),
                f"Defense Desk {this_release()} · Python {platform.python_version()} · Qt {qVersion()}",
            ),
        ]

    # trouble, and the end

    def _failed(self, error: BaseException) -> None:
        if isinstance(error, Trouble):
            self.banner.show_trouble(error)
            return
        diary.error("a fault of the program", exc_info=error)
        what = self.tr("Something went wrong in the program itself. Your work is saved.")
        advice = self.tr("You can go on; if it happens again, start the program anew. The details are in the diary.")
        self.banner.show_trouble(Trouble(what, advice))

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.ended.is_set():
            event.accept()
            return
        event.ignore()
        self.tasks.start_once("close", self._close)

    async def _close(self) -> None:
        self._panes_rested()
        if self.page is not None and not await self._may_leave(self.page):
            return
        try:
            await self._put_away()
            await self.tasks.cancel()
            await self.desk.close()
        finally:
            QCoreApplication.removeTranslator(self._translator)
            self.ended.set()
            self.close()
