"""The window around the pages: what it remembers, how it changes its looks and language, how it guards unsaved work."""

from __future__ import annotations

import sqlite3

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QWidget

from desktop.ui.main_window import first_size
from desktop.ui.pages.home_page import first_sentence
from desktop.ui.theme.palette import LIGHT
from desktop.ui.top_bar import TopBar
from desktop.vocabulary.trouble import StoreTrouble, Trouble
from desktop.vocabulary.words import Words
from tests.gui.desk_gallery import screen_at
from tests.gui.program import SOLUTIONS, program
from tests.gui.stage import until

pytestmark = pytest.mark.window


async def test_dark_and_light_hold_at_once_and_are_remembered(tmp_path):
    async with program(tmp_path) as it:
        await it.press(it.window.bar.colours)
        assert it.window.theme.palette.dark
        assert it.window.desk.settings.theme == "dark"
        await it.press(it.window.bar.colours)
        assert not it.window.theme.palette.dark


async def test_other_colours_are_no_change_of_the_code(tmp_path):
    async with program(tmp_path) as it:
        await it.start()
        it.paste("x = 1\n")
        it.page.keep()
        assert it.page.saved.whole_text.startswith("saved")
        await it.press(it.window.bar.colours)
        assert it.page.saved.whole_text.startswith("saved")


async def test_the_home_page_changes_its_language(tmp_path):
    async with program(tmp_path) as it:
        await it.press(it.window.bar.language)
        assert it.button("start:kmeans").text() == "开始"
        await it.press(it.window.bar.language)
        assert it.button("start:kmeans").text() == "Start"


async def test_the_problem_gives_way_in_a_narrow_window_and_comes_when_it_is_called(tmp_path):
    async with program(tmp_path, size=(1024, 640)) as it:
        await it.start()
        await until(lambda: it.page.width() > 0)
        assert not it.page.problem.isVisible()
        await it.press(it.page.read)
        assert it.page.problem.isVisible()
        assert not it.page.read.isVisible()
        await it.press(it.window.bar.problem)
        assert not it.page.problem.isVisible()
        await it.press(it.window.bar.problem)
        assert it.window.width() == 1024


async def test_panes_keep_their_sizes(tmp_path):
    async with program(tmp_path) as it:
        await it.start()
        it.page.split.setSizes([340, 500, 400])
        before = it.page.split.sizes()
    async with program(tmp_path) as it:
        await it.go_on()
        await until(lambda: it.page.split.sizes() == before)


async def test_a_pack_that_is_broken_is_named_and_the_others_are_there(tmp_path):
    broken = tmp_path / "packs" / "mine"
    broken.mkdir(parents=True)
    (broken / "pack.toml").write_text("title = [", encoding="utf-8")
    async with program(tmp_path) as it:
        shown = [label.text() for label in it.window.home.findChildren(QLabel) if label.isVisible()]
        assert any("mine" in text for text in shown)
        assert it.button("start:kmeans").isVisible()


async def test_a_defense_that_is_gone_is_said_and_nothing_opens(tmp_path):
    async with program(tmp_path) as it:
        it.window.open_defense("no-such-defense")
        assert "no-such-defense" in it.window.banner.text.text()
        assert it.window.page is None


async def test_what_cannot_be_saved_is_not_left_without_a_word(tmp_path, monkeypatch):
    async with program(tmp_path) as it:
        await it.start()

        def full(source):
            raise StoreTrouble("The disk is full.", "Make space.")

        monkeypatch.setattr(it.page.controller.session, "save_code", full)
        it.paste("x = 1\n")
        it.page.keep()
        assert it.page.saved.whole_text == "not saved"
        assert "The disk is full." in it.page.banner.text.text()
        it.window.close()
        await until(lambda: it.window.findChild(QMessageBox) is not None)
        box = it.window.findChild(QMessageBox)
        next(button for button in box.buttons() if button.text() == "Stay").click()
        await until(lambda: not it.window.tasks.running("close"))
        assert not it.window.ended.is_set()
        monkeypatch.undo()
        it.page.keep()
        assert it.page.saved.whole_text.startswith("saved")


async def test_a_bug_is_said_without_its_insides(tmp_path, caplog):
    async with program(tmp_path) as it:
        it.window._failed(sqlite3.ProgrammingError("select secret"))
        assert "Your work is saved." in it.window.banner.text.text()
        assert "secret" not in it.window.banner.text.text()
        it.window._failed(Trouble("The network is gone.", "Plug it in."))
        assert it.window.banner.text.text() == "The network is gone. Plug it in."


async def test_home_again_from_the_desk_with_the_new_defense_on_it(tmp_path):
    async with program(tmp_path) as it:
        await it.start()
        it.paste((SOLUTIONS / "kmeans.py").read_text("utf-8"))
        await it.press(it.window.bar.home)
        await until(lambda: it.window.page is None)
        await it.go_on()
        assert "def kmeans" in it.page.editor.text()


def test_the_first_window_is_never_larger_than_the_screen():
    assert first_size(QSize(1280, 720)) == QSize(1264, 672)
    assert first_size(QSize(2560, 1440)) == QSize(1280, 780)
    assert first_size(QSize(640, 400)) == QSize(820, 432)


def test_a_card_tells_the_first_sentence_of_the_statement_whole():
    markdown = "# A stump\n\nIt asks **one** question, and each answer leads\nstraight to `a` label.\nMore.\n\nEnd."
    assert first_sentence(markdown) == "It asks one question, and each answer leads straight to a label."


async def test_a_program_that_cannot_be_read_is_handed_in_only_when_wanted_twice(tmp_path):
    async with program(tmp_path) as it:
        await it.start()
        it.paste("def kmeans(points, k):\n    return [\n")
        await it.press(it.page.submit)
        assert "cannot read line 2" in it.page.banner.text.text()
        assert not it.screen.submitted
        await it.press(it.page.submit)
        await until(lambda: it.screen.submitted)
        assert not it.page.banner.isVisible()


def test_large_letters_in_the_bar_drop_what_is_read_elsewhere_and_cut_nothing(qtbot, theme):
    theme.change(LIGHT, 2.0)
    window = QWidget()
    qtbot.addWidget(window)
    bar = TopBar(theme, window)
    bar.resize(1024, bar.height())
    window.show()
    bar.show_level("A")
    bar.show_place(screen_at("question", Words()), home=False)
    assert bar.mode.isVisible()
    assert not bar.sandbox.isVisible()
    bar.show_level("D")
    QApplication.processEvents()
    assert bar.sandbox.isVisible(), "a warning stays"
    for chip in (bar.mode, bar.examiner, bar.sandbox):
        assert not chip.isVisible() or chip.width() >= chip.sizeHint().width()
    bar.resize(2400, bar.height())
    assert bar.examiner.isVisible()
