"""Makes everything that Defense Desk needs, then opens it (`run`) or tests it (`test`). Standard library only.

    python3 packaging/bootstrap.py run  [--yes] [-- arguments of defense-desk]
    python3 packaging/bootstrap.py test [--yes] [--without-window] [-- arguments of pytest]
    python3 packaging/bootstrap.py fetch --wheelhouse DIR   fills a folder with the packages that `run` needs
    python3 packaging/bootstrap.py run --wheelhouse DIR     then takes them from there and asks no network

A stamp in the environment says what was installed, so the second time starts at once and needs no network. Written
so that an older Python can read it as far as the sentence that asks for a newer one. The paths for macOS and Windows
are written but have not been tried on such machines.
"""

import argparse
import ctypes
import hashlib
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "packaging" / "lock"
OLDEST, NEWEST = (3, 11), (3, 13)
WINDOWS = sys.platform == "win32"
FIRST_DEFENSE = ["defend", "kmeans", str(ROOT / "tests" / "fixtures" / "solutions" / "kmeans.py")]

# shared library -> Debian's package; the first six also for a window that is drawn off screen
WINDOW_LIBRARIES = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
TEST_PROGRAMS = {
    "Xvfb": "xvfb",
    "openbox": "openbox",
    "gnome-keyring-daemon": "gnome-keyring",
    "dbus-run-session": "dbus",
    "setpriv": "util-linux",
    "strace": "strace",
    "makensis": "nsis",
    "bwrap": "bubblewrap",
}
TEST_FILES = {
    "usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc": "fonts-noto-cjk",
    "usr/share/dbus-1/services/org.a11y.Bus.service": "at-spi2-core",
}


class Stop(Exception):
    """Ends the work with one sentence that says what to do."""


