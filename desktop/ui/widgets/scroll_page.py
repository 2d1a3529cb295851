"""A page that scrolls: one column in the middle, no wider than a line of text can be read."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.roles import set_role

SIDES = 24  # pixels


class ScrollBody(QScrollArea):
    """What a dialog says, in `body`: as wide as the dialog, and scrolled where the dialog is not high enough."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.body = QWidget()
        self.setWidget(self.body)


class Foot(ScrollBody):
    """What stands under a pane, in `body`: as high as it is, up to `highest` pixels; then it scrolls."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._highest = 10_000
        self.body.installEventFilter(self)

    def set_highest(self, highest: int) -> None:
        self._highest = highest
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        inside = self.body.layout()
        if inside is not None:
            inside.activate()
            wraps = inside.hasHeightForWidth()
            wanted = inside.totalHeightForWidth(self.width()) if wraps else inside.totalSizeHint().height()
            self.setFixedHeight(min(self._highest, wanted))


class ScrollPage(QScrollArea):
    """What a page shows goes into `column`; `widest` is in pixels at text size 100 %."""

    def __init__(self, theme: Theme, widest: int, spacing: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        ground = QWidget()
        set_role(ground, "ground")
        sides = QHBoxLayout(ground)
        sides.setContentsMargins(SIDES, SIDES, SIDES, SIDES)
        inside = QWidget()
        inside.setMaximumWidth(round(widest * theme.text_scale))
        sides.addStretch(1)
        sides.addWidget(inside, 1000)
        sides.addStretch(1)
        self.column = QVBoxLayout(inside)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(spacing)
        self.setWidget(ground)
