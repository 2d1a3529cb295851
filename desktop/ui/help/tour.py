"""A few cards that point at the real controls of the desk; nobody has to read them, and nothing waits for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from desktop.ui.announce import announce
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button, PrimaryButton
from desktop.ui.widgets.keys import install
from desktop.ui.widgets.labels import TextLabel
from desktop.ui.widgets.roles import set_role

WIDTH = 300  # pixels at 100 %
GAP = 10


@dataclass(frozen=True, slots=True)
class Stop:
    """What is pointed at, and what is said of it."""

    target: QWidget
    title: str
    text: str


class Tour(QObject):
    """Lives on top of `page`, takes no focus, and lets every key and click through but its own: Esc and Alt+N.

    `ended` once, whether it was read to the end or skipped. A stop whose target cannot be seen is passed over.
    """

    ended = Signal()

    def __init__(self, theme: Theme, page: QWidget, stops: Sequence[Stop]) -> None:
        super().__init__(page)
        self._page, self._stops, self._place = page, stops, -1
        self.spot = _Spot(theme, page)
        self.card = TourCard(theme, page)
        self.card.next.clicked.connect(self.go_on)
        self.card.skip.clicked.connect(self.end)
        self._keys = [
            install(self.card, "Esc", self.tr("Skip the tour"), self.end),
            install(self.card, "Alt+N", self.tr("Next card of the tour"), self.go_on),
        ]
        page.installEventFilter(self)
        self.go_on()

    def go_on(self) -> None:
        """To the next card; behind the last one the tour is over."""
        self._place += 1
        while self._place < len(self._stops) and not self._stops[self._place].target.isVisibleTo(self._page):
            self._place += 1
        if self._place >= len(self._stops):
            self.end()
            return
        stop = self._stops[self._place]
        last = not any(later.target.isVisibleTo(self._page) for later in self._stops[self._place + 1 :])
        self.card.show_stop(stop, self._place + 1, len(self._stops), last=last)
        self._put()
        announce(self.card, f"{stop.title}. {stop.text}")

    def end(self) -> None:
        if self._place < 0:
            return
        self._place = -1
        self._page.removeEventFilter(self)
        for key in self._keys:
            key.setEnabled(False)
        for widget in (self.card, self.spot):
            widget.hide()
            widget.deleteLater()
        self.ended.emit()

    @property
    def stop(self) -> Stop | None:
        return self._stops[self._place] if 0 <= self._place < len(self._stops) else None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest) and self.stop is not None:
            self._put()
        return False

    def _put(self) -> None:
        stop = self.stop
        if stop is None:
            return
        target = QRect(stop.target.mapTo(self._page, QPoint(0, 0)), stop.target.size())
        self.spot.setGeometry(target.adjusted(-4, -4, 4, 4) & self._page.rect())
        self.card.setGeometry(place_for(target, self.card.wanted_size(), self._page.size()))
        for widget in (self.spot, self.card):
            widget.show()
            widget.raise_()


def place_for(target: QRect, size: QSize, room: QSize) -> QRect:
    """Beside the target and wholly in the room, never over it where there is any place that is not.

    Right of it, left, below, above; then the four corners; the one that covers least of it, the first of equals.
    """
    most_x, most_y = max(0, room.width() - size.width()), max(0, room.height() - size.height())
    middle_x = target.center().x() - size.width() // 2
    near_y = target.top() + min(40, target.height() // 4)
    tries = [
        QPoint(target.right() + GAP, near_y),
        QPoint(target.left() - GAP - size.width(), near_y),
        QPoint(middle_x, target.bottom() + GAP),
        QPoint(middle_x, target.top() - GAP - size.height()),
        QPoint(most_x, most_y),
        QPoint(0, most_y),
        QPoint(most_x, 0),
        QPoint(0, 0),
    ]
    rooms = [QRect(QPoint(min(max(0, at.x()), most_x), min(max(0, at.y()), most_y)), size) for at in tries]
    return min(rooms, key=lambda rect: _area(rect & target))


def _area(rect: QRect) -> int:
    return max(0, rect.width()) * max(0, rect.height())


class TourCard(QFrame):
    """A card with a word on where one is. It never takes the focus by itself; Tab reaches its buttons."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        set_role(self, "tour")
        self.title, self.text = TextLabel("", "strong", wrap=True), TextLabel("", wrap=True)
        self.count = TextLabel("", "small")
        self.skip = Button(theme, self.tr("Skip"), "quiet", shortcut="Esc")
        self.next = PrimaryButton(theme, self.tr("Next"), shortcut="Alt+N")
        foot = QHBoxLayout()
        foot.setSpacing(6)
        foot.addWidget(self.count, 1)
        foot.addWidget(self.skip)
        foot.addWidget(self.next)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 12, 12)
        column.setSpacing(6)
        column.addWidget(self.title)
        column.addWidget(self.text)
        column.addLayout(foot)
        self.hide()

    def show_stop(self, stop: Stop, place: int, total: int, *, last: bool) -> None:
        self.title.setText(stop.title)
        self.text.setText(stop.text)
        self.count.setText(self.tr("{n} of {total}").format(n=place, total=total))
        self.next.setText(self.tr("Done") if last else self.tr("Next"))
        self.skip.setVisible(not last)
        self.setAccessibleName(stop.title)
        self.setAccessibleDescription(stop.text)

    def wanted_size(self) -> QSize:
        parent, layout = self.parentWidget(), self.layout()
        assert parent is not None
        assert layout is not None
        width = min(round(WIDTH * self._theme.text_scale), parent.width())
        layout.activate()
        return QSize(width, max(layout.heightForWidth(width), layout.minimumSize().height()))


class _Spot(QWidget):
    """A frame round what is pointed at; the mouse goes through it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(self._theme.color("accent")), 3))
            painter.drawRoundedRect(self.rect().adjusted(2, 2, -2, -2), 9, 9)
        finally:
            painter.end()
