"""What is pressed: one filled button an area, plain and quiet ones beside it, icons where words have no room."""

from __future__ import annotations

import sys
from typing import Literal

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QPushButton, QSizePolicy, QToolButton, QWidget

from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.roles import set_role

ButtonRole = Literal["plain", "primary", "danger", "quiet"]
ICON, AIR = 16, 4  # pixels: the drawing, and the space after it
_ICON_TOKENS: dict[ButtonRole, str] = {"plain": "muted", "primary": "on_accent", "danger": "error", "quiet": "accent"}


class Button(QPushButton):
    """A button with words, perhaps an icon before them. A shortcut given is put in the tool tip, not installed."""

    def __init__(
        self,
        theme: Theme,
        text: str,
        role: ButtonRole = "plain",
        icon: str = "",
        token: str = "",
        shortcut: str = "",
        parent: QWidget | None = None,
    ):
        super().__init__(text, parent)
        self._theme, self._icon, self._token = theme, icon, token or _ICON_TOKENS[role]
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        set_role(self, role)
        if shortcut:
            self.setToolTip(with_shortcut(text, shortcut))
        theme.changed.connect(self._draw)
        self._draw()

    def set_icon(self, icon: str) -> None:
        self._icon = icon
        self._draw()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses what has the focus, as Space does."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            self.click()
            return
        super().keyPressEvent(event)

    def _draw(self) -> None:
        if self._icon:
            side = self._theme.px(ICON)
            self.setIconSize(QSize(side + AIR, side))
            self.setIcon(self._theme.icon(self._icon, self._token, side, AIR))


class PrimaryButton(Button):
    """The one thing to do next in its area."""

    def __init__(self, theme: Theme, text: str, icon: str = "", shortcut: str = "", parent: QWidget | None = None):
        super().__init__(theme, text, "primary", icon, shortcut=shortcut, parent=parent)


class IconButton(QToolButton):
    """An icon that can be pressed; its name is the tool tip and what a screen reader says."""

    def __init__(
        self,
        theme: Theme,
        icon: str,
        name: str,
        token: str = "muted",
        size: int = 18,
        shortcut: str = "",
        parent: QWidget | None = None,
    ):
        super().__init__(parent)
        self._theme, self._icon, self._token, self._size = theme, icon, token, size
        self._shortcut = shortcut
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.set_name(name)
        theme.changed.connect(self._draw)
        self._draw()

    def set_name(self, name: str) -> None:
        self.setAccessibleName(name)
        self.setToolTip(with_shortcut(name, self._shortcut))

    def set_icon(self, icon: str, token: str = "") -> None:
        self._icon, self._token = icon, token or self._token
        self._draw()

    def _draw(self) -> None:
        side = self._theme.px(self._size)
        self.setIconSize(QSize(side, side))
        self.setIcon(self._theme.icon(self._icon, self._token, side))


def with_shortcut(name: str, shortcut: str) -> str:
    """`Run (F5)`, with the keys as this platform writes them."""
    if not shortcut:
        return name
    return f"{name} ({keys_text(shortcut)})"


def keys_text(shortcut: str) -> str:
    """As this system writes them. Elsewhere than on macOS these are words, which the catalogue would take for its own:
    the key Home is not the page Home."""
    native = sys.platform == "darwin"
    form = QKeySequence.SequenceFormat.NativeText if native else QKeySequence.SequenceFormat.PortableText
    return QKeySequence(shortcut).toString(form)
