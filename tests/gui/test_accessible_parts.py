"""Nothing that can be reached by keyboard is without a name, in any part and any theme."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from desktop.ui.theme.theme import Theme


def load_gallery() -> ModuleType:
    spec = importlib.util.spec_from_file_location("parts_gallery", Path(__file__).with_name("gallery.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before = list(sys.path)
    spec.loader.exec_module(module)
    sys.path[:] = before
    return module


GALLERY = load_gallery()


@pytest.mark.parametrize("name", sorted(GALLERY.PAGES))
def test_every_control_has_a_name(qtbot: QtBot, theme: Theme, name: str) -> None:
    page = GALLERY.PAGES[name](theme)
    qtbot.addWidget(page)
    page.show()
    unnamed: list[str] = []
    for widget in page.findChildren(QWidget):
        reachable = widget.isVisible() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget.isEnabled()
        if not reachable or isinstance(widget, QScrollArea) or widget.focusProxy() is not None:
            continue
        told = QAccessible.queryAccessibleInterface(widget)
        if told is not None and not told.text(QAccessible.Text.Name):
            unnamed.append(f"{type(widget).__name__} in {type(widget.parentWidget()).__name__}")
    assert unnamed == []
