"""`export` and `replay`: what a defense is made into, and whether it can be made again."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from desktop import __version__
from desktop.cli.common import in_loop, json_option, opened
from desktop.cli.machine import public_view
from desktop.cli.output import say, say_json
from desktop.results.otel import as_otlp
from desktop.results.usage import usage_of
from desktop.session.session import Session
from desktop.view.transcript import markdown, screen_of
from desktop.vocabulary.plain import escaped_in_json, spelled_out
from desktop.vocabulary.trouble import Trouble
from desktop.wiring import DefenseDesk


@click.command("export")
@click.argument("session_id", metavar="ID")
@click.option("--format", "form", type=click.Choice(["json", "markdown", "otel"]), help="Usually json.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The file to write; not given: standard output.")
@click.pass_context
@in_loop
async def export_command(ctx: click.Context, session_id: str, form: str | None, output: Path | None) -> int:
    """One defense as JSON (records and usage), Markdown (transcript) or OpenTelemetry traces (OTLP JSON).

    Without a format the name of the file decides: `.md` is Markdown.
    """
    if form is None:
        form = "markdown" if output and output.suffix.lower() in (".md", ".markdown") else "json"
    async with opened(ctx) as desk:
        text = _as(form, desk, desk.resume(session_id))
    _write(text, output)
    return 0


def _write(text: str, output: Path | None) -> None:
    if output is None:
        say(text, nl=False)
        return
    try:
        output.write_text(text, "utf-8")
    except OSError as error:
        raise Trouble(f"{output} cannot be written: {error.strerror or error}.", "Choose another place.") from None
    say(f"Wrote {output}.")


def _as(form: str, desk: DefenseDesk, session: Session) -> str:
    match form:
        case "markdown":
            return spelled_out(markdown(screen_of(session.history, desk.words(session.state.rules.language))))
        case "otel":
            return json.dumps(as_otlp(session.id, session.stored, __version__), indent=1) + "\n"
        case _:
            records = [
                {"seq": r.seq, "at": r.at.isoformat(), "hash": r.hash, **public_view(r.event, session)}
                for r in session.stored
            ]
            usage = usage_of(session.stored)
            sums = {"tokens_in": usage.tokens_in, "tokens_out": usage.tokens_out, "seconds": usage.seconds}
            told = {**sums, "retries": usage.retries, "failures": usage.failures, **asdict(usage)}
            text = json.dumps({"session": session.id, "usage": told, "records": records}, ensure_ascii=False)
            return escaped_in_json(text) + "\n"


@click.command("replay")
@click.argument("session_id", metavar="ID")
@json_option
@click.pass_context
@in_loop
async def replay_command(ctx: click.Context, session_id: str, as_json: bool) -> int:
    """Run a stored defense again from its log, without a model, and count what came out the same."""
    async with opened(ctx) as desk:
        report = await desk.replay(session_id)
    if as_json:
        say_json({"session": session_id, "reproduced": report.reproduced, **asdict(report)})
    else:
        for what in ("keys", "expected", "verdicts", "marks", "grade"):
            tally = getattr(report, what)
            say(f"{what:>9}: {tally.same} of {tally.total} reproduced")
        for sentence in report.differences:
            say(sentence)
    return 0 if report.reproduced else 1
