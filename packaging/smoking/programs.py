"""What is tried with students' programs and with the command line."""

from __future__ import annotations

import ast
import base64
import json
import re
import statistics
import struct
import sys
import time
from pathlib import Path
from typing import Any

import contents
from smoking.places import Failed, Place

LIBRARY = """
import importlib, sys
missing = []
for name in {names!r}:
    try:
        importlib.import_module(name)
    except BaseException as error:
        missing.append((name, f"{{type(error).__name__}}: {{error}}"))
missing
"""
FORBIDDEN = """
import importlib, sys
found = []
for name in {names!r}:
    try:
        found.append((name, str(getattr(importlib.import_module(name), "__file__", "?"))))
    except ImportError:
        pass
import os
seen = []
for folder in {folders!r}:
    try:
        seen.append((folder, len(os.listdir(folder))))
    except OSError:
        pass
(found, seen)
"""
MANNERS = '''
import doctest, inspect, linecache, os, sys, traceback

def double(x):
    """Twice.

    >>> double(2)
    4
    """
    return 2 * x

told = {
    "source": inspect.getsource(double).splitlines()[0],
    "line": linecache.getline("manners.py", 4).strip(),
    "doctest": doctest.testmod()[:2],
    "executable": os.path.basename(sys.executable),
    "helpers": sorted(name for name in ("exit", "quit", "copyright", "help") if name in dir(__builtins__)),
    "path": [part for part in sys.path if "defense-desk-" not in part and "worker" not in part],
    "environ": sorted(name for name in os.environ if "PYI" in name or "DEFENSE" in name or "DBUS" in name),
    "utf8": sys.flags.utf8_mode,
}
try:
    import json
    json.loads("{")
except ValueError as error:
    told["frames"] = [frame.name for frame in traceback.extract_tb(error.__traceback__)]
told
'''
FIGURE = """
import numpy as np
import matplotlib.pyplot as plt
x = np.linspace(0, 6.3, 200)
plt.plot(x, np.sin(x), label="sin")
plt.scatter(*np.random.default_rng(1).normal(size=(2, 50)))
plt.title("numpy %s" % np.__version__); plt.legend(); plt.show()
float(np.linalg.det(np.array([[2.0, 1.0], [1.0, 3.0]])))
"""
SEEDED = 'print([hash("one"), hash("two")])'


def version(place: Place) -> str:
    told = place.run("--version").strip()
    if not re.fullmatch(
        r"defense-desk, version [0-9.]+ \([0-9a-f]+( with changes)?, [0-9]{4}-[0-9]{2}-[0-9]{2}\)", told
    ):
        raise Failed(f"version, commit and date are wanted, it says {told!r}")
    return told


def commands(place: Place) -> str:
    names = re.findall(r"^  ([a-z]+)  ", place.run("--help"), re.MULTILINE)
    for name in names:
        if "Usage:" not in place.run(name, "--help"):
            raise Failed(f"no help for {name}")
    listed = len(place.run("problems").splitlines())
    return f"{len(names)} commands answer, {listed} lines of problems"


def library(place: Place) -> str:
    """Every name, each in the student's own Python; those left out are said by name."""
    names = contents.expected_library()
    outcome = place.outcome("library.py", LIBRARY.format(names=names), "--time", "120")
    missing = _value(outcome)
    if missing:
        raise Failed(f"{len(missing)} missing: {missing}")
    left = sorted(name for name in contents.LEFT_OUT if name in sys.stdlib_module_names)
    return f"{len(names)} of {len(names)} imported, 0 missing; left out by name: {', '.join(left)}"


def forbidden(place: Place) -> str:
    folder = _folder(place)
    folders = [str(folder / name) for name in (contents.LIBRARY, f"{contents.LIBRARY}/resources")] + [place.home]
    outcome = place.outcome("forbidden.py", FORBIDDEN.format(names=contents.FORBIDDEN, folders=folders))
    found, seen = _value(outcome)
    if found or seen:
        raise Failed(f"importable: {found}; readable: {seen}")
    return f"none of {len(contents.FORBIDDEN)} names can be imported, none of {len(folders)} folders can be listed"


def manners(place: Place) -> str:
    told = _value(place.outcome("manners.py", MANNERS))
    wanted = {
        "source": "def double(x):", "line": "def double(x):", "doctest": (0, 1), "utf8": 1, "path": [], "environ": [],
        "executable": contents.WORKER, "helpers": ["copyright", "exit", "help", "quit"],
    }  # fmt: skip
    wrong = {name: told[name] for name, value in wanted.items() if told[name] != value}
    if wrong:
        raise Failed(str(wrong))
    left = place.outcome("left.py", "exit(3)")
    if (left["status"], left["exit_code"]) != ("exit", "3"):
        raise Failed(f"exit(3) gave {left['status']} {left['exit_code']}")
    return "exit, quit, help, inspect.getsource, linecache, doctest, sys.executable"


