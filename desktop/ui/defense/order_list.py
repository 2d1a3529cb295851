"""Lines of code to be put in order, by dragging or with keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from desktop.ui.announce import announce
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import IconButton
from desktop.ui.widgets.roles import set_role

NUMBER = Qt.ItemDataRole.UserRole
AIR, SIDE = 5, 12  # pixels above and below a line, and beside it: padding, and what Qt keeps for a frame
FRAME = 10  # pixels of border and padding, above and below together
UP, DOWN = Qt.Key.Key_Up, Qt.Key.Key_Down


class OrderList(QWidget):
    """`order` names the lines from top to bottom by the numbers they have in the question, such as `3 1 2 4`.

    Alt+Up and Alt+Down move the chosen line, the arrows choose, dragging moves, and so do the two buttons. Where a
    line went is said to a screen reader. Signals: `changed()`, after every move; `sent()`, when Enter is pressed.
    """

    changed = Signal()
    sent = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._touched = False
        self.rows = _Rows()
        self.rows.setAccessibleName(self.tr("Lines to put in order"))
        self.rows.setAccessibleDescription(self.tr("Alt+Up and Alt+Down move the chosen line."))
        self.up = IconButton(theme, "arrow-up", self.tr("Move the line up"), shortcut="Alt+Up")
        self.down = IconButton(theme, "arrow-down", self.tr("Move the line down"), shortcut="Alt+Down")
        buttons = QVBoxLayout()
        buttons.setSpacing(2)
        buttons.addWidget(self.up)
        buttons.addWidget(self.down)
        buttons.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.rows, 1)
        row.addLayout(buttons)
        self.setFocusProxy(self.rows)
        self.up.clicked.connect(self._move_up)
        self.down.clicked.connect(self._move_down)
        self.rows.moved.connect(self._move)
        self.rows.sent.connect(self.sent)
        self.rows.dropped.connect(self._dropped)
        self.rows.currentRowChanged.connect(self._show_buttons)
        theme.changed.connect(self._wear)

    def show_lines(self, lines: Sequence[str]) -> None:
        """In the order of the question; nothing was moved yet."""
        self.rows.clear()
        for number, line in enumerate(lines, 1):
            item = QListWidgetItem(f"{number}  {line}")
            item.setData(NUMBER, number)
            item.setToolTip(line)
            self.rows.addItem(item)
        self._touched = False
        self.rows.setCurrentRow(0)
        self._wear()

    @property
    def order(self) -> str:
        """Empty until a line was moved: nobody sends an order that they did not make."""
        return self._numbers() if self._touched else ""

    def set_order(self, order: str) -> None:
        """As it was left; anything that is no order of these lines leaves them as they are."""
        numbers = order.split()
        if sorted(numbers) != sorted(self._numbers().split()):
            return
        items = {str(item.data(NUMBER)): item for item in self._take_all()}
        for number in numbers:
            self.rows.addItem(items[number])
        self.rows.setCurrentRow(0)
        self._touched = True
        self.changed.emit()

    def _numbers(self) -> str:
        return " ".join(str(self.rows.item(row).data(NUMBER)) for row in range(self.rows.count()))

    def _take_all(self) -> list[QListWidgetItem]:
        return [self.rows.takeItem(0) for _ in range(self.rows.count())]

    def _move_up(self) -> None:
        self._move(-1)

    def _move_down(self) -> None:
        self._move(1)

    def _move(self, step: int) -> None:
        row = self.rows.currentRow()
        to = row + step
        if row < 0 or not 0 <= to < self.rows.count():
            return
        item = self.rows.takeItem(row)
        self.rows.insertItem(to, item)
        self.rows.setCurrentRow(to)
        self._moved_to(to)

    def _dropped(self) -> None:
        self._moved_to(self.rows.currentRow())

    def _moved_to(self, row: int) -> None:
        self._touched = True
        self._show_buttons(row)
        self.changed.emit()
        place = self.tr("Line {number} is now at place {place} of {total}")
        number = self.rows.item(row).data(NUMBER)
        announce(self.rows, place.format(number=number, place=row + 1, total=self.rows.count()))

    def _show_buttons(self, row: int) -> None:
        self.up.setEnabled(row > 0)
        self.down.setEnabled(0 <= row < self.rows.count() - 1)

    def _wear(self) -> None:
        self.rows.setFont(self._theme.code_font())
        self._fit()
        self._show_buttons(self.rows.currentRow())

    def _fit(self) -> None:
        """Every line is whole: one that is too long for the box takes two or more."""
        metrics = self.rows.fontMetrics()
        wrap = int(Qt.TextFlag.TextWordWrap)
        room = max(80, self.rows.viewport().width() - 2 * SIDE)
        whole = 0
        for row in range(self.rows.count()):
            item = self.rows.item(row)
            height = metrics.boundingRect(0, 0, room, 10_000, wrap, item.text()).height() + 2 * AIR
            item.setSizeHint(QSize(room, height))
            whole += height
        self.rows.setFixedHeight(max(whole, metrics.lineSpacing()) + FRAME)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


class _Rows(QListWidget):
    moved = Signal(int)
    sent = Signal()
    dropped = Signal()

    def __init__(self) -> None:
        super().__init__()
        set_role(self, "orderlist")
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setTabKeyNavigation(False)
        self.model().rowsMoved.connect(self.dropped)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (UP, DOWN) and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.moved.emit(-1 if event.key() == UP else 1)
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.sent.emit()
            return
        super().keyPressEvent(event)
