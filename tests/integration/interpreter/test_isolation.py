"""Nothing of the user's can be reached from a student's program, and what a student needs still works."""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from desktop.interpreter import probe
from desktop.interpreter.host import InterpreterHost
from desktop.interpreter.sandbox.landlock import landlock_abi
from desktop.vocabulary.runs import Limits, RunRequest
from desktop.vocabulary.trouble import InterpreterTrouble
from tests.fixtures.isolation_programs import ATTEMPTS, WORKS

PROJECT = Path(__file__).resolve().parents[3]
SECRETS = "tests/fixtures/reach_for_secrets.py"
LONG = Limits(cpu_seconds=30, wall_seconds=90)

pytestmark = pytest.mark.skipif(not landlock_abi(), reason="this kernel has no Landlock: no level A or B here")


async def test_every_attempt_is_denied_and_no_listener_heard_anything(host):
    report = await host.sandbox_report()
    assert report.level == ("A" if landlock_abi() >= 6 else "B")
    assert [one for one in report.probes if not one.denied] == []
    assert len(report.probes) > 20


async def test_also_where_temporary_files_lie_deeper_than_the_address_of_a_socket_is_long(host, tmp_path, monkeypatch):
    deep = tmp_path / ("d" * 120)
    deep.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(deep))
    report = await host.sandbox_report()
    assert report.level == ("A" if landlock_abi() >= 6 else "B")
    found = {one.name: one.detail for one in report.probes}
    assert found["connect to a socket in the file system (D-Bus, keyring)"].startswith("PermissionError")


async def test_bait_that_cannot_be_laid_is_level_d_and_says_why(host, tmp_path, monkeypatch):
    deep = tmp_path / ("d" * 120)
    deep.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(deep))
    monkeypatch.setattr(probe, "SHORT", str(tmp_path / "missing"))
    report = await host.sandbox_report()
    assert (report.level, [one.denied for one in report.probes]) == ("D", [False])
    assert "missing" in report.probes[0].detail


def test_and_for_an_ordinary_user(as_nobody):
    report = as_nobody("tests/fixtures/print_sandbox_report.py")
    assert report["level"] == ("A" if landlock_abi() >= 6 else "B")
    assert [name for name, denied, _ in report["probes"] if not denied] == []


@pytest.mark.parametrize("abi", [1, 2, 3, 4, 5, 6])
def test_an_older_landlock_is_helped_by_seccomp(abi, tmp_path):
    if abi > landlock_abi():
        pytest.skip("this kernel is older than that")
    script = str(PROJECT / "tests/fixtures/older_landlock.py")
    closed = subprocess.run([sys.executable, script, str(abi), str(tmp_path)], capture_output=True, check=True)
    could = json.loads(closed.stdout)
    assert (could.pop("landlock"), could.pop("seccomp")) == (abi, True)
    allowed = {name for name, how in could.items() if how == "done"}
    assert allowed == {"read what is readable", "signal itself", "write in the work directory"}


def check_the_secrets(found, errors):
    assert {name: error for name, error in found["attempts"].items() if error not in errors} == {}
    assert len(found["attempts"]) == 14
    assert found["silent"] == found["reached from outside"] == ["TCP", "UDP", "an abstract socket"]


needs_a_bus = pytest.mark.skipif(not shutil.which("dbus-daemon"), reason="no dbus-daemon here")


@needs_a_bus
def test_nothing_planted_is_read_no_listener_and_no_session_bus_reached():
    done = subprocess.run([sys.executable, str(PROJECT / SECRETS)], capture_output=True, check=True)
    check_the_secrets(json.loads(done.stdout), {"PermissionError"})


@needs_a_bus
def test_nor_by_an_ordinary_user(as_nobody):
    check_the_secrets(as_nobody(SECRETS), {"PermissionError"})


@pytest.mark.parametrize("path", ["desktop/__init__.py", "tools/contract.py", "pyproject.toml", "resources"])
async def test_our_own_files_are_closed_because_packs_hold_answer_keys(host, path):
    source = f"import os\np = {str(PROJECT / path)!r}\nos.listdir(p) if os.path.isdir(p) else open(p)"
    if (PROJECT / path).exists():
        assert (await host.interpreter().run(RunRequest(source=source))).error.type == "PermissionError"


@pytest.mark.parametrize("attempt", ATTEMPTS)
@pytest.mark.parametrize("mode", ["practice", "exam"])
async def test_other_ways_out_are_closed_too(host, mode, attempt):
    outcome = await host.interpreter(mode).run(RunRequest(source=ATTEMPTS[attempt]))
    assert outcome.status == "error", outcome
    assert outcome.error.type in ("PermissionError", "OSError", "ValueError"), outcome.error


async def test_nothing_secret_is_in_the_environment_or_in_memory(host, monkeypatch):
    monkeypatch.setenv("DESK_API_KEY", "sk-secret-of-the-teacher")
    source = """
import gc, os, sys
here = [str(os.environ), open("/proc/self/environ").read(), open("/proc/self/cmdline").read()]
frame = sys._getframe()
while frame:
    here.append(str(frame.f_locals))
    frame = frame.f_back
for thing in gc.get_objects():
    if type(thing) is str or type(thing) is dict and "nonce" in thing:
        here.append(str(thing))
[word for word in ("sk-" + "secret", "nonce" + "':") if any(word in text for text in here)]
"""
    outcome = await host.interpreter("exam").run(RunRequest(source=source, limits=LONG))
    assert outcome.repr == "[]", outcome


@pytest.mark.parametrize("thing", WORKS)
@pytest.mark.parametrize("mode", ["practice", "exam"])
async def test_what_a_student_needs_works(host, mode, thing):
    if thing == "matplotlib":
        pytest.importorskip("matplotlib")
    outcome = await host.interpreter(mode).run(RunRequest(source=WORKS[thing], limits=LONG))
    assert (outcome.repr, outcome.error) == ("True", None)


async def test_the_whole_standard_library_can_be_imported_late(host):
    source = """
import importlib, sys, warnings
warnings.simplefilter("ignore")
refused = []
for name in sorted(sys.stdlib_module_names - {"antigravity", "this", "idlelib", "turtledemo", "_ios_support"}):
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        pass
    except BaseException as error:
        refused.append((name, repr(error)))
refused
"""
    assert (await host.interpreter("exam").run(RunRequest(source=source, limits=LONG))).repr == "[]"


async def test_without_a_sandbox_practice_is_marked_and_an_exam_refused():
    host = InterpreterHost(sandboxed=False)
    try:
        assert (await host.interpreter().run(RunRequest(source="1"))).sandbox == "D"
        assert (await host.sandbox_report()).level == "D"
        with pytest.raises(InterpreterTrouble, match="cannot be isolated"):
            await host.interpreter("exam").run(RunRequest(source="1"))
    finally:
        await host.close()
