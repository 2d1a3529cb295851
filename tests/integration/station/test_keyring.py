"""Keys against a real Secret Service, a locked one, and none at all."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
STORY = Path(__file__).with_name("keyring_story.py")
URL, KEY = "https://models.example.org/v1", "a-key-that-nobody-guesses"
NEEDED = ("dbus-run-session", "gnome-keyring-daemon")
missing = [program for program in NEEDED if shutil.which(program) is None]
real_service = pytest.mark.skipif(
    bool(missing), reason=f"needs the programs {' and '.join(missing)} (Debian: dbus, gnome-keyring)"
)


def environment(home: Path, **more: str) -> dict[str, str]:
    """A person's session that shares nothing with the one these tests run in."""
    runtime = home / "runtime"
    runtime.mkdir(mode=0o700, exist_ok=True)
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    return {
        **kept,
        "HOME": str(home),
        "XDG_RUNTIME_DIR": str(runtime),
        "PYTHONPATH": str(ROOT),
        "LANG": "C.UTF-8",
    } | more


def said(command: list[str], environ: dict[str, str]) -> list[object]:
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines() if line[:1] in '"{n']


def story(*deeds: str) -> str:
    return "; ".join(f'"{sys.executable}" "{STORY}" {deed} {URL} {KEY}' for deed in deeds)


def in_session(home: Path, script: str) -> list[object]:
    return said(["dbus-run-session", "--", "sh", "-c", script], environment(home))


UNLOCK = "printf secret | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; "


@real_service
def test_a_key_lives_in_the_keyring_from_one_login_to_the_next(tmp_path: Path) -> None:
    assert in_session(tmp_path, UNLOCK + story("read", "store", "read", "where"))[:3] == [None, "stored", KEY]
    assert in_session(tmp_path, UNLOCK + story("read", "forget", "read", "forget")) == [
        KEY,
        "forgotten",
        None,
        "forgotten",
    ]


@real_service
def test_a_key_lies_nowhere_in_plain_text(tmp_path: Path) -> None:
    in_session(tmp_path, UNLOCK + story("store"))
    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert kept
    assert not [path for path in kept if KEY.encode() in path.read_bytes()]


@real_service
def test_a_locked_keyring_is_a_sentence_with_a_way_out(tmp_path: Path) -> None:
    in_session(tmp_path, UNLOCK + story("store"))
    start = "gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1; "
    (trouble,) = in_session(tmp_path, start + story("read"))
    assert isinstance(trouble, dict)
    assert trouble["trouble"] == "KeyTrouble"
    assert "this session only" in trouble["advice"]


@pytest.mark.skipif(sys.platform != "linux", reason="only there a keyring is a service that can be missing")
@pytest.mark.parametrize("bus", ["", "unix:path=/nowhere/bus"])
def test_without_any_bus_it_is_a_sentence_and_nothing_is_written(tmp_path: Path, bus: str) -> None:
    environ = environment(tmp_path, **({"DBUS_SESSION_BUS_ADDRESS": bus} if bus else {}))
    assert said([sys.executable, str(STORY), "read", URL, KEY], environ) == [None], "nothing can be stored: no key"
    for deed in ("store", "forget", "where"):
        (trouble,) = said([sys.executable, str(STORY), deed, URL, KEY], environ)
        assert isinstance(trouble, dict)
        assert "no keyring" in trouble["what"]
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


@pytest.mark.skipif(sys.platform != "linux", reason="as above")
def test_a_plain_text_keyring_is_not_used_even_where_it_is_asked_for(tmp_path: Path) -> None:
    plug_in = tmp_path / "site" / "keyrings" / "alt"
    plug_in.mkdir(parents=True)
    (plug_in / "file.py").write_text(
        "import keyring.backend\n"
        "class PlaintextKeyring(keyring.backend.KeyringBackend):\n"
        "    priority = 99\n"
        "    def set_password(self, *key): open('plain.txt', 'w').write(str(key))\n"
        "    def get_password(self, *key): return 'plain'\n"
        "    def delete_password(self, *key): pass\n",
        "utf-8",
    )
    environ = environment(tmp_path, PYTHON_KEYRING_BACKEND="keyrings.alt.file.PlaintextKeyring")
    environ["PYTHONPATH"] += os.pathsep + str(tmp_path / "site")
    (trouble,) = said([sys.executable, str(STORY), "store", URL, KEY], environ)
    assert isinstance(trouble, dict)
    assert "no keyring" in trouble["what"]
