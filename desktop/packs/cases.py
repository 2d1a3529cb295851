"""Makes a problem's tests: fresh inputs from a seed, expected values from running the reference.

The author's programs (baseline.py, edges.py, solution.py) are as untrusted as a student's: each runs in an
interpreter of its own, and only structural values come back. See `resources/help/packs.md` for their format.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from pydantic import ValidationError

from desktop.packs.testing import Lab, call_of
from desktop.packs.verdicts import ending
from desktop.vocabulary.cases import Comparator, Expected, Raises, Returns, TestCase, Undefined
from desktop.vocabulary.compare import show
from desktop.vocabulary.problem import Problem
from desktop.vocabulary.questions import Facts
from desktop.vocabulary.runs import Limits, Outcome, RunRequest
from desktop.vocabulary.trouble import PackTrouble
from desktop.vocabulary.values import Wire, render, tag, to_python
from desktop.vocabulary.words import ENGLISH, Words

# More than twice a graded test's limits: an author's program draws the inputs of all tests in one go.
AUTHOR_LIMITS = Limits(cpu_seconds=5.0, wall_seconds=20.0, memory_mib=512, processes=0)
KEYS = (
    *("id", "title", "looks_for", "call", "args", "kwargs"),
    *("expected", "raises", "undefined", "compare", "keeps_arguments"),
)
MAX_CASES = 100  # in one file; every one of them is a call of the student's program
MAX_SLOW = 2  # tests on which the reference may run out of time before the rest is given up: students wait for this
MAX_WORDS = 500  # characters of an id, a title, a name
Part = Literal["baseline", "edges"]


@dataclass(frozen=True, slots=True)
class Draft:
    """A test as its author wrote it; without `expected` the reference is asked."""

    case: TestCase
    asks_reference: bool


class CaseMaker:
    """Fits the session's port of the same name."""

    def __init__(self, lab: Lab, words: Words = ENGLISH) -> None:
        """Titles and notes are in the language of `words`, where the author gave them in it."""
        self._lab, self.words = lab, words

    async def make_cases(self, problem: Problem, seed: int) -> Facts:
        """Facts with `baseline` and `edges`; equal problem and seed give equal tests.

        A single test that cannot be made (the reference raised, an input is no plain value) is left out, and
        `notes` says so: a student must not lose an exam to one bad draw. `PackTrouble` if no baseline test is left.
        """
        notes: list[str] = []
        baseline = await self._drafts(problem, "baseline", seed, notes)
        edges = await self._drafts(problem, "edges", seed, notes)
        taken = {draft.case.id for draft in baseline}
        for draft in [draft for draft in edges if draft.case.id in taken]:
            file, twice = f"{problem.id}/edges.py", repr(draft.case.id)
            notes.append(self.words("{file}: the id {id} is used in baseline.py, too; left out.", file=file, id=twice))
            edges.remove(draft)
        finished = await self._expect(problem, [*baseline, *edges], notes)
        facts = Facts(
            baseline=tuple(finished[draft.case.id] for draft in baseline if draft.case.id in finished),
            edges=tuple(finished[draft.case.id] for draft in edges if draft.case.id in finished),
            notes=tuple(notes),
        )
        if not facts.baseline:
            said = " ".join(notes) or self.words("{file} gives none.", file=f"{problem.id}/baseline.py")
            raise PackTrouble(
                self.words("The problem {id} has no test that can be run. {why}", id=problem.id, why=said)
            )
        return facts

    async def _drafts(self, problem: Problem, part: Part, seed: int, notes: list[str]) -> list[Draft]:
        """What `cases(rng)` of the author's file returns."""
        name = f"{problem.id}/{part}.py"
        source = problem.baseline if part == "baseline" else problem.edges
        ask = f"cases(__import__('random').Random({draw_seed(problem, part, seed)}))"
        async with self._lab.interpreter() as interpreter:
            outcome = await interpreter.run(RunRequest(source=source, name=name, fresh=True, limits=AUTHOR_LIMITS))
            if outcome.status == "ok":
                outcome = await interpreter.run(
                    RunRequest(source=ask, name=name, want_value=True, limits=AUTHOR_LIMITS)
                )
        if outcome.status != "ok":
            notes.append(self.words("{file} gave no tests.", file=name) + " " + self._ending(outcome))
            return []
        entries = outcome.value
        if not isinstance(entries, list):
            wrong = self.words(
                "{file}: cases(rng) must return a list of tests, not {got}.", file=name, got=show(entries, 60)
            )
            notes.append(wrong)
            return []
        drafts: list[Draft] = []
        if len(entries) > MAX_CASES:
            many = self.words(
                "{file} gives {n} tests; only the first {most} are used.", file=name, n=len(entries), most=MAX_CASES
            )
            notes.append(many)
        for number, entry in enumerate(entries[:MAX_CASES], start=1):
            try:
                draft = self._translated(problem, read_case(entry))
                if any(draft.case.id == other.case.id for other in drafts):
                    raise ValueError(f"the id {draft.case.id!r} is used twice")
                drafts.append(draft)
            except ValueError as error:
                why = _sentence(error)
                notes.append(self.words("{file}, test {n}: {why}; left out.", file=name, n=number, why=why))
        return drafts

    def _translated(self, problem: Problem, draft: Draft) -> Draft:
        """With the author's words in the language of the defense, where there are any."""
        own = problem.chinese_cases.get(draft.case.id)
        if own is None or self.words.language != "zh":
            return draft
        case = draft.case.model_copy(update={"title": own.title, "looks_for": own.looks_for or draft.case.looks_for})
        return Draft(case, draft.asks_reference)

    def _ending(self, outcome: Outcome) -> str:
        return ending(outcome, self.words("It"), self.words)

    async def _expect(self, problem: Problem, drafts: Sequence[Draft], notes: list[str]) -> Mapping[str, TestCase]:
        """The tests by id, with the reference's results where their author gave none."""
        asking = [draft for draft in drafts if draft.asks_reference]
        finished = {draft.case.id: draft.case for draft in drafts if not draft.asks_reference}
        if not asking:
            return finished
        name = f"{problem.id}/solution.py"
        load = RunRequest(source=problem.solution, name=name, fresh=True, limits=AUTHOR_LIMITS)
        async with self._lab.interpreter() as interpreter:
            outcome = await interpreter.run(load)
            if outcome.status != "ok":
                notes.append(self.words("{file} cannot be loaded.", file=name) + " " + self._ending(outcome))
                return finished
            slow = 0
            for draft in asking:
                case = draft.case
                if slow == MAX_SLOW:
                    notes.append(
                        self.words(
                            "{file} was too slow {n} times: the test {id} and those after it are left out.",
                            file=name,
                            n=slow,
                            id=repr(case.id),
                        )
                    )
                    break
                outcome = await interpreter.call(call_of(case))
                slow += outcome.status == "timeout"
                why = ending(outcome, words=self.words)
                if not why and not is_plain(outcome.value):
                    why = self.words("The result is too large, or no plain value.")
                if why:
                    notes.append(
                        self.words(
                            "{file} gave no result for the test {id}, which is left out. {why}",
                            file=name,
                            id=repr(case.id),
                            why=why,
                        )
                    )
                else:
                    finished[case.id] = case.model_copy(update={"expected": Returns(value=outcome.value)})
                if not outcome.namespace_kept:
                    await interpreter.run(load)
        return finished


