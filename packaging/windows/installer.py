"""Compiles the Windows installer from the packaged program's folder; needs `makensis` (Debian: nsis), on any system.

    python3 packaging/windows/installer.py dist/defense-desk dist

Standard library only. Adds the installer's sum to SHA256SUMS where there is one.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PLACES = (r"C:\Program Files (x86)\NSIS\makensis.exe", r"C:\Program Files\NSIS\makensis.exe")  # not on the path there


def main() -> int:
    parser = argparse.ArgumentParser(prog="installer.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("program", type=Path, help="the folder that holds defense-desk.exe")
    parser.add_argument("target", type=Path, help="the folder for the installer")
    options = parser.parse_args()
    makensis = shutil.which("makensis") or next((place for place in PLACES if Path(place).exists()), "")
    if not makensis:
        print("There is no makensis here: install NSIS (Debian: apt-get install nsis).", file=sys.stderr)
        return 2
    if not (options.program / "defense-desk.exe").is_file():
        print(f"{options.program} holds no defense-desk.exe: build it with packaging/build.py.", file=sys.stderr)
        return 2
    made = compile_installer(makensis, options.program.resolve(), options.target.resolve())
    digest = hashlib.sha256(made.read_bytes()).hexdigest()
    add_sum(options.target / "SHA256SUMS", digest, made.name)
    print(f"{digest}  {made.name}  ({made.stat().st_size / 1e6:.1f} MB)")
    return 0


def version() -> str:
    found = re.search(r'^__version__ = "([^"]+)"$', (ROOT / "desktop" / "__init__.py").read_text("utf-8"), re.MULTILINE)
    assert found, "desktop/__init__.py names no version"
    return found[1]


def compile_installer(makensis: str, program: Path, target: Path) -> Path:
    """A warning of the compiler is a fault of the script."""
    target.mkdir(parents=True, exist_ok=True)
    made = target / f"defense-desk-{version()}-windows-amd64-setup.exe"
    size = sum(file.stat().st_size for file in program.rglob("*") if file.is_file()) // 1024
    told = {"VERSION": version(), "SOURCE": program, "OUTPUT": made, "SIZE": size}
    options = [f"-D{name}={value}" for name, value in told.items()]
    script = str(HERE / "defense-desk.nsi")
    subprocess.run([makensis, "-V2", "-WX", "-INPUTCHARSET", "UTF8", *options, script], check=True)
    return made


def add_sum(sums: Path, digest: str, name: str) -> None:
    if sums.exists():
        lines = [line for line in sums.read_text("utf-8").splitlines() if not line.endswith(f"  {name}")]
        lines = sorted([*lines, f"{digest}  {name}"], key=lambda line: line.split()[1])
        sums.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main())
