"""`pin`: the invigilator's PIN for the exams that are begun on this machine."""

from __future__ import annotations

import click

from desktop.cli.common import in_loop, opened
from desktop.cli.keyboard import Keyboard
from desktop.cli.output import say
from desktop.station.pin import hash_pin
from desktop.vocabulary.trouble import Trouble
from desktop.wiring import DefenseDesk


@click.group("pin")
def pin_command() -> None:
    """The PIN that decisions of an exam need: set, clear, or check that there is one."""


@pin_command.command("set")
@click.pass_context
@in_loop
async def set_command(ctx: click.Context) -> int:
    """Type it twice. Exams begun from now on ask for it; only its hash is kept."""
    async with opened(ctx) as desk:
        _check_free(desk)
        desk.pin_file.write(await _typed_twice())
    say("Set. Exams begun from now on need it for every decision; those under way keep theirs.")
    return 0


@pin_command.command("hash")
@in_loop
async def hash_command() -> int:
    """Type it twice. Prints the line for the policy file of a whole room; nothing is kept here."""
    say(f'exam_pin = "{hash_pin(await _typed_twice())}"')
    return 0


@pin_command.command("clear")
@click.pass_context
@in_loop
async def clear_command(ctx: click.Context) -> int:
    """Exams begun from now on need no PIN; those under way keep theirs."""
    async with opened(ctx) as desk:
        _check_free(desk)
        desk.pin_file.remove()
    say("Cleared.")
    return 0


@pin_command.command("check")
@click.pass_context
@in_loop
async def check_command(ctx: click.Context) -> int:
    """Whether one is set: exit code 0 if so, 1 if not."""
    async with opened(ctx) as desk:
        there = bool(desk.policy.values.exam_pin or desk.pin_file.read())
    say("A PIN is set." if there else "No PIN is set: whoever sits here decides.")
    return 0 if there else 1


def _check_free(desk: DefenseDesk) -> None:
    if desk.policy.values.exam_pin:
        raise Trouble("The PIN is set by your lab.", "It stands in the policy file of this machine.")


async def _typed_twice() -> str:
    keyboard = Keyboard()
    first = await keyboard.secret("New PIN: ")
    if first is None or first != await keyboard.secret("Once more: "):
        raise Trouble("The two were not the same.", "Nothing was changed.")
    return first
