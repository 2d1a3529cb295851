"""Examines this machine and says what would stop the program from working well here."""

from __future__ import annotations

import asyncio
import os
import platform
import ssl
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from desktop.station.display import display_problem
from desktop.station.filesystem import is_network, kind_of
from desktop.station.keys import Keys
from desktop.station.paths import ENVIRONMENT, open_data_dir
from desktop.station.policy.places import policy_places
from desktop.station.policy.reading import read_policy
from desktop.station.policy.rules import StationPolicy
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.words import Words

QT_WANTED = "6.11.3"  # 6.12.0 aborts on Python 3.11: it drops references to None (PYSIDE-3474)
PYTHONS = ((3, 11), (3, 13))


@dataclass(frozen=True, slots=True)
class Check:
    """`ok` is None where nothing is wrong but something cannot be had or told; `advice` is empty where all is well."""

    name: str
    ok: bool | None
    detail: str
    advice: str = ""


async def examine(
    data_dir: str | Path | None = None,
    keys: Keys | None = None,
    environ: Mapping[str, str] | None = None,
    policy: StationPolicy | None = None,
) -> tuple[Check, ...]:
    """The checks that need neither a worker nor an endpoint; whoever calls adds those. Changes nothing but makes
    the data directory if it is missing, and writes one file there that it removes again."""
    env = os.environ if environ is None else environ
    policy = read_policy() if policy is None else policy
    quick = (check_python(), check_qt(), check_display(env), check_local_model(), check_policy(policy, env))
    slow = await asyncio.gather(
        check_keyring(keys or Keys(environ=env, seconds=10)),
        asyncio.to_thread(check_data_dir, data_dir, env, policy.data_dir),
        asyncio.to_thread(check_trust),
    )
    return (*quick, *slow)


def check_python() -> Check:
    detail = f"{platform.python_implementation()} {platform.python_version()} on {platform.platform(terse=True)}"
    if PYTHONS[0] <= sys.version_info[:2] <= PYTHONS[1]:
        return Check("Python", True, detail)
    return Check("Python", False, detail, "Use Python 3.11, 3.12 or 3.13.")


def check_qt() -> Check:
    """Looks at what is installed; importing Qt here would load it into every terminal run."""
    again = "Run: python3 packaging/bootstrap.py run"
    try:
        found = version("PySide6-Essentials")
    except PackageNotFoundError:
        return Check("Qt", None, "not installed: the terminal works, the window does not", again)
    if find_spec("PySide6") is None or find_spec("qasync") is None:
        return Check("Qt", False, f"PySide6 {found}, but not complete", again)
    if found != QT_WANTED:
        return Check("Qt", False, f"PySide6 {found}, made for {QT_WANTED}", again)
    return Check("Qt", True, f"PySide6 {found}")


def check_local_model() -> Check:
    """Whether a model file on this machine could word the questions; nobody needs that."""
    try:
        return Check("local model", True, f"xllamacpp {version('xllamacpp')}: a GGUF file can be used for practice")
    except PackageNotFoundError:
        advice = "Only to practise with a model file: pip install 'defense-desk[local]'"
        return Check("local model", None, "not installed: a model file on this machine cannot be used", advice)


def check_display(environ: Mapping[str, str]) -> Check:
    problem = display_problem(environ)
    if problem:
        return Check("display", None, problem, "Work in the terminal, or log in at a desktop.")
    return Check("display", True, environ.get("WAYLAND_DISPLAY") or environ.get("DISPLAY") or sys.platform)


async def check_keyring(keys: Keys) -> Check:
    try:
        return Check("keyring", True, await keys.where())
    except Trouble as trouble:
        return Check("keyring", None, trouble.what, trouble.advice)


def check_policy(policy: StationPolicy, environ: Mapping[str, str]) -> Check:
    """Where the rules of this machine come from, what they lock, and whether an exam office can rely on them."""
    if policy.path is None:
        return Check("policy", True, f"none: there is no {' or '.join(map(str, policy_places()))}")
    told = f"{policy.path}: {', '.join(sorted(policy.locked)) or 'nothing'} set by the lab"
    if "data_dir" in policy.locked and environ.get(ENVIRONMENT):
        told += f" ({ENVIRONMENT} is passed over)"
    if policy.faults:
        why = " ".join(fault.said(Words()) for fault in policy.faults)
        return Check("policy", False, f"{told}; {why}", "Mend the file: until then no exam begins on this machine.")
    if policy.exposed:
        advice = "No exam begins here until it belongs to another account and nobody else may write it."
        return Check("policy", None, f"{told}; you could change {policy.exposed}", advice)
    unknown = "; who may change it is not looked at on Windows" if sys.platform == "win32" else ""
    return Check("policy", True, told + unknown)


def check_data_dir(argument: str | Path | None, environ: Mapping[str, str], by_lab: Path | None = None) -> Check:
    try:
        found = open_data_dir(argument, environ=environ, by_lab=by_lab)
    except Trouble as trouble:
        return Check("data directory", False, trouble.what, trouble.advice)
    kind = kind_of(found.path)
    where = f"{found.path} ({kind or 'unknown file system'}, {'network' if is_network(kind) else 'local'}, writable)"
    return Check("data directory", None if found.note else True, where, found.note)


def check_trust() -> Check:
    """Which certificate authorities an https endpoint is checked against."""
    if sys.platform in ("win32", "darwin"):
        return Check("trust store", True, "the operating system's")
    paths = ssl.get_default_verify_paths()
    number = ssl.create_default_context().cert_store_stats()["x509_ca"]
    where = paths.cafile or paths.capath or paths.openssl_cafile
    if number or (paths.capath and any(Path(paths.capath).glob("*.0"))):
        return Check("trust store", True, f"{number or 'a directory of'} authorities in {where}")
    return Check("trust store", False, f"no authorities in {where}", "Install the package ca-certificates.")
