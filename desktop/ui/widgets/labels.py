"""Words, icons and chips: what is read and not pressed."""

from __future__ import annotations

import html
from typing import Literal

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.roles import set_role
from desktop.vocabulary.plain import spelled_out

TextRole = Literal["body", "title", "head", "strong", "muted", "small", "error", "code"]
Tone = Literal["neutral", "accent", "ok", "warn", "error"]

WIDEST_CHIP = 40  # characters: a chip never gives way, and the names of models are as long as their makers like


def plain_tip(text: str) -> str:
    """For `setToolTip`, which takes whatever looks like HTML for HTML, and would load the pictures it names."""
    lines = html.escape(spelled_out(text)).replace("\n", "<br>")
    return f"<span>{lines}</span>" if "<" in text or "&" in text else spelled_out(text)


class TextLabel(QLabel):
    """Plain text, never interpreted as markup: what a pack, a model or a student wrote is shown as it is."""

    def __init__(self, text: str = "", role: TextRole = "body", wrap: bool = False, parent: QWidget | None = None):
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        self.setText(text)
        set_role(self, role)

    def setText(self, text: str) -> None:
        super().setText(spelled_out(text))


class ElidedLabel(TextLabel):
    """One line that gives way: too long, it ends in "…" and is whole in the tool tip and for screen readers.

    The first `keeps` pixels of it do not give way as long as there is room for them. `whole` is for what says nothing
    when it is cut: then it is not shown at all.
    """

    def __init__(self, text: str = "", role: TextRole = "body", keeps: int = 0, parent: QWidget | None = None):
        self._whole, self._keeps, self._all_or_none = text, keeps, False
        super().__init__(text, role, parent=parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_text(text)

    def set_text(self, text: str, *, whole: bool = False) -> None:
        self._whole, self._all_or_none = spelled_out(" ".join(text.split())), whole
        self.setAccessibleName(self._whole)
        self._fit()
        self.updateGeometry()

    @property
    def whole_text(self) -> str:
        return self._whole

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(self.fontMetrics().horizontalAdvance(self._whole) + 2, hint.height())

    def minimumSizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        kept = min(self._keeps, metrics.horizontalAdvance(self._whole) + 2)
        return QSize(max(kept, metrics.horizontalAdvance("…") * 3), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        shown = self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, max(0, self.width()))
        if self._all_or_none and shown != self._whole:
            shown = ""
        self.setText(shown)
        self.setToolTip(plain_tip(self._whole) if shown != self._whole else "")


class IconLabel(QLabel):
    """A drawing beside words; it says nothing itself unless it is given a name."""

    def __init__(
        self,
        theme: Theme,
        icon: str,
        token: str = "muted",
        size: int = 18,
        name: str = "",
        parent: QWidget | None = None,
    ):
        super().__init__(parent)
        self._theme, self._icon, self._token, self._size = theme, icon, token, size
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAccessibleName(name)
        self.setToolTip(name)
        theme.changed.connect(self._draw)
        self._draw()

    def set_icon(self, icon: str, token: str | None = None, name: str | None = None) -> None:
        self._icon, self._token = icon, token or self._token
        if name is not None:
            self.setAccessibleName(name)
            self.setToolTip(name)
        self._draw()

    def _draw(self) -> None:
        side = self._theme.px(self._size)
        self.setFixedSize(side + 2, side + 2)
        self.setPixmap(self._theme.pixmap(self._icon, self._token, side))


class Chip(QLabel):
    """A short state in words on a tint; the tone repeats what the words say."""

    def __init__(self, text: str = "", tone: Tone = "neutral", parent: QWidget | None = None):
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.show_state(text, tone)

    def show_state(self, text: str, tone: Tone = "neutral") -> None:
        text = spelled_out(text)
        self.setText(text if len(text) <= WIDEST_CHIP else f"{text[: WIDEST_CHIP - 1]}…")
        self.setToolTip(plain_tip(text) if len(text) > WIDEST_CHIP else "")
        set_role(self, "chip", tone)
