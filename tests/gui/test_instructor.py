"""An instructor imports packs and has a problem written: real packs, a real server, real workers."""

from __future__ import annotations

import asyncio
import json
import zipfile

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QMessageBox, QPushButton, QScrollArea, QWidget

from desktop.packs.loader import load_pack
from desktop.packs.new import new_pack
from desktop.ui.author.author_dialog import AuthorDialog
from desktop.vocabulary.events import ExaminerChoice
from tests.fixtures.loopback import Answer, answering, said
from tests.gui.program import program
from tests.gui.stage import until
from tests.support.drafts import BAD_SCAFFOLD, GOOD

pytestmark = pytest.mark.window
STREAM = {"Content-Type": "text/event-stream"}


@pytest.fixture(autouse=True)
def a_key(monkeypatch):
    """So that no keyring is asked."""
    monkeypatch.setenv("DEFENSE_DESK_API_KEY", "not-a-secret")


def writes(draft):
    return Answer(body=said(json.dumps(draft)), headers=STREAM)


def model(server):
    return ExaminerChoice(base_url=server.url, model="coder")


def press(button):
    assert button.isVisible()
    assert button.isEnabled()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def words_on(widget):
    return " ".join(label.text() for label in widget.findChildren(QLabel) if label.isVisible())


def dialog_of(it):
    press(it.window.home.write_problem)
    dialog = it.window.instructor.dialog
    assert isinstance(dialog, AuthorDialog)
    return dialog


async def done(dialog):
    await until(lambda: not dialog.cancel.isVisible() and not dialog.writing.busy.isVisible(), 120)


async def test_a_folder_becomes_a_pack_with_a_problem_to_start(tmp_path):
    new_pack(tmp_path / "lists")
    async with program(tmp_path / "data") as it:
        it.window.instructor.bring(tmp_path / "lists")
        await until(lambda: it.window.home.findChild(QPushButton, "start:moving-mean"))
        assert (tmp_path / "data" / "packs" / "lists" / "pack.toml").is_file()


async def test_the_buttons_ask_for_a_zip_and_for_a_folder(tmp_path):
    async with program(tmp_path) as it:
        for button, mode in (
            (it.window.home.import_zip, QFileDialog.FileMode.ExistingFile),
            (it.window.home.import_folder, QFileDialog.FileMode.Directory),
        ):
            press(button)
            dialog = it.window.instructor.dialog
            assert isinstance(dialog, QFileDialog)
            assert dialog.fileMode() is mode
            dialog.reject()


async def test_a_broken_zip_is_refused_in_words(tmp_path):
    with zipfile.ZipFile(tmp_path / "broken.zip", "w") as archive:
        archive.writestr("pack.toml", "id = 3")
    async with program(tmp_path / "data") as it:
        it.window.instructor.bring(tmp_path / "broken.zip")
        await until(it.window.banner.isVisible)
        assert "pack.toml" in it.window.banner.text.text()
        assert not (tmp_path / "data" / "packs").exists()


async def test_a_pack_that_broke_later_is_listed_with_its_trouble(tmp_path):
    new_pack(tmp_path / "packs" / "lists")
    (tmp_path / "packs" / "lists" / "moving-mean" / "edges.py").unlink()
    async with program(tmp_path) as it:
        assert "Packs that cannot be used" in words_on(it.window.home)
        assert "edges.py is missing" in words_on(it.window.home)


@pytest.mark.parametrize(("button", "replaced"), [("Replace it", True), ("Keep the old one", False)])
async def test_a_pack_of_the_same_name_is_replaced_only_when_a_person_says_so(tmp_path, button, replaced):
    new_pack(tmp_path / "lists")
    async with program(tmp_path / "data") as it:
        it.window.instructor.bring(tmp_path / "lists")
        await until(lambda: it.window.home.findChild(QPushButton, "start:moving-mean"))
        statement = tmp_path / "lists" / "moving-mean" / "problem.md"
        statement.write_text("The newer statement of it.", encoding="utf-8")
        it.window.instructor.bring(tmp_path / "lists")
        await until(lambda: isinstance(it.window.instructor.dialog, QMessageBox))
        press(next(b for b in it.window.instructor.dialog.buttons() if b.text() == button))
        await until(lambda: not it.window.tasks._running)
    pack = load_pack(tmp_path / "data" / "packs" / "lists")
    assert pack.problems[0].statement.en.startswith("The newer") is replaced


async def test_a_problem_is_written_looked_at_accepted_and_can_be_started(tmp_path):
    async with answering(writes(BAD_SCAFFOLD), writes(GOOD)) as server:
        async with program(tmp_path, examiner=model(server)) as it:
            dialog = dialog_of(it)
            QTest.keyClicks(dialog.form.topic, "moving averages")
            press(dialog.write)
            await done(dialog)
            first, second = dialog.writing.rows
            first.set_open(True)
            assert "not valid Python" in words_on(first)
            assert "passed" in second.head.accessibleName()
            assert "+def moving_mean(values, width):" in dialog.diff.toPlainText()
            assert not (tmp_path / "packs").exists()
            press(dialog.accept_it)
            await until(lambda: it.window.home.findChild(QPushButton, "start:moving-mean"))
            assert load_pack(tmp_path / "packs" / "my-problems").problem("moving-mean")
        assert "moving averages" in json.dumps(server.asked[0])


