"""What a lab has set, in the window: shown with its reason and not to be changed; exams only, and no practice."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel

from desktop.station.policy.reading import read_policy
from desktop.station.policy.rules import StationPolicy
from tests.gui.program import program
from tests.gui.stage import until

pytestmark = pytest.mark.window


def lab(folder, text) -> StationPolicy:
    path = folder / "policy.toml"
    path.write_text(text, "utf-8")
    return read_policy([path])


def told(widget) -> str:
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisible())


async def test_locked_settings_are_shown_with_the_reason_and_cannot_be_pressed(tmp_path):
    text = 'language = "zh"\nexaminer = "endpoint"\nbase_url = "http://lab.invalid/v1"\nmodel = "coder"\n'
    async with program(tmp_path / "data", policy=lab(tmp_path, text)) as it:
        assert it.button("start:kmeans").text() == "开始", "whatever the person's own language is"
        assert not it.window.bar.language.isEnabled()
        await it.press(it.window.bar.settings)
        page = it.window.settings_page
        assert page.endpoint.isChecked()
        assert page.server.address() == "http://lab.invalid/v1"
        for locked in (
            page.endpoint,
            page.embedded,
            page.local,
            page.server.base_url,
            page.server.model,
            page.language,
        ):
            assert not locked.isEnabled()
        assert page.theme.isEnabled(), "what the lab says nothing about stays the person's"
        assert told(page).count("由机房设定，不能在这里更改。") == 2
        assert "examiner, language" in told(page)
        assert str(tmp_path / "policy.toml") in told(page)


async def test_on_a_machine_for_exams_home_has_exams_only_and_begins_one(tmp_path):
    async with program(tmp_path / "data") as it:
        await it.start()
        await it.press(it.window.bar.home)
        await until(lambda: it.window.page is None)
    async with program(tmp_path / "data", policy=lab(tmp_path, "exam_only = true\n")) as it:
        home = it.window.home
        assert "set up for exams" in told(home)
        assert "For instructors" not in told(home)
        assert "Continue where you were" not in told(home), "a practice is not continued here"
        assert it.button("start:kmeans").text() == "Begin the exam"
        it.window.open_problem(it.window.desk.problem("kmeans"))
        await until(lambda: it.window.banner.isVisible() or it.window.page is not None)
        if it.window.page is not None:  # a policy of one's own, as an ordinary person's test makes it, begins none
            assert it.window.controller.session.state.rules.mode == "exam"
        else:
            assert "could change" in it.window.banner.text.text()


async def test_a_broken_policy_is_said_when_the_window_opens(tmp_path):
    async with program(tmp_path / "data", policy=lab(tmp_path, "examonly = true\n")) as it:
        assert "line 1: there is no key examonly" in it.window.banner.text.text()
