"""Widgets side by side that go on in the next line where there is no more room, as words do."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class Flow(QWidget):
    """As wide as it is given, as high as its lines; never wider than its widest widget needs."""

    def __init__(self, *widgets: QWidget, spacing: int = 8, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = _Lines(self, spacing)
        for widget in widgets:
            self.add(widget)

    def add(self, widget: QWidget) -> None:
        self._lines.addWidget(widget)

    def clear(self) -> None:
        """The widgets are deleted."""
        while item := self._lines.takeAt(0):
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()


class _Lines(QLayout):
    def __init__(self, parent: QWidget, spacing: int) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # type: ignore[override]  # Qt asks past the end to find it
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # type: ignore[override]
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), place=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, place=True)

    def sizeHint(self) -> QSize:
        """Everything in one line."""
        sizes = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(size.width() for size in sizes) + self.spacing() * max(0, len(sizes) - 1)
        return QSize(width, max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:
        smallest = QSize(0, 0)
        for item in self._items:
            if not item.isEmpty():
                smallest = smallest.expandedTo(item.minimumSize())
        return smallest

    def _arrange(self, rect: QRect, *, place: bool) -> int:
        """The height that is needed; each line's widgets stand on its middle."""
        lines: list[list[tuple[QLayoutItem, QSize]]] = [[]]
        used = 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint().boundedTo(QSize(max(1, rect.width()), 10_000))
            if lines[-1] and used + self.spacing() + size.width() > rect.width():
                lines.append([])
                used = 0
            used += size.width() + (self.spacing() if lines[-1] else 0)
            lines[-1].append((item, size))
        top = rect.top()
        for line in lines:
            height = max((size.height() for _, size in line), default=0)
            left = rect.left()
            for item, size in line:
                if place:
                    item.setGeometry(QRect(QPoint(left, top + (height - size.height()) // 2), size))
                left += size.width() + self.spacing()
            top += height + self.spacing()
        return max(0, top - rect.top() - self.spacing())
