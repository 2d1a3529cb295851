"""A model file is chosen in the settings, and what stands against it is said at once."""

from __future__ import annotations

import pytest

from desktop.station.settings import Settings
from desktop.ui.pages.settings_page import SettingsPage
from desktop.ui.tasks import Tasks
from desktop.vocabulary.events import ExaminerChoice
from desktop.vocabulary.words import Words

pytestmark = pytest.mark.window


class NoKeys:
    async def read(self, base_url):
        return None


@pytest.fixture
def make(qtbot, theme):
    def make(**settings):
        told = Settings(language="en", **settings)
        page = SettingsPage(theme, told, NoKeys(), Words(), Tasks(lambda error: None), list)
        qtbot.addWidget(page)
        page.got = []
        page.changed.connect(page.got.append)
        page.resize(800, 900)
        page.show()
        return page

    return make


async def test_a_model_file_is_chosen_by_its_path(make, tmp_path):
    page = make()
    assert not page.model_file.isVisible()
    page.local.setChecked(True)
    assert page.model_file.isVisible()
    page.model_file._chosen(str(tmp_path / "m.gguf"))
    assert page.got[-1].examiner == ExaminerChoice(kind="local", model=str(tmp_path / "m.gguf"))


async def test_what_stands_against_a_file_is_said_below_it(make, tmp_path):
    page = make()
    page.local.setChecked(True)
    page.model_file._chosen(str(tmp_path / "none.gguf"))
    assert "There is no model file" in page.model_file.note.text()
    (tmp_path / "text.gguf").write_text("text", "utf-8")
    page.model_file._chosen(str(tmp_path / "text.gguf"))
    assert "is not a GGUF model file" in page.model_file.note.text()


async def test_the_chosen_file_is_there_again_and_no_model_of_an_address(make):
    page = make(examiner=ExaminerChoice(kind="local", model="m.gguf"))
    assert page.local.isChecked()
    assert page.model_file.path == "m.gguf"
    assert page.model.text() == ""
    page.embedded.setChecked(True)
    assert page.got[-1].examiner.kind == "embedded"
