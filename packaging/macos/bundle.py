"""Makes Defense Desk.app from the packaged program's folder, and a .dmg of it where `hdiutil` is (macOS).

    python3 packaging/macos/bundle.py dist/defense-desk dist

Standard library only. The bundle is not signed here: see packaging/macos/notarise.sh. Never yet run on a real Mac; on
another system the bundle is made and the .dmg is left out.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import info

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = "defense-desk"
STARTER = """#!/bin/sh
exec "$(dirname "$0")/../Resources/desk/defense-desk" "$@"
"""
SIZES = (16, 32, 128, 256, 512)  # what iconutil wants, each once more at double


def main() -> int:
    parser = argparse.ArgumentParser(prog="bundle.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("program", type=Path, help="the folder that holds defense-desk")
    parser.add_argument("target", type=Path, help="the folder for the bundle and the disk image")
    parser.add_argument("--icons", type=Path, help="a folder with NxN/apps/defense-desk.png")
    options = parser.parse_args()
    if not (options.program / PROGRAM).is_file():
        print(f"{options.program} holds no {PROGRAM}: build it with packaging/build.py.", file=sys.stderr)
        return 2
    bundle = make_bundle(options.program, options.target, options.icons)
    print(bundle)
    if shutil.which("hdiutil"):
        print(make_image(bundle, options.target))
    return 0


def make_bundle(program: Path, target: Path, icons: Path | None = None) -> Path:
    """The folder goes to Contents/Resources as it is, and a line of shell starts it.

    In Contents/MacOS everything counts as code, so data beside it could not be signed; and PyInstaller's starter looks
    for its library elsewhere as soon as it lies there itself. In Resources the seal of the bundle covers every file.
    """
    told = json.loads(next(program.rglob("release.json")).read_text("utf-8"))
    bundle = target / "Defense Desk.app"
    shutil.rmtree(bundle, ignore_errors=True)
    shutil.copytree(program, bundle / "Contents" / "Resources" / "desk", symlinks=True)
    info.write(bundle, told["version"], told["built"])
    starter = bundle / "Contents" / "MacOS" / PROGRAM
    starter.parent.mkdir()
    starter.write_text(STARTER, "utf-8")
    starter.chmod(0o755)
    if icons and shutil.which("iconutil"):
        make_icon(icons, bundle / "Contents" / "Resources" / "defense-desk.icns")
    return bundle


def make_icon(icons: Path, target: Path) -> None:
    """`icons` holds NxN/apps/defense-desk.png, as packaging/linux/draw_icons.py draws them; iconutil is macOS's."""
    with tempfile.TemporaryDirectory(suffix=".iconset") as folder:
        for size in SIZES:
            for name, pixels in ((f"icon_{size}x{size}.png", size), (f"icon_{size}x{size}@2x.png", 2 * size)):
                if (picture := icons / f"{pixels}x{pixels}" / "apps" / "defense-desk.png").exists():
                    shutil.copy2(picture, Path(folder) / name)
        subprocess.run(["iconutil", "--convert", "icns", "--output", str(target), folder], check=True)


def make_image(bundle: Path, target: Path) -> Path:
    """A disk image with the bundle and a link to Applications: people drag the one onto the other."""
    told = json.loads(next(bundle.rglob("release.json")).read_text("utf-8"))
    image = target / f"{PROGRAM}-{told['version']}-macos-{platform.machine().lower()}.dmg"
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(bundle, Path(folder) / bundle.name, symlinks=True)
        os.symlink("/Applications", Path(folder) / "Applications")
        command = ["hdiutil", "create", "-volname", "Defense Desk", "-srcfolder", folder]
        subprocess.run([*command, "-fs", "HFS+", "-format", "ULFO", "-ov", str(image)], check=True)
    return image


if __name__ == "__main__":
    sys.exit(main())
