"""The next desk, made in small steps while a person reads the first page: then a problem opens without a pause."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QStackedWidget

from desktop.ui.pages.desk_page import DeskPage
from desktop.ui.theme.theme import Theme
from desktop.vocabulary.words import Words

BETWEEN_MS = 20  # between two steps: keys and paints come first
Sizes = dict[str, tuple[int, ...]]


class SpareDesk(QObject):
    """`begin` once there is nothing better to do; `take` gives a page, whole, whatever was made of it until then."""

    def __init__(self, theme: Theme, pages: QStackedWidget) -> None:
        super().__init__(pages)
        self._theme, self._pages = theme, pages
        self._page: DeskPage | None = None
        self._steps: Iterator[None] = iter(())
        self._next = QTimer(self)
        self._next.setInterval(BETWEEN_MS)
        self._next.timeout.connect(self._step)

    def begin(self, words: Words, sizes: Sizes) -> None:
        if self._page is None:
            self._make(words, sizes)
            self._next.start()

    def take(self, words: Words, sizes: Sizes) -> DeskPage:
        if self._page is None:
            self._make(words, sizes)
        page, self._page = self._page, None
        assert page is not None
        self._next.stop()
        for _ in self._steps:
            pass
        return page

    def drop(self) -> None:
        """Looks or language change: it would be dressed twice."""
        self._next.stop()
        self._steps = iter(())
        if self._page is not None:
            self._pages.removeWidget(self._page)
            self._page.deleteLater()
            self._page = None

    def _make(self, words: Words, sizes: Sizes) -> None:
        self._page = DeskPage(self._theme, words, sizes)
        self._pages.addWidget(self._page)
        self._steps = self._page.prepare()

    def _step(self) -> None:
        if next(self._steps, self) is self:
            self._next.stop()
