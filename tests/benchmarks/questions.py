"""Prints what questions cost and what they are: median time, number and kinds for each fixture program.

    python tests/benchmarks/questions.py [--seeds N] [--repeat N] [NAME ...]
    python tests/benchmarks/questions.py --choices 100 [NAME ...]

The goal is a median of 0.5 s or less for a program of about 50 lines. Also printed: how far the two routes agree
before anything is left out, and how far strategies that do not look at the program get. `--choices` looks at every
question that could be asked for so many seeds, and prints how often blind strategies find the right one of what is
offered, for each type where something is picked. The goal: 35 % or less.
"""

from __future__ import annotations

import argparse
import asyncio
import collections
import re
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from desktop.embedded import facts as gathering
from desktop.embedded.maker import EmbeddedQuestions
from desktop.embedded.marking import compare
from desktop.embedded.study import Agreed, Study
from desktop.interpreter.host import InterpreterHost
from desktop.packs.cases import CaseMaker
from desktop.packs.verdicts import judge
from desktop.vocabulary.problem import Rules
from desktop.vocabulary.questions import Question
from desktop.vocabulary.values import render
from tests.integration.embedded.every_program import FILES, STRANGERS, problem_of
from tests.integration.embedded.samples import PROGRAMS, sample

BLIND = {
    "returns None": lambda question: "None",
    "says 1": lambda question: "1",
    "says 2": lambda question: "2",
    "says no": lambda question: "no",
    "says []": lambda question: "[]",
    "counts the rows": lambda question: str(question.call.count("],") + 1),
    "always an IndexError": lambda question: "IndexError",
    "always a ValueError": lambda question: "ValueError",
    "always a list": lambda question: "list",
}


def offered(question: Question) -> list[str]:
    """What one can pick: the options as they are printed, or the lines that come into question."""
    if question.answer_form == "line":
        return [str(line) for line in question.lines]
    return [row[3:] for row in question.text.split("\n- ")[1:]]


def picked(question: Question, strategy: Callable[[list[str]], int]) -> bool:
    place = strategy(offered(question))
    if question.answer_form == "line":
        return compare(question, str(question.lines[place])) == "right"
    return question.options[place] == question.key


def number_in(text: str) -> int:
    found = re.search(r"\d+", text)
    return int(found.group()) if found else 0


def with_successor(numbers: list[int]) -> int:
    return next((at for at, number in enumerate(numbers) if number + 1 in numbers), 0)


CHOICES: dict[str, Callable[[list[str]], int]] = {
    "first": lambda rows: 0,
    "second": lambda rows: 1 % len(rows),
    "middle": lambda rows: len(rows) // 2,
    "last": lambda rows: len(rows) - 1,
    "longest": lambda rows: max(range(len(rows)), key=lambda at: len(rows[at])),
    "shortest": lambda rows: min(range(len(rows)), key=lambda at: len(rows[at])),
    "smallest number": lambda rows: min(range(len(rows)), key=lambda at: number_in(rows[at])),
    "has a successor": lambda rows: with_successor([number_in(row) for row in rows]),
    "first by alphabet": lambda rows: min(range(len(rows)), key=lambda at: rows[at]),
    "last by alphabet": lambda rows: max(range(len(rows)), key=lambda at: rows[at]),
}


async def choices(seeds: int, names: list[str]) -> None:
    """Blind strategies against every type where something is picked, over so many seeds."""
    host = InterpreterHost()
    maker = EmbeddedQuestions(host, judge=judge)
    hits: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    asked: collections.Counter[str] = collections.Counter()
    paths = [path for path in (*FILES, *STRANGERS) if not names or path.stem in names]
    seen: set[str] = set()
    for seed in range(seeds):
        path = paths[seed % len(paths)]
        problem, code = problem_of(path), path.read_bytes().decode()
        cases = await CaseMaker(host).make_cases(problem, seed)
        for question in await maker.all_candidates(problem, code, seed, Rules(), cases):
            if question.answer_form not in ("options", "line") or question.text in seen:
                continue
            seen.add(question.text)
            asked[question.type] += 1
            for name, strategy in CHOICES.items():
                hits[question.type][name] += picked(question, strategy)
    await host.close()
    for kind, count in asked.most_common():
        print(f"{kind}: {count} questions over {seeds} seeds")
        for name, right in hits[kind].most_common():
            low, high = likely(right, count)
            print(f"    {name:20} {right / count:6.1%}   (95 %: {low:.0%} to {high:.0%})")


