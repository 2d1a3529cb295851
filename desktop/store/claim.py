"""The right to drive one defense: a file lock, released by the system when its process dies."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from desktop.vocabulary.trouble import StoreTrouble, Trouble


class FileClaim:
    """One process, and one window in it, drives a defense at a time; the others may look."""

    def __init__(self, folder: Path, session_id: str) -> None:
        self._folder = folder
        self._lock = FileLock(folder / f"{session_id}.lock", thread_local=False, is_singleton=False)

    def take(self) -> None:
        try:
            self._folder.mkdir(exist_ok=True)
            self._lock.acquire(timeout=0)
        except Timeout:
            raise Trouble(
                "This defense is open in another window or terminal.", "Go on there, or close it there first."
            ) from None
        except OSError as error:
            raise StoreTrouble(
                f"The defense cannot be locked: {error.strerror or error}.", "Check the data folder."
            ) from error

    def release(self) -> None:
        self._lock.release()

    def forget(self) -> None:
        """The file names a defense that is gone."""
        with suppress(OSError):
            Path(self._lock.lock_file).unlink()
