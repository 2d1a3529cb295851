"""A real lab for each test, closed afterwards; and a Python that an ordinary user may run."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy
import pytest

from desktop.interpreter.host import InterpreterHost

PROJECT = Path(__file__).resolve().parents[3]
NOBODY = 65534

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="workers are forked on Linux only")


@pytest.fixture
async def host():
    host = InterpreterHost()
    yield host
    await host.close()


@pytest.fixture
async def interpreter(host):
    return host.interpreter()


@pytest.fixture(scope="session")
def as_nobody():
    """Runs a script of the project as the user 65534 and returns the JSON it prints."""
    if os.geteuid() != 0:
        pytest.skip("not root: this test run itself is the ordinary user's")
    # not pytest's own directory: every new test run makes that one private again
    directory = Path(tempfile.mkdtemp(prefix="tests-of-nobody-"))
    python = _python_for_all(directory)

    def run(script, *arguments):
        done = subprocess.run(
            [python, str(PROJECT / script), *arguments],
            user=NOBODY,
            group=NOBODY,
            extra_groups=[],
            env={"PATH": os.defpath, "LANG": "C.UTF-8", "HOME": "/nonexistent"},
            cwd="/",
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr[-3000:]
        return json.loads(done.stdout)

    yield run
    shutil.rmtree(directory)


def _python_for_all(directory):
    """A virtual environment that everybody may enter, with the packages of this one."""
    directory.chmod(0o755)
    name = f"python3.{sys.version_info.minor}"
    for base in (f"{sys.base_prefix}/bin/{name}", f"/usr/bin/{name}", f"/usr/local/bin/{name}"):
        if subprocess.run(["test", "-x", base], user=NOBODY, group=NOBODY, extra_groups=[]).returncode == 0:
            break
    else:
        shutil.rmtree(directory)
        pytest.skip("no Python of this version that an ordinary user may run")
    subprocess.run([base, "-m", "venv", "--without-pip", str(directory / "venv")], check=True)
    packages = Path(numpy.__file__).parents[1]
    (directory / f"venv/lib/{name}/site-packages/packages.pth").write_text(f"{packages}\n")
    return str(directory / "venv/bin/python")
