"""The parts of each system's sandbox that need no such system: numbers, profiles, command lines, structures."""

import ctypes
import re
import sys
from pathlib import Path

import pytest

from desktop.interpreter.packaged import worker_files
from desktop.interpreter.sandbox import bubblewrap, macos, syscalls, windows_container

# Typed from include/uapi/asm-generic/unistd.h, not from our table.
GENERIC = {
    "setxattr": 5, "fcntl": 25, "inotify_init1": 26, "ioctl": 29, "umount2": 39, "mount": 40, "pivot_root": 41,
    "truncate": 45, "chroot": 51, "fchmod": 52, "fchmodat": 53, "fchownat": 54, "fchown": 55, "openat": 56,
    "utimensat": 88, "unshare": 97, "ptrace": 117, "sched_setaffinity": 122, "kill": 129, "tkill": 130, "tgkill": 131,
    "setpgid": 154, "setsid": 157, "prctl": 167, "msgget": 186, "semget": 190, "shmget": 194, "shmctl": 195,
    "socket": 198, "socketpair": 199, "bind": 200, "listen": 201, "accept": 202, "connect": 203, "sendto": 206,
    "add_key": 217, "keyctl": 219, "clone": 220, "execve": 221, "perf_event_open": 241, "accept4": 242,
    "prlimit64": 261, "open_by_handle_at": 265, "setns": 268, "process_vm_readv": 270, "seccomp": 277,
    "memfd_create": 279, "bpf": 280, "execveat": 281, "userfaultfd": 282, "pidfd_send_signal": 424,
    "io_uring_setup": 425, "clone3": 435, "openat2": 437, "pidfd_getfd": 438, "fchmodat2": 452,
}  # fmt: skip
HEADERS = {
    "aarch64": ("/usr/include/asm-generic/unistd.h", syscalls.AARCH64),
    "x86_64": ("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", syscalls.X86_64),
}
NOT_ON_AARCH64 = {  # the older forms of calls that start at a directory
    "chmod", "chown", "lchown", "utime", "utimes", "futimesat", "fork", "vfork", "open", "inotify_init", "iopl",
    "ioperm",
}  # fmt: skip


def test_the_numbers_of_aarch64_are_the_kernels():
    assert {name: syscalls.AARCH64.get(name) for name in GENERIC} == GENERIC
    assert len(set(syscalls.AARCH64.values())) == len(syscalls.AARCH64)


