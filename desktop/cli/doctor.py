"""`doctor`: what this machine can do, and what would stop the program from working well here."""

from __future__ import annotations

from dataclasses import asdict

import click

from desktop.cli.common import in_loop, json_option, opened, say_json, use_key_of
from desktop.station.doctor import Check, examine
from desktop.vocabulary.trouble import Trouble
from desktop.wiring import DefenseDesk

SIGNS = {True: "ok", False: "BAD", None: "--"}


@click.command("doctor")
@click.option("--base-url", help="Check this endpoint, too.")
@click.option("--model", help="With this model.")
@click.option("--api-key-env", metavar="VAR", help="The environment variable that holds the key.")
@json_option
@click.pass_context
@in_loop
async def doctor_command(
    ctx: click.Context, base_url: str | None, model: str | None, api_key_env: str | None, as_json: bool
) -> int:
    """Examine this machine: Python, Qt, display, keyring, data directory, sandbox, trust store, endpoint."""
    checks = list(await examine(ctx.obj))
    try:
        async with opened(ctx) as desk:
            if base_url and api_key_env:
                use_key_of(desk, base_url, api_key_env)
            checks += await _sandbox(desk)
            if base_url:
                checks += await _endpoint(desk, base_url, model or "")
    except Trouble as trouble:
        checks.append(Check("data directory", False, trouble.what, trouble.advice))
    good = all(check.ok is not False for check in checks)
    if as_json:
        say_json({"ok": good, "checks": [asdict(check) for check in checks]})
    else:
        for check in checks:
            click.echo(f"{SIGNS[check.ok]:>4}  {check.name}: {check.detail}")
            if check.advice:
                click.echo(f"      {check.advice}")
    return 0 if good else 1


async def _sandbox(desk: DefenseDesk) -> list[Check]:
    """The level, and each escape that was really tried from inside a worker."""
    report = await desk.interpreters.sandbox_report()
    advice = "" if report.level in "ABC" else "Practice works; exams refuse to start on this machine."
    found = [Check("sandbox", report.level in "ABC", f"level {report.level}", advice)]
    for probe in report.probes:
        word = "denied" if probe.denied else "open"
        found.append(Check(f"escape: {probe.name}", probe.denied, f"{word} {probe.detail}".strip()))
    return found


async def _endpoint(desk: DefenseDesk, base_url: str, model: str) -> list[Check]:
    from desktop.llm.check import check_connection

    report = await check_connection(base_url, model, desk.key_reader(base_url))
    return [Check(f"endpoint: {line.name}", line.ok, line.detail, line.advice) for line in report.lines]
