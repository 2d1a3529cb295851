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
from desktop.vocabulary.runs import Outcome, RunRequest
from desktop.vocabulary.trouble import PackTrouble
from desktop.vocabulary.values import Wire
from desktop.vocabulary.words import ENGLISH, Words

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


async def check_pack(path: Path, lab: Lab, words: Words = ENGLISH) -> CheckReport:
    """Read the pack (`PackTrouble` if that fails), then run its reference, tests, wrong programs and witnesses."""
    pack = load_pack(path)
    findings = [Finding("ok", pack.id, words("The pack can be read; problems in it: {n}.", n=len(pack.problems)))]
    for problem in pack.problems:
        findings += _texts(problem, words)
        async with aclosing(_runs(pack, problem, lab, words)) as found:
            findings += [finding async for finding in found]
    return CheckReport(pack, tuple(findings))


def _texts(problem: Problem, words: Words) -> list[Finding]:
    """What can be said without running anything."""
    found: list[Finding] = []

    def say(level: Level, sentence: str) -> None:
        found.append(Finding(level, problem.id, sentence))

    total = sum(criterion.points for criterion in problem.rubric)
    if abs(total - 100) > 1e-9:
        say("error", words("The points of the rubric add up to {n}, not to 100.", n=f"{total:g}"))
    if len({criterion.id for criterion in problem.rubric}) != len(problem.rubric):
        say("error", words("Two criteria of the rubric have the same id."))
    if not 4 <= len(problem.rubric) <= 6:
        say("warning", words("The rubric has {n} criteria; four to six work best.", n=len(problem.rubric)))
    for name, text in ((words("statement"), problem.statement), (words("title"), problem.title)):
        if not text.zh.strip():
            say("warning", words("The {name} has no Chinese version; the English one will be shown.", name=name))
        if not text.en.strip():
            say("error", words("The {name} is empty.", name=name))
    for line in _told_lines(problem):
        say("error", words("The hint contains a line of the reference: {line}", line=line))
    if not problem.open_questions:
        say("warning", words("There is no open question, so nothing can be asked about reasons."))
    return found


def _told_lines(problem: Problem) -> list[str]:
    """Lines of the reference that the hint gives away; what the student is shown anyway is no secret."""
    hints = [" ".join(text.split()) for text in (problem.hint.en, problem.hint.zh)]
    known = {" ".join(line.split()) for line in f"{problem.scaffold}\n{problem.statement.en}".splitlines()}
    lines = [" ".join(line.split()) for line in problem.solution.splitlines()]
    return [
        line for line in lines if len(line) >= TELLING and line not in known and any(line in hint for hint in hints)
    ]


async def _runs(pack: Pack, problem: Problem, lab: Lab, words: Words) -> AsyncGenerator[Finding, None]:
    here = problem.id
    try:
        draws = [await CaseMaker(lab, words).make_cases(problem, seed) for seed in (*SEEDS, SEEDS[0])]
    except PackTrouble as trouble:
        yield Finding("error", here, str(trouble))
        return
    *draws, again = draws
    if again != draws[0]:
        yield Finding("error", here, words("The same seed gave other tests: draw everything from the given rng."))
    if all(facts.baseline == draws[0].baseline for facts in draws):
        heart = words("Every seed gives the same baseline tests, so answers can be learned by heart.")
        yield Finding("warning", here, heart)
    for finding in (*_notes(here, draws), *_counts(problem, draws, words), *_chinese(problem, draws, words)):
        yield finding
    every = [(*facts.baseline, *facts.edges) for facts in draws]
    async with aclosing(_programs(pack, problem, lab, draws, every, words)) as found:
        async for finding in found:
            yield finding
    for witness in problem.witnesses:
        yield await _witness(problem, witness, lab, words)


def _notes(here: str, draws: Sequence[Facts]) -> list[Finding]:
    return [Finding("error", here, note) for note in dict.fromkeys(note for facts in draws for note in facts.notes)]


def _counts(problem: Problem, draws: Sequence[Facts], words: Words) -> list[Finding]:
    found: list[Finding] = []
    edges = min(len(facts.edges) for facts in draws)
    if edges < problem.edge_cases_needed:
        needed = problem.edge_cases_needed
        said = words("{n} edge cases can be run, but {needed} are needed.", n=edges, needed=needed)
        found.append(Finding("error", problem.id, said))
    called = {case.function for facts in draws for case in (*facts.baseline, *facts.edges)}
    for name in sorted(called - set(problem.entry_points)):
        said = words("A test calls {name}, which is not among the entry points.", name=name)
        found.append(Finding("error", problem.id, said))
    return found


def _chinese(problem: Problem, draws: Sequence[Facts], words: Words) -> list[Finding]:
    """Tests that have no title in Chinese though the statement is there in it, and titles of no test."""
    ids = {case.id for facts in draws for case in (*facts.baseline, *facts.edges)}
    known = set(problem.chinese_cases)
    found: list[Finding] = []
    if problem.statement.zh and ids - known:
        names = ", ".join(sorted(ids - known))
        found.append(Finding("warning", problem.id, words("No Chinese title in cases.zh.toml: {names}.", names=names)))
    if known - ids:
        names = ", ".join(sorted(known - ids))
        found.append(Finding("warning", problem.id, words("In cases.zh.toml, but no test: {names}.", names=names)))
    return found


