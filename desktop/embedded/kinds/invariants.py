"""True after every run? (19): one relation that no run refuted, three that some run did, with that run kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from desktop.embedded.calls import TEXT
from desktop.embedded.candidate import Candidate
from desktop.embedded.kinds.changes import LETTERS
from desktop.embedded.kinds.relations import RESULTS, Relation, relations
from desktop.embedded.study import Call, End, Study, plain
from desktop.vocabulary.questions import Question
from desktop.vocabulary.values import Wire, render, to_python
from desktop.vocabulary.words import Words

FEWEST = 60  # runs; with less, "never refuted" says little
PLAUSIBLE = 0.03  # share of the runs in which a wrong sentence is true at least
# nobody needs the program for these where they are true; and two numbers are equal so seldom that no run may show it
PLAIN = frozenset({"whole", "never zero", "different"})
BOUNDS = frozenset({"none larger", "none smaller", "never negative", "never zero"})
ROUTES = ("run", "probe")
Sweep = Sequence[tuple[Call, End]]


@dataclass(frozen=True, slots=True)
class Tested:
    """`counter`: the shortest call that refutes it; None: no run did. `share`: of the runs in which it is true."""

    relation: Relation
    counter: tuple[Call, Wire] | None
    share: float


def invariants(study: Study, sweep: Sweep, say: Words, seed: str) -> Iterator[Candidate]:
    """`sweep`: runs of one function, all on legal inputs. Nothing is asked unless every one of them returned."""
    if len(sweep) < FEWEST or any(end.kind != "returns" or not plain(end.value) for _, end in sweep):
        return
    function = study.outline.function(sweep[0][0].function)
    if function is None or any(len(call.args) != len(function.params) or call.kwargs for call, _ in sweep):
        return
    tested = list(try_relations(sweep, len(function.params)))
    rng = Random(f"{seed}/{function.name}/invariant")
    true = [one for one in tested if one.counter is None and one.relation.kind not in PLAIN]
    false = [one for one in tested if one.counter is not None and one.share >= PLAUSIBLE]
    false.sort(key=lambda one: -one.share)
    by_kind = {one.relation.kind: one for one in rng.sample(true, len(true))}
    for right in rng.sample(list(by_kind.values()), min(len(by_kind), 2)):
        four = _four(right, false, rng)
        if four:
            yield _candidate(study, four, four.index(right), sweep, function.params, rng, say)


def try_relations(sweep: Sweep, places: int) -> Iterator[Tested]:
    """Every relation that has a meaning in all runs."""
    runs = [([to_python(arg) for arg in call.args], to_python(end.value)) for call, end in sweep]
    for relation in relations(places):
        answers = [_holds(relation, args, result) for args, result in runs]
        if any(answer is None for answer in answers):
            continue
        refuting = [row for row, answer in zip(sweep, answers, strict=True) if not answer]
        shortest = min(refuting, key=lambda row: len(row[0].text), default=None)
        counter = None if shortest is None else (shortest[0], shortest[1].value)
        yield Tested(relation, counter, 1 - len(refuting) / len(runs))


def _holds(relation: Relation, args: Sequence[Any], result: Any) -> bool | None:
    try:
        return relation.holds(args, result)
    except (TypeError, ValueError, OverflowError):  # values that do not compare: the sentence has no meaning
        return None


def _four(right: Tested, false: Sequence[Tested], rng: Random) -> list[Tested] | None:
    """The right one among three others, in any order.

    The others are of other kinds (two of a kind would point at each other), and as far as can be they name an argument
    where the right one does: its looks tell nothing. One of them says "no number ..." where any can.
    """
    by_kind = {one.relation.kind: one for one in rng.sample(false, len(false))}
    others = [one for kind, one in by_kind.items() if kind != right.relation.kind]
    alike = [one for one in others if (one.relation.place < 0) == (right.relation.place < 0)]
    if len(others) < 3:
        return None
    twins = [one for one in others if one.relation.kind in BOUNDS]
    if right.relation.kind in BOUNDS and not twins:
        return None  # "no number above ..." is true too often to be picked out without a like of it
    three = list({one.relation.kind: one for one in [*twins[:1], *alike, *others]}.values())[:3]
    four = [right, *three]
    rng.shuffle(four)
    return four


def _candidate(
    study: Study, four: Sequence[Tested], right: int, sweep: Sweep, names: Sequence[str], rng: Random, say: Words
) -> Candidate:
    call = sweep[0][0]
    function = study.outline.function(call.function)
    offered = "\n".join(
        f"- {letter}: {one.relation.text(say, names, rng.choice(RESULTS))}"
        for letter, one in zip(LETTERS, four, strict=True)
    )
    refuted = [
        _refuted(letter, one.counter, say) for letter, one in zip(LETTERS, four, strict=True) if one.counter is not None
    ]
    recipe: dict[str, Wire] = {
        "function": call.function,
        "relations": [[one.relation.kind, one.relation.place] for one in four],
        "counters": [list(one.counter[0].args) if one.counter else None for one in four],
        "runs": len(sweep),
    }
    question = Question(
        id="",
        type="invariant",
        text=say(
            "`{name}` was run {n} times on inputs of this problem. One of these sentences was true in all {n} runs we "
            "tried; each of the others was false at least once. Which one was always true?",
            name=call.function,
            n=len(sweep),
        )
        + "\n"
        + offered,
        answer_form="options",
        lines=tuple(range(function.line, function.end + 1)) if function else (),
        options=LETTERS,
        key=LETTERS[right],
        routes=ROUTES,
        explanation=" ".join(
            [say("{letter} was true in all {n} runs.", letter=LETTERS[right], n=len(sweep)), *refuted]
        ),
        recipe=recipe,
    )
    return Candidate(question, ("invariant", call.function, four[right].relation.kind), call.function, 0.6)


def _refuted(letter: str, counter: tuple[Call, Wire], say: Words) -> str:
    call, value = counter
    text, result = call.text, render(value, 60)
    if len(text) > TEXT:
        return say("{letter} was false for a longer input.", letter=letter)
    return say("{letter} was false for `{call}`, which returns {value}.", letter=letter, call=text, value=result)
