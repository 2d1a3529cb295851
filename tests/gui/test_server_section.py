"""A server on this machine's own address is listed, checked, stopped and forgotten from the settings."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from desktop.llm.request.quirks import Quirks
from desktop.llm.servers.presets import Preset
from desktop.ui.examiner.server_section import ServerSection
from desktop.ui.tasks import Tasks
from desktop.wiring import DefenseDesk
from tests.fixtures.loopback import Answer, answering, called, said
from tests.gui.stage import until

pytestmark = pytest.mark.window
STREAM = {"Content-Type": "text/event-stream"}
LEFT = Qt.MouseButton.LeftButton


def good(asked):
    """A list of models, then whatever is asked: a text, or the tool."""
    if asked is None:
        return Answer(body={"data": [{"id": "coder"}, {"id": "tiny"}]}, headers={"Content-Type": "application/json"})
    if asked.get("tools"):
        return Answer(body=called("echo_word", '{"word": "heron"}'), headers=STREAM)
    usage = {"prompt_tokens": len(json.dumps(asked)) // 3, "completion_tokens": 9}
    return Answer(body=said("one, two, three", usage=usage), headers=STREAM)


def never(asked):
    return Answer(body=[b"data: {}\n\n"], headers=STREAM, hold=True)


@pytest.fixture
def make(qtbot, theme, tmp_path, monkeypatch):
    """A section on a real desk; its tasks end inside the test, since Qt turns on after it without our loop."""
    monkeypatch.setenv("DEFENSE_DESK_API_KEY", "not-a-secret")

    @asynccontextmanager
    async def make(base_url="", model="", presets=()):
        faults = []
        desk = DefenseDesk.open(tmp_path)
        tasks = Tasks(faults.append)

        def servers():
            made = desk.servers()
            made._presets = presets
            return made

        window = QWidget()
        qtbot.addWidget(window)
        window.resize(700, 700)
        section = ServerSection(theme, desk.words("en"), tasks, desk.keys, servers, base_url, model, parent=window)
        section.resize(700, 700)
        window.show()
        section.desk, section.tasks = desk, tasks
        try:
            yield section
        finally:
            await tasks.cancel()
            await desk.close()
        assert faults == []

    return make


def press(button):
    assert button.isVisible()
    assert button.isEnabled()
    QTest.mouseClick(button, LEFT)


def texts(part):
    return " | ".join(label.text() for label in part.findChildren(QLabel) if label.isVisible())


async def test_the_models_of_a_server_are_listed_and_any_name_can_be_typed(make):
    async with answering(good) as server, make(server.url) as section:
        press(section.list_models)
        await until(lambda: section.model.count() == 2)
        assert [section.model.itemText(n) for n in range(2)] == ["coder", "tiny"]
        section.model.setCurrentText("another")
        assert section.model_name() == "another"


async def test_a_server_that_lists_nothing_says_so_in_words(make):
    async with answering(Answer(status=404, body={"error": "x"})) as server, make(server.url) as section:
        press(section.list_models)
        await until(lambda: section.model_note.text() and "asked" not in section.model_note.text())
        assert section.model_note.property("role") == "error"


async def test_a_check_shows_each_fact_and_that_the_server_can_examine(make):
    async with answering(good) as server, make(server.url, "coder") as section:
        press(section.check.check)
        assert section.check.cancel.isVisible()
        await until(section.check.verdict.isVisible, 30)
        assert section.check.verdict.text() == "Can examine"
        shown = texts(section.check)
        for fact in ("Answers", "Tools | called as they should be", "A long conversation is read whole | yes"):
            assert fact in shown
        assert not section.check.cancel.isVisible()


async def test_what_is_missing_is_said_with_what_to_change(make):
    def no_tools(asked):
        return Answer(body=said("I cannot."), headers=STREAM) if asked and asked.get("tools") else good(asked)

    async with answering(no_tools) as server, make(server.url, "coder") as section:
        press(section.check.check)
        await until(section.check.verdict.isVisible, 30)
        assert section.check.verdict.text() == "Cannot examine like this"
        assert "--jinja" in texts(section.check)


async def test_a_check_is_stopped_at_once_and_can_begin_anew(make):
    async with answering(never) as server, make(server.url, "coder") as section:
        press(section.check.check)
        await until(lambda: server.asked)
        press(section.check.cancel)
        assert section.check.check.isVisible()
        await asyncio.wait_for(server.closed.wait(), 10)
        press(section.check.check)
        assert section.check.cancel.isVisible()


async def test_a_section_that_is_gone_hears_of_nothing(make):
    async with answering(never) as server, make(server.url, "coder") as section:
        press(section.check.check)
        await until(lambda: server.asked)
        tasks = section.tasks
        section.hide()
        section.deleteLater()
        await until(lambda: not tasks._running)
        await asyncio.wait_for(server.closed.wait(), 10)


async def test_without_a_model_the_check_asks_for_one(make):
    async with answering(good) as server, make(server.url) as section:
        press(section.check.check)
        await until(section.check.note.isVisible)
        assert "Choose one of the list" in section.check.note.text()
        assert section.model.count() == 2


async def test_what_was_learned_is_shown_and_forgotten(make):
    async with make() as section:
        section.desk.quirks.save("http://lab:8000/v1", "coder", Quirks(dropped=("temperature",)))
        section.base_url.setText("lab:8000")
        section.base_url.editingFinished.emit()
        section.model.setCurrentText("coder")
        section.model.lineEdit().editingFinished.emit()
        await until(section.learned.isVisible)
        assert "temperature" in section.learned.text.text()
        press(section.learned.forget)
        await until(lambda: not section.learned.isVisible())
        assert section.desk.quirks.all() == ()


async def test_an_address_is_completed_as_it_will_be_called(make):
    async with make() as section:
        section.base_url.setText("localhost:11434")
        section.base_url.editingFinished.emit()
        assert section.address() == "http://localhost:11434/v1"
        assert section.preset.currentText() == "Ollama"


async def test_a_server_of_this_computer_is_offered_and_taken_with_one_click(make):
    here = Preset("ollama", "Ollama", "", needs_key=False, local=True)
    async with answering(good) as server, make(presets=(replace(here, base_url=server.url),)) as section:
        await until(section.found_part.isVisible)
        found = next(b for b in section.found_part.findChildren(QPushButton) if b.text() == "Ollama")
        press(found)
        assert section.address() == server.url
        assert section.model.count() == 2


async def test_a_preset_brings_its_address(make):
    async with make() as section:
        section.preset.setCurrentIndex(section.preset.findData("openrouter"))
        section.preset.activated.emit(section.preset.currentIndex())
        assert section.address() == "https://openrouter.ai/api/v1"


async def test_a_key_typed_where_a_name_belongs_is_not_kept(make):
    async with make("http://lab:8000/v1") as section:
        told = []
        section.variable_changed.connect(told.append)
        section.key.variable.setText("sk-123 456")
        section.key.variable.editingFinished.emit()
        assert (told, section.key.variable.text()) == ([], "")
        assert "not the key itself" in section.key.note.text()


async def test_the_variable_that_is_named_gives_the_key(make, monkeypatch, tmp_path):
    monkeypatch.delenv("DEFENSE_DESK_API_KEY")
    monkeypatch.setenv("LAB_KEY", "from-the-lab")
    async with answering(good) as server, make(server.url) as section:
        desk = section.desk
        choice = desk.settings.examiner.model_copy(update={"base_url": server.url})
        desk.save_settings(desk.settings.model_copy(update={"examiner": choice, "key_variable": "LAB_KEY"}))
        press(section.list_models)
        await until(lambda: section.model.count() == 2)
        assert server.headers[-1]["authorization"] == "Bearer from-the-lab"