def main():
    options = read_arguments(sys.argv[1:])
    try:
        use_fitting_python()
        if options.wheelhouse and options.command != "fetch":
            use_wheelhouse(options.wheelhouse)
        {"run": run, "test": test, "fetch": fetch}[options.command](options)
    except Stop as stop:
        print(stop, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nStopped. Start the same command again to go on.", file=sys.stderr)
        return 130
    return 0


def read_arguments(given):
    parser = argparse.ArgumentParser(prog="bootstrap.py", description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=["run", "test", "fetch"])
    parser.add_argument("--yes", action="store_true", help="install missing system packages without asking")
    parser.add_argument("--without-window", action="store_true", help="an environment and tests without Qt")
    parser.add_argument("--wheelhouse", type=Path, help="a folder of packages that stands in for the network")
    parser.add_argument("rest", nargs="*", help="after --: arguments for defense-desk or for pytest")
    at = given.index("--") if "--" in given else len(given)
    options = parser.parse_args(given[:at])
    options.rest += given[at + 1 :]
    return options


def use_fitting_python():
    """Go on with another Python of this machine if the one that runs this is too old or too new."""
    if OLDEST <= sys.version_info[:2] <= NEWEST:
        return
    for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
        found = shutil.which("python3.%d" % minor)  # noqa: UP031 - an older Python runs this line
        if found and subprocess.call([found, "-c", ""], stderr=subprocess.DEVNULL) == 0:
            hand_over([found, str(Path(__file__).resolve()), *sys.argv[1:]])
    here = ".".join(str(part) for part in sys.version_info[:2])
    raise Stop(
        "Defense Desk needs Python 3.11, 3.12 or 3.13, and this is Python %s: install one of those and start again "  # noqa: UP031
        "with it, such as: python3.12 packaging/bootstrap.py run." % here
    )


def run(options):
    # with no screen nobody sees a window: a terminal needs a sixth of the packages
    screen = has_screen() and not options.without_window and not options.rest
    if screen:
        need(missing_libraries(), options.yes, "the window")
    python = make_environment(ROOT / ".venv", ["core", "window"] if screen else ["core"], options.yes)
    rest = options.rest
    if not screen and not rest:
        say("There is no display here: a defense of a sample program runs in the terminal, and you answer for it.")
        say(f"For a program of your own: {typed()} defend kmeans FILE. All commands: {typed()} --help")
        rest = FIRST_DEFENSE
    environment = dict(os.environ, PYTHONPATH=str(ROOT), DEFENSE_DESK_COMMAND=typed())
    # -P: a student's folder may hold a random.py, which must not become ours
    hand_over([str(python), "-P", "-m", "desktop", *rest], environment)


def test(options):
    wanted = missing_programs() if options.without_window else [*missing_libraries(), *missing_programs()]
    try:
        need(wanted, options.yes, "every test")
    except Stop as stop:
        print(stop, "Until then some tests are skipped.", file=sys.stderr)
    if options.without_window:
        python = make_environment(ROOT / ".venv-core", ["core", "figures", "test"], options.yes)
        chosen = ["--ignore=tests/gui", "-m", "not window"]
    else:
        python = make_environment(ROOT / ".venv", ["core", "window", "figures", "test", "develop"], options.yes)
        subprocess.call([str(python), str(ROOT / "packaging" / "peers.py")])  # what cannot be had, it says itself
        chosen = []
    os.chdir(str(ROOT))
    # a file of tests stays in one process: what it shares is made once; `-- -n 0` runs all in one
    chosen += ["-n", "auto", "--dist", "loadfile"]
    hand_over([str(python), "-m", "pytest", *chosen, *options.rest])


def fetch(options):
    """For a lab without a network: on a machine with one, of the same system and Python. The hashes hold there, too."""
    if not options.wheelhouse:
        raise Stop("Name the folder to fill: fetch --wheelhouse DIR")
    layers = ["core"] if options.without_window else ["core", "window"]
    fill_wheelhouse(make_environment(ROOT / ".venv", [], options.yes), layers, options.wheelhouse)


def typed():
    """What a person types before a command of defense-desk, so that its advice can be copied."""
    script = subprocess.list2cmdline([sys.argv[0]]) if WINDOWS else shlex.quote(sys.argv[0])
    return f"{'py' if WINDOWS else 'python3'} {script} run --"


def has_screen():
    return WINDOWS or sys.platform == "darwin" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


# --- packages of the system -------------------------------------------------------------------------------------


def missing_libraries():
    """Debian's names of the libraries that cannot be loaded, found out by loading them."""
    if not sys.platform.startswith("linux"):
        return []
    missing = []
    for library, package in WINDOW_LIBRARIES.items():
        try:
            ctypes.CDLL(library)
        except OSError:
            missing.append(package)
    return missing


def missing_programs():
    if not sys.platform.startswith("linux"):
        return []
    folders = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
    missing = [package for program, package in TEST_PROGRAMS.items() if not shutil.which(program, path=folders)]
    return missing + [package for file, package in TEST_FILES.items() if not Path("/", file).exists()]


def need(packages, consent, what):
    """Install the packages where that is allowed, else name them."""
    if not packages:
        return
    names = " ".join(packages)
    if not shutil.which("apt-get"):
        raise Stop(
            f"For {what} this machine lacks what Debian calls {names}: install them with its own package manager."
        )
    root = os.geteuid() == 0
    command = f"{'' if root else 'sudo '}apt-get install {names}"
    if not root and not consent and not agreed(f"For {what} these system packages are missing: {names}."):
        raise Stop(f"For {what} these system packages are missing; install them with: {command}")
    say(f"Installing system packages: {names}.")
    apt = ["apt-get"] if root else ["sudo", "apt-get"]
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    install = [*apt, "install", "--yes", "--no-install-recommends", *packages]
    quiet = subprocess.DEVNULL
    if subprocess.call(install, env=environment, stdout=quiet, stderr=quiet):  # the lists may be old or missing
        subprocess.call([*apt, "update"], env=environment, stdout=quiet)
        if subprocess.call(install, env=environment, stdout=quiet):
            raise Stop(f"The system packages could not be installed: check the network, then try: {command}")


def agreed(question):
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return input(f"{question} Install them now with sudo? [y/N] ").strip().lower() in ("y", "yes")


# --- the environment --------------------------------------------------------------------------------------------


def make_environment(folder, layers, consent):
    """The Python of an environment with these layers of the lock; at once if the stamp says they are there."""
    python = folder / ("Scripts/python.exe" if WINDOWS else "bin/python")
    stamp = folder / "defense-desk.stamp"
    wanted = {layer: f"{layer} {digest_of(layer)}" for layer in layers}
    version = "python {}.{}.{}".format(*sys.version_info[:3])
    present = stamp.read_text("utf-8").splitlines() if stamp.exists() else []
    if version not in present or not python.exists():
        present = [version]
        build_environment(folder, python, stamp, consent)
    todo = [layer for layer in layers if wanted[layer] not in present]
    if todo:
        install_layers(folder, python, todo)
        done = [line for line in present if line.split()[0] not in todo]
        present = [*done, *(wanted[layer] for layer in todo)]
        write_stamp(stamp, present)
    return python


def digest_of(layer):
    return hashlib.sha256((LOCK / f"{layer}.txt").read_bytes()).hexdigest()


def write_stamp(stamp, lines):
    fresh = stamp.with_suffix(".new")
    fresh.write_text("".join(line + "\n" for line in lines), "utf-8")
    os.replace(str(fresh), str(stamp))


def build_environment(folder, python, stamp, consent):
    """Only a folder that carries our stamp is ever emptied: an environment somebody else made is theirs."""
    if folder.is_symlink() or (folder.exists() and not stamp.exists()):
        raise Stop(f"{folder} was not made by this program and is left as it is: rename it, then start again.")
    name = "python{}.{}-venv".format(*sys.version_info[:2])
    if importlib.util.find_spec("ensurepip") is None:  # Debian and Ubuntu keep it in a package of its own
        need([name], consent, "an environment of its own")
    say(f"Making an environment in {folder}.")
    if folder.exists():
        shutil.rmtree(str(folder))
    folder.mkdir()
    write_stamp(stamp, [])
    log = folder / "install.log"
    with log.open("wb") as out:
        made = subprocess.call([sys.executable, "-m", "venv", str(folder)], stdout=out, stderr=out)
    if made or not python.exists():
        raise Stop(f"The environment could not be made: see {log}, then start the same command again.")
    write_stamp(stamp, ["python {}.{}.{}".format(*sys.version_info[:3])])


def install_layers(folder, python, layers):
    """Every file is checked against the hash in the lock, and only ready-made wheels are taken: nothing is built."""
    say(f"Installing the packages of {', '.join(layers)}; the first time this takes a minute or two.")
    begun = time.monotonic()
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    command += ["--require-hashes", "--no-deps", "--only-binary", ":all:"]
    for layer in layers:
        command += ["-r", str(LOCK / f"{layer}.txt")]
    log = folder / "install.log"
    with log.open("wb") as out:
        failed = subprocess.call(command, stdout=out, stderr=out)
    if failed:
        raise Stop(why_not_installed(log))
    say(f"Installed in {time.monotonic() - begun:.0f} s.")


def use_wheelhouse(folder):
    """Every pip that we start takes from this folder alone; as an address, since pip parts a list at its spaces."""
    if not folder.is_dir():
        raise Stop(f"There is no folder {folder}: fill one with fetch --wheelhouse DIR on a machine with a network.")
    os.environ.update(PIP_NO_INDEX="1", PIP_FIND_LINKS=folder.resolve().as_uri())


def fill_wheelhouse(python, layers, folder):
    say(f"Fetching the packages of {', '.join(layers)} into {folder}.")
    folder.mkdir(parents=True, exist_ok=True)
    command = [str(python), "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-input"]
    command += ["--require-hashes", "--no-deps", "--only-binary", ":all:", "--dest", str(folder)]
    for layer in layers:
        command += ["-r", str(LOCK / f"{layer}.txt")]
    log = folder / "fetch.log"
    with log.open("wb") as out:
        failed = subprocess.call(command, stdout=out, stderr=out)
    if failed:
        raise Stop(why_not_installed(log))
    log.unlink()
    wheels = list(folder.glob("*.whl"))
    size = sum(wheel.stat().st_size for wheel in wheels) / 1e6
    version = "{}.{}".format(*sys.version_info[:2])
    say(f"{len(wheels)} packages, {size:.0f} MB, for Python {version} on {sys.platform} and machines like this one.")


def why_not_installed(log):
    said = log.read_text("utf-8", "replace")
    if "No space left" in said:
        return "The disk is full: make about 500 MB of space, then start the same command again."
    if "DO NOT MATCH THE HASHES" in said:
        return f"A package is not the one that was tested, so nothing of it was installed: tell us, with {log}."
    lacking = re.search(r"No matching distribution found for ([\w.-]+)", said)
    if lacking and os.environ.get("PIP_NO_INDEX"):
        return f"The wheelhouse lacks {lacking[1]}: fill it again on a machine of this system and Python (see {log})."
    return f"The packages could not be fetched: check the network, then start the same command again (see {log})."


def hand_over(command, environment=None):
    """Become that program: its window, its signals, its exit code."""
    sys.stdout.flush()
    if not WINDOWS:
        os.execve(command[0], command, environment or dict(os.environ))
    try:
        code = subprocess.call(command, env=environment)
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


def say(sentence):
    print(sentence, flush=True)


if __name__ == "__main__":
    sys.exit(main())
