"""One line that opens: a tool call, a thought, a question already answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.labels import ElidedLabel, IconLabel
from desktop.ui.widgets.roles import set_role

RowState = Literal["", "ok", "error", "waiting", "running"]
_MARKS: dict[RowState, tuple[str, str]] = {
    "ok": ("check", "ok"),
    "error": ("x", "error"),
    "waiting": ("pause", "warn"),
    "running": ("loader-circle", "accent"),
}


class FoldRow(QFrame):
    """The head is a button (Space and Enter open it); what it opens to is built the first time it is opened.

    Signals: `toggled(bool)`, true when it opened.
    """

    toggled = Signal(bool)

    def __init__(
        self,
        theme: Theme,
        icon: str,
        text: str,
        detail: str = "",
        state: RowState = "",
        build: Callable[[], QWidget] | None = None,
        parent: QWidget | None = None,
    ):
        super().__init__(parent)
        set_role(self, "row")
        self._build = build
        self._body: QWidget | None = None
        self.head = _Head()
        self.text = ElidedLabel(text)
        self.detail = ElidedLabel(detail, "small")
        self._icon = IconLabel(theme, icon, "muted", 16)
        self._mark = IconLabel(theme, "check", "ok", 16)
        self._arrow = IconLabel(theme, "chevron-right", "faint", 16)
        row = QHBoxLayout(self.head)
        row.setContentsMargins(10, 5, 8, 5)
        row.setSpacing(8)
        row.addWidget(self._icon)
        row.addWidget(self.text, 1)  # a long title gives way to the detail, which is the news
        row.addWidget(self.detail)
        row.addWidget(self._mark)
        row.addWidget(self._arrow)
        for label in (self.text, self.detail, self._icon, self._mark, self._arrow):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.detail.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.head)
        self.head.toggled.connect(self._open)
        self.show_state(text, detail, state)
        self._show_arrow()

    def show_state(self, text: str, detail: str = "", state: RowState = "") -> None:
        self.text.set_text(text)
        self.detail.set_text(detail)
        self.detail.setVisible(bool(detail))
        self._mark.setVisible(bool(state))
        words = {
            "": "",
            "ok": self.tr("done"),
            "error": self.tr("failed"),
            "waiting": self.tr("waiting"),
            "running": self.tr("running"),
        }[state]
        if state:
            self._mark.set_icon(*_MARKS[state])
        self.head.setAccessibleName(" · ".join(part for part in (text, detail, words) if part))

    def set_build(self, build: Callable[[], QWidget] | None) -> None:
        """What opens under the line; None: nothing does. An open row shows the new body at once."""
        self._build = build
        if self._body is not None:
            self._column.removeWidget(self._body)
            self._body.deleteLater()
            self._body = None
        self._open(self.is_open)
        self._show_arrow()

    @property
    def body(self) -> QWidget | None:
        return self._body

    @property
    def is_open(self) -> bool:
        return self.head.isChecked()

    def set_open(self, is_open: bool) -> None:
        self.head.setChecked(is_open)

    def _show_arrow(self) -> None:
        self._arrow.setVisible(self._build is not None)
        self.head.setCheckable(self._build is not None)
        self.head.setEnabled(True)

    def _open(self, is_open: bool) -> None:
        if is_open and self._body is None and self._build is not None:
            self._body = self._build()
            self._column.addWidget(self._body)
        if self._body is not None:
            self._body.setVisible(is_open)
        self._arrow.set_icon("chevron-down" if is_open else "chevron-right")
        self.toggled.emit(is_open)


class _Head(QPushButton):
    """A button whose content is a row of labels."""

    def __init__(self) -> None:
        super().__init__()
        self.setCheckable(True)
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)  # may be narrower than its words
        set_role(self, "fold")

    def sizeHint(self) -> QSize:
        layout = self.layout()
        return layout.sizeHint() if layout else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        layout = self.layout()
        return layout.minimumSize() if layout else super().minimumSizeHint()
