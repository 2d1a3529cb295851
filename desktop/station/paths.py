"""Finds everything this program keeps or reads on disk: its resources, and the directory for a person's work."""

from __future__ import annotations

import errno
import hashlib
import os
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from desktop.station.filesystem import is_network, kind_of
from desktop.vocabulary.trouble import Trouble

ENVIRONMENT = "DEFENSE_DESK_DATA_DIR"
_ASK = "The lab has set this directory: ask whoever looks after this machine."
_CHOOSE = "Choose another directory with --data-dir, or ask whoever looks after this machine."


@dataclass(frozen=True, slots=True)
class DataDir:
    """A directory that was just written to. `note` is a sentence to show once; `network` forbids a write-ahead log."""

    path: Path
    note: str = ""
    network: bool = False

    @property
    def database(self) -> Path:
        return self.path / "defenses.sqlite3"

    @property
    def settings(self) -> Path:
        return self.path / "settings.json"

    @property
    def diary(self) -> Path:
        return self.path / "diary.log"

    @property
    def packs(self) -> Path:
        """Packs a person imported; those that came with the program lie in `resources() / "packs"`."""
        return self.path / "packs"

    @property
    def claims(self) -> Path:
        """Lock files: who drives which defense, and who owns this directory."""
        return self.path / "claims"


def resources() -> Path:
    """The folder of packs, sentences, fonts, icons, help: in a frozen program, an installed wheel or a checkout."""
    frozen = getattr(sys, "_MEIPASS", None)
    package = Path(__file__).resolve().parents[1]
    places = [package / "resources", package.parent / "resources"]
    if isinstance(frozen, str):
        places.insert(0, Path(frozen) / "resources")
    for place in places:
        if place.is_dir():
            return place
    raise Trouble("The program's own files are not where they belong.", "Install Defense Desk again.")


def open_data_dir(
    argument: str | Path | None = None,
    *,
    environ: Mapping[str, str] | None = None,
    by_lab: Path | None = None,
    local: Path | None = None,
) -> DataDir:
    """The first of: `argument`, `by_lab`, DEFENSE_DESK_DATA_DIR, the platform's own place; made and proved.

    `by_lab` is what the policy of this machine says: the environment, which is the student's, cannot change it.
    On a network file system a directory of this machine is used instead, and `note` says so; likewise where the
    platform's own place (a locked-down home) is read-only. A directory somebody chose that cannot be written is
    `Trouble`. `local` is the parent of such stand-ins, normally the machine's directory for lasting temporary files.
    """
    env = os.environ if environ is None else environ
    chosen = argument or by_lab or env.get(ENVIRONMENT)
    path = _absolute(chosen) if chosen else _platform_place()
    kind = kind_of(path)
    if is_network(kind):
        stand_in = _stand_in(path, local)
        note = f"{path} is on a network drive ({kind}), so your work is kept on this machine, in {stand_in}."
        return DataDir(stand_in, note, network=is_network(kind_of(stand_in)))
    try:
        return DataDir(path, _prove(path))
    except OSError as error:
        if chosen:
            advice = _CHOOSE if argument or not by_lab else _ASK
            raise Trouble(f"Nothing can be saved in {path}: {_why(error)}.", advice) from None
        stand_in = _stand_in(path, local)
        return DataDir(stand_in, f"{path} cannot be written ({_why(error)}), so your work is kept in {stand_in}.")


def _platform_place() -> Path:
    try:
        # roaming=False is %LOCALAPPDATA%: a roaming profile is copied at log-off, which tears a database in two
        return platformdirs.user_data_path("defense-desk", appauthor=False, roaming=False).absolute()
    except (RuntimeError, KeyError):  # no home directory at all
        raise Trouble("There is no home directory to keep your work in.", _CHOOSE) from None


def _absolute(chosen: str | Path) -> Path:
    try:
        return Path(chosen).expanduser().absolute()
    except RuntimeError:  # "~nobody-we-know"
        raise Trouble(f"{chosen} names a person this machine does not know.", _CHOOSE) from None


def _prove(path: Path) -> str:
    """Make the directory and write a file in it; a full disk is a note, since old work can still be read."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with tempfile.NamedTemporaryFile(dir=path, prefix=".proof-") as proof:
            proof.write(b"proof")
            proof.flush()
            os.fsync(proof.fileno())
    except OSError as error:
        if error.errno not in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
            raise
        return f"The disk that holds {path} is full: nothing new is saved until there is space again."
    return ""


def _stand_in(path: Path, local: Path | None) -> Path:
    """A directory of our own on this machine, one for each directory it stands in for."""
    parent = local or (Path("/var/tmp") if os.name == "posix" else Path(tempfile.gettempdir()))
    mine = parent / f"defense-desk-{os.getuid()}" if sys.platform != "win32" else parent / "defense-desk"
    place = mine / hashlib.sha256(os.fsencode(path)).hexdigest()[:12]
    try:
        mine.mkdir(mode=0o700, parents=True, exist_ok=True)
        _refuse_strangers(mine)
        _prove(place)
    except OSError as error:
        raise Trouble(f"Nothing can be saved in {path}, nor in {place}: {_why(error)}.", _CHOOSE) from None
    return place


def _refuse_strangers(mine: Path) -> None:
    """Where everybody may make directories, somebody else may have made ours first to read along."""
    if sys.platform == "win32":
        return
    found = mine.lstat()
    if mine.is_symlink() or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise PermissionError(errno.EPERM, "it belongs to somebody else, or others may look into it")


def _why(error: OSError) -> str:
    known = {
        errno.EROFS: "it lies on a read-only disk",
        errno.EACCES: "you may not write there",
        errno.EEXIST: "there is a file of that name",
        errno.ENOTDIR: "a part of that path is a file",
        errno.ENAMETOOLONG: "the name is too long",
        errno.ENOSPC: "the disk is full",
    }
    return known.get(error.errno or 0) or (error.strerror or str(error)).lower()