@pytest.mark.parametrize("machine", HEADERS)
def test_every_number_is_that_of_the_systems_own_headers(machine):
    path, table = HEADERS[machine]
    if not Path(path).exists():
        pytest.skip("no kernel headers here")
    found = dict(re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", Path(path).read_text()))
    assert {n: table[n] for n in table if n in found} == {n: int(found[n]) for n in table if n in found}
    assert len(found.keys() & table.keys()) > 90


def test_what_is_refused_has_a_number_on_both_machines():
    named = {*syscalls.REFUSED, *syscalls.PRETENDED}
    assert named - syscalls.X86_64.keys() == set()
    assert syscalls.X86_64.keys() - syscalls.AARCH64.keys() == NOT_ON_AARCH64


def profile(**changed):
    asked = {
        "pythons": ["/opt/py/bin/python3", "/opt/py/Resources/Python.app/Contents/MacOS/Python"],
        "readable": ["/opt/py"],
        "hidden": ["/opt/py/resources"],
        "ours": ["/opt/py/desktop/interpreter/inside"],
        "writable": ['/private/var/w"x'],
        "forks": False,
    }
    command = macos.around(**asked | changed)
    assert command[:2] == ["/usr/bin/sandbox-exec", "-p"]
    assert (command[2].count("("), command[2].startswith("(version 1)")) == (command[2].count(")"), True)
    return command[2]


def last_rule(text, operation, path):
    """What a profile says about a path: the last rule that fits."""
    said = "default"
    for word, names, how, where in re.findall(r'\((allow|deny) ([\w*-]+)(?: \((literal|subpath) "([^"]*)"\))?\)', text):
        named = re.fullmatch(names.replace("*", "[a-z-]*"), operation)
        fits = not how or path == where or (how == "subpath" and path.startswith(where.rstrip("/") + "/"))
        said = word if named and fits else said
    return said


def test_the_profile_lets_sandbox_exec_start_python_and_nothing_else():
    text = profile()
    assert last_rule(text, "process-exec", "/opt/py/bin/python3") == "allow"
    assert last_rule(text, "process-exec", "/opt/py/Resources/Python.app/Contents/MacOS/Python") == "allow"
    assert last_rule(text, "process-exec", "/bin/sh") == "deny"
    assert last_rule(text, "process-fork", "") == "deny"
    assert last_rule(profile(forks=True), "process-fork", "") == "default"


@pytest.mark.parametrize(
    ("path", "read", "write"),
    [
        ("/Users/me/secret", "deny", "deny"),
        ("/private/var/folders/x/T/other", "deny", "deny"),
        ("/private/tmp/x", "deny", "deny"),
        ("/opt/py/lib/os.py", "allow", "deny"),
        ("/opt/py/resources/packs/key.toml", "deny", "deny"),
        ("/opt/py/desktop/interpreter/inside/worker.py", "allow", "deny"),
        ("/private/var/a/f", "allow", "allow"),
    ],
)
def test_what_the_profile_lets_be_read_and_written(path, read, write):
    text = profile(writable=["/private/var/a"])
    assert last_rule(text, "file-read-data", path) == read
    assert last_rule(text, "file-write-data", path) == write


def test_a_path_cannot_add_rules_of_its_own():
    assert r'"/private/var/w\"x"' in profile()


def test_what_a_process_uses_on_macos_is_read_from_the_systems_structure():
    raw = macos.USAGE.pack(b"u" * 16, 3_000, 1_000, 0, 0, 0, 0, 7, 123 << 20, 0, 0)
    assert len(raw) == 96
    used = macos.read_usage(raw, 41.6667e-9)
    assert used.cpu_seconds == pytest.approx(4_000 * 41.6667e-9)
    assert used.memory == 123 << 20


@pytest.mark.skipif(sys.maxsize < 2**32, reason="64 bits")
def test_the_structures_of_windows_have_their_sizes():
    assert ctypes.sizeof(windows_container.Startup) == 112
    assert ctypes.sizeof(windows_container.Capabilities) == 24
    assert ctypes.sizeof(windows_container.Made) == 24
    assert windows_container.Startup.attributes.offset == 104
    assert windows_container.Startup.flags.offset == 60


def test_the_environment_of_a_windows_process_is_one_block():
    block = windows_container.environment_block({"b": "2", "A": "1", "c": ""})
    assert ctypes.create_unicode_buffer(block)[:] == "A=1\0b=2\0c=\0\0"


def test_a_container_may_read_the_packaged_worker_and_not_the_problems(tmp_path):
    for name in ("worker", "_internal"):
        (tmp_path / name).mkdir()
    for name in ("defense-desk.exe", "defense-desk-worker.exe"):
        (tmp_path / name).write_text("")
    directories, files = windows_container.readable([], worker_files(tmp_path / "defense-desk.exe"))
    assert (directories, files) == ((str(tmp_path / "worker"),), (str(tmp_path / "defense-desk-worker.exe"),))


def test_on_other_systems_there_are_no_containers():
    with pytest.raises(OSError, match="Windows only"):
        windows_container.start(["python"], {}, ".", (0, 0, 0), [])
    assert macos.usage(1) is None


def test_a_box_shows_python_covers_what_is_hidden_and_ends_read_only(tmp_path, monkeypatch):
    packages = tmp_path / "site-packages"
    (packages / "resources").mkdir(parents=True)
    monkeypatch.setattr(sys, "path", ["", str(tmp_path), str(packages)])
    hidden = [str(packages / "resources"), str(packages / "not there")]
    command = bubblewrap.box(str(packages), hidden, [], ["/w"])
    text = " ".join(command)
    assert f"--ro-bind-try {packages} {packages}" in text
    assert f"{tmp_path} {tmp_path}" not in text
    assert text.index(f"--tmpfs {packages}/resources") > text.index(f"--ro-bind-try {packages}")
    assert "not there" not in text
    assert text.endswith(f"--bind /w /w --remount-ro {packages}/resources --remount-ro / --")
