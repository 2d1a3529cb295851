"""`sessions`, `show` and `delete`: what is stored."""

from __future__ import annotations

import click

from desktop.cli.common import in_loop, json_option, opened
from desktop.cli.machine import public_view
from desktop.cli.output import say, say_json
from desktop.station.typed import program
from desktop.store.summaries import SessionSummary
from desktop.view.transcript import plain, screen_of
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.words import Words


@click.command("sessions")
@json_option
@click.pass_context
@in_loop
async def sessions_command(ctx: click.Context, as_json: bool) -> int:
    """Stored defenses, newest first."""
    async with opened(ctx) as desk:
        rows, words = desk.sessions(), desk.words()
    for row in rows:
        if as_json:
            say_json(
                {
                    "id": row.id,
                    "problem": row.problem_id,
                    "title": row.title_en,
                    "opened_at": row.opened_at.isoformat(),
                    "changed_at": row.changed_at.isoformat(),
                    "records": row.records,
                    "closed": row.closed,
                    "step": row.step,
                }
            )
        else:
            title = (row.title_zh if words.language == "zh" else "") or row.title_en
            when = row.changed_at.astimezone()  # columns of Chinese would not stand below each other
            say(f"{row.id}  {when:%Y-%m-%d %H:%M}  {title} ({_step(row, words)})")
    if not rows and not as_json:
        command = f"{program()} defend PROBLEM FILE"
        say(words("No defense is stored yet. Start one with: {command}", command=command))
    return 0


def _step(row: SessionSummary, words: Words) -> str:
    if row.closed:
        return words("graded") if row.closed == "graded" else words("closed without a grade")
    return {
        "writing": words("writing code"),
        "submitted": words("submitted"),
        "examined": words("being examined"),
        "answering": words("answering questions"),
    }.get(row.step, row.step)


@click.command("show")
@click.argument("session_id", metavar="ID")
@json_option
@click.pass_context
@in_loop
async def show_command(ctx: click.Context, session_id: str, as_json: bool) -> int:
    """One defense from its first record to its last."""
    async with opened(ctx) as desk:
        session = desk.resume(session_id)
        if as_json:
            for stored in session.stored:
                event = public_view(stored.event, session)
                say_json({"seq": stored.seq, "at": stored.at.isoformat(), "hash": stored.hash, **event})
        else:
            say(plain(screen_of(session.history, desk.words(session.state.rules.language))))
        broken = desk.log.broken_at(session_id)
    if broken is not None:
        raise Trouble(f"Record {broken} does not fit the one before: the log was changed.", "Treat it with care.")
    return 0


@click.command("delete")
@click.argument("session_id", metavar="ID")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_context
@in_loop
async def delete_command(ctx: click.Context, session_id: str, yes: bool) -> int:
    """Delete a whole defense. That it was there, and its last hash, stay known."""
    async with opened(ctx) as desk:
        if not yes:
            click.confirm(f"Delete {session_id} for good?", abort=True)
        desk.delete(session_id)
    say(f"Deleted {session_id}.")
    return 0
