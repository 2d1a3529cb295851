"""Writes packaging/lock/*.txt afresh from pyproject.toml. For developers; needs `uv` on the path.

One resolution for every system and Python, cut into layers that pip lays over each other, each with hashes: core (a
terminal without a window), window, figures (matplotlib, for students), test, develop, local (runs a model file), and
build (makes the packaged program). A pin stands in the lowest layer that needs it. With names of layers behind it only
these are written, and the pins of all others stay. What tests use without being installed beside us stands apart
(`peers`, and `weights`, of which only the archive is taken).
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "packaging" / "lock"
LAYERS = {
    "core": ["pyproject.toml"],
    "window": ["pyproject.toml", "--extra", "window"],
    "figures": ["pyproject.toml", "--group", "figures"],
    "test": ["pyproject.toml", "--group", "test"],
    "develop": ["pyproject.toml", "--extra", "window", "--group", "test", "--group", "window-test", "--group", "check"],
    "local": ["pyproject.toml", "--extra", "local"],
    "build": ["pyproject.toml", "--group", "build"],
}
NEVER_UNDER = {"build": ("test", "develop")}  # so it names again what it shares with them
APART = {"peers": ["--group", "pyproject.toml:peers"], "weights": ["--group", "pyproject.toml:weights", "--no-deps"]}
HEADER = "# Written by packaging/lock.py from pyproject.toml; do not edit. Layer: {layer}.\n"


def resolve(options: list[str], pins: Path | None = None) -> list[str]:
    """The requirements as blocks of text, each `name==version ; marker` and its hashes."""
    command = ["uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes"]
    command += ["--no-header", "--no-annotate", "--only-binary", ":all:", *options]
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
    wanted = sys.argv[1:] or [*LAYERS, *APART]
    for layer in [layer for layer in APART if layer in wanted]:
        write(layer, resolve(APART[layer]))
    if not set(wanted) & set(LAYERS):
        return
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
            under = [blocks for name, blocks in done.items() if name not in NEVER_UNDER.get(layer, ())]
            below = {block for blocks in under for block in blocks}
            done[layer] = [block for block in resolve(options, pins) if block not in below]
            write(layer, done[layer])


def write(layer: str, blocks: list[str]) -> None:
    (FOLDER / f"{layer}.txt").write_text(HEADER.format(layer=layer) + "\n".join(blocks) + "\n", "utf-8")
    print(f"{layer}: {len(blocks)} packages")


if __name__ == "__main__":
    sys.exit(main())
