"""`author`: a problem written by a model, checked by running, saved after a look at the diff."""

from __future__ import annotations

from contextlib import aclosing
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from desktop.author.attempts import Attempt, Order, Stage
from desktop.author.saving import keep_history, plan_for
from desktop.cli.common import in_loop, json_option, opened, use_key_of
from desktop.cli.defense import choose_examiner
from desktop.cli.output import say, say_json
from desktop.vocabulary.chat import Delta
from desktop.vocabulary.trouble import Trouble

DOING = {"asking": "asking the model", "scaffold": "reading the scaffold", "checking": "running everything"}


@click.command("author")
@click.option("--topic", required=True, help="What it is about, such as: moving averages.")
@click.option("--kind", default="function", help="What is to be written, such as: one function on lists.")
@click.option("--pack", required=True, type=click.Path(path_type=Path), help="The pack it is put into; made if new.")
@click.option("--base-url", help="A /chat/completions address, up to and with /v1.")
@click.option("--model", help="The model's name there.")
@click.option("--api-key-env", metavar="VAR", help="The environment variable that holds the key.")
@click.option("--script", type=click.Path(path_type=Path), help="Replies of a scripted model (JSON list).")
@click.option("--yes", is_flag=True, help="Save what passed without asking.")
@click.option("--draft", is_flag=True, help="Save the last attempt even if it did not pass.")
@json_option
@click.pass_context
@in_loop
async def author_command(
    ctx: click.Context,
    topic: str,
    kind: str,
    pack: Path,
    base_url: str | None,
    model: str | None,
    api_key_env: str | None,
    script: Path | None,
    yes: bool,
    draft: bool,
    as_json: bool,
) -> int:
    """Let a model write a problem about TOPIC: at most three attempts, each one checked by running it."""
    choice = choose_examiner(None, base_url, model, None, script)
    if choice is None:
        raise Trouble("An author needs a model.", "Give --base-url URL and --model NAME.")
    attempts: list[Attempt] = []
    async with opened(ctx) as desk:
        if api_key_env and base_url:
            use_key_of(desk, base_url, api_key_env)
        async with aclosing(desk.write_problem(Order(topic, kind), desk.make_examiner(choice))) as progress:
            async for step in progress:
                _show(step, as_json)
                if isinstance(step, Attempt):
                    attempts.append(step)
        kept = keep_history(desk.data_dir.path / "authored", attempts)
    last = attempts[-1]
    plan = plan_for(pack, last.draft, last.files) if last.draft and (last.passed or draft) else None
    if plan and not as_json:
        say(plan.diff)
    save = plan is not None and (yes or draft or (not as_json and click.confirm(f"Save this into {pack}?")))
    if plan and save:
        plan.save()
    told: dict[str, Any] = {"passed": last.passed, "attempts": len(attempts), "saved": save, "history": str(kept)}
    if as_json:
        say_json({**told, "problem": last.draft.id if last.draft else None, "diff": plan.diff if plan else ""})
    else:
        when = f"{datetime.now().astimezone():%H:%M}"
        word = "passed" if last.passed else "did not pass"
        say(f"{when} The problem {word} after {len(attempts)} attempt(s); {'saved' if save else 'not saved'}.")
        say(f"All attempts are kept in {kept}.")
    return 0 if last.passed else 1


def _show(step: Stage | Attempt | Delta, as_json: bool) -> None:
    match step:
        case Stage():
            if as_json:
                say_json(asdict(step))
            else:
                say(f"Attempt {step.attempt} of 3: {DOING[step.doing]}.", err=True)
        case Attempt():
            if as_json:
                say_json({"attempt": step.number, "passed": step.passed, "faults": list(step.faults)})
            else:
                for fault in step.faults:
                    say(f"  {fault}", err=True)
        case Delta(stream="notice"):
            say(step.text, err=True)
        case Delta():
            pass
