"""matplotlib without a window: `show()` hands the figures over as PNG, and forgets them as a closed window would.

The backend is a module made here (`MPLBACKEND=module://student_figures`), so matplotlib is imported only if the
student imports it. A program that chooses "Agg" itself gets its open figures collected when the run ends.
"""

from __future__ import annotations

import base64
import io
import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

NAME = "student_figures"
BACKEND = f"module://{NAME}"
MOST, BYTES = 20, 700_000  # figures a run; bytes of PNG each (base64 keeps it under the cap of a frame)

Send = Callable[[str], None]  # one PNG, base64


class Figures:
    """Installs the backend; `collect` at the end of a run sends what was drawn and never shown."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._sent = 0
        self._modules = sys.modules
        sys.meta_path.append(_Finder(self._show_all))

    def start(self) -> None:
        self._sent = 0

    def collect(self) -> None:
        pyplot: Any = self._modules.get("matplotlib.pyplot")
        if pyplot is not None and type(pyplot) is ModuleType:
            self._show_all()

    def _show_all(self) -> None:
        from matplotlib._pylab_helpers import Gcf

        for manager in list(Gcf.get_all_fig_managers()):
            figure: Any = manager.canvas.figure
            if self._sent < MOST and figure.get_axes():
                self._sent += 1
                if png := _png(figure):
                    self._send(png)
        Gcf.destroy_all()


class _Finder:
    """Makes the backend module when matplotlib asks for it, and not before: it imports half of matplotlib."""

    def __init__(self, show_all: Callable[[], None]) -> None:
        self._show_all = show_all

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        return ModuleSpec(NAME, self) if name == NAME else None  # type: ignore[arg-type]  # a loader by its two methods

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: Any) -> None:
        from matplotlib.backends.backend_agg import FigureCanvasAgg

        def show(*_: object, **__: object) -> None:
            self._show_all()

        module.FigureCanvas, module.show = FigureCanvasAgg, show


def _png(figure: Any) -> str:
    for dpi in (100, 72, 40):
        buffer = io.BytesIO()
        figure.savefig(buffer, format="png", dpi=dpi)
        if buffer.tell() <= BYTES:
            return base64.b64encode(buffer.getvalue()).decode("ascii")
    return ""
