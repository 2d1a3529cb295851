import shutil
from pathlib import Path

import pytest

from desktop.packs.loader import load_pack, load_shelf
from desktop.packs.new import new_pack
from desktop.vocabulary.trouble import PackTrouble


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    new_pack(tmp_path / "packs" / "Week 1")
    return tmp_path / "packs" / "Week 1"


def test_a_pack_is_read_with_all_its_parts(fresh: Path) -> None:
    pack = load_pack(fresh)
    problem = pack.problems[0]
    assert (pack.id, problem.id, problem.pack) == ("week-1", "moving-mean", "week-1")
    assert problem.title.say("zh") == "移动平均"
    assert problem.statement.zh.startswith("# 移动平均")
    assert problem.witnesses[0].arguments == ("values",)
    assert [program.name for program in pack.wrong["moving-mean"]] == [
        "moving-mean/wrong/last_run_missing.py",
        "moving-mean/wrong/whole_numbers.py",
    ]
    assert pack.alternatives["moving-mean"] == ()


@pytest.mark.parametrize(
    "name", ["problem.md", "problem.toml", "scaffold.py", "solution.py", "baseline.py", "edges.py"]
)
def test_a_missing_file_is_named(fresh: Path, name: str) -> None:
    (fresh / "moving-mean" / name).unlink()
    with pytest.raises(PackTrouble, match=f"moving-mean/{name} is missing"):
        load_pack(fresh)


@pytest.mark.parametrize("name", ["problem.zh.md", "questions.toml"])
def test_some_files_may_be_left_out(fresh: Path, name: str) -> None:
    (fresh / "moving-mean" / name).unlink()
    assert load_pack(fresh).problems


def test_an_id_that_is_not_the_folders_name_is_refused(fresh: Path) -> None:
    manifest = fresh / "moving-mean" / "problem.toml"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace('"moving-mean"', '"other"'), encoding="utf-8")
    with pytest.raises(PackTrouble, match="the id is 'other', but the folder is called 'moving-mean'"):
        load_pack(fresh)


def test_a_problem_listed_twice_or_outside_is_refused(fresh: Path) -> None:
    manifest = fresh / "pack.toml"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(text.replace('["moving-mean"]', '["moving-mean", "moving-mean"]'), encoding="utf-8")
    with pytest.raises(PackTrouble, match="lists a problem twice"):
        load_pack(fresh)
    manifest.write_text(text.replace('["moving-mean"]', '["../up"]'), encoding="utf-8")
    with pytest.raises(PackTrouble, match=r"pack\.toml, line 4"):
        load_pack(fresh)


def test_a_folder_without_pack_toml_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PackTrouble, match=r"holds no pack\.toml"):
        load_pack(tmp_path)


def test_of_two_packs_with_one_id_the_first_counts_and_the_other_is_named(fresh: Path, tmp_path: Path) -> None:
    copied = shutil.copytree(fresh, tmp_path / "own" / "copy")
    shelf = load_shelf(fresh.parent, copied.parent)
    assert len(shelf.packs) == 1
    assert str(shelf.troubles[0]).startswith("copy: there is a pack")
    assert load_shelf(copied.parent).troubles == ()


def test_a_broken_pack_hides_no_other(fresh: Path) -> None:
    shutil.copytree(fresh, fresh.parent / "broken")
    (fresh.parent / "broken" / "pack.toml").write_text("id =")
    new_pack(fresh.parent.parent / "Week 2")
    shutil.make_archive(str(fresh.parent / "zipped"), "zip", fresh.parent.parent / "Week 2")
    shelf = load_shelf(fresh.parent, fresh.parent / "not-there")
    assert [pack.path.name for pack in shelf.packs] == ["Week 1", "zipped.zip"]
    assert [trouble.what.split(",")[0] for trouble in shelf.troubles] == ["broken: pack.toml"]


def test_a_problem_is_found_by_name_or_the_known_ones_are_told(fresh: Path) -> None:
    shelf = load_shelf(fresh.parent)
    assert shelf.problem("moving-mean") == shelf.problem("week-1/moving-mean")
    with pytest.raises(PackTrouble, match=r"no problem called 'sorting'\. Choose one of: moving-mean"):
        shelf.problem("sorting")


def test_a_new_pack_never_overwrites(fresh: Path) -> None:
    with pytest.raises(PackTrouble, match="already exists"):
        new_pack(fresh)
    file = fresh.parent / "file"
    file.write_text("mine")
    for path in (file, file / "below"):
        with pytest.raises(PackTrouble):
            new_pack(path)
    assert file.read_text() == "mine"


@pytest.mark.parametrize("name", ["3 little pigs", "----", "机器学习", "A" * 80])
def test_a_new_pack_has_a_usable_id_whatever_the_folder_is_called(tmp_path: Path, name: str) -> None:
    new_pack(tmp_path / name)
    assert load_pack(tmp_path / name).id
