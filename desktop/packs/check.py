"""Checks a pack by running it: what a pack promises is tried, not believed."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from desktop.packs.cases import AUTHOR_LIMITS, CaseMaker, draw_seed
from desktop.packs.loader import Pack, Program, load_pack
from desktop.packs.testing import Lab, Trial, load_and_run
from desktop.packs.verdicts import ending
from desktop.vocabulary.cases import Comparator, TestCase
from desktop.vocabulary.compare import difference, show
from desktop.vocabulary.problem import Problem, Witness
from desktop.vocabulary.questions import Facts
from desktop.vocabulary.runs import RunRequest
from desktop.vocabulary.trouble import PackTrouble
from desktop.vocabulary.values import Wire

SEEDS = (1, 2, 3)  # a test drawn from one seed may catch by luck what the next seed lets through
WITNESS_DRAWS = 300
TELLING = 10  # characters from which a line of the reference gives something away

Level = Literal["ok", "warning", "error"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report; `where` is a problem's id or a file in the pack."""

    level: Level
    where: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.level:7} {self.where}: {self.sentence}"


@dataclass(frozen=True, slots=True)
class CheckReport:
    pack: Pack
    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        """Warnings do not count."""
        return all(finding.level != "error" for finding in self.findings)


async def check_pack(path: Path, lab: Lab) -> CheckReport:
    """Read the pack (`PackTrouble` if that fails), then run its reference, tests, wrong programs and witnesses."""
    pack = load_pack(path)
    findings = [Finding("ok", pack.id, f"The pack can be read; it holds {len(pack.problems)} problem(s).")]
    for problem in pack.problems:
        findings += _words(problem)
        async with aclosing(_runs(pack, problem, lab)) as found:
            findings += [finding async for finding in found]
    return CheckReport(pack, tuple(findings))


def _words(problem: Problem) -> list[Finding]:
    """What can be said without running anything."""
    found: list[Finding] = []

    def say(level: Level, sentence: str) -> None:
        found.append(Finding(level, problem.id, sentence))

    total = sum(criterion.points for criterion in problem.rubric)
    if abs(total - 100) > 1e-9:
        say("error", f"The points of the rubric add up to {total:g}, not to 100.")
    if len({criterion.id for criterion in problem.rubric}) != len(problem.rubric):
        say("error", "Two criteria of the rubric have the same id.")
    if not 4 <= len(problem.rubric) <= 6:
        say("warning", f"The rubric has {len(problem.rubric)} criteria; four to six work best.")
    for name, text in (("statement", problem.statement), ("title", problem.title)):
        if not text.zh.strip():
            say("warning", f"The {name} has no Chinese version; the English one will be shown.")
        if not text.en.strip():
            say("error", f"The {name} is empty.")
    for line in _told_lines(problem):
        say("error", f"The hint contains a line of the reference: {line}")
    if not problem.open_questions:
        say("warning", "There is no open question, so nothing can be asked about reasons.")
    return found


def _told_lines(problem: Problem) -> list[str]:
    """Lines of the reference that the hint gives away; what the student is shown anyway is no secret."""
    hints = [" ".join(text.split()) for text in (problem.hint.en, problem.hint.zh)]
    known = {" ".join(line.split()) for line in f"{problem.scaffold}\n{problem.statement.en}".splitlines()}
    lines = [" ".join(line.split()) for line in problem.solution.splitlines()]
    return [
        line for line in lines if len(line) >= TELLING and line not in known and any(line in hint for hint in hints)
    ]


async def _runs(pack: Pack, problem: Problem, lab: Lab) -> AsyncGenerator[Finding, None]:
    here = problem.id
    try:
        draws = [await CaseMaker(lab).make_cases(problem, seed) for seed in (*SEEDS, SEEDS[0])]
    except PackTrouble as trouble:
        yield Finding("error", here, str(trouble))
        return
    *draws, again = draws
    if again != draws[0]:
        yield Finding("error", here, "The same seed gave other tests: draw everything from the given rng.")
    if all(facts.baseline == draws[0].baseline for facts in draws):
        yield Finding("warning", here, "Every seed gives the same baseline tests, so answers can be learned by heart.")
    for finding in (*_notes(here, draws), *_counts(problem, draws)):
        yield finding
    every = [(*facts.baseline, *facts.edges) for facts in draws]
    async with aclosing(_programs(pack, problem, lab, draws, every)) as found:
        async for finding in found:
            yield finding
    for witness in problem.witnesses:
        yield await _witness(problem, witness, lab)


def _notes(here: str, draws: Sequence[Facts]) -> list[Finding]:
    return [Finding("error", here, note) for note in dict.fromkeys(note for facts in draws for note in facts.notes)]


def _counts(problem: Problem, draws: Sequence[Facts]) -> list[Finding]:
    found: list[Finding] = []
    edges = min(len(facts.edges) for facts in draws)
    if edges < problem.edge_cases_needed:
        found.append(
            Finding("error", problem.id, f"{edges} edge cases can be run, but {problem.edge_cases_needed} are needed.")
        )
    called = {case.function for facts in draws for case in (*facts.baseline, *facts.edges)}
    for name in sorted(called - set(problem.entry_points)):
        found.append(Finding("error", problem.id, f"A test calls {name}, which is not among the entry points."))
    return found


