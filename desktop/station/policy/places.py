"""Where a policy lies, what its paths mean for this person, and whether this person could change it."""

from __future__ import annotations

import os
import re
import stat
import sys
from pathlib import Path

NAME = "policy.toml"


def policy_places() -> tuple[Path, ...]:
    """Where a policy may lie, the stronger first: the machine's own place, then beside a packaged program."""
    places = [_machine_place()]
    if getattr(sys, "frozen", False):
        places.append(Path(sys.executable).resolve().parent / NAME)
    return tuple(places)


def _machine_place() -> Path:
    if sys.platform == "win32":
        # the registry's answer, not the environment's: a student sets variables
        return _program_data() / "Defense Desk" / NAME
    if sys.platform == "darwin":
        return Path("/Library/Application Support/Defense Desk") / NAME
    return Path("/etc/defense-desk") / NAME


def _program_data() -> Path:
    """Untested on a real Windows."""
    if sys.platform == "win32":
        import winreg

        key = r"SOFTWARE\Microsoft\Windows\CurrentVersion\Explorer\Shell Folders"
        try:
            with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, key) as folders:
                return Path(str(winreg.QueryValueEx(folders, "Common AppData")[0]))
        except OSError:
            pass
    return Path(r"C:\ProgramData")


def expand(written: str) -> str:
    """Variables in a path. Who the person is tells the system, not the environment, which is theirs to change."""
    if sys.platform == "win32":
        return os.path.expandvars(written)
    import pwd

    try:
        me = pwd.getpwuid(os.getuid())
    except KeyError:  # an account that no list knows, as in some containers
        return os.path.expandvars(written)
    known = {"USER": me.pw_name, "LOGNAME": me.pw_name, "USERNAME": me.pw_name, "HOME": me.pw_dir}
    own = re.sub(r"\$(\w+)|\$\{(\w+)\}", lambda m: known.get(m[1] or m[2], m[0]), written)
    return os.path.expandvars(re.sub(r"^~(?=/|$)", lambda _: me.pw_dir, own))


def exposed_part(path: Path) -> str:
    """The file, or the first folder above it, that this person could change or put another one in place of."""
    if sys.platform == "win32" or os.geteuid() == 0:
        return ""  # access lists are not read; and root is not who sits an exam
    # both ways: a link is as safe as the folder it lies in and what it leads to
    return next((found for place in (path.absolute(), path.resolve()) if (found := _exposed_on_the_way(place))), "")


def _exposed_on_the_way(place: Path) -> str:
    if _mine(place):
        return str(place)
    below = place
    for folder in place.parents:
        # in a sticky folder such as /tmp only its owner and the entry's can replace an entry
        owners = {folder.stat().st_uid, below.lstat().st_uid}
        guarded = folder.stat().st_mode & stat.S_ISVTX and os.geteuid() not in owners
        if _mine(folder) and not guarded:
            return str(folder)
        below = folder
    return ""


def _mine(place: Path) -> bool:
    try:
        return place.stat().st_uid == os.geteuid() or os.access(place, os.W_OK)
    except OSError:
        return False
