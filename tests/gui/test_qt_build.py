"""The Qt that is installed is one that can be worked with."""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot


def test_void_calls_give_back_their_references_to_none(qtbot: QtBot) -> None:
    """PYSIDE-3474: PySide6 6.12.0 loses one for every such call on Python 3.11, and the process ends in an abort."""
    widget = QWidget()
    qtbot.addWidget(widget)
    before = sys.getrefcount(None)
    for _ in range(1000):
        widget.update()
        QObject.setObjectName(widget, "x")
    assert abs(sys.getrefcount(None) - before) < 200
