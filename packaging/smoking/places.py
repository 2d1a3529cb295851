"""Where the packaged program runs: on this machine, or in a bare Debian of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

RELEASE = "bookworm"
STUDENT = 1000
SECONDS = 300
NOTHING: Mapping[str, str] = MappingProxyType({})


class Failed(Exception):
    """A check that did not hold; the text says what was seen."""


class Place:
    """`program` as its own system sees it; `share` is a folder both sides see, `inside` its name in there."""

    def __init__(self, program: Path, share: Path, inside: Path, home: str) -> None:
        self.program, self.share, self.inside, self.home = program, share, inside, home
        self.data = str(inside / "data")  # "" for the program's own choice

    def wrapped(self, command: list[str]) -> list[str]:
        return command

    def environment(self, more: Mapping[str, str]) -> dict[str, str]:
        return {"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "LANG": "C.UTF-8", "HOME": self.home, **more}

    def command(self, *arguments: str) -> list[str]:
        chosen = ["--data-dir", self.data] if self.data else []
        return self.wrapped([str(self.program), *chosen, *arguments])

    def run(self, *arguments: str, typed: str = "", may_fail: bool = False, **more: str) -> str:
        """What it printed; `Failed` with its stderr on an exit code other than 0."""
        return self.call(self.command(*arguments), typed, may_fail, more)

    def call(
        self, command: list[str], typed: str = "", may_fail: bool = False, more: Mapping[str, str] = NOTHING
    ) -> str:
        done = subprocess.run(command, input=typed, env=self.environment(more), capture_output=True, text=True,
                              timeout=SECONDS, check=False, cwd="/")  # fmt: skip
        if done.returncode and not may_fail:
            raise Failed(f"exit {done.returncode} of {command[-3:]}: {(done.stderr or done.stdout)[-600:].strip()}")
        return done.stdout + (done.stderr if may_fail else "")

    def start(self, *arguments: str, **more: str) -> subprocess.Popen[str]:
        return subprocess.Popen(self.command(*arguments), env=self.environment(more), text=True, cwd="/",
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip

    def write(self, name: str, text: str) -> str:
        """A file for the program: its path as the program sees it."""
        self.share.joinpath(name).write_text(text, "utf-8")
        return str(self.inside / name)

    def outcome(self, name: str, source: str, *options: str) -> dict[str, Any]:
        """What came of a student's program: the JSON of the command `run`."""
        told = self.run("run", self.write(name, source), "--json", *options, may_fail=True)
        try:
            return json.loads(told.splitlines()[0])
        except (ValueError, IndexError):
            raise Failed(f"`run` printed {told[-600:]!r}") from None


class Here(Place):
    def __init__(self, program: Path, home: Path) -> None:
        super().__init__(program, home, home, str(home))

    def environment(self, more: Mapping[str, str]) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP", "PATH") if name in os.environ}
        return {**super().environment({}), **kept, **more}


class Inside(Place):
    """In the root directory of another system, as somebody, perhaps cut off from every network."""

    def __init__(self, root: Path, program: str, *, user: int, home: str, network: bool = True) -> None:
        share = root / "srv" / "share"
        super().__init__(Path(program), share, Path("/srv/share"), home)
        self.root, self.user, self.network = root, user, network

    def wrapped(self, command: list[str]) -> list[str]:
        who = ["setpriv", f"--reuid={self.user}", f"--regid={self.user}", "--clear-groups"]
        if self.user:
            who += ["--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"]
        return [*([] if self.network else ["unshare", "--net"]), "chroot", str(self.root), *who, "--", *command]


