"""Whoever goes by keys sees where they are: every control looks otherwise while it has the focus, in both themes."""

from __future__ import annotations

from collections.abc import AsyncIterator

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QRadioButton, QScrollArea, QTextBrowser, QWidget

from tests.gui.golden import Look, Painter
from tests.gui.pixels import pixels
from tests.gui.test_every_screen import controls

pytestmark = pytest.mark.window
SCENES = (
    "home",
    "settings-server",
    "instructor",
    "desk-fresh",
    "desk-tests",
    "desk-retry",
    "desk-waiting",
    "desk-end",
    "question-list",
    "question-line",
    "question-options",
    "question-order",
    "approval",
    "approval-edit",
    "approval-refuse",
    "history",
    "history-saw",
)
SEEN = 30  # of 255: less is not seen as another colour
ROOM = 3  # pixels round a control


@pytest.fixture(params=[False, True], ids=["light", "dark"])
async def painter(qapp: QApplication, request: pytest.FixtureRequest) -> AsyncIterator[Painter]:
    made = Painter(qapp, Look(dark=request.param))
    yield made
    made.window.hide()
    made.window.ended.set()
    made.window.close()
    made.window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


async def test_the_focus_is_seen_on_every_control(qapp: QApplication, painter: Painter) -> None:
    qapp.setCursorFlashTime(0)
    faults: list[str] = []
    known = set[tuple[str, ...]]()
    for scene in SCENES:
        shown = await painter.show(scene)
        painter._settle()
        shown.window().activateWindow()
        for control in controls(shown):
            kind = (
                type(control).__name__,
                type(control.parentWidget()).__name__,
                str(control.property("role")),
                str(isinstance(control, QRadioButton) and control.isChecked()),
            )
            if kind in known or isinstance(control, QScrollArea | QTextBrowser) or control.size().isEmpty():
                continue
            known.add(kind)
            if (ring := changed(qapp, control)) < least(control):
                faults.append(f"{scene}: {' '.join(kind)} {control.size().toTuple()}: {ring} pixels")
        painter.clear()
    assert len(known) > 25
    assert not faults, "\n".join(faults)


def changed(qapp: QApplication, control: QWidget) -> int:
    """The pixels in and round the control that look otherwise while the keys go to it."""
    seen: list[np.ndarray] = []
    for focus in (True, False):
        if focus:
            control.setFocus(Qt.FocusReason.TabFocusReason)
        else:
            control.clearFocus()
        qapp.processEvents()
        assert control.hasFocus() is focus
        around = control.parentWidget() or control
        seen.append(pixels(around.grab(control.geometry().adjusted(-ROOM, -ROOM, ROOM, ROOM))).astype(int))
    return int((np.abs(seen[0] - seen[1]).max(axis=2) > SEEN).sum())


def least(control: QWidget) -> int:
    """A line along one side and more; where text is written a caret and its line do."""
    if isinstance(control, QPlainTextEdit) and control.property("role") not in ("field",):
        return 15
    return min(control.width(), control.height())
