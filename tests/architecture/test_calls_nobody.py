"""Nothing calls home: who may reach a network is a short list, and so are the addresses that the program knows."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OURS = sorted([*(ROOT / "desktop").rglob("*.py"), *(ROOT / "tools").rglob("*.py")])
REACHING = {
    "socket", "ssl", "httpx", "urllib", "http", "ftplib", "smtplib", "poplib", "imaplib", "telnetlib", "xmlrpc",
    "requests", "aiohttp", "websockets", "webbrowser",
}  # fmt: skip
# module -> why it may import one of them
MAY = {
    "desktop/llm/": "the endpoint that a person chose, and the local model's own door",
    "desktop/interpreter/": "socket pairs between us and the worker; the probe's own listeners",
    "desktop/station/display.py": "asks the X server whether a window can open",
    "desktop/station/doctor.py": "ssl: which authorities are trusted",
    "desktop/station/keys.py": "urllib.parse: the account of an address",
}
HARMLESS = {"urllib.parse"}
ADDRESS = re.compile(r"https?://([A-Za-z0-9.\-]+)")
PRESETS = "desktop/llm/servers/presets.py"


def short(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imported(source: str) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
    return {name for name in names if name.split(".")[0] in REACHING} - HARMLESS


def addresses(source: str) -> set[str]:
    """Hosts that somebody else could own: not this machine, not a made-up name of one word, not `.invalid`."""
    written = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)]
    hosts = {host for text in written if isinstance(text, str) for host in ADDRESS.findall(text)}
    return {host for host in hosts if "." in host.strip(".") and not host.startswith("127.") and ".invalid" not in host}


def test_only_these_modules_can_reach_a_network() -> None:
    found = {short(path): names for path in OURS if (names := imported(path.read_text("utf-8")))}
    strangers = {name: names for name, names in found.items() if not name.startswith(tuple(MAY))}
    assert strangers == {}


def test_every_exception_is_still_needed() -> None:
    found = [short(path) for path in OURS if re.search(r"\b(socket|ssl|httpx|urllib)\b", path.read_text("utf-8"))]
    assert [place for place in MAY if not any(name.startswith(place) for name in found)] == []


def test_the_only_addresses_are_those_a_person_chooses_from() -> None:
    found = {short(path): hosts for path in OURS if (hosts := addresses(path.read_text("utf-8")))}
    assert set(found) == {PRESETS}


def test_no_browser_is_opened() -> None:
    assert [short(path) for path in OURS if re.search(r"openUrl|QNetworkAccess", path.read_text("utf-8"))] == []


@pytest.mark.parametrize("source", ["import urllib.request", "from http.client import HTTPConnection", "import socket"])
def test_a_way_out_is_seen(source: str) -> None:
    assert imported(source)


@pytest.mark.parametrize(
    ("source", "host"),
    [("x = 'https://updates.example.org/v'", "updates.example.org"), ("x = f'http://a.b/{y}'", "a.b")],
)
def test_an_address_is_seen(source: str, host: str) -> None:
    assert addresses(source) == {host}


@pytest.mark.parametrize("source", ["'http://127.0.0.1:8000'", "'http://localhost/v1'", "'https://check.invalid/v1'"])
def test_what_is_nobodys_is_let_pass(source: str) -> None:
    assert addresses(source) == set()
