"""Gathers what is known about a submission by running it, in as few round trips as can be.

Three measurements: the problem's calls; then (with fewer seeds) fresh inputs near them, to see which are worth
asking about; then those again with every seed. A fact is used only if every route, seed and process gave it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import cast

from desktop.embedded.bench import CONFIRM_CAP, Bench, Lab
from desktop.embedded.calls import (
    base_calls,
    double_calls,
    edge_calls,
    helper_calls,
    many_calls,
    mutant_calls,
    swap_calls,
    tries,
)
from desktop.embedded.candidate import Candidate
from desktop.embedded.drawing import draw_inputs
from desktop.embedded.kinds.changes import changes
from desktop.embedded.kinds.counts import growth
from desktop.embedded.kinds.lines import lines
from desktop.embedded.kinds.outcomes import outcomes
from desktop.embedded.kinds.witnesses import witnesses
from desktop.embedded.mending import Mending, look_for
from desktop.embedded.study import Agreed, Call, End, Study, as_read, plain
from desktop.embedded.trial import Judge
from desktop.vocabulary.cases import Undefined
from desktop.vocabulary.problem import Problem, Witness
from desktop.vocabulary.questions import Facts
from desktop.vocabulary.values import Wire
from desktop.vocabulary.words import Words

HASH_SEEDS = 8  # different ones, where the program may depend on how strings hash; the first two workers share one
ORDER_RISKS = frozenset({"set", "hash", "id"})
INPUTS = 4  # times the author's inputs are drawn again
MORE_INPUTS = 26  # where rows cannot be moved about, the author's alone have to do
RUNS = 200  # on which a sentence must be true
SWEPT = 0.6  # share of the seeds for which they are run
LONG = 1500  # lines; of a longer program only the problem's own calls are measured: reading it takes too long
DRAWS = 12  # inputs tried for each of the author's witness tasks
PREVIEW_SEEDS = 2
FINALISTS = 12
CHANGED = 3  # changed programs that are proved with every seed


@dataclass(frozen=True, slots=True)
class Gathered:
    """`witnesses`: by id of the author's task, arguments that were seen to work. `sweep`: many plain runs."""

    study: Study
    witnesses: dict[str, tuple[Wire, ...]]
    sweep: tuple[tuple[Call, End], ...] = ()
    mending: Mending = field(default_factory=Mending)


async def gather(
    lab: Lab,
    problem: Problem,
    code: str,
    seed: int,
    cases: Facts,
    judge: Judge | None = None,
    *,
    everything: bool = False,
) -> Gathered:
    """`everything`: also what takes long and is measured for some seeds only."""
    rng = Random(f"{problem.pack}/{problem.id}/{seed}/calls")
    bases = base_calls(cases.baseline, rng) or base_calls(cases.edges, rng)
    edges = edge_calls(cases.edges, rng)
    async with Bench(lab, code) as bench:
        first, drawn = await asyncio.gather(
            bench.measure([Call("program"), *bases, *edges]),
            draw_inputs(lab, problem, [rng.randrange(2**32) for _ in range(INPUTS)]),
        )
        if ORDER_RISKS & set(bench.outline.risks):
            bench.add_hash_seeds(HASH_SEEDS - 1)
            first = await bench.measure([Call("program"), *bases, *edges])
        first = await _confirmed(bench, first)
        study = Study(
            code=as_read(code),
            outline=bench.outline,
            syntax=bench.syntax,
            runs=_with_program(first),
            load=_load(first),
            mutants=bench.mutants,
            swaps=bench.swaps,
        )
        if not any(run.end.kind in ("returns", "raises", "endless") for run in study.of("base")):
            return Gathered(study, {})
        if study.code.count("\n") > LONG or all(run.end.kind == "endless" for run in study.of("base")):
            return Gathered(study, {})  # other inputs of a program that never comes back would tell nothing new
        gathered = await _deepen(bench, study, problem, drawn, rng)
        swept = rng.random() <= SWEPT
        if judge is not None:
            # of a program that passes: what hides a part of it, for the seeds that are not swept, so that none waits
            deep = everything or not swept
            mending = await look_for(bench, lab, judge, study, cases.baseline, everything=deep)
            gathered = replace(gathered, mending=mending)
        if not everything and not swept:
            return gathered
        legal = [case for case in cases.edges if not isinstance(case.expected, Undefined)]
        known = {run.call.source for run in study.of("edge") if run.end.kind == "returns"}
        legal = [case for case in legal if case.id in known and not case.kwargs]  # the rare inputs refute what is rare
        rare = [Call("try", case.function, case.args) for case in legal]
        own = [Call("try", case.function, case.args, case.kwargs) for case in cases.baseline]
        return replace(gathered, sweep=await _swept(bench, lab, study, problem, [*own, *drawn], rare, rng))


