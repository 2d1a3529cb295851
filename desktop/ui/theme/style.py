"""A palette turned into Qt's: roles for what Fusion draws, one style sheet for the rest.

Widgets say what they are with the property `role` (`role="primary"`), tones with `tone` (`tone="ok"`).
"""

from __future__ import annotations

from dataclasses import asdict

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from desktop.ui.theme.fonts import BODY_POINTS, CODE_POINTS
from desktop.ui.theme.palette import Palette

_ROLES = {
    QPalette.ColorRole.Window: "ground",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.Base: "panel",
    QPalette.ColorRole.AlternateBase: "sunken",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.Button: "raised",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.BrightText: "error",
    QPalette.ColorRole.ToolTipBase: "raised",
    QPalette.ColorRole.ToolTipText: "text",
    QPalette.ColorRole.Highlight: "selection",
    QPalette.ColorRole.HighlightedText: "text",
    QPalette.ColorRole.Link: "accent",
    QPalette.ColorRole.LinkVisited: "accent",
    QPalette.ColorRole.PlaceholderText: "faint",
    QPalette.ColorRole.Light: "border",
    QPalette.ColorRole.Midlight: "border",
    QPalette.ColorRole.Mid: "border_strong",
    QPalette.ColorRole.Dark: "border_strong",
    QPalette.ColorRole.Accent: "accent",
}
_DIMMED = (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText)


def qt_palette(palette: Palette) -> QPalette:
    colours = asdict(palette)
    made = QPalette()
    for role, token in _ROLES.items():
        made.setColor(role, QColor(colours[token]))
    for role in _DIMMED:
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(palette.disabled))
    return made


def style_sheet(palette: Palette, text_scale: float = 1.0) -> str:
    """The whole style sheet. A rule for every widget or label would double what a change of theme costs: the palette
    of Qt says those. Font sizes are points, already scaled (1.0 is 100 %)."""
    sizes = {
        "title": f"{BODY_POINTS * 1.4 * text_scale:.1f}pt",
        "head": f"{BODY_POINTS * 1.05 * text_scale:.1f}pt",
        "body": f"{BODY_POINTS * text_scale:.1f}pt",
        "small": f"{BODY_POINTS * 0.9 * text_scale:.1f}pt",
        "code_size": f"{CODE_POINTS * text_scale:.1f}pt",
    }
    side, ring = (round(size * max(1.0, text_scale)) for size in (14, 5))
    sizes |= {
        "side": f"{side}px",
        "dot": f"{side + 2 - 2 * ring}px",
        "ring": f"{ring}px",
        "round": f"{side // 2 + 1}px",
    }
    sheet = _SHEET
    for name, value in {**{k: str(v) for k, v in asdict(palette).items()}, **sizes}.items():
        sheet = sheet.replace(f"@{name};", f"{value};").replace(f"@{name} ", f"{value} ")
    return sheet


def change_sheet(app: QApplication, sheet: str) -> None:
    """One sheet in another's place, by way of none: directly, Qt polishes a widget once and again for each of its
    parents, ten times in all (6.11). Nothing is laid out in between."""
    still = _Still()
    app.installEventFilter(still)
    app.setStyleSheet("")
    app.removeEventFilter(still)
    app.setStyleSheet(sheet)


class _Still(QObject):
    """Keeps from all widgets that they are undressed."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return event.type() == QEvent.Type.StyleChange


_SHEET = """
QPushButton, QToolButton, QTabBar, QCheckBox, QRadioButton, QComboBox, QAbstractItemView { outline: none; }
QMainWindow, QDialog, QWidget[role="ground"] { background: @ground; }
QLabel[role="title"] { font-size: @title; font-weight: 600; }
QLabel[role="head"] { font-size: @head; font-weight: 600; }
QLabel[role="strong"] { font-weight: 600; }
QLabel[role="muted"] { color: @muted; }
QLabel[role="small"] { color: @muted; font-size: @small; }
QLabel[role="error"] { color: @error; }
QLabel[role="code"] { font-family: "JetBrains Mono"; }

