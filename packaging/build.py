"""Makes what people install, from the lock: the program's folder, archives, sums and a list of what is inside.

    python3 packaging/build.py              everything this system can make, into dist/
    python3 packaging/build.py --folder     only the program's folder, dist/defense-desk (no archives)
    python3 packaging/build.py --if-changed only where packaging/tried.txt names another recipe (for .ci/run)
    python3 packaging/build.py --reuse      without PyInstaller: what it made the last time, laid together anew

Standard library only; the tools come from `packaging/lock/build.txt`, in an environment of its own under build/. The
same commit, Python and system give the same folder: every file carries the time of the commit (or SOURCE_DATE_EPOCH).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import bootstrap
import contents
import folder

ROOT = Path(__file__).resolve().parents[1]
BUILD, DIST = ROOT / "build", ROOT / "dist"
TRIED = ROOT / "packaging" / "tried.txt"  # the recipe that packaging/smoke.py last tried whole, without a fault
LAYERS = ["core", "window", "figures", "local", "build"]
SPEC = ROOT / "packaging" / "defense-desk.spec"


def main() -> int:
    parser = argparse.ArgumentParser(prog="build.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--folder", action="store_true", help="only the program's folder, no archives")
    parser.add_argument("--reuse", action="store_true", help="what PyInstaller made the last time, laid together anew")
    parser.add_argument("--if-changed", action="store_true", help="nothing where the recipe is the one last tried")
    parser.add_argument("--fast", action="store_true", help="archives a tenth larger, in a third of the time")
    options = parser.parse_args()
    if options.if_changed and TRIED.exists() and TRIED.read_text("utf-8").split()[:1] == [recipe()]:
        say("The recipe of the packaged program is the one that was tried last: nothing is built.")
        return 0
    begun = time.monotonic()
    try:
        _check_python()
        told = release()
        os.environ.update(SOURCE_DATE_EPOCH=str(told["epoch"]), PYTHONHASHSEED="0")
        python = environment()
        DIST.mkdir(exist_ok=True)
        parts = made_parts() if options.reuse else freeze(python, told)
        program = DIST / contents.PROGRAM
        folder.lay_together(parts, program)
        inside = name_inside(python, program, told)
        folder.finish(program, int(told["epoch"]))
        if sys.platform == "linux":
            say(folder.requirement(program))
        say(f"Installed size: {folder.size_of(program) / 1e6:.0f} MB.")
        if not options.folder:
            write_sums([inside, *make_archives(python, program, told, 2 if options.fast else 6)])
    except bootstrap.Stop as stop:
        print(stop, file=sys.stderr)
        return 2
    say(f"Built in {time.monotonic() - begun:.0f} s.")
    return 0


def release() -> dict[str, str]:
    """`version` (its one place is desktop/__init__.py), `commit`, `built` (a date) and `epoch` (seconds)."""
    source = (ROOT / "desktop" / "__init__.py").read_text("utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', source, re.MULTILINE)
    if not found:
        raise bootstrap.Stop("desktop/__init__.py names no version.")
    commit = _git("rev-parse", "--short=10", "HEAD") or "unknown"
    if commit != "unknown" and _git("status", "--porcelain", "--untracked-files=no"):
        commit += " with changes"
    epoch = os.environ.get("SOURCE_DATE_EPOCH") or _git("log", "-1", "--format=%ct") or str(int(time.time()))
    built = time.strftime("%Y-%m-%d", time.gmtime(int(epoch)))
    return {"version": found[1], "commit": commit, "built": built, "epoch": epoch}


def recipe() -> str:
    """One sum over what says how the packaged program is made, and from which packages; not over the program itself."""
    packaging = ROOT / "packaging"
    files = [SPEC, *(packaging / f"{name}.py" for name in ("build", "contents", "folder", "sbom"))]
    files += [packaging / "lock" / f"{layer}.txt" for layer in LAYERS]
    files += [file for name in ("program", "linux") for file in sorted((packaging / name).glob("*")) if file.is_file()]
    sums = hashlib.sha256()
    for file in files:
        sums.update(f"{file.relative_to(ROOT).as_posix()}\0".encode() + file.read_bytes().replace(b"\r\n", b"\n"))
    return sums.hexdigest()


def environment() -> Path:
    BUILD.mkdir(exist_ok=True)
    return bootstrap.make_environment(BUILD / "environment", LAYERS, consent=False)


def freeze(python: Path, told: dict[str, str]) -> dict[str, Path]:
    """The results of PyInstaller by part: `window`, `worker`, and a starter for each other hash seed."""
    stamp = BUILD / "release.json"
    stamp.write_text(json.dumps({name: told[name] for name in ("version", "commit", "built")}) + "\n", "utf-8")
    made = BUILD / "made"
    shutil.rmtree(made, ignore_errors=True)
    surroundings = dict(os.environ, DEFENSE_DESK_BUILT=str(stamp))
    for part in ("window", "worker"):
        say(f"Making the {part}'s program; this takes minutes.")
        command = [str(python), "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", "--distpath", str(made)]
        command += ["--workpath", str(BUILD / "work" / part), str(SPEC), "--", part]
        log = BUILD / f"{part}.log"
        with log.open("wb") as out:
            if subprocess.call(command, cwd=ROOT, env=surroundings, stdout=out, stderr=out):
                raise bootstrap.Stop(f"PyInstaller failed: see {log}.")
    return made_parts()


def made_parts() -> dict[str, Path]:
    return {path.name: path for path in sorted((BUILD / "made").iterdir())}


def name_inside(python: Path, program: Path, told: dict[str, str]) -> Path:
    """The list of what is inside (CycloneDX), and the licences, which belong into the folder."""
    target = DIST / f"{_stem(told)}.cdx.json"
    script = str(ROOT / "packaging" / "sbom.py")
    if subprocess.call([str(python), script, str(BUILD / "work"), str(program), str(target), json.dumps(told)]):
        raise bootstrap.Stop("The list of what is inside could not be made.")
    return target


def make_archives(python: Path, program: Path, told: dict[str, str], level: int) -> list[Path]:
    """`level` is that of xz, 0 to 9."""
    stem = _stem(told)
    if sys.platform == "linux":
        from linux.deb import make_deb
        from linux.tar import make_tar

        return [
            make_deb(python, program, BUILD, DIST, told, level),
            make_tar(program, DIST / f"{stem}.tar.xz", level),
        ]
    kind = "zip" if sys.platform == "win32" else "gztar"
    return [Path(shutil.make_archive(str(DIST / stem), kind, DIST, program.name))]


def write_sums(made: list[Path]) -> None:
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}" for file in sorted(made)]
    (DIST / "SHA256SUMS").write_text("\n".join(lines) + "\n", "utf-8", newline="\n")
    for file, line in zip(sorted(made), lines, strict=True):
        say(f"{line}  ({file.stat().st_size / 1e6:.1f} MB)")


def _stem(told: dict[str, str]) -> str:
    return f"{contents.PROGRAM}-{told['version']}-{_system()}"


def _system() -> str:
    system = {"linux": "linux", "win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
    return f"{system}-{platform.machine().lower()}"


def _check_python() -> None:
    here = "{}.{}.{}".format(*sys.version_info[:3])
    if not bootstrap.OLDEST <= sys.version_info[:2] <= bootstrap.NEWEST:
        raise bootstrap.Stop(f"Python 3.11, 3.12 or 3.13 is needed to build, this is {here}.")
    if sys.platform == "linux" and not sysconfig.get_config_var("Py_ENABLE_SHARED"):
        raise bootstrap.Stop(f"This Python {here} has no shared library: PyInstaller needs one (--enable-shared).")


def _git(*arguments: str) -> str:
    try:
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""  # an unpacked archive of the source


def say(sentence: str) -> None:
    print(sentence, flush=True)


if __name__ == "__main__":
    sys.exit(main())
