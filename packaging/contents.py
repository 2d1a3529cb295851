"""What goes into the packaged program and what stays out, by name; read by the spec, the build and the smoke test."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

PROGRAM, WORKER = "defense-desk", "defense-desk-worker"
LIBRARY, WORKER_LIBRARY = "_internal", "worker"  # the worker's file rules name a folder without our window and packs

# of the standard library, and why
LEFT_OUT = {
    "tkinter": "needs a screen, which a student's program never has here",
    "_tkinter": "as tkinter",
    "turtle": "as tkinter",
    "turtledemo": "as tkinter",
    "idlelib": "an editor of its own, drawn with tkinter",
    "ensurepip": "installs packages from a network",
    "venv": "copies a Python that is not there",
    "lib2to3": "gone from Python 3.13",
    "distutils": "gone from Python 3.12",
    "antigravity": "opens a browser",
    "nis": "Yellow Pages; brings Kerberos with it",
    "_dbm": "a database of the system's that not every Python is built with; dbm.dumb and sqlite3 are there",
    "_gdbm": "as _dbm",
    "test": "Python's own tests",
}
ELSEWHERE = {  # names of sys.stdlib_module_names that exist on another system only
    "win32": {"_msi", "_overlapped", "_winapi", "_winreg", "_wmi", "msilib", "msvcrt", "nt", "winreg", "winsound"},
    "darwin": {"_scproxy"},
    "linux": {"ossaudiodev", "spwd", "nis"},
}
POSIX = {
    "_crypt", "_curses", "_curses_panel", "_dbm", "_gdbm", "_posixshmem", "_posixsubprocess", "crypt", "curses",
    "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty",
}  # fmt: skip
OWN_TESTS = ("_ctypes_test", "_test", "_xxtest", "xxlimited", "test", "tests")  # of Python and of packages

# what student code must not find: the window, the keyring, the network of ours, the rooms of the house
FORBIDDEN = (
    "PySide6", "shiboken6", "qasync", "keyring", "secretstorage", "cryptography", "httpx", "truststore", "pydantic",
    "xllamacpp", "desktop.wiring", "desktop.session", "desktop.store", "desktop.station", "desktop.packs",
    "desktop.defense", "desktop.embedded", "desktop.vocabulary", "desktop.llm", "desktop.ui", "desktop.cli", "tools",
)  # fmt: skip

QT_DROPPED = (
    "Qt6Quick", "Qt6Qml", "Qt6VirtualKeyboard", "Qt6Pdf", "Qt6Designer", "Qt6OpenGLWidgets", "Qt6ShaderTools",
    "Qt6Test", "Qt6Network", "Qt6EglF", "Qt6WlShell", "Qt6WaylandCompositor", "PySide6/QtNetwork", "PySide6/QtQml",
    "/plugins/platforms/libqeglfs", "/plugins/platforms/libqlinuxfb", "/plugins/platforms/libqvnc",
    "/plugins/platforms/libqvkkhr", "/plugins/platforms/libqminimalegl", "/plugins/platforms/libqminimal.",
    "egldeviceintegrations", "wayland-graphics-integration-server", "libdmabuf-server", "libdrm-egl-server",
    "libshm-emulation-server", "libvulkan-server", "libwl-shell-plugin", "libivi-shell", "libfullscreen-shell",
    "libqgtk3", "networkinformation", "/tls/",
    "platforminputcontexts/libqtvirtualkeyboard", "libqtiff", "libqwebp", "libqtga", "libqwbmp", "libqicns", "libqpdf",
    "/generic/", "/qmltooling/", "PySide6/Qt/qml",
)  # fmt: skip
TRANSLATIONS = ("qtbase_en", "qtbase_zh")

# Of the building system's own libraries only these are taken along: what a lab may lack. All others every desktop has,
# and ours would be older than its graphics drivers, or miss its updates.
TAKEN_ALONG = (
    "libpython", "libbz2", "libcrypto", "libcrypt.", "libffi", "libgomp", "liblzma", "libncursesw", "libpanelw",
    "libreadline", "libsqlite3", "libssl", "libtinfo", "libuuid", "libxkbcommon", "libxcb-cursor", "libxcb-icccm",
    "libxcb-image", "libxcb-keysyms", "libxcb-randr", "libxcb-render", "libxcb-shape", "libxcb-shm", "libxcb-sync",
    "libxcb-util", "libxcb-xfixes", "libxcb-xkb",
)  # fmt: skip

# of numpy and matplotlib: their tests, the making of extensions, other ways to draw than PNG and SVG
NOT_FOR_STUDENTS = (
    "tests", "_pyinstaller", "conftest", "f2py", "distutils", "_examples", "sphinxext", "testing_jpl_units",
    "backend_cairo", "backend_gtk3", "backend_gtk3agg", "backend_gtk3cairo", "backend_gtk4", "backend_gtk4agg",
    "backend_gtk4cairo", "_backend_gtk", "backend_macosx", "backend_nbagg", "backend_pdf", "backend_pgf", "backend_ps",
    "_backend_pdf_ps", "backend_qt", "backend_qt5", "backend_qt5agg", "backend_qt5cairo", "backend_qtagg",
    "backend_qtcairo", "_backend_tk", "backend_tkagg", "backend_tkcairo", "backend_webagg", "backend_webagg_core",
    "backend_wx", "backend_wxagg", "backend_wxcairo", "qt_compat", "qt_editor", "web_backend",
)  # fmt: skip
WORKER_WITHOUT = (
    "PySide6", "shiboken6", "PyQt5", "keyring", "httpx", "qasync", "pydantic", "numpy.f2py", "certifi",
    "attr", "attrs", "altgraph", "annotated_types", "desktop.vocabulary",
)  # fmt: skip
FIGURES_DROPPED = ("_avif", "_webp", "libavif", "libwebp", "libaom", "sample_data", "/tests/", "/fonts/afm",
                   "/fonts/pdfcorefonts", "/images/", "_sysconfigdata_t")  # fmt: skip


def expected_library() -> list[str]:
    """Every name of `sys.stdlib_module_names` that the worker has to import on this system."""
    other = {name for system, names in ELSEWHERE.items() if system != sys.platform for name in names}
    if sys.platform == "win32":
        other |= POSIX
    return sorted(
        name for name in sys.stdlib_module_names if name not in other and name not in LEFT_OUT and not _for_tests(name)
    )


def library_modules() -> Iterator[str]:
    """The same with every module inside the packages, by looking at the files of this Python."""
    root = Path(sysconfig.get_paths()["stdlib"])
    for name in expected_library():
        yield name
        for file in sorted((root / name).rglob("*.py")):
            parts = file.relative_to(root).with_suffix("").parts
            if not any(_for_tests(part) or part in LEFT_OUT for part in parts) and parts[-1] not in ("__main__",):
                yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _for_tests(name: str) -> bool:
    return name in ("test", "tests") or name.startswith(OWN_TESTS[:4])
