"""Which theme is worn: what the settings say, and where they leave it to the system, what the system says."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication

from desktop.station.settings import USUAL_TEXT, Settings
from desktop.ui.theme.palette import palette_for
from desktop.ui.theme.theme import Theme


class Wardrobe(QObject):
    """`wear` when settings have changed; a change of the system's colours is followed by itself."""

    def __init__(self, theme: Theme, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme, self._settings = theme, settings
        self._wearing = False  # our own change of scheme is not the system's
        self.wear(settings)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._system_changed)

    def wear(self, settings: Settings) -> None:
        self._settings = settings
        hints, by_system = QGuiApplication.styleHints(), settings.theme == "system"
        self._wearing = True
        try:
            if by_system:
                hints.unsetColorScheme()
            dark = hints.colorScheme() is Qt.ColorScheme.Dark if by_system else settings.theme == "dark"
            self._theme.change(palette_for(dark, settings.high_contrast), settings.text_size / USUAL_TEXT)
            if by_system:
                hints.unsetColorScheme()  # so that its next change is heard
        finally:
            self._wearing = False

    def _system_changed(self) -> None:
        if self._settings.theme == "system" and not self._wearing:
            self.wear(self._settings)