async def _deepen(bench: Bench, study: Study, problem: Problem, fresh: Sequence[Call], rng: Random) -> Gathered:
    """Look around with few seeds, then prove what was found with all of them."""
    base = study.of("base")
    helpers = helper_calls(study.outline, base, rng, problem.entry_points)
    around = [
        *tries(fresh, base, rng),
        *helpers,
        *double_calls(base, rng),
        *mutant_calls(study, helpers, rng),
        *swap_calls(study, rng),
    ]
    around = list({(call.text, call.mutant): call for call in around}.values())
    drawn = await _draw(bench, problem.witnesses, rng) if any(run.end.kind == "returns" for run in base) else {}
    pairs = [call for options in drawn.values() for option in options for call in option.calls]
    seen = await bench.measure([*around, *pairs], seeds=PREVIEW_SEEDS)
    preview = study.more(seen[: len(around)])
    by_text = {(run.call.text, str(run.call.kwargs)): run for run in seen}
    works = {
        witness_id: option
        for witness_id, options in drawn.items()
        for option in options
        if disagree(*(by_text[call.text, str(call.kwargs)] for call in option.calls))
    }
    wanted = _finalists(preview, problem)
    proofs = [call for option in works.values() for call in option.calls]
    proved = await bench.measure([*wanted, *proofs])
    shown = {
        witness_id: option.args
        for witness_id, option in works.items()
        if disagree(*(_run_of(call, proved) for call in option.calls))
    }
    return Gathered(study.more(await _confirmed(bench, proved[: len(wanted)])), shown)


def _finalists(preview: Study, problem: Problem) -> list[Call]:
    """The calls of the best candidates that fresh inputs gave: two for each fact."""
    say = Words()
    fresh = {run.call.text: run.call for run in preview.of("try", "helper", "double")}
    found: list[Candidate] = [
        *outcomes(preview, say),
        *witnesses(preview, problem, say, {}),
        *lines(preview, say),
        *growth(preview, say),
    ]
    found.sort(key=lambda candidate: -candidate.merit)
    wanted: dict[str, Call] = {}
    taken: dict[tuple[object, ...], int] = {}
    for candidate in found:
        question = candidate.question
        text = question.call or Call("try", str(question.recipe.get("function")), _example(question.recipe)).text
        fact = candidate.fact
        if text in fresh and taken.get(fact, 0) < 2:
            taken[fact] = taken.get(fact, 0) + 1
            wanted[text] = fresh[text]
    return [*list(wanted.values())[:FINALISTS], *_changed(preview, fresh)]


def _changed(preview: Study, fresh: dict[str, Call]) -> list[Call]:
    """The best changed programs, with the calls of the unchanged one that they are held against."""
    found = sorted(changes(preview, Words()), key=lambda candidate: -candidate.merit)
    runs = {(run.call.text, run.call.mutant): run.call for run in preview.of("mutant")}
    wanted: dict[tuple[str, int | None], Call] = {}
    counted = 0
    for candidate in found:
        question = candidate.question
        if question.type == "find_change":
            swap = (str(question.recipe["old"]), str(question.recipe["new"]))
            rows = [list(preview.mutants[n]) for n, other in enumerate(preview.swaps) if other == swap]
        elif question.type == "which_change":
            rows = cast(list[list[Wire]], question.recipe["changes"])
        elif counted < CHANGED:
            counted += 1
            rows = [[question.recipe["line"], question.recipe["new"]]]
        else:
            continue
        if question.call in fresh:
            wanted[question.call, None] = fresh[question.call]
        for line, new in rows:
            number = preview.mutants.index((cast(int, line), str(new)))
            if (question.call, number) in runs:
                wanted[question.call, number] = runs[question.call, number]
    return list(wanted.values())