async def _programs(
    pack: Pack, problem: Problem, lab: Lab, draws: Sequence[Facts], every: Sequence[Sequence[TestCase]], words: Words
) -> AsyncGenerator[Finding, None]:
    """The reference and its alternatives pass, the scaffold and the wrong programs do not, whatever the seed."""
    reference = Program(f"{problem.id}/solution.py", problem.solution)
    yield await _has_entry_points(problem, reference, lab, words)
    for program in (reference, *pack.alternatives[problem.id]):
        yield await _passes(program, lab, every, words)
    scaffold = Program(f"{problem.id}/scaffold.py", problem.scaffold)
    yield await _is_caught(scaffold, lab, [facts.baseline for facts in draws], words)
    if not pack.wrong[problem.id]:
        yield Finding("warning", problem.id, words("There is no wrong program to try the tests on."))
    for program in pack.wrong[problem.id]:
        yield await _is_caught(program, lab, every, words)


async def _has_entry_points(problem: Problem, program: Program, lab: Lab, words: Words) -> Finding:
    async with lab.interpreter() as interpreter:
        outcome = await interpreter.run(_load(program))
        if outcome.status != "ok":
            return Finding("error", program.name, f"{words('It cannot be loaded.')} {_ending(outcome, words)}")
        for name in problem.entry_points:
            ask = f"callable(globals().get({name!r}))"
            outcome = await interpreter.run(RunRequest(source=ask, name="<check>", want_value=True))
            if outcome.value is not True:
                return Finding("error", program.name, words("It does not define the entry point {name}.", name=name))
    return Finding("ok", program.name, words("It defines {names}.", names=", ".join(problem.entry_points)))


async def _passes(program: Program, lab: Lab, every: Sequence[Sequence[TestCase]], words: Words) -> Finding:
    for cases in every:
        tested = await _test(program, lab, cases, words)
        if tested.failed:
            verdict = tested.failed[0]
            test = repr(verdict.case_id)
            said = words("It fails {test}, {call}. {why}", test=test, call=verdict.call, why=verdict.why)
            return Finding("error", program.name, said)
    said = words("It passes all {n} tests, for {seeds} seeds.", n=len(every[0]), seeds=len(every))
    return Finding("ok", program.name, said)


async def _is_caught(program: Program, lab: Lab, every: Sequence[Sequence[TestCase]], words: Words) -> Finding:
    """Every seed must catch it: a student gets only one."""
    catchers: list[str] = []
    for cases in every:
        tested = await _test(program, lab, cases, words)
        if not tested.failed:
            said = words("It passes every test, although it is wrong. Add a test for it.")
            return Finding("error", program.name, said)
        catchers.append(tested.failed[0].case_id)
    return Finding("ok", program.name, words("It is caught, by {names}.", names=", ".join(dict.fromkeys(catchers))))


async def _test(program: Program, lab: Lab, cases: Sequence[TestCase], words: Words) -> Trial:
    return await load_and_run(lab, _load(program), cases, until_failed=True, words=words)


async def _witness(problem: Problem, witness: Witness, lab: Lab, words: Words) -> Finding:
    """Search arguments for which the two calls of the reference disagree."""
    where = f"{problem.id}/questions.toml"
    search = SEARCH.format(names=witness.arguments, left=witness.left, right=witness.right, draws=WITNESS_DRAWS)
    ask = f"search__(__import__('random').Random({draw_seed(problem, witness.id, SEEDS[0])}))"
    async with lab.interpreter() as interpreter:
        for source in (problem.solution, witness.draw, search):
            outcome = await interpreter.run(RunRequest(source=source, name="<witness>", limits=AUTHOR_LIMITS))
            if outcome.status != "ok":
                return _cannot_run(where, witness, outcome, words)
        request = RunRequest(source=ask, name="<witness>", want_value=True, limits=AUTHOR_LIMITS)
        outcome = await interpreter.run(request)
    if outcome.status != "ok":
        return _cannot_run(where, witness, outcome, words)
    for arguments, left, right in _candidates(outcome.value):
        if difference(left, right, Comparator()):
            example = show(arguments, 100)
            said = words("The witness {id} exists, such as {example}.", id=witness.id, example=example)
            return Finding("ok", where, said)
    said = words("No witness {id} was found in {n} draws: the two calls always agree.", id=witness.id, n=WITNESS_DRAWS)
    return Finding("error", where, said)


def _cannot_run(where: str, witness: Witness, outcome: Outcome, words: Words) -> Finding:
    said = words("The witness {id} cannot be run.", id=witness.id)
    return Finding("error", where, f"{said} {_ending(outcome, words)}")


def _ending(outcome: Outcome, words: Words) -> str:
    return ending(outcome, words("It"), words)


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
