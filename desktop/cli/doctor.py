"""`doctor`: what this machine can do, and what would stop the program from working well here."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from desktop.cli.common import ca_option, in_loop, json_option, opened, use_key_of
from desktop.cli.output import say, say_json
from desktop.station.doctor import Check, examine
from desktop.vocabulary.trouble import Trouble
from desktop.wiring import DefenseDesk

SIGNS = {True: "ok", False: "BAD", None: "--"}


@click.command("doctor")
@click.option("--base-url", help="Check this endpoint, too.")
@click.option("--model", help="With this model.")
@click.option("--api-key-env", metavar="VAR", help="The environment variable that holds the key.")
@click.option(
    "--self-check", is_flag=True, help="Also hold a whole defense, draw a figure, and store and remove a key."
)
@ca_option
@json_option
@click.pass_context
@in_loop
async def doctor_command(
    ctx: click.Context,
    base_url: str | None,
    model: str | None,
    api_key_env: str | None,
    self_check: bool,
    ca_file: Path | None,
    as_json: bool,
) -> int:
    """Examine this machine: Python, Qt, display, keyring, data directory, sandbox, trust store, endpoint."""
    checks = list(await examine(ctx.obj))
    try:
        async with opened(ctx) as desk:
            if ca_file:
                desk.trust(ca_file)
            if base_url and api_key_env:
                use_key_of(desk, base_url, api_key_env)
            checks += await _sandbox(desk)
            if base_url:
                checks += await _endpoint(desk, base_url, model or "")
    except Trouble as trouble:
        checks.append(Check("data directory", False, trouble.what, trouble.advice))
    if self_check:
        from desktop.cli.self_check import check_self

        checks += await check_self()
    good = all(check.ok is not False for check in checks)
    if as_json:
        say_json({"ok": good, "checks": [asdict(check) for check in checks]})
    else:
        for check in checks:
            say(f"{SIGNS[check.ok]:>4}  {check.name}: {check.detail}")
            if check.advice:
                say(f"      {check.advice}")
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
    """Everything that "Check connection" finds in the window. Only what keeps a model from examining is bad."""
    from desktop.llm.servers.check import check_connection

    key = await desk.key_reader(base_url)() or ""
    report = await check_connection(base_url, model, key, quirks=desk.quirks, clients=desk.clients, words=desk.words())

    def told(value: bool | None, yes: str, no: str) -> str:
        return "not tried" if value is None else yes if value else no

    first = "not tried" if report.first_token is None else f"after {report.first_token:.1f} s"
    whole = None if report.context_cut is None else not report.context_cut
    facts: list[tuple[str, bool | None, str]] = [
        ("usable", report.usable, "can examine" if report.usable else "cannot examine like this"),
        ("models", True if report.models else None, ", ".join(report.models[:20]) or "none listed"),
        ("model listed", report.model_listed or None, told(report.model_listed, "yes", "no")),
        ("answers", report.answers, "yes" if report.answers else "no"),
        ("first token", None, first),
        ("streams", report.streams or None, told(report.streams, "yes", "no, it comes in one piece")),
        ("tools", None if report.tools is None else report.tools != "none", report.tools or "not tried"),
        ("reasoning", None, told(report.reasoning, "sent", "not sent")),
        ("usage", None, told(report.usage, "sent", "not sent (estimated here)")),
        ("context", whole, told(whole, "read whole", "cut silently")),
        ("parameters left out", None, ", ".join(report.dropped_parameters) or "none"),
    ]
    advice = [
        Check("endpoint: advice", False if line.stops and not report.usable else None, line.what, line.fix)
        for line in report.advice
    ]
    return [*(Check(f"endpoint: {name}", ok, detail) for name, ok, detail in facts), *advice]
