"""`help`: the pages of the manual in the terminal, as they are written."""

from __future__ import annotations

import click

from desktop.cli.common import in_loop, opened
from desktop.cli.output import say
from desktop.vocabulary.trouble import Trouble


@click.command("help")
@click.argument("topic", required=False)
@click.pass_context
@in_loop
async def help_command(ctx: click.Context, topic: str | None) -> int:
    """The manual: its topics, or one page of it."""
    async with opened(ctx) as desk:
        pages = desk.manual()
    if topic is None:
        for name, page in pages.items():
            say(f"{name:<16}{page.splitlines()[0].lstrip('# ')}")
    elif topic in pages:
        say(pages[topic].rstrip())
    else:
        raise Trouble(f"The help has no page {topic!r}.", f"There are: {', '.join(pages)}.")
    return 0
