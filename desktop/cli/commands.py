"""The commands, found by name and imported only when used: `--help` and short answers stay fast."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from desktop.cli.output import ReaderLeft, say
from desktop.station.release import this_release
from desktop.station.typed import program
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
    "pin": "pin",
    "help": "help",
    "export": "results",
    "replay": "results",
    "ask": "endpoint",
    "doctor": "doctor",
}
# what a student could try a program with before an exam: none of it on a machine that is for exams only
PRACTICE = {"pack", "author", "run", "test", "questions", "answer", "ask", "replay"}


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


class WindowWanted(Exception):
    """Options but no command: the window, on this data directory, perhaps with a pack to bring."""

    def __init__(self, data_dir: Path | None, pack: Path | None) -> None:
        super().__init__()
        self.data_dir, self.pack = data_dir, pack


def _tell_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        say(f"defense-desk, version {this_release()}")
        ctx.exit()


@click.command(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.option("--data-dir", type=click.Path(path_type=Path), help="Where defenses are kept.")
@click.option("-v", "--verbose", is_flag=True, help="Say more about what goes wrong.")
# the value may be missing: a starter in a menu says `--import-pack %f`, with a file or without one
@click.option("--import-pack", is_flag=False, flag_value="", metavar="PACK", help="Open the window and import this.")
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_tell_version, help="Which it is.")
@click.pass_context
def defense_desk(ctx: click.Context, data_dir: Path | None, verbose: bool, import_pack: str | None) -> None:
    """Write Python for a problem, run it, and defend it orally. Without a command: the window."""
    ctx.obj = data_dir
    if verbose:
        import logging

        logging.basicConfig(level=logging.INFO, stream=sys.stderr)
    if data_dir is not None or ctx.invoked_subcommand in PRACTICE:
        _obey_policy(data_dir, ctx.invoked_subcommand)
    if ctx.invoked_subcommand is None:
        raise WindowWanted(data_dir, Path(import_pack) if import_pack else None)


def main(open_window: Callable[[Path | None, Path | None], None]) -> None:
    """Exit codes: 0 done; 1 done, and the answer is no; 2 wrong use or a trouble (one sentence on stderr)."""
    _have_streams()
    try:
        code = _run()
    except click.ClickException as error:
        error.show()
        code = 2
    except (click.Abort, KeyboardInterrupt):
        say("Stopped.", err=True)
        code = 2
    except ReaderLeft:
        code = 0
    except WindowWanted as wanted:
        open_window(wanted.data_dir, wanted.pack)
        code = 0
    except Trouble as trouble:
        say(str(trouble), err=True)
        code = 2
    sys.exit(code)


def _run() -> int:
    code: object = defense_desk.main(prog_name=program(), standalone_mode=False)
    return code if isinstance(code, int) else 0


def _obey_policy(data_dir: Path | None, command: str | None) -> None:
    """`Trouble` for what the lab has set otherwise."""
    from desktop.station.catalogue import load_words
    from desktop.station.paths import resources
    from desktop.station.policy.reading import read_policy
    from desktop.station.settings import language_of_this_machine

    policy = read_policy()
    words = load_words(policy.values.language or language_of_this_machine(), resources() / "locale")
    policy.check_data_dir(words, data_dir)
    if command in PRACTICE:
        policy.check_practice(words)


def _have_streams() -> None:
    """A closed stream (`>&-`) would be None here, and its number would go to the next file opened: the log."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115 - they live as long as the program
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        # a student's output may hold what this terminal cannot show; that must not end the command
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
