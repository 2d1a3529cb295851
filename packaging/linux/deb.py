"""The Debian package: the folder in /opt, and what a desktop wants to know of a program."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import bootstrap
import contents
import folder

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ICON = ROOT / "resources" / "defense-desk.svg"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
OPT = f"opt/{contents.PROGRAM}"

# which package has a library that the folder does not hold; the first name is that of Debian 13 and Ubuntu 24.04
PACKAGES = {
    "libc.so.6": "", "libm.so.6": "", "libpthread.so.0": "", "libdl.so.2": "", "librt.so.1": "", "libutil.so.1": "",
    "libresolv.so.2": "", "ld-linux-x86-64.so.2": "", "libcrypt.so.1": "libcrypt1",
    "libgcc_s.so.1": "libgcc-s1",
    "libstdc++.so.6": "libstdc++6",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
    "libglib-2.0.so.0": "libglib2.0-0t64 | libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0t64 | libglib2.0-0",
    "libgobject-2.0.so.0": "libglib2.0-0t64 | libglib2.0-0",
    "libgio-2.0.so.0": "libglib2.0-0t64 | libglib2.0-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb.so.1": "libxcb1",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libglx0",
    "libOpenGL.so.0": "libopengl0",
    "libdrm.so.2": "libdrm2",
    "libgbm.so.1": "libgbm1",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}  # fmt: skip


def make_deb(python: Path, program: Path, build: Path, dist: Path, told: dict[str, str], level: int) -> Path:
    """The file in `dist`; `bootstrap.Stop` where `dpkg-deb` is missing, or no package is known for a library."""
    if not shutil.which("dpkg-deb"):
        raise bootstrap.Stop("A .deb needs the program dpkg-deb: on Debian and Ubuntu it is there.")
    depends = depends_of(program)
    stage = build / "deb"
    shutil.rmtree(stage, ignore_errors=True)
    shutil.copytree(program, stage / OPT, symlinks=True)
    folder.link_twins(stage / OPT)  # a copy has lost the second names
    _place(stage, python, told)
    kib = folder.size_of(stage) // 1024
    control = (HERE / "control").read_text("utf-8")
    control = control.format(version=told["version"], architecture=_architecture(), size=kib, depends=depends)
    _write(stage / "DEBIAN" / "control", control)
    for path in [stage, *stage.rglob("*")]:
        if not path.is_symlink():
            if path.is_dir():
                path.chmod(0o755)
            os.utime(path, (int(told["epoch"]), int(told["epoch"])))
    target = dist / f"{contents.PROGRAM}_{told['version']}_{_architecture()}.deb"
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", f"-z{level}", "--build", str(stage), str(target)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return target


def depends_of(program: Path) -> str:
    """The packages of every library named by a binary and not in the folder, and glibc in the version it needs."""
    outside = folder.outside_libraries(program)
    if unknown := {name: who for name, who in outside.items() if name not in PACKAGES}:
        told = ", ".join(f"{name} (for {who})" for name, who in sorted(unknown.items()))
        raise bootstrap.Stop(f"No package is known for {told}: name it in packaging/linux/deb.py.")
    glibc = re.search(r"GLIBC ([0-9.]+)", folder.requirement(program))
    packages = {PACKAGES[name] for name in outside} - {""}
    return ", ".join([f"libc6 (>= {glibc[1] if glibc else '2.34'})", *sorted(packages)])


def _place(stage: Path, python: Path, told: dict[str, str]) -> None:
    share = stage / "usr" / "share"
    (stage / "usr" / "bin").mkdir(parents=True)
    (stage / "usr" / "bin" / contents.PROGRAM).symlink_to(f"/{OPT}/{contents.PROGRAM}")
    shutil.copyfile(HERE / "defense-desk.desktop", _ready(share / "applications" / "defense-desk.desktop"))
    shutil.copyfile(HERE / "defense-desk-pack.xml", _ready(share / "mime" / "packages" / "defense-desk.xml"))
    name = "io.github.defense_desk.DefenseDesk.metainfo.xml"
    meta = (HERE / name).read_text("utf-8").replace("@VERSION@", told["version"]).replace("@DATE@", told["built"])
    _write(share / "metainfo" / name, meta)
    documents = share / "doc" / contents.PROGRAM
    licence = "\n".join(f" {line or '.'}" for line in (ROOT / "LICENSE").read_text("utf-8").splitlines())
    _write(documents / "copyright", (HERE / "copyright").read_text("utf-8").replace("@LICENSE@", licence))
    shutil.copyfile(ROOT / "packaging" / "CHANGELOG.md", _ready(documents / "CHANGELOG.md"))
    icons = share / "icons" / "hicolor"
    shutil.copyfile(ICON, _ready(icons / "scalable" / "apps" / "defense-desk.svg"))
    draw = [str(python), str(HERE / "draw_icons.py"), str(ICON), str(icons), *map(str, SIZES)]
    subprocess.run(draw, check=True, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})


def _architecture() -> str:
    return subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True).stdout.strip()


def _write(path: Path, text: str) -> None:
    _ready(path).write_text(text, "utf-8")
    path.chmod(0o644)


def _ready(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path
