"""The invigilator's PIN: only its scrypt hash is ever kept, and trying takes its time."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import os
import secrets
import unicodedata
from pathlib import Path

from desktop.station.settings import write_whole
from desktop.vocabulary.trouble import Trouble

COST, BLOCK, LANES = 2**15, 8, 1  # about 0.1 s and 32 MiB a try (RFC 7914's interactive use, doubled)
MOST_COST = 2**20  # a stored hash from elsewhere must not ask for more
SHORTEST, LONGEST = 6, 64  # characters
MEMORY = 256 * 1024 * 1024


def hash_pin(pin: str) -> str:
    """`scrypt$32768$8$1$salt$hash`, with a fresh salt. `Trouble` if the PIN is too short or too long."""
    if not SHORTEST <= len(pin) <= LONGEST:
        raise Trouble(f"A PIN has {SHORTEST} to {LONGEST} characters.", "Digits, letters and words are all right.")
    salt = secrets.token_bytes(16)
    digest = _digest(pin, salt, COST, BLOCK, LANES)
    return "$".join(("scrypt", str(COST), str(BLOCK), str(LANES), _text(salt), _text(digest)))


def fits(pin: str, stored: str) -> bool:
    """Blocking, about 0.1 s; compared in constant time. A stored text that is no hash fits nothing."""
    try:
        name, cost, block, lanes, salt, digest = stored.split("$")
        numbers = int(cost), int(block), int(lanes)
        if name != "scrypt" or numbers[0] > MOST_COST or numbers[1] > 16 or numbers[2] > 4:
            return False
        wanted = base64.b64decode(digest, validate=True)
        found = _digest(pin, base64.b64decode(salt, validate=True), *numbers)
    except (ValueError, binascii.Error, OverflowError):
        return False
    return len(pin) <= LONGEST and hmac.compare_digest(found, wanted)


class PinFile:
    """Where the hash for exams begun on this machine lies: one line, readable by its owner."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> str:
        """ "" where none is set."""
        try:
            return self._path.read_text("utf-8").strip()
        except FileNotFoundError:
            return ""
        except (OSError, UnicodeDecodeError) as error:
            raise Trouble(f"The PIN of this station cannot be read: {error}.", "Set it anew.") from None

    def write(self, pin: str) -> None:
        """`Trouble` if it is too short, or cannot be written."""
        stored = hash_pin(pin)
        try:
            write_whole(self._path, stored + "\n")
            os.chmod(self._path, 0o600)
        except OSError as error:
            raise Trouble(f"The PIN could not be kept in {self._path}: {error}.", "Nothing was changed.") from None

    def remove(self) -> None:
        self._path.unlink(missing_ok=True)


def _digest(pin: str, salt: bytes, cost: int, block: int, lanes: int) -> bytes:
    plain = unicodedata.normalize("NFKC", pin).encode("utf-8", "surrogatepass")  # full-width digits are digits
    return hashlib.scrypt(plain, salt=salt, n=cost, r=block, p=lanes, maxmem=MEMORY, dklen=32)


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()