async def _programs(
    pack: Pack, problem: Problem, lab: Lab, draws: Sequence[Facts], every: Sequence[Sequence[TestCase]]
) -> AsyncGenerator[Finding, None]:
    """The reference and its alternatives pass, the scaffold and the wrong programs do not, whatever the seed."""
    reference = Program(f"{problem.id}/solution.py", problem.solution)
    yield await _has_entry_points(problem, reference, lab)
    for program in (reference, *pack.alternatives[problem.id]):
        yield await _passes(program, lab, every)
    scaffold = Program(f"{problem.id}/scaffold.py", problem.scaffold)
    yield await _is_caught(scaffold, lab, [facts.baseline for facts in draws])
    if not pack.wrong[problem.id]:
        yield Finding("warning", problem.id, "There is no wrong program to try the tests on.")
    for program in pack.wrong[problem.id]:
        yield await _is_caught(program, lab, every)


async def _has_entry_points(problem: Problem, program: Program, lab: Lab) -> Finding:
    async with lab.interpreter() as interpreter:
        outcome = await interpreter.run(_load(program))
        if outcome.status != "ok":
            return Finding("error", program.name, f"It cannot be loaded. {ending(outcome, 'It')}")
        for name in problem.entry_points:
            ask = f"callable(globals().get({name!r}))"
            outcome = await interpreter.run(RunRequest(source=ask, name="<check>", want_value=True))
            if outcome.value is not True:
                return Finding("error", program.name, f"It does not define the entry point {name}.")
    return Finding("ok", program.name, f"It defines {', '.join(problem.entry_points)}.")


async def _passes(program: Program, lab: Lab, every: Sequence[Sequence[TestCase]]) -> Finding:
    for cases in every:
        tested = await _test(program, lab, cases)
        if tested.failed:
            verdict = tested.failed[0]
            return Finding("error", program.name, f"It fails {verdict.case_id!r}, {verdict.call}. {verdict.why}")
    return Finding("ok", program.name, f"It passes all {len(every[0])} tests, for {len(every)} seeds.")


async def _is_caught(program: Program, lab: Lab, every: Sequence[Sequence[TestCase]]) -> Finding:
    """Every seed must catch it: a student gets only one."""
    catchers: list[str] = []
    for cases in every:
        tested = await _test(program, lab, cases)
        if not tested.failed:
            return Finding("error", program.name, "It passes every test, although it is wrong. Add a test for it.")
        catchers.append(tested.failed[0].case_id)
    return Finding("ok", program.name, f"It is caught, by {', '.join(dict.fromkeys(catchers))}.")


async def _test(program: Program, lab: Lab, cases: Sequence[TestCase]) -> Trial:
    return await load_and_run(lab, _load(program), cases, until_failed=True)


async def _witness(problem: Problem, witness: Witness, lab: Lab) -> Finding:
    """Search arguments for which the two calls of the reference disagree."""
    where = f"{problem.id}/questions.toml"
    search = SEARCH.format(names=witness.arguments, left=witness.left, right=witness.right, draws=WITNESS_DRAWS)
    ask = f"search__(__import__('random').Random({draw_seed(problem, witness.id, SEEDS[0])}))"
    async with lab.interpreter() as interpreter:
        for source in (problem.solution, witness.draw, search):
            outcome = await interpreter.run(RunRequest(source=source, name="<witness>", limits=AUTHOR_LIMITS))
            if outcome.status != "ok":
                return Finding("error", where, f"The witness {witness.id} cannot be run. {ending(outcome, 'It')}")
        request = RunRequest(source=ask, name="<witness>", want_value=True, limits=AUTHOR_LIMITS)
        outcome = await interpreter.run(request)
    if outcome.status != "ok":
        return Finding("error", where, f"The witness {witness.id} cannot be run. {ending(outcome, 'It')}")
    for arguments, left, right in _candidates(outcome.value):
        if difference(left, right, Comparator()):
            return Finding("ok", where, f"The witness {witness.id} exists, such as {show(arguments, 100)}.")
    return Finding(
        "error", where, f"No witness {witness.id} was found in {WITNESS_DRAWS} draws: the two calls always agree."
    )


def _candidates(found: Wire) -> list[list[Wire]]:
    """Of what the search sent back, the triples of arguments, left and right."""
    items = found if isinstance(found, list) else []
    return [item for item in items if isinstance(item, list) and len(item) == 3]


def _load(program: Program) -> RunRequest:
    return RunRequest(source=program.source, name=program.name, fresh=True, limits=AUTHOR_LIMITS)


# Runs in a worker. Up to five candidates come back; whether they really differ is decided on this side.
SEARCH = """
def search__(rng):
    import copy
    found = []
    for _ in range({draws}):
        drawn = dict(zip({names!r}, draw(rng), strict=True))
        try:
            left, right = (
                eval(call, {{**globals(), **copy.deepcopy(drawn)}}) for call in ({left!r}, {right!r})
            )
        except Exception:
            continue
        if repr(left) != repr(right):
            found.append([[drawn[name] for name in {names!r}], left, right])
        if len(found) == 5:
            break
    return found
"""
