"""Keeps the keys of endpoints in the keyring of the operating system, and nowhere that others can read."""

from __future__ import annotations

import asyncio
import importlib
import os
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Protocol, TypeVar
from urllib.parse import urlsplit

from desktop.vocabulary.trouble import Trouble

SERVICE = "Defense Desk"
ENVIRONMENT = "DEFENSE_DESK_API_KEY"
ADVICE = f"Use the key for this session only, or put it into the environment variable {ENVIRONMENT}."

# The keyrings that encrypt, by name: keyring itself would also take any plug-in that is installed, and the
# best-known plug-in (keyrings.alt) writes plain text without a word.
_KEYRINGS = {
    "linux": ("SecretService", "libsecret", "kwallet"),
    "darwin": ("macOS",),
    "win32": ("Windows",),
}
_SWITCHED_OFF = ("keyring.backends.fail.Keyring", "keyring.backends.null.Keyring")
_T = TypeVar("_T")


class Ring(Protocol):
    """What of a keyring is used. The library itself is loaded with the first question (60 ms), not at start."""

    @property
    def name(self) -> str: ...
    def get_password(self, service: str, username: str) -> str | None: ...
    def set_password(self, service: str, username: str, password: str) -> None: ...
    def delete_password(self, service: str, username: str) -> None: ...


class KeyTrouble(Trouble):
    """The keyring is missing, locked, silent or broken; the advice offers what works without one."""


class NoKeyring(KeyTrouble):
    """There is none here, so nothing can have been stored in it."""


class Keys:
    """One key for each endpoint. Read: what was remembered for this session, the environment, the keyring.

    `seconds` bounds each call, since a keyring may wait for a person to type its password. `on_key` is told every
    key that passes, so that a diary can keep it out.
    """

    def __init__(
        self,
        *,
        environ: Mapping[str, str] | None = None,
        seconds: float = 30.0,
        on_key: Callable[[str], None] = lambda key: None,
    ) -> None:
        self._environ = os.environ if environ is None else environ
        self._seconds = seconds
        self._on_key = on_key
        self._session: dict[str, str] = {}

    async def read(self, base_url: str) -> str | None:
        """None means no key is stored, as where there is no keyring at all: many servers of a lab need none.

        Raises `KeyTrouble` if a keyring is there and cannot be asked.
        """
        account = account_of(base_url)
        key = self._session.get(account) or self._environ.get(ENVIRONMENT, "").strip()
        if not key:
            with suppress(NoKeyring):
                key = await self._in_thread(lambda: _keyring(self._environ).get_password(SERVICE, account)) or ""
        if key:
            self._on_key(key)
        return key or None

    async def store(self, base_url: str, key: str) -> None:
        """In the keyring, for good. Raises `KeyTrouble`; nothing is then stored anywhere."""
        account, clean = account_of(base_url), self._clean(key)
        await self._in_thread(lambda: _keyring(self._environ).set_password(SERVICE, account, clean))
        self._session.pop(account, None)

    def remember(self, base_url: str, key: str) -> None:
        """For this session only: in memory, gone when the program ends."""
        self._session[account_of(base_url)] = self._clean(key)

    async def forget(self, base_url: str) -> None:
        """From this session and from the keyring; having none is no fault."""
        account = account_of(base_url)
        self._session.pop(account, None)

        def delete() -> None:
            from keyring.errors import PasswordDeleteError

            ring = _keyring(self._environ)
            try:
                ring.delete_password(SERVICE, account)
            except PasswordDeleteError:
                if ring.get_password(SERVICE, account) is not None:
                    raise

        await self._in_thread(delete)

    async def where(self) -> str:
        """The keyring's own name, for a person. Raises `KeyTrouble` if there is none."""
        return await self._in_thread(lambda: _keyring(self._environ).name)

    def _clean(self, key: str) -> str:
        clean = key.strip()
        if not clean or not clean.isascii() or not clean.isprintable() or " " in clean:
            raise Trouble("This is not a key: a key is one word of plain letters, digits and signs.", "Copy it again.")
        self._on_key(clean)
        return clean

    async def _in_thread(self, work: Callable[[], _T]) -> _T:
        """A thread for each call, and a daemon: one that waits for a password must not keep the program from ending."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[_T] = loop.create_future()

        def tell(set_it: Callable[[], None]) -> None:
            try:
                loop.call_soon_threadsafe(lambda: None if done.done() else set_it())
            except RuntimeError:
                return  # the loop ended while the keyring was thinking

        def body() -> None:
            try:
                result = work()
            except KeyTrouble as trouble:
                tell(lambda said=trouble: done.set_exception(said))
            except _faults() as error:
                said = KeyTrouble(f"The keyring of this machine cannot be used: {_reason(error)}.", ADVICE)
                tell(lambda: done.set_exception(said))
            else:
                tell(lambda: done.set_result(result))

        threading.Thread(target=body, name="keyring", daemon=True).start()
        try:
            async with asyncio.timeout(self._seconds):
                return await done
        except TimeoutError:
            what = f"The keyring of this machine did not answer within {self._seconds:g} s; it may wait to be unlocked."
            raise KeyTrouble(what, f"Unlock it and try again. {ADVICE}") from None


def account_of(base_url: str) -> str:
    """The name a key is filed under: scheme and host in small letters, no slash at the end, never user or query."""
    try:
        parts = urlsplit(base_url.strip())
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        parts, port = urlsplit(""), ""
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Trouble(f"{base_url!r} is not an address of an endpoint.", "It begins with http:// or https://.")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}{port}{parts.path.rstrip('/')}"


def _keyring(environ: Mapping[str, str]) -> Ring:
    """The best keyring of this platform that is there and encrypts."""
    reasons: list[str] = []
    if environ.get("PYTHON_KEYRING_BACKEND") not in _SWITCHED_OFF:
        for name in _KEYRINGS.get(sys.platform, _KEYRINGS["linux"]):
            try:
                backend = importlib.import_module(f"keyring.backends.{name}").Keyring
                float(backend.priority)  # asks whether it can work here, by trying
                return backend()
            except _faults() as error:
                reasons.append(_reason(error))
    because = f": {reasons[0]}" if reasons else ""
    raise NoKeyring(f"This machine has no keyring that could keep a key{because}.", ADVICE)


def _faults() -> tuple[type[Exception], ...]:
    """All that a keyring is known to raise: its own errors, and those of the buses and services below it."""
    from keyring.errors import KeyringError

    faults: list[type[Exception]] = [KeyringError, RuntimeError, OSError, ImportError, AttributeError, ValueError]
    if sys.platform == "linux":
        from secretstorage.exceptions import SecretStorageException

        faults += [SecretStorageException, importlib.import_module("jeepney").DBusErrorResponse]
    elif sys.platform == "win32":
        from win32ctypes.pywin32 import pywintypes

        faults.append(pywintypes.error)
    return tuple(faults)


def _reason(error: Exception) -> str:
    said = " ".join(str(error).split()).rstrip(".!")
    return said[:200] or type(error).__name__
