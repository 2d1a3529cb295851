"""Everything in tests/gui runs without a screen unless a platform is asked for, and async tests run on our loop."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
pytest.importorskip("PySide6", reason="the window is not installed")

from PySide6.QtCore import QCoreApplication, QEvent, QtMsgType
from PySide6.QtWidgets import QApplication

from desktop.ui.loop import QtLoop
from desktop.ui.theme.palette import LIGHT
from desktop.ui.theme.theme import Theme

_BAD = (QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg)
_PLATFORM_TALK = re.compile(r"This plugin does not support|propagateSizeHints")
RESOURCES = Path(__file__).parents[2] / "resources"


def _loop() -> QtLoop:
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    app.setQuitOnLastWindowClosed(False)  # a test that closes its window must not stop the loop
    return QtLoop(app)


def pytest_asyncio_loop_factories(config: pytest.Config, item: pytest.Item) -> Mapping[str, Callable[[], QtLoop]]:
    return {"qt": _loop}


@pytest.fixture(autouse=True)
def no_qt_warnings(qapp: QApplication, qtlog: Any) -> Iterator[None]:
    """What Qt complains about is a fault of ours."""
    yield
    bad = [record for record in qtlog.records if record.type in _BAD and not _PLATFORM_TALK.search(record.message)]
    assert not bad, [record.message for record in bad]


@pytest.fixture(scope="session")
def worn_theme(qapp: QApplication) -> Theme:
    theme = Theme(RESOURCES, LIGHT)
    theme.wear(qapp)
    return theme


@pytest.fixture
def theme(worn_theme: Theme) -> Iterator[Theme]:
    """The theme the application wears: light, at 100 %, whatever the test before made of it."""
    yield worn_theme
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # the windows of this test are gone first
    worn_theme.change(LIGHT, 1.0)
