"""Prints what questions cost and what they are: median time, number and kinds for each fixture program.

    python tests/benchmarks/questions.py [--seeds N] [--repeat N] [NAME ...]

The goal is a median of 0.5 s or less for a program of about 50 lines. Also printed: how far the two routes agree
before anything is left out, and how far strategies that do not look at the program get.
"""

from __future__ import annotations

import argparse
import asyncio
import collections
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from desktop.embedded import facts as gathering
from desktop.embedded.maker import EmbeddedQuestions
from desktop.interpreter.host import InterpreterHost
from desktop.vocabulary.problem import Rules
from desktop.vocabulary.questions import Question
from desktop.vocabulary.values import render
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


async def main(seeds: int, repeat: int, names: list[str]) -> None:
    host = InterpreterHost()
    maker = EmbeddedQuestions(host)
    compared = equal = 0
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
        gathered = await gathering.gather(host, problem, code, 0, cases)
        compared += sum(run.compared for run in gathered.study.runs)
        equal += sum(run.equal for run in gathered.study.runs)
        could = await maker.all_candidates(problem, code, 0, Rules(), cases)
        kinds = collections.Counter(question.type for question in could)
        medians.append(statistics.median(times))
        print(
            f"{path.stem:24} {code.count(chr(10)):>5} {medians[-1]:>9.3f} {len(made.questions):>6} {len(could):>6}  "
            + ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
        )
    print(f"median over programs: {statistics.median(medians):.3f} s")
    print(f"facts compared between the routes: {compared}, equal: {equal} ({equal / max(compared, 1):.1%})")
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
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    asyncio.run(main(options.seeds, options.repeat, options.names))