async def test_what_never_passes_can_be_kept_as_a_draft_that_students_do_not_see(tmp_path):
    async with answering(writes(BAD_SCAFFOLD)) as server, program(tmp_path, examiner=model(server)) as it:
        dialog = dialog_of(it)
        QTest.keyClicks(dialog.form.topic, "x")
        press(dialog.write)
        await done(dialog)
        assert len(server.asked) == 3
        assert not dialog.accept_it.isVisible()
        press(dialog.draft)
        await until(dialog.leave.isVisible)
        assert (tmp_path / "drafts" / "my-problems" / "moving-mean" / "problem.toml").is_file()
        assert not (tmp_path / "packs").exists()
        kept = list((tmp_path / "authored").iterdir())
        assert len(json.loads(kept[0].read_text("utf-8"))) == 3
        press(dialog.leave)


async def test_writing_is_stopped_at_once_and_saves_nothing(tmp_path):
    slow = Answer(body=[said("{")[:60]], headers=STREAM, hold=True)
    async with answering(slow) as server, program(tmp_path, examiner=model(server)) as it:
        dialog = dialog_of(it)
        QTest.keyClicks(dialog.form.topic, "x")
        press(dialog.write)
        await until(lambda: server.asked)
        press(dialog.cancel)
        await asyncio.wait_for(server.closed.wait(), 10)
        assert "Nothing was saved" in dialog.note.text()
        assert dialog.form.topic.text() == "x"
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        assert not (tmp_path / "packs").exists()


async def test_stopped_while_everything_is_run_the_workers_end(tmp_path):
    async with answering(writes(GOOD)) as server, program(tmp_path, examiner=model(server)) as it:
        dialog = dialog_of(it)
        QTest.keyClicks(dialog.form.topic, "x")
        press(dialog.write)
        await until(lambda: "are run" in dialog.writing.stage.text(), 60)
        press(dialog.cancel)
        await until(lambda: not it.window.tasks._running, 30)
        assert not (tmp_path / "packs").exists()
        press(dialog.leave)


async def test_a_model_that_is_not_there_is_said_in_words(tmp_path):
    gone = Answer(
        status=404, body={"error": {"message": "no such model"}}, headers={"Content-Type": "application/json"}
    )
    async with answering(gone) as server, program(tmp_path, examiner=model(server)) as it:
        dialog = dialog_of(it)
        QTest.keyClicks(dialog.form.topic, "x")
        press(dialog.write)
        await until(lambda: dialog.note.isVisible(), 30)
        assert dialog.note.property("role") == "error"
        press(dialog.again)
        assert dialog.form.isVisible()
        press(dialog.leave)


async def test_the_window_closes_in_the_middle_of_writing(tmp_path):
    slow = Answer(body=[said("{")[:60]], headers=STREAM, hold=True)
    async with answering(slow) as server, program(tmp_path, examiner=model(server)) as it:
        dialog = dialog_of(it)
        QTest.keyClicks(dialog.form.topic, "x")
        press(dialog.write)
        await until(lambda: server.asked)
        await it.close()
        assert not (tmp_path / "packs").exists()


async def test_without_a_model_the_dialog_offers_to_choose_one(tmp_path):
    async with program(tmp_path) as it:
        dialog = dialog_of(it)
        QTest.keyClicks(dialog.form.topic, "x")
        assert not dialog.write.isEnabled()
        assert dialog.form.server.isVisible()
        dialog.form.server.base_url.setText("http://lab:8000/v1")
        dialog.form.server.model.setCurrentText("coder")
        dialog.form.server.model.lineEdit().editingFinished.emit()
        assert dialog.write.isEnabled()
        assert it.window.desk.settings.examiner.model == "coder"
        assert it.window.desk.settings.examiner.kind == "embedded"
        press(dialog.leave)


def unnamed(page):
    """What can be reached by keyboard and is said as nothing."""
    found = []
    for widget in page.findChildren(QWidget):
        reachable = widget.isVisible() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget.isEnabled()
        if not reachable or isinstance(widget, QScrollArea) or widget.focusProxy() is not None:
            continue
        told = QAccessible.queryAccessibleInterface(widget)
        if told is not None and not told.text(QAccessible.Text.Name):
            found.append(f"{type(widget).__name__} in {type(widget.parentWidget()).__name__}")
    return found


async def test_every_control_of_dialog_and_settings_has_a_name(tmp_path):
    async with program(tmp_path, examiner=ExaminerChoice(kind="endpoint", base_url="http://lab/v1")) as it:
        dialog = dialog_of(it)
        dialog.pages.setCurrentIndex(1)
        dialog.writing.stream.set_open(True)
        assert unnamed(dialog) == []
        dialog.pages.setCurrentIndex(0)
        assert unnamed(dialog) == []
        dialog.reject()
        it.window.open_settings()
        assert unnamed(it.window.settings_page) == []
        it.window.settings_page.local.setChecked(True)
        assert unnamed(it.window.settings_page) == []
