"""The doors: `worker` and `local-model` first and bare, before any heavy import; then the terminal, else the window."""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> None:
    if sys.argv[1:2] == ["worker"]:
        from desktop.interpreter.template import main as worker

        worker()
    elif sys.argv[1:2] == ["local-model"]:
        from desktop.llm.local.process.child import main as local_model

        local_model()
    elif len(sys.argv) > 1:
        try:
            from desktop.cli.commands import main as terminal
        except KeyboardInterrupt:  # Ctrl-C while it loads
            sys.exit(2)
        terminal(open_window)
    else:
        open_window()


def open_window(data_dir: Path | None = None, pack: Path | None = None) -> None:
    from desktop.ui.app import main as window

    window(data_dir, pack)


if __name__ == "__main__":
    main()
