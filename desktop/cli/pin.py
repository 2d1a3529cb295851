"""`pin`: the invigilator's PIN for the exams that are begun on this machine."""

from __future__ import annotations

import click

from desktop.cli.common import in_loop, opened
from desktop.cli.keyboard import Keyboard
from desktop.cli.output import say
from desktop.vocabulary.trouble import Trouble


@click.group("pin")
def pin_command() -> None:
    """The PIN that decisions of an exam need: set, clear, or check that there is one."""


@pin_command.command("set")
@click.pass_context
@in_loop
async def set_command(ctx: click.Context) -> int:
    """Type it twice. Exams begun from now on ask for it; only its hash is kept."""
    async with opened(ctx) as desk:
        keyboard = Keyboard()
        first = await keyboard.secret("New PIN: ")
        if first is None or first != await keyboard.secret("Once more: "):
            raise Trouble("The two were not the same.", "Nothing was changed.")
        desk.pin_file.write(first)
    say("Set. Exams begun from now on need it for every decision; those under way keep theirs.")
    return 0


@pin_command.command("clear")
@click.pass_context
@in_loop
async def clear_command(ctx: click.Context) -> int:
    """Exams begun from now on need no PIN; those under way keep theirs."""
    async with opened(ctx) as desk:
        desk.pin_file.remove()
    say("Cleared.")
    return 0


@pin_command.command("check")
@click.pass_context
@in_loop
async def check_command(ctx: click.Context) -> int:
    """Whether one is set: exit code 0 if so, 1 if not."""
    async with opened(ctx) as desk:
        there = bool(desk.pin_file.read())
    say("A PIN is set." if there else "No PIN is set: whoever sits here decides.")
    return 0 if there else 1
