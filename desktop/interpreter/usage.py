"""What a program takes beside time and memory: processes in its group, bytes in its work directory."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

MOST_FILES, MOST_LEVELS = 2_000, 10_000
SLACK = 8  # processes the rest of the computer may start meanwhile before we look closer


class Processes:
    """Counts the processes of a group. RLIMIT_NPROC cannot: it does nothing for root, and counts a user's desktop too.

    Reading one line of /proc is enough as long as the whole computer has hardly more tasks than when the run began.
    """

    def __init__(self, group: int, own: int = 1) -> None:
        """`own`: processes of ours in the group, the worker among them."""
        self._group, self._own = group, own
        self._before = tasks_of_the_computer()

    def more_than(self, most: int) -> bool:
        if tasks_of_the_computer() - self._before <= min(most, SLACK):
            return False
        return members(self._group) > most + self._own


def tasks_of_the_computer() -> int:
    """0 where the system does not say."""
    try:
        with open("/proc/loadavg", "rb") as file:
            return int(file.read().split()[3].partition(b"/")[2])
    except (OSError, IndexError, ValueError):
        return 0


def members(group: int) -> int:
    count = 0
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat", "rb") as file:
                count += int(file.read().rpartition(b")")[2].split()[2]) == group
        except (OSError, IndexError, ValueError):  # it ended while we looked
            continue
    return count


def bytes_in(work: Path, enough: int) -> int:
    """Bytes on disk below a directory; stops counting at `enough`, and calls very many files enough."""
    total, files, queue = 0, 0, [str(work)]
    while queue:
        try:
            with os.scandir(queue.pop()) as entries:
                for entry in entries:
                    files += 1
                    if files > MOST_FILES or total > enough:
                        return enough + 1
                    if entry.is_dir(follow_symlinks=False):
                        queue.append(entry.path)
                    else:
                        total += entry.stat(follow_symlinks=False).st_blocks * 512
        except OSError:  # removed while we looked
            continue
    return total


def bytes_deleted(pid: int) -> int:
    """Bytes on disk of files that a process has deleted and still holds open: `bytes_in` cannot see them."""
    sizes: dict[tuple[int, int], int] = {}
    with contextlib.suppress(OSError), os.scandir(f"/proc/{pid}/fd") as entries:
        for entry in entries:
            with contextlib.suppress(OSError):
                about = os.stat(entry.path)
                if stat.S_ISREG(about.st_mode) and about.st_nlink == 0:
                    sizes[about.st_dev, about.st_ino] = about.st_blocks * 512
    return sum(sizes.values())


def remove_tree(root: Path) -> None:
    """Like `shutil.rmtree`, for directories as deep as somebody liked to make them, and with any mode.

    Works one level at a time: directories found inside are first moved up beside each other. Links are not followed.
    """
    number = 0
    for _ in range(MOST_LEVELS):
        with contextlib.suppress(OSError):
            if not (inside := list(os.scandir(root))):
                break
            for entry in inside:
                with contextlib.suppress(OSError):
                    if not entry.is_dir(follow_symlinks=False):
                        os.unlink(entry.path)
                        continue
                    os.chmod(entry.path, 0o700)
                    for deeper in [one.path for one in os.scandir(entry.path)]:
                        number += 1
                        os.rename(deeper, root / f".removed-{number}")
                    os.rmdir(entry.path)
    with contextlib.suppress(OSError):
        root.rmdir()
