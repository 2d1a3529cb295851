"""`defend` and `resume`: a whole defense in the terminal, over the same loop as the window."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import click

from desktop.cli.answers import AnswerFile, Answers, Nobody, StandardInput
from desktop.cli.common import (
    ca_option,
    in_loop,
    json_option,
    opened,
    read_source,
    use_key_of,
    use_waiting,
    waiting_options,
)
from desktop.cli.machine import Approve, MachineFront
from desktop.cli.output import say, say_json
from desktop.cli.terminal import TerminalFront
from desktop.session.drive import drive, tell_history
from desktop.session.session import Session
from desktop.station.typed import program
from desktop.vocabulary.events import ExaminerChoice
from desktop.vocabulary.problem import Language, Mode, Rules
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.words import Words
from desktop.wiring import DefenseDesk

answers_option = click.option(
    "--answers",
    help="A JSON file (a list, or an object question id -> answer), or - for one answer a line. A question asked in "
    "place of a wrong one takes the next answer, or, where there is none left, the answer it replaces.",
)
approve_option = click.option(
    "--approve", type=click.Choice(["ask", "all", "none"]), default="ask", help="Who agrees to injected tests."
)
take_over_option = click.option(
    "--take-over/--ask-first",
    default=None,
    help="Where the model fails, whatever the reason, the embedded examiner goes on without asking, or never does. "
    "Without either the settings decide: usually it goes on where a lab's server had no time.",
)


@click.command("defend")
@click.argument("problem_name", metavar="PROBLEM")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--examiner", type=click.Choice(["embedded", "endpoint", "local", "scripted"]), help="Who examines.")
@click.option("--base-url", help="A /chat/completions address, up to and with /v1.")
@click.option("--model", help="The model's name there.")
@click.option("--api-key-env", metavar="VAR", help="The environment variable that holds the key.")
@ca_option
@waiting_options
@click.option("--model-file", type=click.Path(path_type=Path), help="A GGUF file for the local examiner (practice).")
@click.option("--script", type=click.Path(path_type=Path), help="Replies for the scripted examiner (JSON list).")
@click.option("--seed", type=int, help="Draws inputs and questions; random if not given.")
@click.option("--mode", type=click.Choice(["practice", "exam"]), help="Practice, where the lab has not set exams only.")
@click.option("--language", type=click.Choice(["en", "zh"]))
@click.option("--second-reading", is_flag=True, help="A model's verdicts are held against those of a fresh call.")
@answers_option
@approve_option
@take_over_option
@json_option
@click.pass_context
@in_loop
async def defend_command(
    ctx: click.Context,
    problem_name: str,
    file: Path,
    examiner: str | None,
    base_url: str | None,
    model: str | None,
    api_key_env: str | None,
    ca_file: Path | None,
    wait_first: float | None,
    wait_idle: float | None,
    wait_total: float | None,
    wait_spread: float | None,
    model_file: Path | None,
    script: Path | None,
    seed: int | None,
    mode: Mode | None,
    language: Language | None,
    second_reading: bool,
    answers: str | None,
    approve: Approve,
    take_over: bool | None,
    as_json: bool,
) -> int:
    """Submit FILE for PROBLEM and defend it."""
    source = read_source(file)
    choice = choose_examiner(examiner, base_url, model, model_file, script)
    told = _answers(answers)
    async with opened(ctx) as desk:
        if api_key_env and base_url:
            use_key_of(desk, base_url, api_key_env)
        if ca_file:
            desk.trust(ca_file)
        if choice and choice.kind == "endpoint":
            waits = {"first": wait_first, "idle": wait_idle, "total": wait_total, "spread": wait_spread}
            use_waiting(desk, choice.base_url, **waits)
        if take_over is not None:
            desk.take_over(take_over)
        problem = desk.problem(problem_name)
        if choice:
            desk.make_examiner(choice)  # one that cannot be used is told before anything is stored
        rules = Rules.for_mode(mode or desk.policy.mode, language or desk.settings.language)
        rules = rules.model_copy(update={"second_reading": second_reading})
        session = desk.begin(problem, rules, choice, seed)
        return await _go(desk, session, told, approve, as_json, source)


@click.command("resume")
@click.argument("session_id", metavar="ID")
@answers_option
@approve_option
@take_over_option
@json_option
@click.pass_context
@in_loop
async def resume_command(
    ctx: click.Context, session_id: str, answers: str | None, approve: Approve, take_over: bool | None, as_json: bool
) -> int:
    """Go on with a defense where it stopped."""
    told = _answers(answers)
    async with opened(ctx) as desk:
        if take_over is not None:
            desk.take_over(take_over)
        return await _go(desk, desk.resume(session_id), told, approve, as_json, None)


async def _go(
    desk: DefenseDesk,
    session: Session,
    answers: Answers,
    approve: Approve,
    as_json: bool,
    source: str | None,
) -> int:
    machine = MachineFront(session, answers, approve)
    words = desk.words(session.state.rules.language)  # of this defense, whatever else the terminal speaks
    front = machine if as_json else TerminalFront(session, answers, approve, words)
    try:
        if source is not None:
            front.show(session.history[0])
            if saved := session.save_code(source):
                front.show(saved)
            front.show(session.submit())
        else:
            if not as_json:
                tell_history(session, front)
            if session.state.failure:  # to resume is to try again
                front.show(session.try_again())
        await drive(session, front)
    except asyncio.CancelledError:  # Ctrl-C
        say(f"\n{words('Stopped.')}", err=True)
    finally:
        await session.close()
    if as_json:
        say_json(summary(session, machine.waiting))
    elif not session.state.submitted:
        say(words("Nothing was submitted in {id} yet. Submit in the window, or begin a new defense.", id=session.id))
    elif session.state.closed and session.state.rules.mode == "practice":
        say(words("All of it, with the right answers: {command}", command=f"{program()} show {session.id}"))
    elif not session.state.closed:
        say(_how_it_rests(front, words))
        say(words("Go on with: {command}", command=f"{program()} resume {session.id}"))
    return 0


def _how_it_rests(front: MachineFront | TerminalFront, words: Words) -> str:
    return (isinstance(front, TerminalFront) and front.rests_at) or words("The defense waits.")


def summary(session: Session, waiting: dict[str, Any] | None) -> dict[str, Any]:
    """The last line of `--json`: how it ended, or what it waits for."""
    if not session.state.submitted:  # it was left, or the program died, before that
        waiting = {"for": "submission"}
    grade = session.state.grade
    told = None
    if grade:
        sums = {"points": grade.points, "out_of": grade.out_of, "waiting": grade.waiting}
        told = {**sums, **grade.model_dump(mode="json")}
    return {"session": session.id, "closed": session.state.closed, "grade": told, "waiting": waiting}


def choose_examiner(
    examiner: str | None, base_url: str | None, model: str | None, model_file: Path | None, script: Path | None
) -> ExaminerChoice | None:
    kind = examiner or ("endpoint" if base_url else "local" if model_file else "scripted" if script else None)
    match kind:
        case "endpoint":
            if not base_url or not model:
                raise Trouble("An endpoint needs an address and a model.", "Give --base-url URL and --model NAME.")
            return ExaminerChoice(kind="endpoint", base_url=base_url, model=model)
        case "local":
            if model_file is None:
                raise Trouble("A local examiner needs a model file.", "Give --model-file PATH of a GGUF file.")
            from desktop.llm.local.process.refusals import check_file

            check_file(model_file)
            return ExaminerChoice(kind="local", model=str(model_file.resolve()))
        case "scripted":
            if script is None:
                raise Trouble("A scripted examiner needs its replies.", "Give --script FILE.")
            if not script.is_file():
                raise Trouble(f"There is no file {script}.", "Give a JSON list of replies.")
            return ExaminerChoice(kind="scripted", script=str(script.resolve()))
        case "embedded":
            return ExaminerChoice()
        case _:
            return None


def _answers(told: str | None) -> Answers:
    if told is None:
        return Nobody()
    return StandardInput() if told == "-" else AnswerFile(Path(told))
