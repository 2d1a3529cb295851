"""The commands, found by name and imported only when used: `--help` and short answers stay fast."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import click

from desktop import __version__
from desktop.vocabulary.trouble import Trouble

# command -> the module of this room that holds it
WHERE = {
    "problems": "problems",
    "pack": "problems",
    "author": "author",
    "run": "programs",
    "test": "programs",
    "questions": "questions",
    "answer": "questions",
    "defend": "defense",
    "resume": "defense",
    "sessions": "stored",
    "show": "stored",
    "delete": "stored",
    "export": "results",
    "replay": "results",
    "ask": "endpoint",
    "doctor": "doctor",
}


class Commands(click.Group):
    """Commands by name, each from its own file."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(WHERE)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in WHERE:
            return None
        module: Any = importlib.import_module(f"desktop.cli.{WHERE[cmd_name]}")
        command: click.Command = getattr(module, f"{cmd_name}_command")
        return command


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.option("--data-dir", type=click.Path(path_type=Path), help="Where defenses are kept.")
@click.option("-v", "--verbose", is_flag=True, help="Say more about what goes wrong.")
@click.version_option(__version__, prog_name="defense-desk")
@click.pass_context
def defense_desk(ctx: click.Context, data_dir: Path | None, verbose: bool) -> None:
    """Write Python for a problem, run it, and defend it orally. Without a command: the window."""
    ctx.obj = data_dir
    if verbose:
        import logging

        logging.basicConfig(level=logging.INFO, stream=sys.stderr)


def main() -> None:
    """Exit codes: 0 done; 1 done, and the answer is no; 2 wrong use or a trouble (one sentence on stderr)."""
    for stream in (sys.stdout, sys.stderr):
        # a student's output may hold what this terminal cannot show; that must not end the command
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        code = defense_desk.main(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except click.Abort:
        click.echo("Stopped.", err=True)
        sys.exit(2)
    except Trouble as trouble:
        click.echo(str(trouble), err=True)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output went away; there is nobody to tell
        sys.exit(0)
    sys.exit(code if isinstance(code, int) else 0)
