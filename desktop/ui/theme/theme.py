"""The theme being worn: colours, icons and fonts as the panes ask for them."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import cast

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QIcon, QPixmap
from PySide6.QtWidgets import QApplication

from desktop.ui.theme import fonts, icons
from desktop.ui.theme.palette import LIGHT, Palette
from desktop.ui.theme.style import change_sheet, qt_palette, style_sheet

RESOURCES_IN_A_CHECKOUT = Path(__file__).parents[3] / "resources"
SMALLEST_TEXT, LARGEST_TEXT = 0.8, 2.0


class Theme(QObject):
    """Handed to every widget that draws icons or colours itself; such a widget listens to `changed`.

    Colours go by the names of the fields of `Palette`. Sizes are points at text size 100 % and pixels.
    """

    changed = Signal()

    def __init__(
        self,
        resources: Path = RESOURCES_IN_A_CHECKOUT,
        palette: Palette = LIGHT,
        text_scale: float = 1.0,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.resources = resources
        self._palette = palette
        self._text_scale = text_scale
        self._app: QApplication | None = None
        self._icons: dict[tuple[str, str, str, int, int], QIcon] = {}
        self._pixmaps: dict[tuple[str, str, int], QPixmap] = {}
        fonts.load_fonts(resources)

    @property
    def palette(self) -> Palette:
        return self._palette

    @property
    def text_scale(self) -> float:
        return self._text_scale

    def wear(self, app: QApplication) -> None:
        """Dress the whole application; later changes follow by themselves."""
        self._app = app
        app.setStyle("Fusion")
        self._dress(app)

    def change(self, palette: Palette | None = None, text_scale: float | None = None) -> None:
        """Another palette or text size (0.8 to 2.0); panes hear it through `changed`."""
        scale = self._text_scale if text_scale is None else min(LARGEST_TEXT, max(SMALLEST_TEXT, text_scale))
        wanted = palette or self._palette
        if (wanted, scale) == (self._palette, self._text_scale):
            return
        self._palette, self._text_scale = wanted, scale
        if self._app is not None:
            self._dress(self._app)
        self.changed.emit()

    def _dress(self, app: QApplication) -> None:
        app.setPalette(qt_palette(self._palette))
        app.setFont(self.ui_font())
        change_sheet(app, style_sheet(self._palette, self._text_scale))
        hints = app.styleHints()
        hints.setColorScheme(Qt.ColorScheme.Dark if self._palette.dark else Qt.ColorScheme.Light)

    def px(self, size: float) -> int:
        """Pixels that grow with the text: icons, and what is drawn beside words."""
        return round(size * max(1.0, self._text_scale))

    def hex(self, token: str) -> str:
        """`#rrggbb` of a token."""
        if token not in _TOKENS:
            raise KeyError(token)
        return cast(str, getattr(self._palette, token))

    def color(self, token: str) -> QColor:
        return QColor(self.hex(token))

    def icon(self, name: str, token: str = "muted", size: int = 18, air: int = 0) -> QIcon:
        colour, disabled = self.hex(token), self._palette.disabled
        key = (name, colour, disabled, size, air)
        if key not in self._icons:
            self._icons[key] = icons.icon(self.resources, name, colour, disabled, size, air)
        return self._icons[key]

    def pixmap(self, name: str, token: str = "muted", size: int = 18) -> QPixmap:
        key = (name, self.hex(token), size)
        if key not in self._pixmaps:
            self._pixmaps[key] = icons.icon_pixmap(self.resources, *key)
        return self._pixmaps[key]

    def ui_font(self, points: float = fonts.BODY_POINTS, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        return fonts.ui_font(points * self._text_scale, weight)

    def code_font(self, points: float = fonts.CODE_POINTS) -> QFont:
        return fonts.code_font(points * self._text_scale)


_TOKENS = {field.name for field in fields(Palette)} - {"name", "dark"}
