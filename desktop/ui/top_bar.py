"""The bar over every page: where we are, who examines, how isolated student code is; language, colours, settings."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from desktop.ui.keymap import window_keys
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import IconButton
from desktop.ui.widgets.keys import install
from desktop.ui.widgets.labels import Chip, ElidedLabel, IconLabel, TextLabel
from desktop.ui.widgets.roles import set_role
from desktop.view.screen import Screen

HEIGHT = 48  # pixels at 100 %


class TopBar(QFrame):
    """Each signal is a button or its keys: nothing is decided here."""

    home_wanted = Signal()
    problem_wanted = Signal()
    language_wanted = Signal()
    colours_wanted = Signal()
    settings_wanted = Signal()
    help_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "bar")
        self._theme = theme
        self._level = ""
        self._at_desk = False
        self.home = IconButton(theme, "arrow-left", self.tr("Home"), shortcut="Alt+Home")
        self.place = ElidedLabel("", "muted")
        self.mode, self.examiner, self.sandbox = Chip(), Chip(), Chip()
        self.problem = IconButton(theme, "panel-left", self.tr("Problem"), shortcut="Ctrl+1")
        self.language = IconButton(theme, "languages", "English / 简体中文")
        self.colours = IconButton(theme, "moon", "")
        self.help = IconButton(theme, "circle-question-mark", self.tr("Help"), shortcut="F1")
        self.settings = IconButton(theme, "settings", self.tr("Settings"), shortcut="Ctrl+,")
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 0, 12, 0)
        row.setSpacing(10)
        row.addWidget(self.home)
        row.addWidget(IconLabel(theme, "graduation-cap", "accent", 20))
        self._name = TextLabel("Defense Desk", "head")
        row.addWidget(self._name)
        row.addWidget(self.place, 1)
        for chip in (self.mode, self.examiner, self.sandbox):
            row.addWidget(chip)
        for button, wanted in (
            (self.problem, self.problem_wanted),
            (self.language, self.language_wanted),
            (self.colours, self.colours_wanted),
            (self.help, self.help_wanted),
            (self.settings, self.settings_wanted),
        ):
            row.addWidget(button)
            button.clicked.connect(wanted)
        self.home.clicked.connect(self.home_wanted)
        names = window_keys(self.tr)
        for keys, wanted in (
            ("Alt+Home", self.home_wanted),
            ("Ctrl+,", self.settings_wanted),
            ("F1", self.help_wanted),
        ):
            install(self, keys, names[keys], wanted.emit)
        theme.changed.connect(self._wear)
        self._wear()

    def show_place(self, screen: Screen | None, *, home: bool) -> None:
        """`screen` is that of the desk if the desk is in front; from `home` no way leads home."""
        self.home.setVisible(not home)
        self._at_desk = screen is not None
        self.problem.setVisible(self._at_desk)
        self.place.set_text(screen.title if screen is not None else "")
        if screen is None:
            self._fit()
            return
        choice = screen.examiner
        model = PurePath(choice.model).name if choice.kind == "local" else choice.model
        self.mode.show_state(screen.mode)
        self.examiner.show_state(self.tr("Embedded examiner") if choice.kind == "embedded" else model or "?")
        self._fit()

    def show_level(self, level: str) -> None:
        """`A` to `D`, or "" until it was found out (see `interpreter/probe.py`)."""
        self._level = level
        if level == "D":
            self.sandbox.show_state(self.tr("Not isolated"), "warn")
            self.sandbox.setToolTip(self.tr("Student code cannot be closed in on this computer: practice only."))
        elif level:
            self.sandbox.show_state(self.tr("Sandbox {level}").format(level=level))
            self.sandbox.setToolTip(self.level_words())
        self._fit()

    def level_words(self) -> str:
        """A sentence, also for the settings."""
        return {
            "A": self.tr("Level A: student code reaches no network, no other program and no file but its own."),
            "B": self.tr("Level B: as A, with an older way of closing files."),
            "C": self.tr("Level C: closed in by the means of this system."),
            "D": self.tr("Level D: not closed in. Practice only; exams refuse to start."),
        }.get(self._level, self.tr("Found out when the first problem is opened."))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Large letters in a narrow window: what can be read elsewhere goes first, and nothing is cut."""
        wanted = {
            self.mode: self._at_desk,
            self.examiner: self._at_desk,
            self.sandbox: self._at_desk and bool(self._level),
            self._name: True,
        }
        for widget, there in wanted.items():
            widget.setVisible(there)
        row = self.layout()
        for widget in (self.sandbox, self.examiner, self._name, self.mode):
            if row is None or row.totalMinimumSize().width() <= self.width():
                return
            if widget is not self.sandbox or self._level != "D":  # a warning stays
                widget.hide()

    def _wear(self) -> None:
        self.setFixedHeight(self._theme.px(HEIGHT))
        dark = self._theme.palette.dark
        self.colours.set_icon("sun" if dark else "moon")
        self.colours.set_name(self.tr("Light colours") if dark else self.tr("Dark colours"))
