"""One sentence that no run refuted among three that some run did; its place, length and wording tell nothing."""

from __future__ import annotations

import collections
import contextlib
from collections.abc import Callable
from random import Random

from desktop.embedded.kinds.invariants import invariants, try_relations
from desktop.embedded.kinds.relations import relations
from desktop.embedded.study import Call, End, Function, Outline, Study
from desktop.vocabulary.questions import Question
from desktop.vocabulary.values import to_python, to_wire
from desktop.vocabulary.words import Words

F = Function(
    name="f", qual="f", line=1, end=9, params=("xs", "k"), required=2, simple=True, generator=False, top=True,
    decorated=False,
)  # fmt: skip
STUDY = Study("", Outline(functions=(F,)), None, (), End("returns"))
PROGRAMS: tuple[Callable[[list[int], int], object], ...] = (
    lambda xs, k: sorted(xs)[:k],
    lambda xs, k: xs[:k],
    lambda xs, k: [x * 2 for x in xs],
    lambda xs, k: [max(xs), min(xs)],
    lambda xs, k: list(dict.fromkeys(xs)),
    lambda xs, k: [x - k for x in xs],
    lambda xs, k: max(set(xs), key=xs.count),
    lambda xs, k: sum(x > k for x in xs),
    lambda xs, k: xs[k % len(xs)],
    lambda xs, k: [abs(x) for x in xs if x != k],
)


def runs(number: int) -> list[tuple[Call, End]]:
    rng, program = Random(number), PROGRAMS[number % len(PROGRAMS)]
    rows: list[tuple[Call, End]] = []
    for _ in range(80):
        xs, k = [rng.randint(-6, 9) for _ in range(rng.randint(3, 6))], rng.randint(1, 4)
        rows.append((Call("try", "f", (to_wire(xs), k)), End("returns", to_wire(program(list(xs), k)))))
    return rows


SWEEPS = [runs(number) for number in range(100)]
ASKED = [
    candidate.question
    for seed, sweep in enumerate(SWEEPS)
    for candidate in invariants(STUDY, sweep, Words(), str(seed))
]


def texts(question: Question) -> dict[str, str]:
    return {line[0]: line[3:] for line in question.text.split("\n- ")[1:]}


def test_there_are_many():
    assert len(ASKED) > 80


def test_the_key_is_never_refuted_and_each_of_the_others_is():
    for seed, sweep in enumerate(SWEEPS[:30]):
        tested = {(t.relation.kind, t.relation.place): t for t in try_relations(sweep, 2)}
        for candidate in invariants(STUDY, sweep, Words(), str(seed)):
            question = candidate.question
            rows = question.recipe["relations"]
            assert isinstance(rows, list)
            for letter, row in zip("ABCD", rows, strict=True):
                assert isinstance(row, list)
                one = tested[str(row[0]), int(str(row[1]))]
                assert (one.counter is None) == (letter == question.key)
                if one.counter is not None:
                    call, value = one.counter
                    args = [to_python(arg) for arg in call.args]
                    assert one.relation.holds(args, to_python(value)) is False


def test_every_letter_is_right_about_as_often():
    counts = collections.Counter(str(asked.key) for asked in ASKED)
    assert all(0.15 < counts[letter] / len(ASKED) < 0.35 for letter in "ABCD")


def test_no_blind_strategy_pays():
    strategies: dict[str, Callable[[dict[str, str]], str]] = {
        "the longest": lambda said: max(said, key=lambda letter: len(said[letter])),
        "the second longest": lambda said: sorted(said, key=lambda letter: -len(said[letter]))[1],
        "the second shortest": lambda said: sorted(said, key=lambda letter: len(said[letter]))[1],
        "the shortest": lambda said: min(said, key=lambda letter: len(said[letter])),
        "the first by alphabet": lambda said: min(said, key=lambda letter: said[letter]),
        "the last by alphabet": lambda said: max(said, key=lambda letter: said[letter]),
        "what has no number": lambda said: next((letter for letter in said if "no number" in said[letter]), "A"),
        "what names an argument": lambda said: next((letter for letter in said if "`" in said[letter]), "A"),
        "what names none": lambda said: next((letter for letter in said if "`" not in said[letter]), "A"),
    }
    for name, strategy in strategies.items():
        right = sum(strategy(texts(asked)) == asked.key for asked in ASKED)
        assert right / len(ASKED) <= 0.35, (name, right / len(ASKED))


def test_nothing_is_asked_where_a_run_did_not_return():
    broken = [*SWEEPS[0][:-1], (SWEEPS[0][-1][0], End("raises", type="IndexError"))]
    assert not list(invariants(STUDY, broken, Words(), "1"))
    assert not list(invariants(STUDY, SWEEPS[0][:20], Words(), "1"))


def test_a_sentence_without_a_meaning_is_never_true():
    for value in (None, "a b", 3, 2.5, [], [[1], [2]], {"a": 1}, (1, "x"), [None], float("nan"), True):
        for relation in relations(2):
            for argument in ([1, 2], "a b", 3, [[1, 2]], [], None, {"a": 1}):
                with contextlib.suppress(TypeError):  # counts as no meaning
                    assert relation.holds([argument, argument], value) in (True, False, None)
