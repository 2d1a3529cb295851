"""What a lab has set holds for whoever opens the program: packs, settings, what may begin and what is shown."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

import pytest

from desktop.packs.new import new_pack
from desktop.station.policy.reading import read_policy
from desktop.station.policy.rules import StationPolicy
from desktop.vocabulary.events import ExaminerChoice
from desktop.vocabulary.problem import Rules
from desktop.vocabulary.trouble import Trouble
from desktop.wiring import DefenseDesk


def lab(folder: Path, text: str) -> StationPolicy:
    path = folder / "policy.toml"
    path.write_text(text, "utf-8")
    return read_policy([path])


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """A folder of packs that nobody may write, with a pack in it as a folder and one as a zip."""
    folder = tmp_path / "shared 题目"
    new_pack(folder / "course")
    text = (folder / "course" / "pack.toml").read_text("utf-8")
    other = tmp_path / "other"
    shutil.copytree(folder / "course", other)
    (other / "pack.toml").write_text(text.replace('id = "course"', 'id = "zipped"'), "utf-8")
    Path(shutil.make_archive(str(folder / "zipped"), "zip", other)).rename(folder / "zipped.ddpack")
    for path in [*folder.rglob("*"), folder]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    return folder


def seen(folder: Path) -> dict[str, tuple[int, int]]:
    return {str(path): (path.stat().st_mtime_ns, path.stat().st_size) for path in [folder, *folder.rglob("*")]}


async def test_packs_of_a_read_only_folder_are_used_and_nothing_is_written_there(tmp_path: Path, shared: Path) -> None:
    before = seen(shared)
    desk = DefenseDesk.open(tmp_path / "data", lab(tmp_path, f"packs = [{json.dumps(str(shared))}]\n"))
    try:
        packs = {pack.id: pack for pack in desk.shelf().packs}
        assert {"course", "zipped"} <= packs.keys()
        assert len(packs) > 2, "the shipped packs are there, too"
        session = desk.begin(packs["course"].problems[0])
        session.save_code("x = 1\n")
        await session.close()
        with pytest.raises(Trouble, match="came with the program"):
            desk.import_pack(shared / "course")
    finally:
        await desk.close()
    assert seen(shared) == before


async def test_a_folder_of_packs_that_is_gone_is_said(tmp_path: Path) -> None:
    desk = DefenseDesk.open(tmp_path / "data", lab(tmp_path, 'packs = ["/no/such/share"]\n'))
    try:
        (trouble,) = desk.shelf().troubles
        assert "/no/such/share cannot be reached" in trouble.what
    finally:
        await desk.close()


async def test_a_machine_for_exams_begins_exams_and_shows_nothing_of_practice(tmp_path: Path, shared: Path) -> None:
    free = DefenseDesk.open(tmp_path / "data", StationPolicy())
    free.import_pack(shared / "course")
    practice = free.begin(free.problem("kmeans"))
    exam = free.begin(free.problem("kmeans"), Rules.for_mode("exam"))
    await free.close()
    told = f"exam_only = true\npacks = [{json.dumps(str(shared))}]\n"
    desk = DefenseDesk.open(tmp_path / "data", lab(tmp_path, told))
    try:
        assert {pack.id for pack in desk.shelf().packs} == {"course", "zipped"}, "neither shipped nor imported ones"
        assert {row.id for row in desk.sessions()} == {exam.id}
        assert desk.resume(exam.id).state.rules.mode == "exam"
        with pytest.raises(Trouble, match="for exams only"):
            desk.resume(practice.id)
        with pytest.raises(Trouble, match="for exams only"):
            desk.import_pack(shared / "course", replace=True)
        problem = desk.shelf().packs[0].problems[0]
        with pytest.raises(Trouble, match="for exams only"):
            desk.begin(problem, Rules.for_mode("practice"))
        assert desk.policy.mode == "exam"
    finally:
        await desk.close()
    assert {row.id for row in DefenseDesk.open(tmp_path / "data", StationPolicy()).sessions()} == {practice.id, exam.id}


@pytest.mark.skipif(sys.platform != "win32" and os.geteuid() != 0, reason="a policy of one's own begins no exam")
async def test_the_usual_mode_is_exam_there_and_one_that_began_goes_on_when_the_file_breaks(tmp_path: Path) -> None:
    desk = DefenseDesk.open(tmp_path / "data", lab(tmp_path, "exam_only = true\n"))
    session = desk.begin(desk.problem("kmeans"))
    assert session.state.rules.mode == "exam"
    await desk.close()
    broken = DefenseDesk.open(tmp_path / "data", lab(tmp_path, "exam_only = true\nlangage = 'en'\n"))
    try:
        assert "line 2" in broken.notes[0]
        broken.resume(session.id).save_code("x = 1\n")
        with pytest.raises(Trouble, match="broken"):
            broken.begin(broken.problem("kmeans"))
    finally:
        await broken.close()


async def test_settings_of_the_lab_hold_and_are_not_written_into_the_persons(tmp_path: Path) -> None:
    desk = DefenseDesk.open(tmp_path / "data", lab(tmp_path, "language = 'zh'\nexaminer = 'embedded'\n"))
    mine = ExaminerChoice(kind="endpoint", base_url="http://mine/v1", model="m")
    desk.save_settings(desk.settings.model_copy(update={"language": "en", "examiner": mine, "theme": "dark"}))
    assert (desk.settings.language, desk.settings.examiner, desk.settings.theme) == ("zh", ExaminerChoice(), "dark")
    with pytest.raises(Trouble, match="由机房设定"):
        desk.begin(desk.problem("kmeans"), examiner=mine)
    await desk.close()
    free = DefenseDesk.open(tmp_path / "data", StationPolicy())
    assert (free.settings.theme, free.settings.examiner) == ("dark", ExaminerChoice())
    await free.close()