QFrame[role="panel"] { background: @panel; border: 1px solid @border; border-radius: 10px; }
QFrame[role="panelhead"] { background: transparent; border: 0; border-bottom: 1px solid @border; }
QFrame[role="bar"] { background: @panel; border: 0; border-bottom: 1px solid @border; }
QFrame[role="card"] { background: @sunken; border: 1px solid @border; border-radius: 10px; }
QFrame[role="mine"] { background: @accent_tint; border: 1px solid @accent_tint; border-radius: 10px; }
QFrame[role="row"] { background: transparent; border: 1px solid @border; border-radius: 8px; }
QFrame[role="asking"] { background: @warn_tint; border: 1px solid @warn; border-radius: 10px; }
QFrame[role="tour"] { background: @raised; border: 2px solid @accent; border-radius: 10px; }
QFrame[role="inputline"] { background: @accent_tint; border: 0; border-top: 1px solid @border; }
QFrame[role="findbar"] { background: @panel; border: 0; border-top: 1px solid @border; }
QFrame[role="banner"] { background: @warn_tint; border: 0; border-bottom: 1px solid @border; }
QFrame[role="banner"] QLabel { color: @warn; }
QFrame[role="banner"][tone="loud"] { background: @warn; }
QFrame[role="banner"][tone="loud"] QLabel { color: @panel; }
QFrame[role="line"] { background: @border; border: 0; max-height: 1px; min-height: 1px; }

QLabel[role="chip"] { border-radius: 10px; padding: 1px 9px; min-height: 19px; font-size: @small; font-weight: 600; }
QLabel[role="chip"][tone="neutral"] { background: @code; color: @muted; font-weight: 500; }
QLabel[role="chip"][tone="accent"] { background: @accent_tint; color: @accent; }
QLabel[role="chip"][tone="ok"] { background: @ok_tint; color: @ok; }
QLabel[role="chip"][tone="warn"] { background: @warn_tint; color: @warn; }
QLabel[role="chip"][tone="error"] { background: @error_tint; color: @error; }

QPushButton { background: @raised; color: @text; border: 1px solid @border_strong; border-radius: 7px;
  padding: 6px 12px; font-size: @body; }
QPushButton:hover { background: @sunken; border-color: @field; }
QPushButton:pressed { background: @code; }
QPushButton:disabled { color: @disabled; background: transparent; border-color: @border; }
QPushButton:focus { border: 2px solid @focus; padding: 5px 11px; }
QPushButton[role="primary"] { background: @accent; color: @on_accent; border: 1px solid @accent; font-weight: 600; }
QPushButton[role="primary"]:hover { background: @accent_hover; border-color: @accent_hover; }
QPushButton[role="primary"]:pressed { background: @accent_hover; }
QPushButton[role="primary"]:focus { border: 2px solid @text; padding: 5px 11px; }
QPushButton[role="primary"]:disabled { background: @code; border-color: @border; color: @disabled; }
QPushButton[role="danger"] { color: @error; border-color: @error; }
QPushButton[role="danger"]:hover { background: @error_tint; }
QPushButton[role="quiet"] { background: transparent; border-color: transparent; color: @accent; font-weight: 500; }
QPushButton[role="quiet"]:hover { background: @accent_tint; }
QPushButton[role="quiet"]:focus { border: 2px solid @focus; }
QPushButton[role="quiet"]:disabled { color: @disabled; }
QPushButton[role="fold"] { background: transparent; border: 1px solid transparent; border-radius: 8px; padding: 0;
  text-align: left; }
QPushButton[role="fold"]:hover { background: @sunken; }
QPushButton[role="fold"]:focus { border: 2px solid @focus; padding: 0; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 6px; padding: 4px;
  color: @muted; font-size: @body; }
QToolButton:hover { background: @code; }
QToolButton:pressed, QToolButton:checked { background: @accent_tint; color: @accent; }
QToolButton:focus { border: 2px solid @focus; padding: 3px; }
QToolButton:disabled { color: @disabled; }
QToolButton::menu-indicator { image: none; }

QPlainTextEdit, QTextEdit, QTextBrowser { background: @panel; color: @text; border: 0;
  selection-background-color: @selection; selection-color: @text; }
QPlainTextEdit[role="editor"] { background: @editor; border: 0; }
QPlainTextEdit[role="console"] { background: @sunken; }
QPlainTextEdit[role="codebox"] { background: @code; border: 1px solid @border; border-radius: 6px; }
QTextBrowser[role="prose"] { background: transparent; }
QTextEdit[role="field"], QPlainTextEdit[role="field"], QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox {
  background: @panel; color: @text; border: 1px solid @field; border-radius: 7px; padding: 4px 7px;
  selection-background-color: @selection; selection-color: @text; placeholder-text-color: @faint;
  font-size: @body; }
QTextEdit[role="field"]:focus, QPlainTextEdit[role="field"]:focus, QLineEdit:focus, QSpinBox:focus,
QDoubleSpinBox:focus, QComboBox:focus { border: 2px solid @focus; padding: 3px 6px; }
QLineEdit:disabled, QComboBox:disabled { color: @disabled; border-color: @border; background: @sunken; }
QLineEdit[wrong="true"] { border: 1px solid @error; }
QLineEdit[role="code"] { font-family: "JetBrains Mono"; }
QComboBox QLineEdit, QComboBox QLineEdit:focus { background: transparent; border: 0; padding: 0; }
QComboBox::drop-down { border: 0; width: 22px; }
QComboBox QAbstractItemView { background: @raised; color: @text; border: 1px solid @border_strong;
  selection-background-color: @selection; selection-color: @text; }

