"""On every screen and in every state: each control has a name, keys reach it in order, and Chinese is Chinese."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QScrollArea,
    QTabBar,
    QTextBrowser,
    QWidget,
)

from tests.gui.golden import SCENES, Look, Painter

pytestmark = pytest.mark.window
ENGLISH = re.compile(r"[A-Za-z]{2,}(?:['’\s-]+[A-Za-z]{2,})+")  # two words and more
# what is no sentence of ours: names, code, what packs and servers say, the fixtures' own English
MEANT = re.compile(
    r"Defense Desk|English|Level A|/defense-desk|Nearest neighbours|Group points|Predict the label|graphs\.zip|"
    r"Every problem needs|LM Studio|OLLAMA|max_|chat/completions|Of about|Raise the context|Qwen|SmolLM|Traceback|"
    r"three blobs|duplicate points|five identical|Gives the right|Holds at|The student|baseline tests passed|"
    r"edge cases passed|Understanding|Solid work|The lab server|Check the network|It stops|It goes on|It raises|"
    r"lab-server|It is 4|does not finish|It runs until|Say in a sentence how you know"
)


@pytest.fixture
async def painter(qapp: QApplication) -> AsyncIterator[Painter]:
    made = Painter(qapp, Look(dark=False, language="zh"))
    yield made
    made.window.hide()
    QCoreApplication.removeTranslator(made.window._translator)
    made.window.ended.set()
    made.window.close()
    made.window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


async def test_names_keys_and_words_of_every_screen(painter: Painter) -> None:
    faults: list[str] = []
    for scene in SCENES:
        shown = await painter.show(scene)
        faults += [f"{scene}: no name: {control}" for control in nameless(shown)]
        faults += [f"{scene}: not reached by Tab: {control}" for control in unreached(shown)]
        faults += [f"{scene}: English: {text!r}" for text in english(shown)]
        painter.clear()
    assert not faults, "\n".join(faults)


async def test_qts_own_words_are_chinese_too(painter: Painter) -> None:
    painter.at("writing")
    assert painter.window.page is not None
    menu = painter.window.page.editor.createStandardContextMenu()
    said = " ".join(action.text() for action in menu.actions())
    assert "撤" in said, said
    assert not re.search(r"Undo|Copy|Paste|Select", said)
    box = QMessageBox(QMessageBox.Icon.Question, "", "", QMessageBox.StandardButton.Cancel, painter.window)
    assert "取消" in box.button(QMessageBox.StandardButton.Cancel).text()


def controls(shown: QWidget) -> list[QWidget]:
    """What a person can be on with the keys."""
    return [
        widget
        for widget in shown.findChildren(QWidget)
        if widget.isVisibleTo(shown) and widget.isEnabled() and widget.window() is shown.window()
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
    ]


def nameless(shown: QWidget) -> list[str]:
    said: list[str] = []
    for widget in controls(shown):
        told = QAccessible.queryAccessibleInterface(widget)
        if told is not None and not told.text(QAccessible.Text.Name) and not isinstance(widget, QScrollArea):
            said.append(f"{type(widget).__name__} in {type(widget.parentWidget()).__name__}")
    return said


def unreached(shown: QWidget) -> list[str]:
    """Tab goes round; each control lies on the way once. Of radio buttons only the chosen one does."""
    way, at = set[QWidget](), shown.window()
    for _ in range(5_000):
        at = at.nextInFocusChain()
        if at in way:
            break
        way.add(at)
    return [type(widget).__name__ for widget in controls(shown) if widget not in way]


def english(shown: QWidget) -> list[str]:
    """Left out: statements and messages, which are a pack's words or an examiner's."""
    texts: set[str] = set()
    for widget in shown.findChildren(QWidget):
        if widget.isVisibleTo(shown) and widget.window() is shown.window() and not isinstance(widget, QTextBrowser):
            texts |= {widget.toolTip(), widget.accessibleName(), *words_of(widget)}
    return sorted(text for text in texts if ENGLISH.search(text) and not MEANT.search(text))


def words_of(widget: QWidget) -> list[str]:
    match widget:
        case QLabel() | QAbstractButton():
            return [widget.text()]
        case QLineEdit():
            return [widget.placeholderText()]
        case QPlainTextEdit():
            return [widget.placeholderText()]
        case QComboBox():
            return [widget.itemText(n) for n in range(widget.count())]
        case QTabBar():
            return [widget.tabText(n) for n in range(widget.count())]
        case _:
            return []
