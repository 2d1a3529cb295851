"""Opens what helps: the manual, the sheet of keys, the tour of a desk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from desktop.ui.theme.theme import Theme

if TYPE_CHECKING:
    from desktop.ui.help.help_window import HelpWindow
    from desktop.ui.help.keys_dialog import KeysDialog
    from desktop.ui.help.tour import Tour
    from desktop.ui.pages.desk_page import DeskPage
    from desktop.wiring import DefenseDesk

SETTLED_MS = 250  # a desk has found its sizes


class Guide(QObject):
    """`tour_shown` when it was: it shows itself once. Parts are loaded when they are wanted."""

    tour_shown = Signal()

    def __init__(self, theme: Theme, desk: DefenseDesk, owner: QWidget) -> None:
        super().__init__(owner)
        self._theme, self._desk, self._owner = theme, desk, owner
        self._page: DeskPage | None = None
        self.window: HelpWindow | None = None
        self.sheet: KeysDialog | None = None
        self.tour: Tour | None = None

    def open_help(self, topic: str = "") -> None:
        """The manual beside the window; a page of it, if one is named."""
        from desktop.ui.help.help_window import HelpWindow
        from desktop.view.manual import read_pages

        if self.window is None:
            self.window = HelpWindow(self._theme, read_pages(self._desk.manual()), self._owner)
            self.window.keys_wanted.connect(self.show_keys)
            self.window.tour_wanted.connect(self._show_tour_again)
            self.window.finished.connect(self._help_closed)
        if topic:
            self.window.open_topic(topic)
        self.window.tour.setEnabled(self._may_tour())
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()

    def show_keys(self) -> None:
        from desktop.ui.help.keys_dialog import KeysDialog

        if self.sheet is None:
            self.sheet = KeysDialog(self._theme, self.window or self._owner)
            self.sheet.finished.connect(self._keys_closed)
        self.sheet.show()
        self.sheet.raise_()
        self.sheet.activateWindow()

    def at_desk(self, page: DeskPage) -> None:
        """A desk was opened: on the first one a tour begins by itself, never in an exam."""
        self._end_tour()
        self._page = page
        page.destroyed.connect(self._left)
        if not self._desk.settings.tour_seen and self._may_tour():
            QTimer.singleShot(SETTLED_MS, page, self.begin_tour)

    def begin_tour(self) -> None:
        """On the desk that is open, from the first card."""
        page = self._page
        if page is None or self.tour is not None or not self._may_tour() or not page.isVisible():
            return
        from desktop.ui.help.stops import stops_of
        from desktop.ui.help.tour import Tour

        self.tour = Tour(self._theme, page, stops_of(page))
        self.tour.ended.connect(self._tour_ended)
        page.controller.screen_changed.connect(self._screen_changed)
        self.tour_shown.emit()

    def _may_tour(self) -> bool:
        if self._page is None:
            return False
        screen = self._page.controller.screen
        return screen.rules.mode == "practice" and not screen.submitted

    def _show_tour_again(self) -> None:
        if self.window is not None:
            self.window.close()
        self._end_tour()
        self.begin_tour()

    def _screen_changed(self, _screen: object) -> None:
        """Whoever has submitted needs no tour of what comes before."""
        if not self._may_tour():
            self._end_tour()

    def _end_tour(self) -> None:
        if self.tour is not None:
            self.tour.end()

    def _tour_ended(self) -> None:
        tour, self.tour = self.tour, None
        if tour is not None:
            tour.deleteLater()

    def _left(self) -> None:
        self._page = self.tour = None

    def _help_closed(self) -> None:
        window, self.window = self.window, None
        if window is not None:
            window.deleteLater()

    def _keys_closed(self) -> None:
        sheet, self.sheet = self.sheet, None
        if sheet is not None:
            sheet.deleteLater()