class Debian:
    """Made once by debootstrap; each run works in a layer above it, which is thrown away."""

    def __init__(self, folder: Path) -> None:
        base, layer = folder / RELEASE, folder / "layer"
        if not (base / "made").exists():
            shutil.rmtree(base, ignore_errors=True)
            folder.mkdir(parents=True, exist_ok=True)
            self._need(["debootstrap", "--variant=minbase", RELEASE, str(base)])
            (base / "made").touch()
        shutil.rmtree(layer, ignore_errors=True)
        self.root = layer / "root"
        for part in ("root", "above"):
            (layer / part).mkdir(parents=True)
        _mount("tmpfs", layer / "above", "tmpfs")  # the layers of an overlay must not lie on an overlay
        for part in ("upper", "work"):
            (layer / "above" / part).mkdir()
        _mount("overlay", self.root, "overlay",
               f"lowerdir={base},upperdir={layer}/above/upper,workdir={layer}/above/work")  # fmt: skip
        _mount("proc", self.root / "proc", "proc")
        subprocess.run(["mount", "--rbind", "/dev", str(self.root / "dev")], check=True)
        for part in ("run", "tmp"):
            _mount("tmpfs", self.root / part, "tmpfs", "mode=1777")
        shutil.copyfile("/etc/resolv.conf", self.root / "etc" / "resolv.conf")
        share = self.root / "srv" / "share"
        share.mkdir(parents=True)
        share.chmod(0o1777)
        self.call("useradd", "--create-home", "--uid", str(STUDENT), "student")

    def call(self, *command: str) -> str:
        environment = {name: value for name, value in os.environ.items() if "proxy" in name.lower()}
        environment |= {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LANG": "C.UTF-8"}
        whole = ["chroot", str(self.root), *command]
        done = subprocess.run(whole, capture_output=True, text=True, check=False, env=environment)
        if done.returncode:
            raise Failed(f"{' '.join(command[:3])}: {(done.stderr or done.stdout)[-600:].strip()}")
        return done.stdout

    def has_no_python(self) -> str:
        usr = self.root / "usr"
        if found := [*usr.glob("bin/python*"), *usr.glob("lib/python3*/os.py")]:
            raise Failed(f"there is {found}")
        return "no python in /usr/bin, no library in /usr/lib"

    def add(self, *packages: str) -> str:
        self.call("apt-get", "update", "-qq")
        self.call("apt-get", "install", "-qq", "--yes", "--no-install-recommends", *packages)
        return ", ".join(packages)

    def install(self, deb: Path) -> str:
        before = set(self.call("dpkg-query", "-W", "-f", "${Package} ").split())
        shutil.copyfile(deb, self.root / "srv" / deb.name)
        self.add(f"/srv/{deb.name}")
        more = set(self.call("dpkg-query", "-W", "-f", "${Package} ").split()) - before
        return f"{len(more) - 1} packages came with it"

    def remove(self) -> str:
        self.call("apt-get", "remove", "-qq", "--yes", "defense-desk")
        left = [path for path in ("opt/defense-desk", "usr/bin/defense-desk") if os.path.lexists(self.root / path)]
        if left:
            raise Failed(f"left behind: {left}")
        return "nothing of it is left"

    def desktop_files(self) -> str:
        share = self.root / "usr" / "share"
        wanted = ["applications/defense-desk.desktop", "mime/packages/defense-desk.xml", "doc/defense-desk/copyright",
                  "icons/hicolor/scalable/apps/defense-desk.svg", "icons/hicolor/48x48/apps/defense-desk.png",
                  "metainfo/io.github.defense_desk.DefenseDesk.metainfo.xml"]  # fmt: skip
        missing = [name for name in wanted if not (share / name).is_file()]
        if missing:
            raise Failed(f"missing: {missing}")
        return f"{len(wanted)} are there"

    def student(self) -> Inside:
        return Inside(self.root, "/usr/bin/defense-desk", user=STUDENT, home="/home/student")

    def administrator(self) -> Inside:
        place = Inside(self.root, "/usr/bin/defense-desk", user=0, home="/root")
        place.data = str(place.inside / "data-of-root")
        return place

    def unpack(self, tar: Path, folder: str) -> Inside:
        """As a lab would: owned by root, on a read-only mount, and a home that cannot be written either."""
        target = self.root / folder.lstrip("/")
        target.mkdir(parents=True)
        subprocess.run(["tar", "--extract", "--file", str(tar), "--directory", str(target)], check=True)
        home = self.root / "home" / "student"
        for path in (target, home):
            subprocess.run(["mount", "--bind", str(path), str(path)], check=True)
            subprocess.run(["mount", "-o", "remount,ro,bind", str(path)], check=True)
        place = Inside(
            self.root, f"{folder}/defense-desk/defense-desk", user=STUDENT, home="/home/student", network=False
        )
        place.data = ""
        return place

    def is_locked_down(self, lab: Inside) -> str:
        script = f"touch /home/student/x '{lab.program.parent}/x' 2>&1; cat /proc/net/dev | tail -n +3 | wc -l; id -u"
        told = lab.call(lab.wrapped(["sh", "-c", script]))
        if told.count("Read-only file system") != 2 or told.split()[-2:] != ["1", str(STUDENT)]:
            raise Failed(told)
        return "home and program read-only, no interface but lo, uid 1000"

    def installed_megabytes(self, lab: Inside) -> float:
        said = subprocess.run(["du", "-sb", str(self.root / str(lab.program.parent).lstrip("/"))], capture_output=True,
                              text=True, check=True).stdout  # fmt: skip
        return int(said.split()[0]) / 1e6

    @staticmethod
    def _need(command: list[str]) -> None:
        if not shutil.which(command[0]):
            sys.exit(f"{command[0]} is missing: apt-get install {command[0]}")
        print(f"Making a bare Debian ({RELEASE}) with {command[0]}; this takes minutes.", flush=True)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def become_private() -> None:
    """Mounts and processes of a run end with it, also if it is killed."""
    if os.geteuid() != 0:
        sys.exit("Everything at once needs root (chroot, mounts): run it as root, or give --folder.")
    if os.environ.get("DEFENSE_DESK_SMOKE") != "private":
        os.environ["DEFENSE_DESK_SMOKE"] = "private"
        command = ["unshare", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child"]
        os.execvp(command[0], [*command, sys.executable, *sys.argv])


def only(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        sys.exit(f"There should be one {pattern} in {folder}, there are {len(found)}: run packaging/build.py.")
    return found[0]


def left_processes(word: str) -> list[int]:
    """Of this machine (or our own process namespace), by what they were started as."""
    found: list[int] = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if word in folder.joinpath("cmdline").read_text("utf-8", "replace") and _alive(folder):
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def wait_for(seconds: float, said: Any) -> float:
    """Seconds until `said()` is true; `Failed` after `seconds`."""
    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        if said():
            return time.monotonic() - begun
        time.sleep(0.02)
    raise Failed(f"not within {seconds:.0f} s")


def _alive(folder: Path) -> bool:
    return folder.joinpath("stat").read_text("utf-8", "replace").rpartition(")")[2].split()[0] != "Z"


def _mount(what: str, where: Path, kind: str, options: str = "") -> None:
    subprocess.run(["mount", "-t", kind, *(["-o", options] if options else []), what, str(where)], check=True)
