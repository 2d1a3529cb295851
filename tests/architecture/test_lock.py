"""The lock: every package pinned once, with hashes, and fitting what pyproject asks for."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LAYERS = ("core", "window", "figures", "test", "develop", "local", "build")
APART = ("peers", "weights")


def pins(layer: str) -> dict[tuple[str, str], str]:
    text = (ROOT / "packaging" / "lock" / f"{layer}.txt").read_text("utf-8")
    return {(m[1], m[3] or ""): m[2] for m in re.finditer(r"^([a-z0-9-]+)==(\S+)(?: ; (.*?))? \\$", text, re.MULTILINE)}


@pytest.mark.parametrize("layer", LAYERS + APART)
def test_every_pin_has_a_hash(layer: str) -> None:
    text = (ROOT / "packaging" / "lock" / f"{layer}.txt").read_text("utf-8")
    blocks = re.split(r"^(?=[a-z])", text, flags=re.MULTILINE)[1:]
    assert blocks
    assert all(re.match(r"\S+==\S+", block) and "--hash=sha256:" in block for block in blocks)


def test_no_package_is_pinned_twice_in_one_environment() -> None:
    for together in (LAYERS[:-1], ("core", "window", "figures", "local", "build")):
        seen = [key for layer in together for key in pins(layer)]
        assert len(seen) == len(set(seen))


def test_no_package_has_two_versions() -> None:
    versions: dict[tuple[str, str], set[str]] = {}
    for layer in LAYERS:
        for key, version in pins(layer).items():
            versions.setdefault(key, set()).add(version)
    assert [key for key, found in versions.items() if len(found) > 1] == []


def test_everything_that_pyproject_asks_for_is_pinned_as_it_asks() -> None:
    requirements = pytest.importorskip("packaging.requirements")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    asked = [
        *project["project"]["dependencies"],
        *(name for extra in project["project"]["optional-dependencies"].values() for name in extra),
        *(name for group in project["dependency-groups"].values() for name in group if isinstance(name, str)),
    ]
    pinned = {(name, version) for layer in LAYERS + APART for (name, _), version in pins(layer).items()}
    for text in asked:
        wanted = requirements.Requirement(text)
        versions = [v for name, v in pinned if name == re.sub(r"[-_.]+", "-", wanted.name).lower()]
        assert versions, f"{text} is not in the lock: run packaging/lock.py"
        assert all(wanted.specifier.contains(v) for v in versions), f"{text} has moved: run packaging/lock.py"
