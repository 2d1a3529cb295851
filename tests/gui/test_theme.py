"""Every theme can be read, and a change of theme reaches everything."""

from __future__ import annotations

from dataclasses import fields

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QFont, QFontInfo
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.ui.theme.palette import DARK, PALETTES, Palette, contrast, palette_for
from desktop.ui.theme.style import change_sheet, qt_palette, style_sheet
from desktop.ui.theme.theme import RESOURCES_IN_A_CHECKOUT, Theme

WORDS = ("text", "muted", "faint")
GROUNDS = ("ground", "panel", "sunken", "raised", "code")
TONES = ("ok", "warn", "error")
SYNTAX = ("text", "keyword", "builtin", "string", "comment", "number", "definition", "faint")
BEHIND_CODE = ("editor", "current_line", "marked", "selection", "bracket")
each_palette = pytest.mark.parametrize("palette", PALETTES, ids=lambda palette: palette.name)


def pairs(palette: Palette) -> list[tuple[str, str, float]]:
    """What is drawn on what, and the contrast it needs (WCAG 2.2: 1.4.3 for words, 1.4.11 for edges)."""
    words = [(word, ground, 4.5) for word in WORDS for ground in GROUNDS]
    words += [(word, "accent_tint", 4.5) for word in ("text", "muted", "accent")]
    words += [("text", ground, 4.5) for ground in ("selection", "warn_tint", "error_tint", "ok_tint")]
    words += [(tone, ground, 4.5) for tone in TONES for ground in (f"{tone}_tint", "panel", "sunken")]
    words += [("accent", ground, 4.5) for ground in ("panel", "sunken", "ground")]
    words += [("on_accent", "accent", 4.5), ("on_accent", "accent_hover", 4.5), ("panel", "warn", 4.5)]
    words += [(word, ground, 4.5) for word in SYNTAX for ground in ("editor", "current_line", "code")]
    words += [(word, ground, 3.0) for word in SYNTAX for ground in BEHIND_CODE]
    edges = [(edge, ground, 3.0) for edge in ("field", "focus") for ground in ("panel", "sunken", "ground")]
    edges += [("error", "editor", 3.0), ("warn", "editor", 3.0), ("warn", "marked", 3.0)]
    return words + edges


@each_palette
def test_contrast_is_aa_everywhere(palette: Palette) -> None:
    values = {field.name: getattr(palette, field.name) for field in fields(palette)}
    poor = [
        f"{over} on {under}: {contrast(values[over], values[under]):.2f} < {needed}"
        for over, under, needed in pairs(palette)
        if contrast(values[over], values[under]) < needed
    ]
    assert poor == []


@pytest.mark.parametrize("palette", [p for p in PALETTES if "contrast" in p.name], ids=lambda palette: palette.name)
def test_high_contrast_is_aaa_for_words(palette: Palette) -> None:
    assert min(contrast(getattr(palette, word), getattr(palette, ground)) for word in WORDS for ground in GROUNDS) >= 7


def test_the_formula_is_the_one_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_the_desktop_decides_between_light_and_dark() -> None:
    assert [palette_for(dark, more).name for dark in (False, True) for more in (False, True)] == [
        "light",
        "light contrast",
        "dark",
        "dark contrast",
    ]


@each_palette
def test_no_token_is_left_in_the_style_sheet(palette: Palette) -> None:
    assert "@" not in style_sheet(palette, 1.5)


@each_palette
def test_the_palette_of_qt_has_our_colours(palette: Palette) -> None:
    assert qt_palette(palette).text().color().name() == palette.text


@pytest.mark.parametrize("weight", [QFont.Weight.Normal, QFont.Weight.DemiBold, QFont.Weight.Bold])
def test_the_bundled_fonts_are_used_in_every_weight(theme: Theme, weight: QFont.Weight) -> None:
    info = QFontInfo(theme.ui_font(10, weight))
    assert (info.family(), info.weight()) == ("Inter", weight)
    code = theme.code_font()
    code.setWeight(weight)
    assert (QFontInfo(code).family(), QFontInfo(code).weight()) == ("JetBrains Mono", weight)


def test_code_has_no_ligatures(theme: Theme) -> None:
    assert theme.code_font().featureValue(QFont.Tag("calt")) == 0


def test_a_change_is_heard_once_and_reaches_the_application(theme: Theme, qapp: QApplication) -> None:
    heard: list[str] = []
    theme.changed.connect(lambda: heard.append(theme.palette.name))
    theme.change(DARK, 1.25)
    theme.change(DARK, 1.25)
    assert heard == ["dark"]
    assert qapp.palette().text().color().name() == DARK.text
    assert qapp.font().pointSizeF() == pytest.approx(12.5)


def test_text_size_stays_between_80_and_200_percent(theme: Theme) -> None:
    theme.change(text_scale=9)
    assert theme.text_scale == 2.0
    theme.change(text_scale=0.1)
    assert theme.text_scale == 0.8


def test_icons_take_the_colour_of_the_theme(theme: Theme) -> None:
    def ink() -> set[str]:
        image = theme.pixmap("square", "text", 16).toImage()
        places = [(x, y) for x in range(image.width()) for y in range(image.height())]
        return {image.pixelColor(x, y).name() for x, y in places if image.pixelColor(x, y).alpha() == 255}

    assert theme.hex("text") in ink()
    theme.change(DARK)
    assert DARK.text in ink()


def test_a_token_that_is_not_there_is_a_bug(theme: Theme) -> None:
    with pytest.raises(KeyError):
        theme.hex("name")


def test_every_font_and_icon_comes_with_its_licence() -> None:
    fonts, icons = RESOURCES_IN_A_CHECKOUT / "fonts", RESOURCES_IN_A_CHECKOUT / "icons"
    assert "SIL OPEN FONT LICENSE" in (fonts / "OFL-Inter.txt").read_text()
    assert "SIL OPEN FONT LICENSE" in (fonts / "OFL-JetBrainsMono.txt").read_text()
    assert "ISC License" in (icons / "LICENSE.txt").read_text()
    assert all("currentColor" in icon.read_text() for icon in icons.glob("*.svg"))


class Changes(QObject):
    """How often a widget is told that its style is another one."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.StyleChange
        return False


def test_another_sheet_reaches_a_widget_once_however_deep_it_lies(qtbot: QtBot) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    before = app.styleSheet()
    outer = inner = QWidget()
    qtbot.addWidget(outer)
    for _ in range(6):
        layout, deeper = QVBoxLayout(inner), QWidget()
        layout.addWidget(deeper)
        inner = deeper
    label = QLabel("words", inner)
    outer.show()
    changes = Changes(label)
    try:
        change_sheet(app, "QLabel { color: #123456; }")
        changes.count = 0
        change_sheet(app, "QLabel { color: #654321; }")
        assert changes.count == 1
        assert label.palette().windowText().color().name() == "#654321"
    finally:
        change_sheet(app, before)