def likely(right: int, count: int, z: float = 1.96) -> tuple[float, float]:
    """Between which shares the true one lies, 19 times of 20 (Wilson's interval)."""
    share, room = right / count, z * z / count
    middle = (share + room / 2) / (1 + room)
    half = z * ((share * (1 - share) + room / 4) / count) ** 0.5 / (1 + room)
    return middle - half, middle + half


def reason(study: Study, run: Agreed) -> str:
    """Why the routes may differ in this run: they are given other random numbers, times and hash seeds on purpose,
    and a run that is cut at the cap is not cut at the same place."""
    if {"random", "time", "set", "hash", "id"} & set(study.outline.risks):
        return "chance or the order of sets in the program"
    if run.end.kind in ("endless", "unknown"):
        return "cut at the cap"
    return "left by an exception" if run.end.kind == "raises" else "runs that return"


async def main(seeds: int, repeat: int, names: list[str]) -> None:
    host = InterpreterHost()
    maker = EmbeddedQuestions(host, judge=judge)
    agreed: dict[str, list[int]] = collections.defaultdict(lambda: [0, 0])
    guessed: collections.Counter[str] = collections.Counter()
    asked: list[Question] = []
    medians: list[float] = []
    problem, code, cases = sample(PROGRAMS[0])
    await maker.make_questions(problem, code, 0, Rules(), cases)  # the template process is up after this
    print(f"{'program':24} {'lines':>5} {'median s':>9} {'chosen':>6} {'could':>6}  kinds that could be asked")
    for path in PROGRAMS:
        if names and path.stem not in names:
            continue
        problem, code, cases = sample(path)
        times: list[float] = []
        for seed in range(seeds):
            for _ in range(repeat):
                start = time.perf_counter()
                made = await maker.make_questions(problem, code, seed, Rules(), cases)
                times.append(time.perf_counter() - start)
            for question in made.questions:
                if not question.machine_marked:
                    continue
                asked.append(question)
                if question.answer_form == "arguments":
                    continue
                for name, strategy in BLIND.items():
                    mark = await maker.mark(problem, code, question, strategy(question), final=True)
                    guessed[name] += mark.verdict == "right"
        gathered = await gathering.gather(host, problem, code, 0, cases, judge)
        for run in gathered.study.runs:
            counted = agreed[reason(gathered.study, run)]
            counted[0] += run.compared
            counted[1] += run.equal
        could = await maker.all_candidates(problem, code, 0, Rules(), cases)
        kinds = collections.Counter(question.type for question in could)
        medians.append(statistics.median(times))
        print(
            f"{path.stem:24} {code.count(chr(10)):>5} {medians[-1]:>9.3f} {len(made.questions):>6} {len(could):>6}  "
            + ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
        )
    print(f"median over programs: {statistics.median(medians):.3f} s")
    for why, (compared, equal) in sorted(agreed.items()):
        print(f"facts compared between the routes, {why}: {compared}, equal: {equal} ({equal / max(compared, 1):.1%})")
    typed = [question for question in asked if question.answer_form != "arguments"]
    print(f"questions asked: {len(asked)}, of these witnesses: {len(asked) - len(typed)}")
    for name, right in guessed.most_common():
        print(f"  blind strategy {name!r}: {right / max(len(typed), 1):.1%}")
    keys = collections.Counter((question.type, render(question.key)) for question in typed)
    print("most frequent keys:", ", ".join(f"{kind} {key}: {count}" for (kind, key), count in keys.most_common(8)))
    await host.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--repeat", type=int, default=2)
    parser.add_argument("--choices", type=int, default=0, metavar="SEEDS", help="only the blind strategies")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    if options.choices:
        asyncio.run(choices(options.choices, options.names))
        sys.exit()
    asyncio.run(main(options.seeds, options.repeat, options.names))
