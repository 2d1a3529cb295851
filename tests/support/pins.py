"""A PIN whose hash costs nothing, for tests of what is done with it."""

from __future__ import annotations

import base64
import hashlib

PIN = "blue-heron-42"


def quick_hash(pin: str = PIN) -> str:
    digest = hashlib.scrypt(pin.encode(), salt=b"salt", n=16, r=8, p=1, dklen=32)
    return "$".join(("scrypt", "16", "8", "1", base64.b64encode(b"salt").decode(), base64.b64encode(digest).decode()))
