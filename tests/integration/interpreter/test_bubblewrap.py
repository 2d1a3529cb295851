"""Level C on Linux: without Landlock in the kernel a worker lives in bubblewrap. Tried as this user and as nobody."""

import asyncio
import os
import subprocess
from pathlib import Path

import pytest

from desktop.interpreter.host import InterpreterHost
from desktop.interpreter.sandbox.bubblewrap import exit_status
from desktop.vocabulary.runs import Limits, RunRequest
from desktop.vocabulary.trouble import InterpreterTrouble
from tests.fixtures.hostile_sweep import sweep
from tests.fixtures.isolation_programs import ATTEMPTS, WORKS

PROJECT = Path(__file__).resolve().parents[3]
NOBODY = 65534
HOSTILE = (
    "sigign", "null-deref", "kill-self", "deleted-files", "memfd", "fork-prints", "fork-bomb", "thread-exits",
    "fds-closed-from-3",
)  # fmt: skip
OWN_BOX = {"root of proc", "the parent's descriptors", "temporary files"}  # bubblewrap's own, with nothing in them


def namespaces(**user):
    """Whether bubblewrap can make its namespaces here."""
    command = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "true"]
    try:
        return subprocess.run(command, capture_output=True, cwd="/", **user).returncode == 0
    except FileNotFoundError:
        return False


needs_namespaces = pytest.mark.skipif(not namespaces(), reason="bubblewrap is not here, or has no user namespaces")


@pytest.fixture(scope="module")
def nobody_in_a_box(as_nobody):
    if not namespaces(user=NOBODY, group=NOBODY, extra_groups=[]):
        assert as_nobody("tests/fixtures/print_sandbox_report.py", "no-landlock")["level"] == "D"
        pytest.skip("an ordinary user has no user namespaces here, so the level is D")
    return as_nobody


@pytest.fixture
async def boxed():
    host = InterpreterHost(landlock=False)
    yield host
    await host.close()


@needs_namespaces
async def test_every_attempt_is_denied(boxed):
    report = await boxed.sandbox_report()
    assert [probe for probe in report.probes if not probe.denied] == []
    assert (report.level, len(report.probes) > 20) == ("C", True)


def test_and_for_an_ordinary_user(nobody_in_a_box):
    report = nobody_in_a_box("tests/fixtures/print_sandbox_report.py", "no-landlock")
    assert [name for name, denied, _ in report["probes"] if not denied] == []
    assert report["level"] == "C"


def test_nothing_planted_is_read_and_nobody_hears_anything(nobody_in_a_box):
    found = nobody_in_a_box("tests/fixtures/reach_for_secrets.py", "no-landlock")
    assert set(found["attempts"].values()) == {"PermissionError", "FileNotFoundError"}
    assert found["silent"] == found["reached from outside"] == ["TCP", "UDP", "an abstract socket"]


@needs_namespaces
async def test_what_a_student_needs_works_and_other_ways_out_are_closed(boxed):
    interpreter = boxed.interpreter("exam")
    limits = Limits(cpu_seconds=30, wall_seconds=90)
    outcomes = {}
    for name, source in WORKS.items():
        outcomes[name] = await interpreter.run(RunRequest(source=source, limits=limits, fresh=True))
    assert {name: outcome for name, outcome in outcomes.items() if outcome.repr != "True"} == {}
    assert {outcome.sandbox for outcome in outcomes.values()} == {"C"}
    for name in ATTEMPTS.keys() - OWN_BOX:
        attempt = ATTEMPTS[name]
        outcome = await interpreter.run(RunRequest(source=attempt))
        assert outcome.status == "error", (name, outcome)


@needs_namespaces
@pytest.mark.parametrize("path", ["resources", "tools", "desktop/wiring.py", "pyproject.toml"])
async def test_our_own_files_are_not_there(boxed, path):
    outcome = await boxed.interpreter().run(RunRequest(source=f"import os\nos.stat({str(PROJECT / path)!r})"))
    assert outcome.error.type == "FileNotFoundError"


@needs_namespaces
async def test_nothing_can_be_written_but_in_the_work_directory(boxed):
    source = """
import os
places = ["/", "/tmp", "/dev", "/usr/lib", os.path.dirname(os.__file__), "/proc/sys/kernel", *SHARED]
found = []
for place in places:
    try:
        open(place + "/here", "w").close()
        found.append(place)
    except OSError:
        pass
open("here", "w").close()
found
"""
    shared = [str(PROJECT / "desktop/interpreter/inside"), str(PROJECT / "desktop")]
    outcome = await boxed.interpreter().run(RunRequest(source=source.replace("*SHARED", f"*{shared!r}")))
    assert (outcome.repr, outcome.error) == ("[]", None)


@needs_namespaces
def test_hostile_programs_meet_their_right_behaviour():
    assert asyncio.run(sweep(HOSTILE, landlock=False)) == {}


def test_and_those_of_an_ordinary_user(nobody_in_a_box):
    assert nobody_in_a_box("tests/fixtures/hostile_sweep.py", "no-landlock", *HOSTILE) == {}


@needs_namespaces
async def test_the_signal_of_a_death_is_named(boxed):
    outcome = await boxed.interpreter().run(RunRequest(source="import ctypes\nctypes.string_at(0)"))
    assert (outcome.status, "SIGSEGV" in outcome.why) == ("died", True)


@pytest.mark.parametrize(("code", "status"), [(0, 0), (1, 1), (128, 128), (139, -11), (137, -9)])
def test_bubblewraps_exit_code_is_read(code, status):
    assert exit_status(code) == status


@pytest.mark.parametrize(
    "script", ["", "#!/bin/sh\nexit 1\n", '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done; shift; exec "$@"\n']
)
async def test_a_box_that_cannot_be_made_or_holds_nothing_is_level_d(boxed, tmp_path, monkeypatch, script):
    """No bubblewrap; one that fails; one that starts the worker without closing it in."""
    if script:
        (tmp_path / "bwrap").write_text(script)
        (tmp_path / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert (await boxed.sandbox_report()).level == "D"
    assert (await boxed.interpreter().run(RunRequest(source="5"))).sandbox == "D"
    with pytest.raises(InterpreterTrouble, match="cannot be isolated"):
        await boxed.interpreter("exam").run(RunRequest(source="5"))
    assert os.environ["PATH"] == str(tmp_path)
