"""Runs the packaged program as people will, and says what holds: one line a check, exit 1 if any failed.

    python3 packaging/smoke.py --folder dist/defense-desk     what needs no root, on this machine
    python3 packaging/smoke.py                                everything, as root on Debian: what lies in dist/ is
        installed and unpacked in a bare Debian without Python (debootstrap, kept under build/) and run there
    --pictures FOLDER   where screenshots and figures go (build/smoke)

Standard library only. Needs the commit's own files for sample programs.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import build
import contents
from smoking import defenses, places, programs, screens
from smoking.places import Failed, Place

ROOT = Path(__file__).resolve().parents[1]


class Report:
    """Every check is made even if one before it failed."""

    def __init__(self) -> None:
        self.failed: list[str] = []
        self.figures: list[str] = []
        self.count = 0

    def check(self, name: str, work: Callable[[], str]) -> None:
        begun = time.monotonic()
        self.count += 1
        try:
            told = work()
        except (Failed, OSError, ValueError, LookupError) as failure:
            self.failed.append(name)
            print(f"FAIL  {name}: {type(failure).__name__}: {failure}", flush=True)
        else:
            print(f"  ok  {name}: {told} ({time.monotonic() - begun:.1f} s)", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="smoke.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--folder", type=Path, help="an unpacked program; without it everything in dist/")
    parser.add_argument("--quick", action="store_true", help="with --folder: a minute's worth of it")
    parser.add_argument("--pictures", type=Path, default=ROOT / "build" / "smoke")
    options = parser.parse_args()
    options.pictures.mkdir(parents=True, exist_ok=True)
    report = Report()
    if options.folder:
        with tempfile.TemporaryDirectory(prefix="defense-desk-smoke-") as home:
            on_this_machine(report, options.folder.resolve(), Path(home), options.pictures, options.quick)
    else:
        places.become_private()  # from here on in mount and process namespaces of our own, which end with us
        everything(report, ROOT / "dist", options.pictures)
    print("\nFigures:")
    for figure in report.figures:
        print(f"      {figure}")
    if not options.folder and not report.failed:
        build.TRIED.write_text(f"{build.recipe()}  the recipe that packaging/smoke.py last tried whole\n", "utf-8")
    print(f"\n{report.count - len(report.failed)} passed, {len(report.failed)} failed")
    return 1 if report.failed else 0


def on_this_machine(report: Report, folder: Path, home: Path, pictures: Path, quick: bool) -> None:
    place = places.Here(folder / contents.PROGRAM, home)
    if quick:
        essentials(report, place, pictures, "folder")
    else:
        ordinary(report, place, pictures, "folder")
    environment = {"QT_QPA_PLATFORM": "offscreen"}
    report.check("the window opens off screen and closes when told", lambda: screens.open_and_close(place, environment))


def ordinary(report: Report, place: Place, pictures: Path, name: str) -> None:
    """What every artifact must do on every machine."""
    essentials(report, place, pictures, name)
    report.check("help in a terminal", lambda: programs.commands(place))
    report.check("a Python as students know it", lambda: programs.manners(place))
    report.check("hash seeds", lambda: programs.hash_seeds(place))
    report.check("a whole defense", lambda: defenses.whole(place))
    report.check("the local model's program", lambda: programs.local_model(place))
    report.figures += programs.times(place)


def essentials(report: Report, place: Place, pictures: Path, name: str) -> None:
    report.check("version", lambda: programs.version(place))
    report.check("standard library", lambda: programs.library(place))
    report.check("what students must not find", lambda: programs.forbidden(place))
    report.check("numpy and a figure", lambda: programs.figure(place, pictures / f"figure-{name}.png"))
    report.check("sandbox", lambda: programs.sandbox(place))
    report.check("kill -9 and resume", lambda: defenses.killed(place))


def everything(report: Report, dist: Path, pictures: Path) -> None:
    deb, tar = places.only(dist, "*.deb"), places.only(dist, "*.tar.*")
    debian = places.Debian(ROOT / "build" / "debian")
    print("A bare Debian; the package and what it depends on:", flush=True)
    report.check("no Python in it", debian.has_no_python)
    report.check(f"install {deb.name}", lambda: debian.install(deb))
    report.check("still no Python", debian.has_no_python)
    report.check("files for the desktop", lambda: debian.desktop_files())
    student = debian.student()
    ordinary(report, student, pictures, "deb")
    report.check("help for tests", lambda: debian.add("xvfb", "dbus", "gnome-keyring"))
    report.check("still no Python", debian.has_no_python)
    report.check("real Secret Service, and a defense of its own", lambda: programs.self_check(student))
    report.check(
        "window under Xvfb", lambda: screens.show(student, debian, pictures / "window-deb.png", report.figures)
    )
    report.check("as root, too", lambda: programs.sandbox(debian.administrator()))
    print("The portable archive, in a folder with spaces and Chinese characters, for a user without admin rights,")
    print("whose home is read-only, and without a network:", flush=True)
    report.check("remove the package", debian.remove)
    lab = debian.unpack(tar, "/srv/计算机 实验室/第 1 排")
    report.check("nothing can be written or reached", lambda: debian.is_locked_down(lab))
    report.check("it says what is limited", lambda: programs.limits(lab))
    ordinary(report, lab, pictures, "tar")
    report.check("window under Xvfb", lambda: screens.show(lab, debian, pictures / "window-tar.png", report.figures))
    for file in (deb, tar):
        report.figures.append(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB")
    report.figures.append(f"installed: {debian.installed_megabytes(lab):.0f} MB on the disk")


if __name__ == "__main__":
    if sys.platform != "linux" and "--folder" not in sys.argv:
        sys.exit("Everything at once is for Linux: elsewhere give --folder.")
    os.umask(0o022)
    sys.exit(main())