def _example(recipe: dict[str, Wire]) -> tuple[Wire, ...]:
    example = recipe.get("example")
    return tuple(example) if isinstance(example, list) else ()


async def _swept(
    bench: Bench, lab: Lab, study: Study, problem: Problem, known: Sequence[Call], rare: Sequence[Call], rng: Random
) -> tuple[tuple[Call, End], ...]:
    """Two hundred legal inputs, plainly run, of a program that leaves nothing to chance and always comes back."""
    chance = {"random", *ORDER_RISKS} & set(study.outline.risks)
    if chance or any(run.end.kind != "returns" for run in study.of("base")) or not problem.baseline.strip():
        return ()
    calls = many_calls(known, rng, len(known) + RUNS)
    if len(calls) < RUNS:
        known = [*known, *await draw_inputs(lab, problem, [rng.randrange(2**32) for _ in range(MORE_INPUTS)])]
        calls = many_calls(known, rng, len(known) + RUNS)
    calls = [call for call in (*rare, *calls) if call.function == problem.entry_points[0]]
    return tuple(zip(calls, await bench.sweep(calls), strict=True))


@dataclass(frozen=True, slots=True)
class _Option:
    args: tuple[Wire, ...]
    calls: tuple[Call, Call]


async def _draw(bench: Bench, tasks: Iterable[Witness], rng: Random) -> dict[str, list[_Option]]:
    found: dict[str, list[_Option]] = {}
    for task in tasks:
        drawn = await bench.draw(task.draw, [rng.randrange(2**32) for _ in range(DRAWS)])
        options = [_Option(args, both_calls(task.left, task.right, task.arguments, args)) for args in drawn]
        found[task.id] = [option for option in options if len(option.args) == len(task.arguments)]
    return found


def both_calls(left: str, right: str, names: Sequence[str], args: Sequence[Wire]) -> tuple[Call, Call]:
    """The two expressions of a witness task over these arguments."""
    kwargs = dict(zip(names, args, strict=False))
    return (
        Call("try", kwargs=kwargs, expression=left),
        Call("try", kwargs=kwargs, expression=right),
    )


def disagree(left: Agreed, right: Agreed) -> bool:
    """Both return plain values, and these differ."""
    ends = (left.end, right.end)
    return all(end.kind == "returns" and plain(end.value) for end in ends) and left.end.value != right.end.value


def _run_of(call: Call, runs: Iterable[Agreed]) -> Agreed:
    return next(run for run in runs if run.call == call)


async def _confirmed(bench: Bench, runs: Sequence[Agreed]) -> tuple[Agreed, ...]:
    """`does not finish` is kept for two calls at most, and only after many more steps by every route."""
    doubtful = [run.call for run in runs if run.end.kind == "endless"]
    if not doubtful:
        return tuple(runs)
    endless: list[Call] = []
    for call in doubtful[:2]:
        (longer,) = await bench.measure([call], cap=CONFIRM_CAP, seeds=1)
        if longer.end.kind == "unknown":
            break  # it does not let itself be stopped: the next one would not either
        if longer.end.kind == "endless":
            endless.append(call)
    return tuple(
        run if run.end.kind != "endless" else replace(run, loops={}, tests={}, calls={})  # no counts of what was cut
        for run in runs
        if run.end.kind != "endless" or run.call in endless
    )


def _load(runs: Sequence[Agreed]) -> End:
    """How loading the program ends: it is what running it from the top does."""
    return next((run.end for run in runs if run.call.role == "program"), End("unknown"))


def _with_program(runs: Sequence[Agreed]) -> tuple[Agreed, ...]:
    """The run from the top is asked about only where no call can be: it loads, and nothing it defines returns."""
    usable = any(run.call.role == "base" and run.end.kind == "returns" for run in runs)
    return tuple(run for run in runs if run.call.role != "program" or not usable)
