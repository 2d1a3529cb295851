"""The manual beside the desk: contents, search, pages, and the way back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from desktop.ui.help.help_page import HelpPage
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button
from desktop.ui.widgets.fitting import fit
from desktop.ui.widgets.keys import install
from desktop.ui.widgets.labels import TextLabel
from desktop.ui.widgets.roles import set_role
from desktop.view.manual import Page, look_for

SIZE = (880, 600)  # pixels at 100 %
WHERE = Qt.ItemDataRole.UserRole


class HelpWindow(QDialog):
    """Shown with `show()`: one reads it and goes on working. `keys_wanted` and `tour_wanted` are for whoever opened it.

    Nothing is remembered once it is closed.
    """

    keys_wanted = Signal()
    tour_wanted = Signal()

    def __init__(self, theme: Theme, pages: Sequence[Page], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pages = {page.topic: page for page in pages}
        self._now = ("", 0)
        self._been: list[tuple[str, int]] = []
        self.setWindowTitle(self.tr("Help"))
        fit(self, theme, *SIZE)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search the help"))
        self.search.setAccessibleName(self.tr("Search the help"))
        self.search.setClearButtonEnabled(True)
        self.found = TextLabel("", "small")
        self.list = QListWidget()
        set_role(self.list, "contents")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("Contents"))
        self.page = HelpPage(theme, tuple(self._pages))
        self.back = Button(theme, self.tr("Back"), icon="arrow-left", shortcut="Alt+Left")
        self.keys = Button(theme, self.tr("Keyboard shortcuts"), icon="keyboard", shortcut="Ctrl+?")
        self.tour = Button(theme, self.tr("Show the tour again"), icon="graduation-cap")
        self.close_button = Button(theme, self.tr("Close"))
        self._lay_out(theme)
        self.search.textChanged.connect(self._search)
        self.search.returnPressed.connect(self._take_first)
        self.list.itemClicked.connect(self._choose)
        self.list.itemActivated.connect(self._choose)
        self.page.topic_wanted.connect(self.open_topic)
        self.page.copied.connect(self._say_copied)
        self.back.clicked.connect(self.go_back)
        self.keys.clicked.connect(self.keys_wanted)
        self.tour.clicked.connect(self.tour_wanted)
        self.close_button.clicked.connect(self.reject)
        install(self, "Alt+Left", self.tr("Back to the page before"), self.go_back)
        install(self, "Ctrl+F", self.tr("Search the help"), self._take_focus)
        self._search("")
        if pages:
            self.open_topic(pages[0].topic)
        self._been.clear()
        self.back.setEnabled(False)
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)

    def _lay_out(self, theme: Theme) -> None:
        left = QWidget()
        left.setMinimumWidth(round(200 * theme.text_scale))
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for widget, stretch in ((self.search, 0), (self.found, 0), (self.list, 1)):
            column.addWidget(widget, stretch)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(left)
        split.addWidget(self.page)
        split.setStretchFactor(1, 1)
        split.setSizes([250, 600])
        split.setChildrenCollapsible(False)
        split.setHandleWidth(10)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.back)
        foot.addStretch(1)
        for button in (self.keys, self.tour, self.close_button):
            foot.addWidget(button)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(14, 14, 14, 12)
        whole.setSpacing(10)
        whole.addWidget(split, 1)
        whole.addLayout(foot)

    @property
    def topic(self) -> str:
        """The page that is open."""
        return self._now[0]

    def open_topic(self, topic: str, place: int = 0) -> None:
        """A page from its heading number `place`; unknown topics change nothing."""
        if topic not in self._pages:
            return
        if self._now[0] and self._now != (topic, place):
            self._been.append(self._now)
        self._show(topic, place)

    def go_back(self) -> None:
        if self._been:
            self._show(*self._been.pop())

    def _show(self, topic: str, place: int) -> None:
        self._now = (topic, place)
        self.page.show_page(self._pages[topic], place, self.search.text())
        self.back.setEnabled(bool(self._been))
        self.setWindowTitle(f"{self._pages[topic].title} – {self.tr('Help')}")

    def _search(self, wanted: str) -> None:
        self.list.clear()
        self.list.setWordWrap(bool(wanted.strip()))
        if not wanted.strip():
            self.found.setText(self.tr("Contents"))
            self.list.setAccessibleName(self.tr("Contents"))
            for page in self._pages.values():
                for section in page.sections:
                    if section.level <= 2:
                        indent = "" if section.level == 1 else "     "
                        self._add(f"{indent}{section.heading}", page.topic, section.place, strong=section.level == 1)
        else:
            hits = look_for(self._pages.values(), wanted)
            said = self.tr("Places found: {n}").format(n=len(hits)) if hits else self.tr("Nothing found")
            self.found.setText(said)
            self.list.setAccessibleName(said)
            for hit in hits:
                self._add(f"{hit.section.heading}\n{hit.excerpt}", hit.topic, hit.section.place)
        if self._now[0]:
            self.page.show_page(self._pages[self._now[0]], self._now[1], wanted)

    def _add(self, text: str, topic: str, place: int, *, strong: bool = False) -> None:
        item = QListWidgetItem(text)
        item.setData(WHERE, (topic, place))
        item.setToolTip(text.strip())
        if strong:
            font = self.list.font()
            font.setBold(True)
            item.setFont(font)
        self.list.addItem(item)

    def _choose(self, item: QListWidgetItem) -> None:
        topic, place = item.data(WHERE)
        self.open_topic(str(topic), int(place))

    def _take_first(self) -> None:
        if self.search.text().strip() and self.list.count():
            self.list.setCurrentRow(0)
            self._choose(self.list.item(0))
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _take_focus(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _say_copied(self, address: str) -> None:
        self.found.setText(self.tr("Copied: {address}").format(address=address))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter belongs to the list and the search, never to a button that happens to be the first."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
            return
        super().keyPressEvent(event)
