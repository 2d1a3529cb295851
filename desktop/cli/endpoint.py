"""`ask`: one request to an endpoint, and everything that came back; the way to look at a strange server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from desktop.cli.common import (
    ca_option,
    in_loop,
    json_option,
    opened,
    read_json,
    use_key_of,
    use_waiting,
    waiting_options,
)
from desktop.cli.output import Notices, say, say_json
from desktop.session.loop import SPECS
from desktop.vocabulary.chat import Delta
from desktop.vocabulary.trouble import Trouble


@click.command("ask")
@click.argument("base_url", metavar="URL")
@click.argument("text")
@click.option("--model", required=True, help="The model's name there.")
@click.option("--tools", help="`examiner` for the six tools, or a JSON file with a list of tools.")
@click.option("--api-key-env", metavar="VAR", help="The environment variable that holds the key.")
@ca_option
@waiting_options
@json_option
@click.pass_context
@in_loop
async def ask_command(
    ctx: click.Context,
    base_url: str,
    text: str,
    model: str,
    tools: str | None,
    api_key_env: str | None,
    ca_file: Path | None,
    wait_first: float | None,
    wait_idle: float | None,
    wait_total: float | None,
    wait_spread: float | None,
    as_json: bool,
) -> int:
    """Send TEXT to the endpoint at URL and show the assembled reply."""
    from desktop.llm.servers.ask import ask

    specs = _tools(tools)
    async with opened(ctx) as desk:
        if api_key_env:
            use_key_of(desk, base_url, api_key_env)
        if ca_file:
            desk.trust(ca_file)
        use_waiting(desk, base_url, first=wait_first, idle=wait_idle, total=wait_total, spread=wait_spread)
        key = await desk.key_reader(base_url)() or ""
        notices = Notices(desk.words())

        def show(delta: Delta) -> None:
            """What the server makes us wait for; the reply itself is shown when it is whole."""
            if delta.stream == "notice":
                notices.show(delta.text)

        told: dict[str, Any] = await ask(desk.endpoint(base_url, model, key), text, specs, show)
        notices.clear()
    if as_json:
        say_json(told)
    else:
        for name in ("reasoning", "content"):
            if told[name]:
                say(f"[{name}]\n{told[name]}")
        for call in told["calls"]:
            mark = "" if call["complete"] else "  (incomplete: would not be run)"
            say(f"[call] {call['name']} {call['arguments']}{mark}")
        if told["error"]:
            say(told["error"], err=True)
    return 2 if told["error"] else 0


def _tools(told: str | None) -> list[dict[str, Any]]:
    if told is None:
        return []
    if told == "examiner":
        return SPECS
    specs = read_json(Path(told), "a JSON list in the /chat/completions tools shape")
    if not isinstance(specs, list):
        raise Trouble(f"{told} is not a JSON list of tools.", "Use the /chat/completions shape.")
    return specs  # pyright: ignore[reportUnknownVariableType] - sent as it is; the server judges it
