"""`run` and `test`: student programs in the interpreter, without a defense."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from desktop.cli.common import in_loop, json_option, opened, read_source
from desktop.cli.keyboard import Keyboard
from desktop.cli.output import say, say_json
from desktop.interpreter.explain import explain
from desktop.interpreter.reasons import in_words
from desktop.vocabulary.cases import Verdict
from desktop.vocabulary.problem import Problem
from desktop.vocabulary.runs import PRACTICE_RUN, TEST_RUN, Outcome, RunRequest
from desktop.vocabulary.words import Words
from desktop.wiring import DefenseDesk


@click.command("run")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--input", "typed", help="What input() reads, line by line.")
@click.option("--time", "seconds", type=click.FloatRange(0.05, 3600), help="CPU seconds a file may use.")
@click.option("--practice/--exam", "practice", default=True, help="Whose limits apply.")
@json_option
@click.pass_context
@in_loop
async def run_command(
    ctx: click.Context, files: tuple[Path, ...], typed: str | None, seconds: float | None, practice: bool, as_json: bool
) -> int:
    """Run FILES one after another in one student interpreter; names live on from file to file."""
    sources = [read_source(path) for path in files]
    limits = PRACTICE_RUN if practice else TEST_RUN
    if seconds:
        limits = limits.model_copy(update={"cpu_seconds": seconds, "wall_seconds": seconds * 3})
    keyboard = Keyboard()

    async def type_a_line(prompt: str) -> str | None:
        return await keyboard.line()  # the program printed the prompt itself

    lines = tuple(typed.splitlines()) if typed is not None else None
    nobody = lines is None and not keyboard.person
    all_ok = True
    async with opened(ctx) as desk, desk.interpreters.interpreter("practice" if practice else "exam") as interpreter:
        for place, (path, source) in enumerate(zip(files, sources, strict=True)):
            request = RunRequest(
                source=source,
                name=path.name,
                fresh=place == 0,
                want_value=True,
                input_lines=() if nobody else lines,
                limits=limits,
            )
            outcome = await interpreter.run(request, None if as_json else _echo, type_a_line)
            all_ok = all_ok and outcome.status == "ok"
            if as_json:
                say_json({"file": str(path), **_as_json(outcome, desk.words())})
            else:
                _say_end(path, outcome, desk.words())
    return 0 if all_ok else 1


@click.command("test")
@click.argument("problem_name", metavar="PROBLEM")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seed", default=0, help="Draws the inputs; the same seed gives the same tests.")
@json_option
@click.pass_context
@in_loop
async def test_command(ctx: click.Context, problem_name: str, file: Path, seed: int, as_json: bool) -> int:
    """Run the baseline and the edge cases of PROBLEM against FILE; verdicts are reached outside its process."""
    source = read_source(file)
    async with opened(ctx) as desk:
        problem, words = desk.problem(problem_name), desk.words()
        outcome, baseline, edges = await run_tests(desk, problem, source, seed)
    counts = Counter(verdict.passed for verdict in (*baseline, *edges))
    failed = outcome.status != "ok" or counts[False] > 0
    if as_json:
        say_json(
            {
                "problem": problem.id,
                "seed": seed,
                "loads": outcome.status == "ok",
                "error": outcome.error.model_dump() if outcome.error else None,
                "baseline": [v.model_dump() for v in baseline],
                "edges": [v.model_dump() for v in edges],
                "passed": counts[True],
                "failed": counts[False],
                "undefined": counts[None],
            }
        )
        return int(failed)
    if outcome.status != "ok":
        say(words("The solution stops while it loads. {why}", why=in_words(outcome.why, words)))
        say(outcome.error.traceback if outcome.error else "")
    marks = {True: words("passed"), False: words("FAILED"), None: words("undefined by the statement")}
    for title, verdicts in ((words("Baseline"), baseline), (words("Edge cases"), edges)):
        say(f"{title}:")
        for verdict in verdicts:
            say(f"  {marks[verdict.passed]:>8}  {verdict.title}")
            if not verdict.passed:
                told = words("got {got}; expected {expected}", got=verdict.got, expected=verdict.expected)
                say(f"            {verdict.call}\n            {told}")
    say(words("{passed} passed, {failed} failed.", passed=counts[True], failed=counts[False]))
    return int(failed)


async def run_tests(
    desk: DefenseDesk, problem: Problem, source: str, seed: int
) -> tuple[Outcome, Sequence[Verdict], Sequence[Verdict]]:
    """How the file loaded, then the verdicts of baseline and edge cases."""
    from desktop.packs.cases import CaseMaker
    from desktop.packs.testing import load_and_run

    words = desk.words()
    facts = await CaseMaker(desk.interpreters, words).make_cases(problem, seed)
    load = RunRequest(source=source, name=f"{problem.id}.py", fresh=True, input_lines=())
    trial = await load_and_run(desk.interpreters, load, [*facts.baseline, *facts.edges], words=words)
    number = len(facts.baseline)
    return trial.loaded, trial.verdicts[:number], trial.verdicts[number:]


def _as_json(outcome: Outcome, words: Words) -> dict[str, Any]:
    keys = ("status", "repr", "value", "stdout", "stderr", "error", "exit_code", "seconds", "cpu_seconds")
    more = ("dropped_bytes", "threads", "patched", "figures", "forged", "namespace_kept", "sandbox", "why")
    dumped = outcome.model_dump(mode="json")
    plain = explain(outcome.error, words) if outcome.error else ""
    return {**{key: dumped[key] for key in (*keys, *more)}, "plain_words": plain}


def _echo(stream: str, text: str) -> None:
    say(text, nl=False, err=stream == "stderr", as_it_is=True)


def _say_end(path: Path, outcome: Outcome, words: Words) -> None:
    if outcome.repr is not None:
        say(outcome.repr)
    if outcome.error:
        say(outcome.error.traceback, err=True, nl=not outcome.error.traceback.endswith("\n"))
        if plain := explain(outcome.error, words):
            say(plain, err=True)
    if outcome.dropped_bytes:
        say(f"[{outcome.dropped_bytes} bytes of output are left out]", err=True)
    if outcome.status not in ("ok", "error"):
        say(f"{path}: {in_words(outcome.why, words) or outcome.status}", err=True)
