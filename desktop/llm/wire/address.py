"""Turns what a person typed as an address into the addresses that are called, and says which are on our own net."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit, urlunsplit

from desktop.vocabulary.trouble import ModelTrouble

LOCAL_ENDINGS = (".local", ".localhost", ".lan", ".internal", ".home.arpa", ".intranet")
CALLS = ("/chat/completions", "/completions", "/models", "/responses")


@dataclass(frozen=True, slots=True)
class Address:
    """`root` is where `/chat/completions` and `/models` hang; `shown` holds no user name, password or query."""

    root: str
    shown: str
    host: str

    @property
    def chat(self) -> str:
        return f"{self.root}/chat/completions"

    @property
    def models(self) -> str:
        return f"{self.root}/models"

    @property
    def secure(self) -> bool:
        return self.root.startswith("https:")

    @property
    def local(self) -> bool:
        """Loopback or the lab's own network: the system proxy cannot know the way there."""
        return is_local(self.host)

    @property
    def loopback(self) -> bool:
        """This very machine."""
        try:
            return ipaddress.ip_address(self.host.partition("%")[0]).is_loopback
        except ValueError:
            return self.host == "localhost" or self.host.endswith(".localhost")


def read_address(typed: str) -> Address:
    """Forgives a missing scheme, a missing `/v1`, a trailing slash, and a whole call pasted. `ModelTrouble` else."""
    text = "".join(typed.split())
    if "://" not in text:
        text = f"//{text}"
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise _bad() from None
    scheme = parts.scheme.lower() or ("http" if is_local(host) else "https")
    if not host or scheme not in ("http", "https"):
        raise _bad()
    path = parts.path.rstrip("/")
    for call in CALLS:
        path = path.removesuffix(call)
    path = path.rstrip("/") or "/v1"
    name = f"[{host}]" if ":" in host else host
    place = f"{name}:{port}" if port else name
    login = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
    root = urlunsplit(SplitResult(scheme, f"{login}{place}", path, "", ""))
    return Address(root, urlunsplit(SplitResult(scheme, place, path, "", "")), host)


def is_local(host: str) -> bool:
    """By the address or the name alone; nothing is looked up."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host == "localhost" or ("." not in host and host != "") or host.endswith(LOCAL_ENDINGS)
    return address.is_loopback or address.is_private or address.is_link_local


def _bad() -> ModelTrouble:
    return ModelTrouble(
        "This is not an address of a model server.", "Write it like http://localhost:11434/v1 or https://host/v1."
    )
