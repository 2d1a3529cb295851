"""The files of a pack, read whole from a folder or a zip, nothing outside of it and nothing without end."""

from __future__ import annotations

import os
import stat
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from desktop.vocabulary.trouble import PackTrouble

# A pack is text for people; the largest real ones measured here are below 100 KiB in 40 files.
MAX_FILES = 2_000
MAX_FILE = 2 * 1024 * 1024  # bytes
MAX_TOTAL = 20 * 1024 * 1024  # bytes
SKIPPED = ("__pycache__", "__MACOSX")
LINK, LINK_ADVICE = "{name} is a link.", "A pack holds plain files only: put the file itself there."


def read_files(path: Path) -> Mapping[str, bytes]:
    """Relative POSIX path -> content, sorted by path. `PackTrouble` for anything but plain files of a sane size."""
    try:
        if path.is_dir():
            return _collect(_from_folder(path))
        if not path.exists():
            raise PackTrouble("There is no pack at {path}.", "Check the path.", path=path)
        if path.stat().st_size > MAX_TOTAL:
            raise PackTrouble(
                "{name} is larger than a pack may be ({mib} MiB).", name=path.name, mib=MAX_TOTAL // 1024**2
            )
        if not zipfile.is_zipfile(path):
            raise PackTrouble(
                "{name} is neither a folder nor a zip file.", "Give the folder that holds pack.toml.", name=path.name
            )
        with zipfile.ZipFile(path) as archive:
            return _without_top_folder(_collect(_from_zip(archive)))
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, UnicodeError) as error:
        raise PackTrouble(
            "{name} is damaged or packed in a way that cannot be read: {error}.", name=path.name, error=error
        ) from None
    except OSError as error:
        raise PackTrouble("{path} cannot be read: {error}.", path=path, error=error.strerror or error) from None


def read_text(files: Mapping[str, bytes], name: str) -> str:
    """The text of one file, line ends as \\n. `PackTrouble` if it is missing or is not UTF-8."""
    if name not in files:
        raise PackTrouble("{name} is missing.", "Every problem needs it: see the help page on packs.", name=name)
    try:
        text = files[name].decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = files[name][: error.start].count(b"\n") + 1
        raise PackTrouble(
            "{name}, line {line}: this is not UTF-8 text.", "Save the file as UTF-8.", name=name, line=line
        ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _collect(entries: Iterator[tuple[str, bytes]]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    total = 0
    for name, content in entries:
        if name in files:
            raise PackTrouble("{name} is in the pack twice.", name=name)
        files[name] = content
        total += len(content)
        if len(content) > MAX_FILE:
            raise PackTrouble(
                "{name} is larger than a file of a pack may be ({mib} MiB).", name=name, mib=MAX_FILE // 1024**2
            )
        if len(files) > MAX_FILES or total > MAX_TOTAL:
            raise PackTrouble(
                "This is more than a pack may hold ({files} files, {mib} MiB).",
                files=MAX_FILES,
                mib=MAX_TOTAL // 1024**2,
            )
    return dict(sorted(files.items()))


def _from_folder(root: Path) -> Iterator[tuple[str, bytes]]:
    def give_up(error: OSError) -> None:
        raise error

    for folder, names, leaves in os.walk(root, onerror=give_up):
        names[:] = [name for name in names if not _skipped(name)]
        for name in (*names, *leaves):
            place = Path(folder, name)
            shown = place.relative_to(root).as_posix()
            if place.is_symlink():
                raise PackTrouble(LINK, LINK_ADVICE, name=shown)
            if name not in leaves or _skipped(name):
                continue
            if not stat.S_ISREG(place.stat().st_mode):  # opening a pipe would wait for ever
                raise PackTrouble("{name} is not a plain file.", "A pack holds plain files only.", name=shown)
            with place.open("rb") as file:
                yield shown, file.read(MAX_FILE + 1)


def _from_zip(archive: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    for entry in archive.infolist():
        name = entry.orig_filename  # zipfile cuts `filename` at a NUL and turns the system's separator into "/"
        parts = PurePosixPath(name).parts
        if name.startswith("/") or "\\" in name or "\0" in name or ":" in name or ".." in parts:
            raise PackTrouble(
                "The entry {name} leads out of the pack.", "Make the zip from the pack's folder again.", name=repr(name)
            )
        if stat.S_ISLNK(entry.external_attr >> 16):
            raise PackTrouble(LINK, LINK_ADVICE, name=name)
        if entry.is_dir() or any(_skipped(part) for part in parts):
            continue
        if entry.file_size > MAX_FILE:
            raise PackTrouble(
                "{name} is larger than a file of a pack may be ({mib} MiB).", name=name, mib=MAX_FILE // 1024**2
            )
        with archive.open(entry) as file:
            yield PurePosixPath(name).as_posix(), file.read(MAX_FILE + 1)  # the size in the entry may lie


def _without_top_folder(files: dict[str, bytes]) -> dict[str, bytes]:
    """Most people zip the folder itself: then everything lies under its name."""
    tops = {name.split("/", 1)[0] for name in files}
    if "pack.toml" in files or len(tops) != 1 or not all("/" in name for name in files):
        return files
    return {name.split("/", 1)[1]: content for name, content in files.items()}


def _skipped(name: str) -> bool:
    return name.startswith(".") or name in SKIPPED