QScrollArea { background: transparent; border: 0; }
QScrollArea > QWidget > QWidget { background: transparent; }
QAbstractScrollArea::corner { background: transparent; border: 0; }
QSplitter { background: transparent; }
QSplitter::handle { background: transparent; }
QTabBar { background: transparent; border: 0; }
QTabBar::tab { background: transparent; color: @muted; padding: 6px 10px; border: 0;
  border-bottom: 2px solid transparent; font-size: @body; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; font-weight: 600; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:focus { color: @accent; border: 2px solid @focus; border-radius: 6px; padding: 4px 8px; }
QTabWidget::pane { border: 0; }
QAbstractScrollArea::corner { background: transparent; border: 0; }
QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar::handle:vertical { background: @border_strong; border-radius: 4px; min-height: 28px; margin: 2px; }
QScrollBar::handle:vertical:hover { background: @field; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle:horizontal { background: @border_strong; border-radius: 4px; min-width: 28px; margin: 2px; }
QScrollBar::handle:horizontal:hover { background: @field; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QAbstractItemView { background: @panel; color: @text; border: 0; alternate-background-color: @sunken;
  selection-background-color: @selection; selection-color: @text; }
QListWidget[role="orderlist"] { background: @panel; border: 1px solid @field; border-radius: 7px; padding: 3px; }
QListWidget[role="orderlist"]:focus { border: 2px solid @focus; padding: 2px; }
QListWidget[role="orderlist"]::item { border-radius: 5px; padding: 3px 6px; }
QListWidget[role="orderlist"]::item:selected { background: @selection; color: @text; }
QListWidget[role="contents"] { background: @panel; border: 1px solid @field; border-radius: 7px; padding: 3px; }
QListWidget[role="contents"]:focus { border: 2px solid @focus; padding: 2px; }
QListWidget[role="contents"]::item { border-radius: 5px; padding: 3px 6px; }
QListWidget[role="contents"]::item:selected { background: @selection; color: @text; }
QSlider { border: 2px solid transparent; border-radius: 6px; min-height: 22px; }
QSlider:focus { border: 2px solid @focus; }
QSlider::groove:horizontal { background: @border_strong; height: 4px; border-radius: 2px; margin: 0 4px; }
QSlider::sub-page:horizontal { background: @accent; height: 4px; border-radius: 2px; margin: 0 4px; }
QSlider::handle:horizontal { background: @accent; border: 2px solid @panel; width: 14px; margin: -7px 0;
  border-radius: 9px; }
QTableView::item { padding: 2px 8px; }
QHeaderView { background: transparent; border: 0; }
QHeaderView::section { background: @panel; color: @muted; border: 0; border-bottom: 1px solid @border;
  padding: 5px 11px; font-size: @small; font-weight: 600; }
QToolTip { background: @raised; color: @text; border: 1px solid @border_strong; padding: 4px 6px; }
QMenu { background: @raised; color: @text; border: 1px solid @border_strong; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 12px; border-radius: 5px; }
QMenu::item:selected { background: @selection; }
QMenu::item:disabled { color: @disabled; }
QMenu::separator { height: 1px; background: @border; margin: 4px 6px; }
QListView[role="completer"] { background: @raised; border: 1px solid @border_strong; padding: 2px; }
QStatusBar { background: @panel; color: @muted; border-top: 1px solid @border; }
QStatusBar::item { border: 0; }
QStatusBar QLabel { color: @muted; font-size: @small; padding: 0 6px; }
QProgressBar { background: @code; border: 0; border-radius: 3px; max-height: 6px; min-height: 6px; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }
QCheckBox, QRadioButton { color: @text; spacing: 8px; font-size: @body; padding: 2px; border: 2px solid transparent;
  border-radius: 6px; }
QCheckBox::indicator, QRadioButton::indicator { width: @side; height: @side; border: 1px solid @field;
  background: @panel; }
QCheckBox::indicator { border-radius: 4px; }
QRadioButton::indicator { border-radius: @round; }
QCheckBox::indicator:checked { background: @accent; border: 1px solid @accent; }
QRadioButton::indicator:checked { width: @dot; height: @dot; border: @ring solid @accent; background: @on_accent; }
QCheckBox:focus, QRadioButton:focus { border: 2px solid @focus; }
QCheckBox:disabled, QRadioButton:disabled { color: @disabled; }
"""
