"""Settings survive damage, older versions and newer ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.station.settings import Settings, SettingsFile, language_of_this_machine
from desktop.vocabulary.events import ExaminerChoice
from desktop.vocabulary.trouble import Trouble


def test_what_is_written_is_read(tmp_path: Path) -> None:
    chosen = Settings(
        language="zh",
        theme="dark",
        text_size=14,
        examiner=ExaminerChoice(kind="endpoint", base_url="http://127.0.0.1:8000/v1", model="m"),
        panes={"desk": (300, 700, 400)},
    )
    SettingsFile(tmp_path / "settings.json").write(chosen)
    again = SettingsFile(tmp_path / "settings.json")
    assert again.read() == chosen
    assert again.note == ""


def test_no_file_means_the_usual_settings_and_no_word(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "settings.json")
    assert file.read().theme == "system"
    assert file.note == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("damage", ["{", "", "[1]", "\x00\x01", "[" * 100_000])
def test_a_damaged_file_is_kept_and_said(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(damage, "utf-8")
    file = SettingsFile(path)
    assert file.read() == Settings()
    assert "damaged" in file.note
    assert "settings.json.broken" in file.note
    assert (tmp_path / "settings.json.broken").read_text("utf-8") == damage


def test_one_setting_that_does_not_fit_leaves_the_others(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"theme": "pink", "text_size": 20}', "utf-8")
    file = SettingsFile(path)
    read = file.read()
    assert (read.theme, read.text_size) == ("system", 20)
    assert "theme" in file.note
    assert "text_size" not in file.note


def test_what_a_newer_version_wrote_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    newer = {"theme": "dark", "voice": {"speed": 2}, "examiner": {"kind": "embedded", "warmth": 0.5}}
    path.write_text(json.dumps(newer), "utf-8")
    file = SettingsFile(path)
    file.write(file.read().model_copy(update={"theme": "light"}))
    written = json.loads(path.read_text("utf-8"))
    assert file.note == ""
    assert written["theme"] == "light"
    assert written["voice"] == {"speed": 2}
    assert written["examiner"]["warmth"] == 0.5


def test_a_pane_that_is_forgotten_stays_forgotten(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "settings.json")
    file.write(Settings(panes={"desk": (1, 2), "home": (3,)}))
    file.write(Settings(panes={"desk": (1, 2)}))
    assert file.read().panes == {"desk": (1, 2)}


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    with pytest.raises(Trouble, match="could not be saved"):
        SettingsFile(tmp_path / "file" / "settings.json").write(Settings())


def test_nothing_is_left_beside_the_file(tmp_path: Path) -> None:
    SettingsFile(tmp_path / "settings.json").write(Settings())
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json"]


@given(st.dictionaries(st.sampled_from([*Settings.model_fields, "unknown"]), st.none() | st.integers() | st.text()))
def test_no_content_is_an_error(tmp_path_factory: pytest.TempPathFactory, content: dict[str, object]) -> None:
    path = tmp_path_factory.mktemp("settings") / "settings.json"
    path.write_text(json.dumps(content), "utf-8")
    file = SettingsFile(path)
    file.write(file.read())
    again = SettingsFile(path)
    again.read()
    assert again.note == ""


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh"}, "zh"),
        ({"LC_ALL": "en_GB.UTF-8", "LANG": "zh_CN.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "zh_TW"}, "zh"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "zha_CN"}, "en"),
        ({}, "en"),
    ],
)
def test_language_from_the_locale(environ: dict[str, str], language: str) -> None:
    assert language_of_this_machine(environ) == language


def test_what_a_newer_version_says_of_waiting_costs_no_limit_that_was_chosen(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"waiting": {"http://lab/v1": {"first": 7.0, "mood": "calm"}}}), "utf-8")
    file = SettingsFile(path)
    assert file.read().waiting["http://lab/v1"].first == 7.0
    assert file.note == ""
