"""`problems` and `pack`: what is installed, and making packs."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from pathlib import Path

import click

from desktop.cli.common import in_loop, json_option, opened
from desktop.cli.output import say, say_json
from desktop.station.typed import program


@click.command("problems")
@json_option
@click.pass_context
@in_loop
async def problems_command(ctx: click.Context, as_json: bool) -> int:
    """The installed packs and problems."""
    async with opened(ctx) as desk:
        language, shelf = desk.settings.language, desk.shelf()
        for pack in shelf.packs:
            if not as_json:
                say(f"{pack.id}: {pack.title.say(language)}")
            for problem in pack.problems:
                row = {
                    "id": problem.id,
                    "pack": problem.pack,
                    "title": problem.title.say(language),
                    "topic": problem.topic.say(language),
                    "entry_points": list(problem.entry_points),
                    "points": sum(criterion.points for criterion in problem.rubric),
                }
                if as_json:
                    say_json(row)
                else:
                    say(f"  {problem.id:<17} {row['title']} ({row['topic']})")
        for trouble in shelf.troubles:
            say(str(trouble), err=True)
    return 0


@click.group("pack")
def pack_command() -> None:
    """Write and check packs of problems."""


@pack_command.command("check")
@click.argument("path", type=click.Path(path_type=Path))
@json_option
@click.pass_context
@in_loop
async def check(ctx: click.Context, path: Path, as_json: bool) -> int:
    """Run the pack at PATH: reference, scaffold, tests, wrong solutions, witnesses."""
    from desktop.packs.check import check_pack

    async with opened(ctx) as desk:
        report = await check_pack(path, desk.interpreters, desk.words())
        packs = desk.data_dir.packs
    if as_json:
        findings = [asdict(finding) for finding in report.findings]
        say_json({"pack": report.pack.id, "passed": report.passed, "findings": findings})
    else:
        for finding in report.findings:
            say(str(finding))
        say("The pack is good." if report.passed else "The pack is not good yet.")
        if report.passed:
            say(f"To use it, import it on the home page of the window, or copy it into {packs}.")
    return 0 if report.passed else 1


@pack_command.command("new")
@click.argument("path", type=click.Path(path_type=Path))
def new(path: Path) -> int:
    """Make a small pack at PATH that passes the check, ready to be changed."""
    from desktop.packs.new import new_pack

    for written in new_pack(path):
        say(str(written))
    say(f"Change it, then check it with: {program()} pack check {shlex.quote(str(path))}")
    return 0