def draw_seed(problem: Problem, purpose: str, seed: int) -> int:
    """64 bits from problem, purpose and the defense's seed: neighbouring seeds draw unrelated inputs."""
    text = f"{problem.pack}/{problem.id}/{purpose}/{seed}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def read_case(entry: Wire) -> Draft:
    """One dict of the author's list. `ValueError` says in words what is wrong with it."""
    if tag(entry) != "dict":
        raise ValueError("this is not a dict")
    if not is_plain(entry):
        raise ValueError("a value is too large, or no plain value")
    fields = {_word(key, "a key"): value for key, value in _pairs(entry)}
    unknown = sorted(set(fields) - set(KEYS))
    if unknown:
        raise ValueError(f"the key {unknown[0]!r:.80} is not known; known are {', '.join(KEYS)}")
    for key in ("id", "call"):
        if key not in fields:
            raise ValueError(f"the key {key!r} is missing")
    case_id = _word(fields["id"], "id")
    args = fields.get("args", [])
    if tag(args) not in ("list", "tuple"):
        raise ValueError("args must be a list")
    kwargs = fields.get("kwargs", {"t": "dict", "v": []})
    if tag(kwargs) != "dict":
        raise ValueError("kwargs must be a dict")
    expected = _expected(fields)
    case = TestCase(
        id=case_id,
        title=_word(fields.get("title", case_id), "title"),
        function=_word(fields["call"], "call"),
        args=tuple(_items(args)),
        kwargs={_word(key, "a name in kwargs"): value for key, value in _pairs(kwargs)},
        looks_for=_word(fields.get("looks_for", ""), "looks_for"),
        comparator=Comparator.model_validate(to_python(fields["compare"])) if "compare" in fields else Comparator(),
        keeps_arguments=fields.get("keeps_arguments") is True,
        expected=expected or Undefined(),
    )
    return Draft(case, asks_reference=expected is None)


def is_plain(wire: Wire) -> bool:
    """Whether nothing of the value was lost on the way out (objects, cut for size) and nothing is malformed."""
    try:
        to_python(wire)
        render(wire)
    except (ValueError, TypeError, KeyError, AttributeError, IndexError, OverflowError, RecursionError):
        return False
    return True


def _expected(fields: Mapping[str, Wire]) -> Expected | None:
    """None: the reference is to be asked."""
    given = [key for key in ("expected", "raises", "undefined") if key in fields]
    match given:
        case []:
            return None
        case ["expected"]:
            return Returns(value=fields["expected"])
        case ["raises"]:
            types = [fields["raises"]] if tag(fields["raises"]) == "str" else _items(fields["raises"])
            if not types:
                raise ValueError("raises must name an exception type")
            return Raises(types=tuple(_word(name, "raises") for name in types))
        case ["undefined"]:
            if fields["undefined"] is not True:
                raise ValueError("undefined can only be True")
            return Undefined()
        case _:
            raise ValueError(f"only one of {' and '.join(given)} can be given")


def _sentence(error: Exception) -> str:
    if isinstance(error, ValidationError):
        fault = error.errors(include_url=False)[0]
        return f"{'.'.join(map(str, fault['loc']))} cannot be used ({fault['msg']})"
    return str(error)


def _word(wire: Wire, what: str) -> str:
    value = to_python(wire)
    if not isinstance(value, str):
        raise ValueError(f"{what} must be a str")
    if len(value) > MAX_WORDS:
        raise ValueError(f"{what} is longer than {MAX_WORDS} characters")
    return value


def _items(wire: Wire) -> list[Wire]:
    items = cast(object, wire.get("v") if isinstance(wire, dict) else wire)
    if not isinstance(items, list):
        raise ValueError("a list was expected")
    return cast(list[Wire], items)


def _pairs(wire: Wire) -> list[tuple[Wire, Wire]]:
    return [(pair[0], pair[1]) for pair in cast(list[list[Wire]], _items(wire))]
