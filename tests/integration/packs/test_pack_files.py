import os
import stat
import zipfile
from pathlib import Path

import pytest

from desktop.packs import files
from desktop.packs.files import read_files, read_text
from desktop.vocabulary.trouble import PackTrouble


def zipped(path: Path, entries: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in entries.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return path


def test_a_folder_and_its_zip_read_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "pack"
    (folder / "sub").mkdir(parents=True)
    (folder / "pack.toml").write_text("a = 1")
    (folder / "sub" / "b.py").write_text("b")
    bare = zipped(tmp_path / "bare.zip", {"pack.toml": "a = 1", "sub/b.py": "b"})
    wrapped = zipped(tmp_path / "wrapped.zip", {"pack/pack.toml": "a = 1", "pack/sub/b.py": "b"})
    expected = {"pack.toml": b"a = 1", "sub/b.py": b"b"}
    assert read_files(folder) == read_files(bare) == read_files(wrapped) == expected


def test_hidden_files_and_caches_are_left_out(tmp_path: Path) -> None:
    for name in ("pack.toml", ".git/config", "sub/__pycache__/x.pyc", "sub/.hidden"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    assert list(read_files(tmp_path)) == ["pack.toml"]


@pytest.mark.parametrize("name", ["../up.py", "/etc/passwd", "a/../../up.py", "C:/up.py", "a\\..\\up.py", "a\0b"])
def test_an_entry_that_leads_out_of_the_zip_is_refused(tmp_path: Path, name: str) -> None:
    plain = name.replace("\0", "\x01")  # zipfile cuts names at NUL when it writes
    path = zipped(tmp_path / "p.zip", {"pack.toml": "", plain: "x"})
    path.write_bytes(path.read_bytes().replace(plain.encode(), name.encode()))
    with pytest.raises(PackTrouble, match="leads out of the pack"):
        read_files(path)


def test_links_are_refused_in_folders_and_zips(tmp_path: Path) -> None:
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "solution.py").symlink_to("/etc/hostname")
    link = zipfile.ZipInfo("solution.py")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "p.zip", "w") as archive:
        archive.writestr(link, "/etc/hostname")
    for path in (folder, tmp_path / "p.zip"):
        with pytest.raises(PackTrouble, match=r"solution\.py is a link"):
            read_files(path)


def test_a_linked_folder_is_refused_too(tmp_path: Path) -> None:
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "kmeans").symlink_to(tmp_path)
    with pytest.raises(PackTrouble, match="kmeans is a link"):
        read_files(tmp_path / "pack")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_refused_and_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "problem.md")
    with pytest.raises(PackTrouble, match="not a plain file"):
        read_files(tmp_path)


def test_sizes_are_capped_also_when_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("problem.md", b"\0" * (files.MAX_FILE + 1))
    assert bomb.stat().st_size < 10_000
    with pytest.raises(PackTrouble, match=r"problem\.md is larger"):
        read_files(bomb)
    monkeypatch.setattr(files, "MAX_FILES", 2)
    many = zipped(tmp_path / "many.zip", {f"{n}.md": "x" for n in range(3)})
    with pytest.raises(PackTrouble, match="more than a pack may hold"):
        read_files(many)


def test_the_same_entry_twice_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "p.zip", {"a.py": "1", "b.py": "2"})
    path.write_bytes(path.read_bytes().replace(b"b.py", b"a.py"))
    with pytest.raises(PackTrouble, match=r"a\.py is in the pack twice"):
        read_files(path)


def test_what_is_no_pack_is_said_in_one_sentence(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("hello")
    broken = zipped(tmp_path / "broken.zip", {"pack.toml": "a" * 500})
    broken.write_bytes(broken.read_bytes().replace(b"a" * 500, b"b" * 500))
    with pytest.raises(PackTrouble, match="There is no pack at"):
        read_files(tmp_path / "nowhere")
    with pytest.raises(PackTrouble, match="neither a folder nor a zip"):
        read_files(text)
    with pytest.raises(PackTrouble, match="is damaged"):
        read_files(broken)


def test_text_that_is_not_utf8_is_named_with_its_line() -> None:
    with pytest.raises(PackTrouble, match=r"problem\.md, line 2: this is not UTF-8"):
        read_text({"problem.md": b"first\n\xff\xfe"}, "problem.md")
    assert read_text({"a": b"\xef\xbb\xbfx\r\ny\rz"}, "a") == "x\ny\nz"
