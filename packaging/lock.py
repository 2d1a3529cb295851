"""Writes packaging/lock/*.txt afresh from pyproject.toml. For developers; needs `uv` on the path.

One resolution for every system and Python, cut into layers that pip lays over each other, each with hashes: core (a
terminal without a window), window, figures (matplotlib, for students), test, develop, local (runs a model file), and
build (makes the packaged program). A pin stands in the lowest layer that needs it. With names of layers behind it only
these are written, and the pins of all others stay.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "packaging" / "lock"
LAYERS = {
    "core": [],
    "window": ["--extra", "window"],
    "figures": ["--group", "figures"],
    "test": ["--group", "test"],
    "develop": ["--extra", "window", "--group", "test", "--group", "window-test", "--group", "check"],
    "local": ["--extra", "local"],
    "build": ["--group", "build"],
}
APART = {"build": ("test", "develop")}  # never laid over these, so it names again what it shares with them
HEADER = "# Written by packaging/lock.py from pyproject.toml; do not edit. Layer: {layer}.\n"


def resolve(options: list[str], pins: Path | None = None) -> list[str]:
    """The requirements as blocks of text, each `name==version ; marker` and its hashes."""
    command = ["uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes"]
    command += ["--no-header", "--no-annotate", "--only-binary", ":all:", "pyproject.toml", *options]
    if pins:
        command += ["--constraint", str(pins)]
    return read_blocks(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)


def blocks_of(layer: str) -> list[str]:
    file = FOLDER / f"{layer}.txt"
    return read_blocks(file.read_text("utf-8")) if file.exists() else []


def read_blocks(text: str) -> list[str]:
    blocks: list[str] = []
    for line in text.splitlines():
        if line and not line[0].isspace() and not line.startswith(("#", "-")):
            blocks.append(line)
        elif line.startswith("    --hash"):
            blocks[-1] += "\n" + line
    return blocks


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    wanted = sys.argv[1:] or list(LAYERS)
    with tempfile.TemporaryDirectory() as scratch:
        pins = Path(scratch) / "pins.txt"
        kept = [block for layer in LAYERS if layer not in wanted for block in blocks_of(layer)]
        fresh = (
            kept
            if sys.argv[1:]
            else [block for layer in ("develop", "local", "build") for block in resolve(LAYERS[layer])]
        )
        pins.write_text("\n".join(block.split(" \\")[0] for block in fresh), "utf-8")
        done: dict[str, list[str]] = {}
        for layer, options in LAYERS.items():
            if layer not in wanted:
                done[layer] = blocks_of(layer)
                continue
            below = {block for name, blocks in done.items() if name not in APART.get(layer, ()) for block in blocks}
            here = done[layer] = [block for block in resolve(options, pins) if block not in below]
            (FOLDER / f"{layer}.txt").write_text(HEADER.format(layer=layer) + "\n".join(here) + "\n", "utf-8")
            print(f"{layer}: {len(here)} packages")


if __name__ == "__main__":
    sys.exit(main())