def hash_seeds(place: Place) -> str:
    """Seed 0 in the ordinary worker; a program that depends on it is found out by the questions' other workers."""
    first, again = (place.outcome("seed.py", SEEDED)["stdout"] for _ in range(2))
    if first != again:
        raise Failed(f"two runs hash differently: {first} {again}")
    folder = _folder(place)
    starters = [str(folder / contents.WORKER_LIBRARY / f"{contents.WORKER}-{seed}") for seed in range(1, 8)]
    told = place.call(place.wrapped(["sh", "-c", "; ".join(f'"{starter}" 2>&1 | tail -n 1' for starter in starters)]))
    started = told.count("Failed to execute script 'worker'")  # started, and missing its arguments
    if started != len(starters):
        raise Failed(told[-400:])
    return f"the same twice; {started} more seeds start"


def figure(place: Place, picture: Path) -> str:
    outcome = place.outcome("figure.py", FIGURE, "--time", "120")
    if outcome["status"] != "ok" or len(outcome["figures"]) != 1:
        raise Failed(str({name: outcome[name] for name in ("status", "error", "stderr", "why")}))
    png = base64.b64decode(outcome["figures"][0])
    width, height = struct.unpack(">II", png[16:24])
    picture.write_bytes(png)
    return f"{width}x{height}, {len(png):,} bytes in {picture.name}; {outcome['seconds']:.1f} s with the list of fonts"


def sandbox(place: Place) -> str:
    told = json.loads(place.run("doctor", "--json", may_fail=True).splitlines()[0])
    checks = {check["name"]: check for check in told["checks"]}
    open_ones = [name for name, check in checks.items() if name.startswith("escape:") and not check["ok"]]
    level = checks.get("sandbox", {}).get("detail", "no level")
    if open_ones or not checks["sandbox"]["ok"]:
        raise Failed(f"{level}; open: {open_ones}")
    bad = [f"{check['name']}: {check['detail']}" for check in told["checks"] if check["ok"] is False]
    number = sum(name.startswith("escape:") for name in checks)
    return f"{level}, {number} of {number} escapes denied" + (f"; doctor also says: {'; '.join(bad)}" if bad else "")


def self_check(place: Place) -> str:
    """In a login session with a keyring that is open, as after a login at a desktop."""
    script = 'printf secret | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; exec "$@"'
    command = place.command("doctor", "--self-check", "--json")
    cut = command.index("--") + 1
    wrapped = [*command[:cut], "dbus-run-session", "--", "sh", "-c", script, "sh", *command[cut:]]
    told = place.call(wrapped, may_fail=True, more={"XDG_RUNTIME_DIR": str(place.inside)})
    line = next((line for line in told.splitlines() if line.startswith("{")), "")
    if not line:
        raise Failed(told[-500:])
    checks = [check for check in json.loads(line)["checks"] if check["name"].startswith(("self-check", "keyring"))]
    if len(checks) != 4 or not all(check["ok"] for check in checks):
        raise Failed("; ".join(f"{check['name']}: {check['detail']}" for check in checks))
    return "; ".join(f"{check['name'].removeprefix('self-check: ')}: {check['detail']}" for check in checks)


def limits(place: Place) -> str:
    """What `doctor` says of a home that cannot be written, in a sentence and with what is done instead."""
    told = json.loads(place.run("doctor", "--json", may_fail=True).splitlines()[0])
    check = next(check for check in told["checks"] if check["name"] == "data directory")
    if check["ok"] is False or "cannot be written" not in check["advice"] or "your work is kept" not in check["advice"]:
        raise Failed(str(check))
    return check["advice"]


def local_model(place: Place) -> str:
    """A file that only begins like a model: the library is loaded, and refuses it."""
    model = place.share / "broken.gguf"
    model.write_bytes(b"GGUF" + struct.pack("<IQQ", 3, 0, 0) + bytes(4096))
    broken = str(place.inside / "broken.gguf")
    given = place.write("give_up.py", "def kmeans(points, k):\n    return points\n")
    told = place.run("defend", "kmeans", given, "--model-file", broken, "--approve", "all", "--json", may_fail=True)
    failures = [json.loads(line) for line in told.splitlines() if line.startswith("{")]
    waiting = failures[-1].get("waiting") if failures else None
    if not waiting or waiting.get("for") != "retry" or "not installed" in waiting["reason"]:
        raise Failed(f"{waiting} {told[-300:]}")
    return f"loaded, and said: {waiting['reason']}"


def times(place: Place) -> list[str]:
    """Medians of five; of a whole process each, so that they include the start of the program."""
    runs = {"--version": ("--version",), "first result of a student's program": ("run", place.write("one.py", "1+1"))}
    told = []
    for name, arguments in runs.items():
        seconds = []
        for _ in range(5):
            begun = time.monotonic()
            place.run(*arguments)
            seconds.append(time.monotonic() - begun)
        told.append(f"{name}, {type(place).__name__}: {statistics.median(seconds):.2f} s")
    return told


def _folder(place: Place) -> Path:
    """Where the program really lies: the package has a link to it in /usr/bin."""
    return place.program.parent if place.program.parent != Path("/usr/bin") else Path("/opt/defense-desk")


def _value(outcome: dict[str, Any]) -> Any:
    """The last expression, from its repr: plain literals only."""
    if outcome["status"] != "ok" or outcome["repr"] is None:
        raise Failed(str({name: outcome[name] for name in ("status", "why", "stderr")} | {"error": outcome["error"]}))
    return ast.literal_eval(outcome["repr"])
