"""A model file is tried as a defense would use it: read, checked, loaded; a child that stands in serves it."""

from __future__ import annotations

import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from desktop.llm.local.process.host import LocalModel
from desktop.llm.local.process.known import KnownFile
from desktop.ui.examiner.model_file_section import ModelFileSection
from desktop.ui.tasks import Tasks
from desktop.vocabulary.words import Words
from tests.gui.stage import until

pytestmark = pytest.mark.window
CHILD = Path(__file__).parents[1] / "fixtures" / "local_child.py"
LISTED = KnownFile(name="A model", file="other.gguf", size=1_000_000, sha256="ab" * 32, licence="Apache-2.0")


@pytest.fixture
def make(qtbot, theme, tmp_path):
    @asynccontextmanager
    async def make(*behaviour):
        faults = []
        tasks = Tasks(faults.append)
        made = []

        def local_model(path):
            command = [sys.executable, str(CHILD), *behaviour]
            made.append(LocalModel(path, [LISTED], tmp_path / "log", command=command))
            return made[-1]

        window = QWidget()
        qtbot.addWidget(window)
        section = ModelFileSection(theme, Words(), tasks, local_model, lambda: (LISTED,), "/models/m.gguf", window)
        section.resize(700, 400)
        window.show()
        section.tasks, section.made = tasks, made
        try:
            yield section
        finally:
            await tasks.cancel()
        assert faults == []
        assert not any(model.running for model in made)

    return make


def press(button):
    assert button.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


async def test_a_file_that_loads_is_named_and_let_go_again(make):
    async with make("hang") as section:
        press(section.attempt)
        assert section.cancel.isVisible()
        await until(section.note.isVisible)
        assert "A model" in section.note.text()
        assert not section.made[0].running


async def test_what_is_wrong_with_a_file_is_said_in_words(make):
    async with make("fail", "damaged") as section:
        press(section.attempt)
        await until(section.note.isVisible)
        assert "checksum differs" in section.note.text()
        assert section.note.property("role") == "error"


async def test_trying_is_stopped_and_nothing_stays_behind(make):
    async with make("hang") as section:
        press(section.attempt)
        await until(lambda: section.made)
        press(section.cancel)
        assert section.attempt.isVisible()
        await until(lambda: not section.tasks._running)


async def test_the_files_that_were_tried_are_listed(make):
    async with make("hang") as section:
        section.tried.set_open(True)
        shown = " ".join(label.text() for label in section.tried.body.findChildren(QLabel))
        assert "A model" in shown
        assert "other.gguf" in shown


async def test_a_file_typed_is_told_once(make):
    async with make("hang") as section:
        told = []
        section.changed.connect(lambda: told.append(section.file()))
        section.path.setText("/models/other.gguf")
        section.path.editingFinished.emit()
        section.path.editingFinished.emit()
        assert told == ["/models/other.gguf"]
        await until(section.note.isVisible)
        assert "There is no model file" in section.note.text()
