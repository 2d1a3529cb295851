"""`questions` and `answer`: the embedded examiner's questions for a program, without a defense."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from desktop.cli.common import in_loop, json_option, opened, read_source
from desktop.cli.output import say, say_json
from desktop.vocabulary.problem import Language, Problem, Rules
from desktop.vocabulary.questions import Facts, Question
from desktop.vocabulary.trouble import Trouble
from desktop.wiring import DefenseDesk

if TYPE_CHECKING:
    from desktop.embedded.maker import EmbeddedQuestions

language_option = click.option("--language", type=click.Choice(["en", "zh"]), help="The language of the questions.")


@click.command("questions")
@click.argument("problem_name", metavar="PROBLEM")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seed", default=0, help="The same seed gives the same questions.")
@click.option("--count", default=5, type=click.IntRange(1, 50), help="How many questions at most.")
@click.option("--keys", is_flag=True, help="Show the keys, too.")
@language_option
@json_option
@click.pass_context
@in_loop
async def questions_command(
    ctx: click.Context,
    problem_name: str,
    file: Path,
    seed: int,
    count: int,
    keys: bool,
    language: Language | None,
    as_json: bool,
) -> int:
    """The questions the embedded examiner would ask about FILE."""
    source = read_source(file)
    async with opened(ctx) as desk:
        facts = await prepared(desk, desk.problem(problem_name), source, seed, count, language)
    for question in facts.questions:
        row = _row(question, keys)
        if as_json:
            say_json(row)
            continue
        say(f"{question.id}  [{question.type}]\n{question.text}")
        if question.why:
            say(question.why)
        if keys:
            say(f"  key: {row['key']}  (routes: {', '.join(question.routes)})")
        say()
    for note in facts.notes:
        say(note, err=True)
    return 0


@click.command("answer")
@click.argument("problem_name", metavar="PROBLEM")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--question", "question_id", required=True, help="The id of the question.")
@click.option("--seed", required=True, type=int, help="The seed the questions were made with.")
@click.option("--count", default=5, type=click.IntRange(1, 50), help="The count the questions were made with.")
@click.option("--text", required=True, help="The answer.")
@language_option
@json_option
@click.pass_context
@in_loop
async def answer_command(
    ctx: click.Context,
    problem_name: str,
    file: Path,
    question_id: str,
    seed: int,
    count: int,
    text: str,
    language: Language | None,
    as_json: bool,
) -> int:
    """Mark one answer to one question about FILE."""
    source = read_source(file)
    async with opened(ctx) as desk:
        problem = desk.problem(problem_name)
        facts = await prepared(desk, problem, source, seed, count, language)
        question = facts.question(question_id)
        if question is None:
            known = ", ".join(q.id for q in facts.questions) or "none"
            raise Trouble(f"There is no question {question_id!r} for this program and seed.", f"Known: {known}.")
        mark = await _maker(desk).mark(problem, source, question, text, final=False)  # unreadable is not wrong
    right = mark.verdict == "right"
    if as_json:
        say_json({"right": right if question.machine_marked else None, "verdict": mark.verdict, "why": mark.why})
    else:
        say(f"{mark.verdict}. {mark.why}".strip())
    return 0 if right or not question.machine_marked else 1


async def prepared(
    desk: DefenseDesk, problem: Problem, source: str, seed: int, count: int, language: Language | None
) -> Facts:
    """Tests and questions exactly as a defense with this seed would prepare them."""
    from desktop.packs.cases import CaseMaker

    rules = Rules(language=language or desk.settings.language)
    cases = await CaseMaker(desk.interpreters, desk.words(rules.language)).make_cases(problem, seed)
    maker = _maker(desk)
    facts = await maker.make_questions(problem, source, seed, rules, cases)
    if count > rules.questions:
        every = await maker.all_candidates(problem, source, seed, rules, cases, count)
        return facts.model_copy(update={"questions": every})
    return facts.model_copy(update={"questions": facts.questions[:count]})


def _maker(desk: DefenseDesk) -> EmbeddedQuestions:
    from desktop.embedded.maker import EmbeddedQuestions
    from desktop.packs.verdicts import judge

    return EmbeddedQuestions(desk.interpreters, desk.words, judge)


def _row(question: Question, keys: bool) -> dict[str, Any]:
    """`key` is one text that is marked right; null where nothing is marked."""
    from desktop.embedded.spoken_key import answer_text

    row: dict[str, Any] = {
        "id": question.id,
        "type": question.type,
        "text": question.text,
        "lines": list(question.lines),
        "answer_form": question.answer_form,
        "options": list(question.options),
        "call": question.call,
        "why": question.why,
    }
    if keys:
        row["key"] = answer_text(question)
        row["routes"] = list(question.routes)
    return row
